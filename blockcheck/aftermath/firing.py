"""Which abilities trigger on what has just happened, how often, and for whom (509.3a-g, 603.2-603.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeAlias

from blockcheck import effects as fx
from blockcheck.aftermath.moments import Moment, Waiting
from blockcheck.board import Board, Permanent
from blockcheck.ground.conditions import truth
from blockcheck.ground.filters import fits
from blockcheck.ground.scope import players
from blockcheck.ground.truth import Truth, Unknown, every
from blockcheck.reading.triggers import Awaited, Trigger, Verb

Pair: TypeAlias = tuple[str, str]
"""A blocker and the attacker it blocks, by key."""

When: TypeAlias = Literal["payment", "declaration", "event"]


@dataclass(frozen=True, slots=True)
class Deed:
    """Something outside of blocks: what happened to which permanent, or what a player did."""

    verb: Verb
    permanent: str | None
    player: str


@dataclass(frozen=True)
class Happened:
    """What one step brought about, all at once.

    ``formed`` are pairs new by declaration or by an effect, ``entered`` pairs of creatures put onto the battlefield blocking;
    ``began`` the creatures that blocked and were no blocking creatures before; ``alone`` the only creature declared.
    ``before`` and ``after`` are the pairs that numbers of blockers are counted in, ``never_blocked`` the creatures that entered blocking.
    """

    when: When
    formed: tuple[Pair, ...] = ()
    entered: tuple[Pair, ...] = ()
    began: tuple[str, ...] = ()
    became_blocked: tuple[str, ...] = ()
    isnt_blocked: tuple[str, ...] = ()
    alone: str | None = None
    before: tuple[Pair, ...] = ()
    after: tuple[Pair, ...] = ()
    never_blocked: frozenset[str] = frozenset()
    deeds: tuple[Deed, ...] = ()

    @cached_property
    def pairs_of(self) -> Mapping[str, tuple[Pair, ...]]:
        """The pairs afterwards of each creature in them."""
        return _by_creature(self.after)

    @cached_property
    def pairs_before_of(self) -> Mapping[str, tuple[Pair, ...]]:
        """The pairs before of each creature in them."""
        return _by_creature(self.before)

    @cached_property
    def formed_of(self) -> Mapping[str, tuple[Pair, ...]]:
        """The pairs formed by declaration or by an effect of each creature in them."""
        return _by_creature(self.formed)

    @cached_property
    def new_pairs_of(self) -> Mapping[str, tuple[Pair, ...]]:
        """The new pairs of each creature in them, whichever way they were formed."""
        return _by_creature((*self.formed, *self.entered))


def _by_creature(pairs: Iterable[Pair]) -> Mapping[str, tuple[Pair, ...]]:
    found: dict[str, list[Pair]] = {}
    for pair in pairs:
        for key in pair:
            found.setdefault(key, []).append(pair)
    return {key: tuple(own) for key, own in found.items()}


@dataclass(frozen=True, slots=True)
class Occasion:
    """One time that an ability triggers: the creatures of the block, or the permanent or player of a deed.

    ``open`` are the fields of the board that would settle whether it does; ``certain`` is false where there are any, or where a
    condition was not understood.
    """

    blockers: tuple[str, ...] = ()
    attackers: tuple[str, ...] = ()
    permanents: tuple[str, ...] = ()
    certain: bool = True
    open: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fired:
    """An ability that has triggered: its controller, and every time that it did.

    ``bearer`` has the ability; ``source`` is where its words stand. ``verb`` is the event that it has waited for, ``cr`` the rule
    that makes it trigger.
    """

    trigger: Trigger
    verb: Verb
    bearer: str | None
    source: str | None
    controller: str
    cr: str
    when: When
    times: tuple[Occasion, ...]
    delayed: bool = field(default=False)

    @property
    def count(self) -> int:
        """How often it triggers for certain."""
        return sum(occasion.certain for occasion in self.times)

    @property
    def at_most(self) -> int:
        """How often it may trigger, with everything that the board leaves open."""
        return len(self.times)


Spent: TypeAlias = tuple[str | None, str]
"""A triggered ability that triggers only once: who has it, and its text."""


def fired(
    moment: Moment,
    happened: Happened,
    *,
    last_known: Moment | None = None,
    spent: frozenset[Spent] = frozenset(),
) -> tuple[Fired, ...]:
    """The abilities that trigger on what happened, in APNAP order of their controllers, then in board order.

    Args:
        moment: right after it happened: abilities and characteristics are those of then (603.10, 509.3f).
        happened: what did.
        last_known: the moment before, for abilities that look back (603.10a) and for permanents that have left.
        spent: abilities that have triggered and do so only once.
    """
    found: list[Fired] = []
    for waiting in _listening(moment, happened, last_known):
        if (waiting.bearer, waiting.trigger.text) in spent and _limited(waiting.trigger):
            continue
        found += _of(waiting, moment, happened, last_known)
    return in_apnap_order(moment.board, found)


def in_apnap_order(board: Board, triggers: Iterable[Fired]) -> tuple[Fired, ...]:
    """Triggers grouped by controller as they go on the stack (603.3b), players of a team that acts together side by side (805.7).

    When they triggered makes no difference (509.2a).
    """
    sides = dict.fromkeys(board.declaring_side(player) for player in board.turn_order)
    order = [player for side in sides for player in board.turn_order if player in side]
    return tuple(sorted(triggers, key=lambda one: order.index(one.controller)))


_LOOKS_BACK: frozenset[Verb] = frozenset({"dies", "leaves", "is sacrificed"})


def _listening(moment: Moment, happened: Happened, last_known: Moment | None) -> Iterator[Waiting]:
    """The abilities that are asked: those there after it, and, where permanents left, those that left with them."""
    yield from moment.waiting
    if last_known is not None and any(deed.verb in _LOOKS_BACK for deed in happened.deeds):
        yield from (
            one for one in last_known.waiting if one.bearer and not moment.board.has_permanent(one.bearer)
        )


def _limited(trigger: Trigger) -> bool:
    return trigger.once or trigger.once_each_turn


def _of(waiting: Waiting, moment: Moment, happened: Happened, last_known: Moment | None) -> Iterator[Fired]:
    """The ability, triggered, for each rule it triggers by: "blocks or becomes blocked" is one ability with two events."""
    gone = waiting.bearer is not None and not moment.board.has_permanent(waiting.bearer)
    for awaited in waiting.trigger.awaited:
        if gone and awaited.verb not in _LOOKS_BACK:
            continue
        case = _Case(waiting, awaited, moment, happened, last_known)
        times = tuple(case.occasions())
        if not times:
            continue
        if _limited(waiting.trigger):
            times = _first(times)
        yield Fired(
            trigger=waiting.trigger,
            verb=awaited.verb,
            bearer=waiting.bearer,
            source=waiting.source,
            controller=waiting.bindings.you or moment.board.active_player,
            cr=waiting.cr or awaited.cr,
            when=happened.when,
            times=times,
            delayed=waiting.bearer is None,
        )


def _first(times: tuple[Occasion, ...]) -> tuple[Occasion, ...]:
    """Of several at once, one; a certain one if there is one (603.7b)."""
    return (next((one for one in times if one.certain), times[0]),)


@dataclass(frozen=True, slots=True)
class _Case:
    """One event that one ability waits for, and what happened."""

    waiting: Waiting
    awaited: Awaited
    moment: Moment
    happened: Happened
    last_known: Moment | None

    def occasions(self) -> Iterator[Occasion]:
        """Every time that the ability triggers, in board order."""
        found = tuple(self._each())
        if not self.awaited.together:
            yield from found
        elif len(found) >= self.awaited.together:
            yield _joined(found, self.awaited.together)

    def _each(self) -> Iterator[Occasion]:
        awaited, happened = self.awaited, self.happened
        match awaited.verb:
            case "blocks" if awaited.alone:
                yield from self._blockers((happened.alone,) if happened.alone else ())
            case "blocks" if awaited.other is None:
                yield from self._blockers(happened.began)
            case "becomes blocked" if awaited.other is None:
                yield from self._attackers(happened.became_blocked)
            case "isn't blocked":
                yield from self._attackers(happened.isnt_blocked)
            case "blocks" | "becomes blocked" if awaited.least or awaited.most is not None:
                yield from self._numbers()
            case "blocks":
                yield from self._pairs(self._own(happened.formed))
            case "becomes blocked":
                yield from self._pairs(self._own((*happened.formed, *happened.entered)))
            case _:
                yield from self._deeds()

    # --- creatures and pairs ---

    def _mine(self, keys: tuple[str, ...]) -> Iterable[str]:
        """The creatures in question: of all of them just itself, where an ability waits for what it does itself."""
        if self.awaited.who != fx.THIS:
            return keys
        bearer = self.waiting.bindings.this
        return (bearer,) if bearer is not None and bearer in keys else ()

    def _own(self, pairs: tuple[Pair, ...]) -> Iterable[Pair]:
        """The pairs in question, likewise."""
        if self.awaited.who != fx.THIS:
            return pairs
        index = self.happened.formed_of if self.awaited.verb == "blocks" else self.happened.new_pairs_of
        return index.get(self.waiting.bindings.this or "", ())

    def _blockers(self, keys: tuple[str, ...]) -> Iterator[Occasion]:
        for key in self._mine(keys):
            attackers = tuple(a for _, a in self.happened.pairs_of.get(key, ()))
            yield from self._if(self._fits(key, None), Occasion((key,), attackers), key)

    def _attackers(self, keys: tuple[str, ...]) -> Iterator[Occasion]:
        for key in self._mine(keys):
            blockers = tuple(b for b, _ in self.happened.pairs_of.get(key, ()))
            yield from self._if(self._fits(None, key), Occasion(blockers, (key,)), key)

    def _pairs(self, pairs: Iterable[Pair]) -> Iterator[Occasion]:
        for blocker, attacker in pairs:
            meant = blocker if self.awaited.verb == "blocks" else attacker
            yield from self._if(self._fits(blocker, attacker), Occasion((blocker,), (attacker,)), meant)

    def _fits(self, blocker: str | None, attacker: str | None) -> Truth:
        """Whether a block is one that the ability waits for, both creatures as they are at that moment (509.3f)."""
        when = self._when(blocker, attacker)
        chosen, blocked = _there(when, blocker), _there(when, attacker)
        scope = when.scope(self.waiting.bindings, chosen, blocked)
        blocks = self.awaited.verb == "blocks"
        who, other = (chosen, blocked) if blocks else (blocked, chosen)
        asked: list[Truth] = [] if who is None else [fits(self.awaited.who, who, scope)]
        if self.awaited.other is not None and other is not None:
            asked.append(fits(self.awaited.other, other, scope))
        return every(asked)

    def _when(self, *keys: str | None) -> Moment:
        """The moment to look at: before, where one of the permanents has left by now."""
        left = any(key is not None and not self.moment.board.has_permanent(key) for key in keys)
        return self.last_known if left and self.last_known is not None else self.moment

    # --- numbers of creatures (509.3e) ---

    def _numbers(self) -> Iterator[Occasion]:
        blocks = self.awaited.verb == "blocks"
        happened = self.happened
        ends = dict.fromkeys(pair[0] if blocks else pair[1] for pair in (*happened.after, *happened.before))
        for key in self._mine(tuple(ends)):
            if blocks and key in happened.never_blocked:
                continue
            now, before = happened.pairs_of.get(key, ()), happened.pairs_before_of.get(key, ())
            if self._is_there(key) and self._reached(before) is False:
                others = tuple(a if blocks else b for b, a in now)
                occasion = Occasion((key,), others) if blocks else Occasion(others, (key,))
                yield from self._if(self._reached(now), occasion, key)

    def _is_there(self, key: str) -> bool:
        """Whether it is still in combat, or was when blockers were declared."""
        board = self.moment.board
        return (
            self.happened.when == "declaration"
            or key in self.happened.pairs_of
            or (board.has_permanent(key) and board.permanent(key).attacking is not None)
        )

    def _reached(self, pairs: Iterable[Pair]) -> Truth:
        """Whether a creature blocks, or is blocked by, as many creatures that fit as the ability asks for."""
        truths = [self._fits(blocker, attacker) for blocker, attacker in pairs]
        sure = sum(one is True for one in truths)
        fields = tuple(path for one in truths if isinstance(one, Unknown) for path in one.fields)
        most = sure + sum(isinstance(one, Unknown) for one in truths)
        verdicts = {self._enough(n) for n in range(sure, most + 1)}
        return verdicts.pop() if len(verdicts) == 1 else Unknown(fields)

    def _enough(self, n: int) -> bool:
        return n >= self.awaited.least and (self.awaited.most is None or n <= self.awaited.most)

    # --- what a payment did (509.2a) ---

    def _deeds(self) -> Iterator[Occasion]:
        for deed in self.happened.deeds:
            if deed.verb == self.awaited.verb:
                yield from self._if(
                    self._did(deed), Occasion(permanents=_one(deed.permanent)), deed.permanent
                )

    def _did(self, deed: Deed) -> Truth:
        when = self._when(deed.permanent)
        scope = when.scope(self.waiting.bindings, None, None)
        asked: list[Truth] = []
        if self.awaited.player is not None:
            who = players(self.awaited.player, scope, None)
            asked.append(who if isinstance(who, Unknown) else deed.player in who)
        permanent = _there(when, deed.permanent)
        if permanent is not None:
            asked.append(fits(self.awaited.who, permanent, scope))
        return every(asked)

    # --- the intervening "if" (603.4) ---

    def _if(self, waited_for: Truth, occasion: Occasion, subject: str | None) -> Iterator[Occasion]:
        """The occasion, where the event is the one waited for and the condition after it is true or open."""
        holds = every((waited_for, self._condition(occasion, subject)))
        if holds is not False:
            fields = holds.fields if isinstance(holds, Unknown) else ()
            yield replace(occasion, certain=holds is True, open=tuple(path for path in fields if path))

    def _condition(self, occasion: Occasion, subject: str | None) -> Truth:
        trigger = self.waiting.trigger
        if not trigger.condition_text:
            return True
        if trigger.condition is None:
            return Unknown(("",))
        blocker, attacker = next(iter(occasion.blockers), None), next(iter(occasion.attackers), None)
        when = self._when(blocker, attacker, subject)
        bindings = self.waiting.bindings
        if bindings.it is None and subject is not None:
            bindings = replace(bindings, it=(subject,))
        scope = when.scope(bindings, _there(when, blocker), _there(when, attacker))
        return truth(trigger.condition, scope, _there(when, subject))


def _one(key: str | None) -> tuple[str, ...]:
    return () if key is None else (key,)


def _there(moment: Moment, key: str | None) -> Permanent | None:
    return moment.board.permanent(key) if key is not None and moment.board.has_permanent(key) else None


def _joined(found: tuple[Occasion, ...], needed: int) -> Occasion:
    """All that happened at once as one occasion, certain where enough of it is."""
    return Occasion(
        tuple(dict.fromkeys(key for one in found for key in one.blockers)),
        tuple(dict.fromkeys(key for one in found for key in one.attackers)),
        tuple(dict.fromkeys(key for one in found for key in one.permanents)),
        sum(one.certain for one in found) >= needed,
        tuple(dict.fromkeys(path for one in found for path in one.open)),
    )
