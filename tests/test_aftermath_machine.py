"""A state machine: whatever happens in combat, these hold between one state and the next.

The model beside the state is plain: sets of pairs and of attackers, changed by hand as 509.1g-h, 509.3, 509.4 and 506.4 say.
"""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from blockcheck import Judge, load_board
from blockcheck.aftermath import (
    Aftermath,
    BecomesBlocked,
    BecomesUnblocked,
    Changes,
    Enters,
    Event,
    Leaves,
    MakesBlock,
    Regenerates,
    RemovedFromCombat,
    Taps,
    then,
)
from tests.boards import attacker, blocker, board
from tests.combats import (
    ANY_NUMBER,
    BECOMES_BLOCKED,
    BECOMES_BLOCKED_BY,
    BLOCKS,
    BLOCKS_A_CREATURE,
    ISNT_BLOCKED,
)

ATTACKERS = ("ogre", "imp", "rat")
BLOCKERS = ("bear", "cat", "dog")
ON_ATTACK = f"{BECOMES_BLOCKED}\n{BECOMES_BLOCKED_BY}\n{ISNT_BLOCKED}"
ON_BLOCK = f"{ANY_NUMBER}\n{BLOCKS}\n{BLOCKS_A_CREATURE}"
JUDGE = Judge(
    load_board(board(*(attacker(a, ON_ATTACK) for a in ATTACKERS), *(blocker(b, ON_BLOCK) for b in BLOCKERS)))
)

Pair = tuple[str, str]


