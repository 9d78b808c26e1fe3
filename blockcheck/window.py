"""May a spell or ability with this timing line be cast or activated now, else when next this turn, if ever? (506.8)"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeAlias

from pydantic import ConfigDict, ValidationError

from blockcheck.board import Turn, key
from blockcheck.board.given import Given, Skippable
from blockcheck.board.problems import problems_in
from blockcheck.board.scalars import Many, Maybe
from blockcheck.board.telling import shown
from blockcheck.errors import InputError, raise_if_any
from blockcheck.ground.truth import Truth, Unknown
from blockcheck.reading.windows import (
    After,
    AsInstant,
    AsSorcery,
    Before,
    During,
    Limit,
    NotRead,
    Point,
    Provided,
    TimingLine,
    Together,
    Whose,
    read_line,
    timing_lines,
)
from blockcheck.values import dataclass

Conditions: TypeAlias = Callable[[str], Truth | None]
"""Whether a condition ("a creature is attacking you") is met on a board; None where it is not understood."""


class TurnSoFar(Turn):
    """The turn so far: a board's `turn`, and what was skipped in its earlier combat phases."""

    model_config = ConfigDict(title="Turn so far")

    earlier_combats: Maybe[Many[Many[Skippable]]] = None
    """For each earlier combat phase of the turn, the steps of it that were skipped; `combat`: all of it."""


class _Facts(Given):
    """Turn facts where a board has them, so that messages have their path."""

    turn: TurnSoFar


@dataclass(frozen=True, slots=True)
class Slot:
    """A step of the turn (or a main phase) in which players get priority; ``combat`` counts combat phases from 1."""

    phase: str
    step: str | None = None
    combat: int | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """The answer about one timing line.

    ``now`` is None where the turn facts or the board leave it open (``needs`` names the missing fields); ``provided`` are
    conditions besides the time that nothing settles, in the words of the line. ``next`` is the next step of this turn in which
    the line holds; ``in_another_combat``: it would hold in a further combat phase of this turn. ``reason`` says why not now,
    ``cr`` by which rule; ``unmet``: it is the time, and only a condition is not met on the board.
    """

    line: str
    now: bool | None
    cr: str = ""
    reason: str = ""
    needs: tuple[str, ...] = ()
    provided: tuple[str, ...] = ()
    next: Slot | None = None
    in_another_combat: bool = False
    unmet: bool = False


def window(
    text: str,
    turn: Turn | Mapping[str, Any],
    *,
    player: str | int | None = None,
    name: str | None = None,
    conditions: Conditions | None = None,
) -> Window:
    """Whether a spell may be cast, or an ability activated, at a moment of the turn as far as its timing line goes (506.8a-g).

    Args:
        text: the timing line, or the text of a card that has just one.
        turn: the turn so far: a ``Turn`` of a board, a ``TurnSoFar``, or an object with their fields. A phase or a step is needed.
        player: who would cast or activate; needed for "your turn" and "an opponent's turn".
        name: the card's own name.
        conditions: settles what a line asks besides the time; ``Judge.window`` asks its board.

    Raises:
        InputError: the text has no timing line, several, or one that is not understood; or the turn is written wrong.
    """
    lines = timing_lines(text, name=name)
    if len(lines) != 1:
        found = "none" if not lines else f"{len(lines)} of them"
        expected = "one timing line, as in “Cast this spell only during combat.”"
        raise InputError("text", text, expected, None, f"text: expected {expected}, got {found}")
    return _answer(_read(lines[0]), _turn(turn), None if player is None else key(player), conditions)


def windows(
    text: str,
    turn: Turn | Mapping[str, Any],
    *,
    player: str | int | None = None,
    name: str | None = None,
    conditions: Conditions | None = None,
) -> tuple[Window, ...]:
    """The answer for each timing line in a text, in order; see :func:`window`.

    Raises:
        InputError: the text has no timing line, or as there.
    """
    lines = timing_lines(text, name=name) or (text,)
    return tuple(window(line, turn, player=player, conditions=conditions) for line in lines)


def _read(line: str) -> TimingLine:
    try:
        return read_line(line)
    except NotRead as error:
        message = f"text: this timing line is not understood from {shown(error.words)} on"
        raise InputError("text", line, "a timing line", None, message) from None


