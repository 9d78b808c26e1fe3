"""Which abilities trigger on what has just happened, how often, and for whom (509.3a-g, 603.2-603.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import Literal, TypeAlias

from blockcheck import effects as fx
from blockcheck.aftermath.moments import Again, Memory, Moment, Waiting, words_of
from blockcheck.board import Board, Permanent
from blockcheck.effects import Awaited, Trigger, Verb
from blockcheck.ground.conditions import truth
from blockcheck.ground.filters import fits
from blockcheck.ground.scope import players
from blockcheck.ground.truth import Truth, Unknown, every, some
from blockcheck.values import dataclass

Pair: TypeAlias = tuple[str, str]
"""A blocker and the attacker it blocks, by key."""

When: TypeAlias = Literal["payment", "declaration", "event"]


@dataclass(frozen=True, slots=True)
class Deed:
    """Something outside of blocks: what happened to which permanent, or what a player did; ``counter`` is the kind of a counter.

    ``perhaps_with``: it is perhaps one event with the deed before it, as "discard two cards" is paid card by card.
    """

    verb: Verb
    permanent: str | None
    player: str
    counter: str = ""
    perhaps_with: bool = False


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
    condition was not understood. ``again`` is the permanent whose effect makes this an additional time (603.2d).
    """

    blockers: tuple[str, ...] = ()
    attackers: tuple[str, ...] = ()
    permanents: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    certain: bool = True
    open: tuple[str, ...] = ()
    again: str | None = None


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
    memory: Memory
    delayed: bool = field(default=False)

    @property
    def count(self) -> int:
        """How often it triggers for certain."""
        return sum(occasion.certain for occasion in self.times)

    @property
    def at_most(self) -> int:
        """How often it may trigger, with everything that the board leaves open."""
        return len(self.times)


BLOCKED, BECAME_BLOCKED = "blocked_this_turn", "became_blocked_this_turn"
"""The facts by which a board tells that a creature has blocked, or has become blocked, this turn."""

Used: TypeAlias = Mapping[Memory, tuple[int, int]]
"""How often abilities that trigger only so often have triggered: for certain, and at most."""


def fired(
    moment: Moment, happened: Happened, *, last_known: Moment | None = None, used: Used | None = None
) -> tuple[Fired, ...]:
    """The abilities that trigger on what happened, in APNAP order of their controllers, then in board order.

    Args:
        moment: right after it happened: abilities and characteristics are those of then (603.10, 509.3f).
        happened: what did.
        last_known: the moment before, for abilities that look back (603.10a) and for permanents that have left.
        used: how often the abilities that trigger only so often have triggered.
    """
    found: list[Fired] = []
    for waiting in _listening(moment, happened, last_known):
        every_time = tuple(_of(waiting, moment, happened, last_known))
        triggered = _rationed(waiting, every_time, moment.board, used or {})
        found += (_again(one, moment, happened, last_known) for one in triggered)
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


def _of(waiting: Waiting, moment: Moment, happened: Happened, last_known: Moment | None) -> Iterator[Fired]:
    """The ability, triggered, for each rule it triggers by: "blocks or becomes blocked" is one ability with two events."""
    gone = waiting.bearer is not None and not moment.board.has_permanent(waiting.bearer)
    for awaited in waiting.trigger.awaited:
        if gone and awaited.verb not in _LOOKS_BACK:
            continue
        case = _Case(waiting, awaited, moment, happened, last_known)
        times = tuple(case.occasions())
        if times:
            yield Fired(
                trigger=waiting.trigger,
                verb=awaited.verb,
                bearer=waiting.bearer,
                source=waiting.source,
                controller=waiting.bindings.you or moment.board.active_player,
                cr=waiting.cr or awaited.cr,
                when=happened.when,
                times=times,
                memory=waiting.memory,
                delayed=waiting.bearer is None,
            )


# --- only so often (603.2h-i, 603.7b) -------------------------------------------------------------------------------------


def limit_of(trigger: Trigger) -> int | None:
    """How often an ability may trigger in a turn, or (delayed, without a duration) at all; None: as often as it happens."""
    return 1 if trigger.once else trigger.limit


