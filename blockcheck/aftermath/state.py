"""The state of combat after blockers are declared, and what events make of it (509.1g-i, 509.3, 509.4, 506.3, 506.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import TypeAlias

from blockcheck.aftermath.firing import (
    BECAME_BLOCKED,
    BLOCKED,
    Fired,
    Happened,
    Pair,
    Used,
    fired,
    in_apnap_order,
    limit_of,
)
from blockcheck.aftermath.moments import Moment, Reader, words_of
from blockcheck.aftermath.paying import Move, paid
from blockcheck.board import Board, FrozenMap, Permanent
from blockcheck.values import dataclass

Payments: TypeAlias = Mapping[str, Sequence[Move]]
"""The moves of each paying player, by key."""


@dataclass(frozen=True, eq=False)
class Aftermath:
    """Combat once blockers are declared. All ids are keys; pairs are (blocker, attacker), in board order.

    Attributes:
        board: the battlefield now; what attacks on it is still in combat.
        chosen: the pairs that were declared.
        never_blocking: chosen creatures that their player did not control any more (509.1g): they never became blocking creatures.
        gone: permanents that have left the battlefield, in the order they left.
        blocks: who blocks whom now; a band is blocked as one (702.22h).
        blocking: the blocking creatures now; one whose attackers have left combat blocks nothing and is still one (509.1g).
        blocked: the attackers that are blocked now, with or without creatures blocking them (509.1h).
        blocked_by: for each attacker every creature that blocked it this combat.
        entered: creatures that were put onto the battlefield blocking: they never "blocked" (509.4).
        triggers: the abilities that triggered in the last step, in APNAP order.
        used: how often the abilities that trigger only so often each turn have triggered.
        note: what the last event did not do, and why; empty where it did all it says.
        paid: whether costs were paid for the declaration.
        over: whether the combat phase has ended.
    """

    board: Board
    read: Reader = field(repr=False)
    chosen: tuple[Pair, ...] = ()
    never_blocking: tuple[str, ...] = ()
    gone: tuple[Permanent, ...] = ()
    blocks: tuple[Pair, ...] = ()
    blocking: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    blocked_by: Mapping[str, tuple[str, ...]] = field(default_factory=FrozenMap)
    entered: frozenset[str] = frozenset()
    triggers: tuple[Fired, ...] = ()
    used: Used = field(default_factory=FrozenMap, repr=False)
    note: str = ""
    paid: bool = False
    over: bool = False

    @property
    def attackers(self) -> tuple[str, ...]:
        """The attacking creatures, in board order."""
        return () if self.over else tuple(one.key for one in self.board.attackers)

    @property
    def unblocked(self) -> tuple[str, ...]:
        """The attackers that no creature was declared for and no effect has blocked (509.1h)."""
        return tuple(key for key in self.attackers if key not in self.blocked)

    @cached_property
    def moment(self) -> Moment:
        """The battlefield now, with the abilities in force on it."""
        return Moment(self.board, self.read)

    @property
    def known(self) -> Board:
        """The battlefield now with everything that has left it, for whoever tells about them."""
        return replace(self.board, permanents=(*self.board.permanents, *self.gone))

    @property
    def unread(self) -> tuple[Unread, ...]:
        """Triggered abilities in force whose conditions were not understood, or that are had on a condition left open.

        None matters once combat is over; those about payments only where something was paid.
        """
        if self.over:
            return ()
        wanted = ("blocks", "payment") if self.paid or self.gone else ("blocks",)
        waiting = (one for one in self.moment.waiting if one.trigger.unread in wanted)
        return (
            *(Unread(one.source, one.trigger.text) for one in waiting),
            *(Unread(*question) for question in self.moment.questions),
        )

    def of_band(self, attacker: str) -> tuple[str, ...]:
        """The attacker and the others of its band, in board order."""
        return band_of(self.board, attacker)


@dataclass(frozen=True, slots=True)
class Unread:
    """A triggered ability that was not understood; ``field``: it was, and the board leaves open there whether anybody has it."""

    source: str | None
    text: str
    field: str = ""


def band_of(board: Board, attacker: str) -> tuple[str, ...]:
    """An attacker and the others of its band, in board order (702.22c)."""
    band = board.permanent(attacker).band
    if band is None:
        return (attacker,)
    return tuple(one.key for one in board.attackers if one.band == band)


def begin(board: Board, chosen: Iterable[Pair], read: Reader, payments: Payments | None = None) -> Aftermath:
    """Combat right after a legal declaration, with the abilities that trigger before anybody gets priority (509.1g-i, 509.2a).

    Args:
        board: the board that was judged.
        chosen: the pairs declared, of every declaring player.
        read: reads the texts of a board.
        payments: what each player paid and how.
    """
    pairs = tuple(chosen)
    before = Moment(board, read)
    now, of_payment, gone = _after_payments(before, payments or {})
    lost = tuple(dict.fromkeys(b for b, _ in pairs if not _still_there(board, now.board, b)))
    wide = in_order(board, ((b, mate) for b, a in pairs for mate in band_of(now.board, a)))
    declared = tuple(dict.fromkeys(blocker for blocker, _ in wide))
    blocked = tuple(one.key for one in now.board.attackers if any(a == one.key for _, a in wide))
    happened = Happened(
        "declaration",
        formed=wide,
        began=declared,
        became_blocked=blocked,
        isnt_blocked=tuple(one.key for one in now.board.attackers if one.key not in blocked),
        alone=declared[0] if len(declared) == 1 else None,
        after=wide,
    )
    of_blocks = fired(now, happened, last_known=before, used=used_by(of_payment))
    state = Aftermath(
        board=remembering(now, declared, blocked),
        read=read,
        chosen=pairs,
        never_blocking=lost,
        gone=gone,
        blocks=tuple((b, a) for b, a in wide if b not in lost),
        blocking=tuple(b for b in declared if b not in lost),
        blocked=blocked,
        blocked_by=FrozenMap({a: tuple(b for b, c in wide if c == a and b not in lost) for a in blocked}),
        triggers=in_apnap_order(board, (*of_payment, *of_blocks)),
        note=unknown_memory(now),
        paid=any(payments.values()) if payments else False,
    )
    return replace(state, used=used_by(state.triggers))


def _after_payments(
    before: Moment, payments: Payments
) -> tuple[Moment, tuple[Fired, ...], tuple[Permanent, ...]]:
    """The battlefield once everything is paid, what triggered on the way, and what has left."""
    now = before
    triggered: list[Fired] = []
    gone: list[Permanent] = []
    for payer, moves in payments.items():
        for board, deeds, left in paid(before, payer, moves, now.board):
            then, now = now, Moment(board, before.read)
            happened = Happened("payment", deeds=deeds)
            triggered += fired(now, happened, last_known=then, used=used_by(triggered))
            gone += left
    return now, _merged(triggered), tuple(gone)


def _merged(triggered: Iterable[Fired]) -> tuple[Fired, ...]:
    """What one ability did move by move, as one."""
    found: dict[object, Fired] = {}
    for one in triggered:
        known = found.get((one.memory, one.verb, one.cr))
        times = one.times if known is None else (*known.times, *one.times)
        found[one.memory, one.verb, one.cr] = replace(one, times=times)
    return tuple(found.values())


def _still_there(before: Board, now: Board, key: str) -> bool:
    """Whether a chosen creature is on the battlefield and its controller is who declared it (509.1g)."""
    if not now.has_permanent(key):
        return False
    return (
        now.permanent(key).controller == before.permanent(key).controller
        and not now.permanent(key).phased_out
    )


def used_by(triggers: Iterable[Fired], before: Used | None = None) -> Used:
    """How often abilities that trigger only so often have triggered, with what was known before (603.2h-i, 603.7b)."""
    found = dict(before or {})
    for one in triggers:
        limit = limit_of(one.trigger)
        if limit is None and not one.trigger.does_once:
            continue
        times = [time for time in one.times if time.again is None]
        sure, most = found.get(one.memory, (0, 0))
        certain = 0 if limit is None else sum(time.certain for time in times)
        found[one.memory] = sure + certain, most + len(times)
    return FrozenMap(found)


def unknown_memory(moment: Moment) -> str:
    """What a board says to have triggered although no such ability is there; empty where there is nothing."""
    texts: dict[str | None, set[str]] = {}
    for one in moment.waiting:
        texts.setdefault(one.bearer, set()).add(one.memory[-1])
    wrong = (
        f"{moment.board.where(one.key)}.triggered[{n}] is no triggered ability of {one.key}"
        for one in moment.board.permanents
        for n, text in enumerate(one.triggered or ())
        if words_of(text) not in texts.get(one.key, set())
    )
    return "; ".join(wrong)


def remembering(moment: Moment, blocked: Iterable[str], became_blocked: Iterable[str]) -> Board:
    """The board with the facts that abilities about a first time each turn will ask for; unchanged where there are none."""
    board = moment.board
    if not any(one.trigger.first_time for one in moment.waiting):
        return board
    facts = {BLOCKED: frozenset(blocked), BECAME_BLOCKED: frozenset(became_blocked)}
    permanents = tuple(
        one._replace(
            facts=FrozenMap(dict(one.facts) | {fact: True for fact in facts if one.key in facts[fact]})
        )
        for one in board.permanents
    )
    return replace(board, permanents=permanents)


def in_order(board: Board, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Pairs in board order, each once."""
    places = board.positions
    return tuple(sorted(dict.fromkeys(pairs), key=lambda pair: (places[pair[0]], places[pair[1]])))