def _turn(turn: Turn | Mapping[str, Any]) -> TurnSoFar:
    data = {"turn": turn.model_dump(exclude_unset=True) if isinstance(turn, Turn) else dict(turn)}
    try:
        read = _Facts.model_validate(data).turn
    except ValidationError as error:
        raise_if_any(problems_in(error, data))
        raise
    _check(read)
    return read


_PHASE_OF = {
    "untap": "beginning",
    "upkeep": "beginning",
    "draw": "beginning",
    "beginning_of_combat": "combat",
    "declare_attackers": "combat",
    "declare_blockers": "combat",
    "first_strike_damage": "combat",
    "combat_damage": "combat",
    "end_of_combat": "combat",
    "end": "ending",
    "cleanup": "ending",
}
_MAIN = ("precombat_main", "postcombat_main")


def _check(turn: TurnSoFar) -> None:
    """A moment has to be told, and told once: a step belongs to one phase."""
    if turn.step is None and turn.phase not in _MAIN:
        expected = "a step, or a main phase"
        raise InputError("turn.step", turn.step, expected, None, f"turn.step: missing; expected {expected}")
    _check_course(turn)
    if turn.step is not None and turn.phase not in (None, _PHASE_OF[turn.step]):
        expected = f"{_PHASE_OF[turn.step]}, the phase of that step"
        message = f"turn.phase: expected {expected}, got {shown(turn.phase)}"
        raise InputError("turn.phase", turn.phase, expected, None, message)
    earlier = turn.earlier_combats
    if earlier is not None and len(earlier) != (turn.combat_phase or 1) - 1:
        expected = f"one list for each combat phase before this one: {(turn.combat_phase or 1) - 1}"
        message = f"turn.earlier_combats: expected {expected}, got {len(earlier)}"
        raise InputError("turn.earlier_combats", earlier, expected, None, message)


_BEFORE_COMBAT = ("untap", "upkeep", "draw", "precombat_main")
_BEFORE_ATTACKERS = (*_BEFORE_COMBAT, "beginning_of_combat")
_AFTER_ATTACKERS = ("declare_blockers", "first_strike_damage", "combat_damage")


def _check_course(turn: TurnSoFar) -> None:
    """What was declared, and which combat phase it is, have to fit the moment (506.1)."""
    at = turn.step or turn.phase or ""
    first = (turn.combat_phase or 1) == 1
    if at in _BEFORE_COMBAT and not first:
        raise _contradiction("combat_phase", turn.combat_phase, "1", at)
    for field, declared, before, after in (
        ("attackers_declared", turn.attackers_declared, _BEFORE_ATTACKERS, _AFTER_ATTACKERS),
        (
            "blockers_declared",
            turn.blockers_declared,
            (*_BEFORE_ATTACKERS, "declare_attackers"),
            _AFTER_ATTACKERS[1:],
        ),
    ):
        if declared and at in before and first:
            raise _contradiction(field, declared, "false", at)
        if declared is False and at in after:
            raise _contradiction(field, declared, "true", at)


def _contradiction(field: str, value: object, expected: str, at: str) -> InputError:
    expected = f"{expected} in the {_told(at)}{' phase' if at in _MAIN else ' step'}"
    message = f"turn.{field}: expected {expected}, got {shown(value)}"
    return InputError(f"turn.{field}", value, expected, None, message)


# --- the steps of a turn -----------------------------------------------------------------------------------------------------

_COMBAT_STEPS = (
    "beginning_of_combat",
    "declare_attackers",
    "declare_blockers",
    "first_strike_damage",
    "combat_damage",
    "end_of_combat",
)
_STEP_OF_POINT: Mapping[Point, str] = {
    "attackers": "declare_attackers",
    "blockers": "declare_blockers",
    "combat_damage": "combat_damage",
    "end_of_combat": "end_of_combat",
    "beginning_of_combat": "beginning_of_combat",
    "combat": "beginning_of_combat",
}