def _rationed(waiting: Waiting, triggered: tuple[Fired, ...], board: Board, used: Used) -> Iterator[Fired]:
    """What is left of an ability that triggers only so often; of several events at once a certain one comes first."""
    limit = limit_of(waiting.trigger)
    if (limit is None and not waiting.trigger.does_once) or not triggered:
        yield from triggered
        return
    sure, most, fields = _so_far(waiting, board, used)
    if limit is None:
        limit = 0 if sure else sum(len(one.times) for one in triggered)
        most = limit if most else 0
    certain, left = max(0, limit - most), max(0, limit - sure)
    ranked = sorted(
        ((not time.certain, n, m) for n, one in enumerate(triggered) for m, time in enumerate(one.times))
    )
    kept = {(n, m): place < certain for place, (_, n, m) in enumerate(ranked[:left])}
    for n, one in enumerate(triggered):
        times = tuple(
            time if kept[n, m] else replace(time, certain=False, open=(*time.open, *fields))
            for m, time in enumerate(one.times)
            if (n, m) in kept
        )
        if times:
            yield replace(one, times=times)


def _so_far(waiting: Waiting, board: Board, used: Used) -> tuple[int, int, tuple[str, ...]]:
    """How often an ability has triggered this turn: for certain, at most, and the field that would tell."""
    sure, most = used.get(waiting.memory, (0, 0))
    told, where = _told(waiting, board)
    if told is not None:
        n = sum(words_of(text) == waiting.memory[-1] for text in told)
        return sure + n, most + n, ()
    if (board.turn.combat_phase or 1) > 1:
        return sure, most + (limit_of(waiting.trigger) or 1), (f"{where}.triggered",)
    return sure, most, ()


def _told(waiting: Waiting, board: Board) -> tuple[tuple[str, ...] | None, str]:
    """What the board says of earlier this turn, and where: of a permanent, or of an effect that has its own entry."""
    if waiting.bearer is not None:
        there = board.has_permanent(waiting.bearer)
        return (board.permanent(waiting.bearer).triggered, board.where(waiting.bearer)) if there else ((), "")
    where = waiting.bindings.where
    return next((one.triggered or () for one in board.effects if one.where == where), ()), where


# --- additional times (603.2d) --------------------------------------------------------------------------------------------


def _again(one: Fired, moment: Moment, happened: Happened, last_known: Moment | None) -> Fired:
    """The ability with its additional times; delayed abilities are no object's, so nothing reaches them (603.2e)."""
    if one.bearer is None:
        return one
    more = [
        time
        for again, then in _multipliers(one, moment, happened, last_known)
        for time in _more(one, again, then, happened)
    ]
    return replace(one, times=(*one.times, *more)) if more else one


def _multipliers(
    one: Fired, moment: Moment, happened: Happened, last_known: Moment | None
) -> Iterator[tuple[Again, Moment]]:
    """What makes abilities trigger additional times, with the moment to look at: before, of what has left (603.10a)."""
    if last_known is None or one.verb not in _LOOKS_BACK:
        yield from ((again, moment) for again in moment.again)
        return
    yield from ((again, last_known) for again in moment.again)
    for again in last_known.again:
        this = again.bindings.this
        if this is not None and again.effect.cause is not None and not moment.board.has_permanent(this):
            yield again, last_known


def _more(one: Fired, again: Again, then: Moment, happened: Happened) -> Iterator[Occasion]:
    """The additional times that one effect brings: for each time that it triggered, once or as often as it says."""
    bearer = _there(then, one.bearer)
    scope = then.scope(again.bindings, None, None)
    if bearer is None:
        return
    provided = True if again.provided is None else truth(again.provided, scope, bearer)
    reached = every((fits(again.effect.of, bearer, scope), provided))
    for time in one.times:
        holds = every((reached, _caused(one, time, again, then, happened)))
        if holds is not False:
            fields = holds.fields if isinstance(holds, Unknown) else ()
            more = replace(
                time, certain=time.certain and holds is True, open=(*time.open, *fields), again=again.source
            )
            yield from (more,) * again.effect.n