class Combat(RuleBasedStateMachine):
    """Combat of three attackers and three possible blockers, with a plain model of it."""

    state: Aftermath

    @initialize(declared=st.sets(st.tuples(st.sampled_from(BLOCKERS), st.sampled_from(ATTACKERS))))
    def declare(self, declared: set[Pair]) -> None:
        blocks: dict[str, str | list[str]] = {
            b: [a for c, a in sorted(declared) if c == b] for b, _ in declared
        }
        self.state = JUDGE.after(blocks)
        self.attacking = set(ATTACKERS)
        self.there = set(ATTACKERS + BLOCKERS)
        self.blocks = set(declared)
        self.blocking = {b for b, _ in declared}
        self.blocked = {a for _, a in declared}
        self.ever: dict[str, set[str]] = {a: {b for b, c in declared if c == a} for a in ATTACKERS}
        self.newcomers = 0
        self._fired(declared, set(), self.blocking, self.blocked, set(ATTACKERS) - self.blocked)

    def _fired(
        self,
        formed: set[Pair],
        entered: set[Pair],
        began: set[str],
        became_blocked: set[str],
        isnt_blocked: set[str] | None = None,
    ) -> None:
        """What triggered in the last step is exactly what the pairs formed and the changes call for."""
        expected: dict[tuple[str, str], int] = {}
        for b in began:
            expected[b, "509.3a"] = 1
        for b, _ in formed:
            expected[b, "509.3b"] = expected.get((b, "509.3b"), 0) + 1
        for a in became_blocked:
            expected[a, "509.3c"] = 1
        for _, a in formed | entered:
            expected[a, "509.3d"] = expected.get((a, "509.3d"), 0) + 1
        for a in isnt_blocked or ():
            expected[a, "509.3g"] = 1
        found = {(one.bearer, one.cr): one.count for one in self.state.triggers}
        assert found == {key: n for key, n in expected.items() if key[0] in self.there}

    def _then(self, event: Event) -> None:
        self.state = then(self.state, event)

    # --- events ---

    @precondition(lambda self: self.attacking)
    @rule(data=st.data(), instead=st.booleans())
    def an_effect_makes_a_creature_block(self, data: st.DataObject, instead: bool) -> None:
        names = sorted(self.there - set(ATTACKERS))
        if not names:
            return
        b = data.draw(st.sampled_from(names))
        chosen = data.draw(st.sets(st.sampled_from(sorted(self.attacking)), min_size=1))
        formed = {(b, a) for a in chosen} - self.blocks
        began = {b} if formed and b not in self.blocking else set()
        became = chosen - self.blocked
        self._then(MakesBlock(b, tuple(sorted(chosen)), instead))
        if instead:
            self.blocks = {pair for pair in self.blocks if pair[0] != b}
        self.blocks |= {(b, a) for a in chosen}
        self.blocking.add(b)
        self.blocked |= chosen
        for a in chosen:
            self.ever[a].add(b)
        self._fired(formed, set(), began, became)

    @precondition(lambda self: self.attacking)
    @rule(data=st.data())
    def an_effect_blocks(self, data: st.DataObject) -> None:
        chosen = data.draw(st.sets(st.sampled_from(sorted(self.attacking)), min_size=1))
        self._then(BecomesBlocked(tuple(sorted(chosen))))
        became = chosen - self.blocked
        self.blocked |= chosen
        self._fired(set(), set(), set(), became)

    @precondition(lambda self: self.attacking)
    @rule(data=st.data())
    def an_effect_unblocks(self, data: st.DataObject) -> None:
        a = data.draw(st.sampled_from(sorted(self.attacking)))
        self._then(BecomesUnblocked((a,)))
        self.blocked.discard(a)
        self.blocks = {pair for pair in self.blocks if pair[1] != a}
        self._fired(set(), set(), set(), set())

    @precondition(lambda self: self.attacking and self.newcomers < 3)
    @rule(data=st.data())
    def a_creature_enters_blocking(self, data: st.DataObject) -> None:
        a = data.draw(st.sampled_from(sorted(self.attacking)))
        name = f"new{self.newcomers}"
        self.newcomers += 1
        new: dict[str, Any] = {"id": name, "controller": "bob", "power": 1, "oracle_text": ON_BLOCK}
        self._then(Enters(new, blocking=a))
        became = {a} - self.blocked
        self.there.add(name)
        self.blocks.add((name, a))
        self.blocking.add(name)
        self.blocked.add(a)
        self.ever[a].add(name)
        self._fired(set(), {(name, a)}, set(), became)

    @precondition(lambda self: len(self.there) > 1)
    @rule(data=st.data(), way=st.sampled_from(["leaves", "removed", "regenerates", "no creature"]))
    def something_is_removed(self, data: st.DataObject, way: str) -> None:
        name = data.draw(st.sampled_from(sorted(self.there)))
        if way == "removed" and name not in self.attacking | self.blocking:
            return
        gone = way in ("leaves", "no creature")
        events: dict[str, Event] = {
            "leaves": Leaves(name),
            "removed": RemovedFromCombat(name),
            "regenerates": Regenerates(name),
            "no creature": Changes(name, {"type_line": "Artifact"}),
        }
        self._then(events[way])
        if gone:
            self.there.discard(name)
        self.attacking.discard(name)
        self.blocked.discard(name)
        self.blocking.discard(name)
        self.blocks = {pair for pair in self.blocks if name not in pair}
        self._fired(set(), set(), set(), set())

    @precondition(lambda self: self.there)
    @rule(data=st.data())
    def something_changes_and_nothing_triggers(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(self.there)))
        tapped = self.state.board.permanent(name).tapped
        events: list[Event] = [Taps(name, not tapped), Changes(name, {"colors": ["W"], "power": 5})]
        self._then(data.draw(st.sampled_from(events)))
        self._fired(set(), set(), set(), set())

    # --- what always holds ---

    @invariant()
    def the_state_is_what_the_model_says(self) -> None:
        state = self.state
        assert set(state.attackers) == self.attacking
        assert set(state.blocks) == self.blocks
        assert set(state.blocking) == self.blocking
        assert set(state.blocked) == self.blocked
        assert set(state.unblocked) == self.attacking - self.blocked
        remembered = {a: set(state.blocked_by.get(a, ())) for a in ATTACKERS}
        assert remembered == self.ever

    @invariant()
    def what_a_creature_blocks_is_blocked(self) -> None:
        assert {a for _, a in self.state.blocks} <= set(self.state.blocked)
        assert {b for b, _ in self.state.blocks} <= set(self.state.blocking)


class TestWhateverHappens:
    def test_in_short_combats(self) -> None:
        short = settings(max_examples=20, stateful_step_count=15, deadline=None)
        run_state_machine_as_test(Combat, settings=short)

    @pytest.mark.slow
    def test_in_long_ones(self) -> None:
        long = settings(max_examples=250, stateful_step_count=40, deadline=None)
        run_state_machine_as_test(Combat, settings=long)