@dataclass(frozen=True)
class _Course:
    """The course of a turn: its steps in order, as far as they are not skipped."""

    turn: TurnSoFar
    combats: int

    @property
    def current_combat(self) -> int:
        """The combat phase that is going on, came last, or comes next."""
        return self.turn.combat_phase or 1

    def skipped(self, combat: int) -> frozenset[str]:
        """What is skipped of a combat phase; a combat damage step that is skipped takes the one before it along."""
        if combat == self.current_combat:
            words = frozenset(self.turn.skipped or ())
        elif combat < self.current_combat and self.turn.earlier_combats is not None:
            words = frozenset(self.turn.earlier_combats[combat - 1])
        else:
            words = frozenset()
        if "combat" in words:
            return frozenset(_COMBAT_STEPS)
        return words | {"first_strike_damage"} if "combat_damage" in words else words

    def is_known(self, combat: int) -> bool:
        """Whether it is told what was skipped of a combat phase."""
        return combat >= self.current_combat or self.turn.earlier_combats is not None

    def exists(self, combat: int, step: str) -> bool:
        """Whether a step of a combat phase is not skipped."""
        return step not in self.skipped(combat)

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """Every step with priority, and the steps of the moment that is asked about."""
        return tuple(self._slots())

    def _slots(self) -> Iterator[Slot]:
        gone = frozenset(self.turn.skipped or ())
        for step in ("untap", "upkeep", "draw"):
            yield Slot("beginning", step)
        yield Slot("precombat_main")
        for combat in range(1, self.combats + 1):
            for step in _COMBAT_STEPS:
                if self.exists(combat, step) and (
                    step != "first_strike_damage" or self._is_now(combat, step)
                ):
                    yield Slot("combat", step, combat)
            yield Slot("postcombat_main", None, combat)
        for step in ("end", "cleanup"):
            if step not in gone:
                yield Slot("ending", step)

    def _is_now(self, combat: int, step: str) -> bool:
        return self.turn.step == step and combat == self.current_combat

    @cached_property
    def now(self) -> int:
        """Which of the steps it is now.

        Raises:
            InputError: the turn says that the step it is in was skipped.
        """
        turn = self.turn
        phase = turn.phase if turn.step is None else _PHASE_OF[turn.step]
        combat = self.current_combat if phase in ("combat", "postcombat_main") else None
        slot = Slot(phase or "", turn.step, combat)
        if slot not in self.slots:
            expected = "no step that the turn is in"
            message = f"turn.skipped: expected {expected}, got {shown(turn.step)}"
            raise InputError("turn.skipped", turn.skipped, expected, None, message)
        return self.slots.index(slot)

    def start(self, combat: int, step: str) -> int | None:
        """Where a step of a combat phase stands; None where it is skipped. The first damage step is the one that counts."""
        steps = ("first_strike_damage", "combat_damage") if step == "combat_damage" else (step,)
        return next(
            (n for one in steps for n, slot in enumerate(self.slots) if slot == Slot("combat", one, combat)),
            None,
        )

    def end(self, combat: int) -> int:
        """Where the main phase after a combat phase stands."""
        return self.slots.index(Slot("postcombat_main", None, combat))


# --- limits at a step -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Held:
    """Whether limits hold at a step: None where the turn facts leave it open. ``cr`` and ``reason`` say why not."""

    holds: bool | None
    cr: str = ""
    reason: str = ""
    needs: tuple[str, ...] = ()
    provided: tuple[str, ...] = ()


_YES = _Held(True)


def _answer(line: TimingLine, turn: TurnSoFar, player: str | None, conditions: Conditions | None) -> Window:
    course = _Course(turn, turn.combat_phase or 1)
    case = _Case(line, course, player, conditions)
    here = case.at(course.now, now=True)
    unmet = here.holds is False and here.cr in ("601.3", "602.5")
    after = course.now if unmet else case.next_after(course.now)
    longer = _Course(turn, course.combats + 1)
    another = _Case(line, longer, player)
    return Window(
        line=line.text,
        now=here.holds,
        cr=here.cr or ("506.8g" if line.is_of_ability else "506.8"),
        reason=here.reason,
        needs=here.needs,
        provided=here.provided,
        next=None if after is None else course.slots[after],
        unmet=unmet,
        in_another_combat=any(
            another.at(n).holds
            for n, slot in enumerate(longer.slots)
            if slot.combat == longer.combats and slot.step
        ),
    )


def _cr(line: TimingLine) -> str:
    """Why nobody may cast or activate what a condition forbids."""
    return "602.5" if line.is_of_ability else "601.3"