def _caused(one: Fired, time: Occasion, again: Again, then: Moment, happened: Happened) -> Truth:
    """Whether what made the ability trigger is what the effect asks for: a creature that dies leaves the battlefield too."""
    cause = again.effect.cause
    if cause is None:
        return True
    if one.verb not in ("dies", "leaves"):
        return False
    did = {deed.permanent for deed in happened.deeds if deed.verb == cause.verb}
    scope = then.scope(again.bindings, None, None)
    gone = [_there(then, key) for key in time.permanents if key in did]
    return some(fits(cause.who, permanent, scope) for permanent in gone if permanent is not None)


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
                others = tuple(a if blocks else b for b, a in now if self._fits(b, a) is not False)
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
            if deed.verb == self.awaited.verb and self.awaited.counter in ("", deed.counter):
                yield from self._if(self._did(deed), _occasion(deed), deed.permanent)

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
        if self.awaited.together and deed.perhaps_with:
            asked.append(Unknown(("",)))
        return every(asked)

    # --- the intervening "if" (603.4) ---

    def _if(self, waited_for: Truth, occasion: Occasion, subject: str | None) -> Iterator[Occasion]:
        """The occasion, where the event is the one waited for and the condition after it is true or open."""
        provided = (
            True if self.waiting.provided is None else self._truth(self.waiting.provided, occasion, subject)
        )
        holds = every((waited_for, provided, self._condition(occasion, subject), self._first_time(subject)))
        if holds is not False:
            fields = holds.fields if isinstance(holds, Unknown) else ()
            yield replace(occasion, certain=holds is True, open=tuple(path for path in fields if path))

    def _condition(self, occasion: Occasion, subject: str | None) -> Truth:
        trigger = self.waiting.trigger
        if trigger.condition is not None:
            return self._truth(trigger.condition, occasion, subject)
        return Unknown(("",)) if trigger.condition_text else True

    def _first_time(self, subject: str | None) -> Truth:
        """Whether a creature does it, or it happens to it, for the first time this turn, where the ability asks for that."""
        fact = _FIRST.get(self.awaited.verb)
        permanent = _there(self._when(subject), subject)
        if not self.waiting.trigger.first_time or fact is None or permanent is None:
            return True
        known = permanent.facts.get(fact)
        if known is None and (self.moment.board.turn.combat_phase or 1) > 1:
            return Unknown((f"{self.moment.board.where(permanent.key)}.facts.{fact}",))
        return not known

    def _truth(self, condition: fx.Condition, occasion: Occasion, subject: str | None) -> Truth:
        """Whether a condition is met; "it" is the creature that the event is about."""
        blocker, attacker = next(iter(occasion.blockers), None), next(iter(occasion.attackers), None)
        when = self._when(blocker, attacker, subject)
        bindings = self.waiting.bindings
        if bindings.it is None and subject is not None:
            bindings = replace(bindings, it=(subject,))
        scope = when.scope(bindings, _there(when, blocker), _there(when, attacker))
        return truth(condition, scope, _there(when, subject))


_FIRST: Mapping[str, str] = {"blocks": BLOCKED, "becomes blocked": BECAME_BLOCKED}


def _occasion(deed: Deed) -> Occasion:
    """What was done, told by its permanent, or by who did it."""
    if deed.permanent is None:
        return Occasion(players=(deed.player,))
    return Occasion(permanents=(deed.permanent,))


def _there(moment: Moment, key: str | None) -> Permanent | None:
    return moment.board.permanent(key) if key is not None and moment.board.has_permanent(key) else None


def _joined(found: tuple[Occasion, ...], needed: int) -> Occasion:
    """All that happened at once as one occasion, certain where enough of it is."""
    return Occasion(
        tuple(dict.fromkeys(key for one in found for key in one.blockers)),
        tuple(dict.fromkeys(key for one in found for key in one.attackers)),
        tuple(dict.fromkeys(key for one in found for key in one.permanents)),
        tuple(dict.fromkeys(key for one in found for key in one.players)),
        sum(one.certain for one in found) >= needed,
        tuple(dict.fromkeys(path for one in found for path in one.open)),
    )