@dataclass(frozen=True, slots=True)
class _Case:
    """A timing line on the course of a turn, for the player who would cast."""

    line: TimingLine
    course: _Course
    player: str | None
    conditions: Conditions | None = None

    def next_after(self, now: int) -> int | None:
        """The next step at which the line holds; the present one where its declaration still has to be made."""
        first = now if self._before_declaration() else now + 1
        return next((n for n in range(first, len(self.course.slots)) if self.at(n).holds), None)

    def _before_declaration(self) -> bool:
        turn = self.course.turn
        return (turn.step == "declare_attackers" and turn.attackers_declared is False) or (
            turn.step == "declare_blockers" and turn.blockers_declared is False
        )

    def at(self, n: int, *, now: bool = False) -> _Held:
        """Whether the line holds at a step; ``now``: at the very moment that the turn facts tell."""
        slot = self.course.slots[n]
        if slot.step in ("untap", "cleanup"):
            cr = "502.4" if slot.step == "untap" else "514.3"
            return _Held(False, cr, f"no player gets priority in the {slot.step} step")
        if now and self._before_declaration():
            what = "attackers" if slot.step == "declare_attackers" else "blockers"
            cr = "508.2" if what == "attackers" else "509.2"
            return _Held(False, cr, f"no player gets priority before {what} are declared in this step")
        return _every([_some([self._together(limits, n) for limits in one]) for one in self.line.limits])

    def _together(self, limits: Together, n: int) -> _Held:
        return _every([self._one(limit, n, limits) for limit in limits])

    def _one(self, limit: Limit, n: int, beside: Together) -> _Held:
        match limit:
            case During():
                return self._during(limit, n)
            case Before(point):
                return self._before(point, n, beside)
            case After(point):
                return self._after(point, n, beside)
            case AsSorcery():
                return self._as_sorcery(n)
            case AsInstant():
                return _YES
            case Provided(text):
                return self._provided(text, n)

    def _during(self, limit: During, n: int) -> _Held:
        slot = self.course.slots[n]
        if not _is_in(limit.what, slot):
            cr = "506.8c" if limit.what == "combat" else "506.8"
            return _Held(False, cr, f"it is not {_WORDS.get(limit.what, f'the {_told(limit.what)} step')}")
        return self._whose(limit.whose)

    def _whose(self, whose: Whose) -> _Held:
        if whose == "any":
            return _YES
        active = self.course.turn.player
        if active is None or self.player is None:
            asked = {"turn.player": active, "player": self.player}
            return _Held(None, needs=tuple(field for field, value in asked.items() if value is None))
        mine = key(active) == self.player
        if mine == (whose == "you"):
            return _YES
        return _Held(False, "102.1", "it is your own turn" if mine else "it is not your turn")

    # --- before and after a point of combat (506.8a-f) ---

    def _combat(self, n: int, beside: Together) -> tuple[int, str]:
        """Which combat phase counts: the one that goes on for "during combat" (506.8c), else the first (506.8d)."""
        others = [limits for one in self.line.limits for limits in one if len(one) == 1]
        every = (*beside, *(limit for limits in others for limit in limits))
        if any(isinstance(limit, During) and limit.what == "combat" for limit in every):
            return self.course.slots[n].combat or 1, "506.8c"
        return 1, "506.8d"

    def _before(self, point: Point, n: int, beside: Together) -> _Held:
        combat, cr = self._combat(n, beside)
        course, step = self.course, _STEP_OF_POINT[point]
        limit = course.start(combat, step)
        if limit is not None:
            own = {"attackers": "506.8a", "blockers": "506.8b"}.get(point, cr)
            began = _BEGUN[point]
            return _YES if n < limit else _Held(False, own if combat == 1 else cr, began)
        attackers = course.start(combat, "declare_attackers")
        if attackers is not None:
            why = f"the {_told(step)} step is skipped, so the declare attackers step was the last time"
            return _YES if n <= attackers else _Held(False, "506.8e", why)
        main = course.slots.index(Slot("precombat_main"))
        why = "the combat phase is skipped, so the precombat main phase was the last time"
        return _YES if n <= main else _Held(False, "506.8e", why)

    def _after(self, point: Point, n: int, beside: Together) -> _Held:
        combat, cr = self._combat(n, beside)
        course, step = self.course, _STEP_OF_POINT[point]
        if not course.is_known(combat):
            return _Held(None, needs=("turn.earlier_combats",))
        start = course.start(combat, step)
        if start is None:
            own = {"attackers": "506.8a", "blockers": "506.8b"}.get(point, cr)
            rule = "506.8f" if cr == "506.8c" else own
            what = "combat phase" if point == "combat" else f"{_told(step)} step"
            return _Held(False, rule, f"the {what} is skipped")
        reached = (
            course.end(combat) if point == "combat" else start + (point not in ("attackers", "blockers"))
        )
        own = {"attackers": "506.8a", "blockers": "506.8b"}.get(point, cr)
        return _YES if n >= reached else _Held(False, own, f"it is still before {_POINTS[point]}")

    # --- the rest ---

    def _as_sorcery(self, n: int) -> _Held:
        if self.course.slots[n].phase not in _MAIN:
            return _Held(False, "307.1", "it is no main phase")
        return _every([self._whose("you"), _Held(True, provided=("if the stack is empty",))])

    def _provided(self, text: str, n: int) -> _Held:
        """A condition besides the time; whether a player has been attacked is a turn fact."""
        attacked = self.course.turn.attacked
        slot = self.course.slots[n]
        known = attacked is not None and self.player is not None and n == self.course.now and slot.combat == 1
        if text.lower() in _ATTACKED and known:
            mine = self.player in {key(one) for one in attacked or ()}
            return _YES if mine else _Held(False, "508.3b", "you have not been attacked")
        if self.conditions is None or n != self.course.now or not text.lower().startswith("if "):
            return _Held(True, provided=(text,))
        return self._on_the_board(text, self.conditions(text[len("if ") :]))

    def _on_the_board(self, text: str, met: Truth | None) -> _Held:
        """A condition as the board settles it; at a later moment it may be otherwise."""
        if met is None:
            return _Held(True, provided=(text,))
        if isinstance(met, Unknown):
            return _Held(None, needs=met.fields)
        return _YES if met else _Held(False, _cr(self.line), f"it is not so that {text[len('if ') :]}")


_ATTACKED = ("if you've been attacked this step", "if you have been attacked this step")


def _is_in(what: str, slot: Slot) -> bool:
    match what:
        case "turn":
            return True
        case "main":
            return slot.phase in _MAIN
        case "combat_damage":
            return slot.step in ("first_strike_damage", "combat_damage")
        case _:
            return what in (slot.phase, slot.step)


_WORDS = {
    "combat": "the combat phase",
    "main": "a main phase",
    "precombat_main": "the precombat main phase",
    "postcombat_main": "the postcombat main phase",
    "beginning": "the beginning phase",
    "ending": "the ending phase",
}
_BEGUN: Mapping[Point, str] = {
    "attackers": "the declare attackers step has begun",
    "blockers": "the declare blockers step has begun",
    "combat_damage": "the combat damage step has begun",
    "end_of_combat": "the end of combat step has begun",
    "beginning_of_combat": "the combat phase has begun",
    "combat": "the combat phase has begun",
}
_POINTS: Mapping[Point, str] = {
    "attackers": "attackers are declared",
    "blockers": "blockers are declared",
    "combat_damage": "the end of the combat damage step",
    "end_of_combat": "the end of the end of combat step",
    "beginning_of_combat": "the end of the beginning of combat step",
    "combat": "the end of the combat phase",
}


def _told(step: str) -> str:
    return step.replace("_", " ")


def _every(held: list[_Held]) -> _Held:
    """All of them: the first that fails says why."""
    failed = next((one for one in held if one.holds is False), None)
    if failed is not None:
        return failed
    return _Held(
        None if any(one.holds is None for one in held) else True,
        needs=tuple(dict.fromkeys(field for one in held for field in one.needs)),
        provided=tuple(dict.fromkeys(text for one in held for text in one.provided)),
    )


def _some(held: list[_Held]) -> _Held:
    """One of them: one that holds, else one that is open, else the last that fails."""
    found = [one for one in held if one.holds] or [one for one in held if one.holds is None] or held[-1:]
    return found[0]
