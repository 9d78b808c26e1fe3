"""What paying the costs to block did to the battlefield (509.1e-f), move by move, with the deeds that abilities may wait for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from blockcheck import effects as fx
from blockcheck.aftermath.boards import changed, without
from blockcheck.aftermath.firing import Deed
from blockcheck.aftermath.moments import Moment
from blockcheck.board import Board, FrozenMap, Permanent, key
from blockcheck.ground.filters import number
from blockcheck.ground.scope import Bindings
from blockcheck.ground.truth import Unknown
from blockcheck.payment.wealth import Wealth
from blockcheck.values import dataclass

Move = Mapping[str, Any]
"""One move of a declaration's ``pay``."""

Done: TypeAlias = tuple[Board, tuple[Deed, ...], tuple[Permanent, ...]]
"""The board after something was done, what was done, and the permanents that left the battlefield."""


def paid(before: Moment, payer: str, moves: Sequence[Move], now: Board) -> Iterator[Done]:
    """What each move does, one after the other. A move of a permanent that is not there, or that was made already, does nothing.

    Args:
        before: the moment at which costs were determined, with the mana abilities of then.
        payer: who pays.
        moves: the entries of the payment.
        now: the board as it is by now.
    """
    payment = _Payment(before, payer)
    last = ""
    for move in moves:
        for verb, value in payment.steps(now, move):
            board, deeds, left = payment.do(now, verb, value)
            if deeds or board is not now:
                now = board
                if verb in _ONE_BY_ONE and verb == last:
                    deeds = tuple(replace(deed, perhaps_with=True) for deed in deeds)
                yield board, deeds, left
        last = next(iter(move))


@dataclass(frozen=True, slots=True)
class _Payment:
    """The moves of one payer."""

    before: Moment
    payer: str

    def steps(self, board: Board, move: Move) -> Iterator[tuple[str, Any]]:
        """A move in the verbs of a payment; a mana ability is what its cost says."""
        verb = next(iter(move))
        if verb == "activate":
            if board.has_permanent(move[verb]) and self.before.board.has_permanent(move[verb]):
                yield from self._activated(board, key(move[verb]), move)
        elif verb in _DEEDS:
            yield verb, move[verb]

    def _activated(self, board: Board, name: str, move: Move) -> Iterator[tuple[str, Any]]:
        """What activating a mana ability does beside adding mana: {T}, its own permanent, life, counters, damage."""
        ability = self._ability(board, name, move)
        if ability is None:
            return
        if ability.taps:
            yield "tap for mana", name
        if ability.untaps:
            yield "untap", name
        for part in ability.cost:
            n = self._number(part.n, name)
            itself = part.what == fx.THIS
            match part.verb:
                case "life":
                    yield "life", n
                case "remove" if itself:
                    yield "remove", (name, part.counter, n)
                case "counter":
                    yield "counter", (name, part.counter, n)
                case "sacrifice" | "return" if itself:
                    yield part.verb, name
                case _:
                    continue  # paid by an entry of its own
        if ability.damage:
            yield "life", ability.damage

    def _ability(self, board: Board, name: str, move: Move) -> fx.ManaAbility | None:
        """The ability that an entry activates: by its number, else the first that adds the mana and can still be activated."""
        permanent = self.before.board.permanent(name)
        wealth = Wealth(self.before.board, self.before.board.declaring_side(self.payer), self.before.state)
        for hoping in (False, True):
            for n, ability in wealth.mana_abilities(permanent, hoping=hoping):
                words = wealth.words_of(ability, permanent, hoping=hoping)
                fits = move.get("ability") in (None, n) and _adds(words, move.get("add"))
                tapped = board.permanent(name).tapped
                if fits and not (ability.taps and tapped) and (tapped or not ability.untaps):
                    return ability
        return None

    def _number(self, quantity: fx.Quantity, name: str) -> int:
        bindings = Bindings(this=name, you=self.payer, where=self.before.board.where(name))
        amount = number(quantity, self.before.scope(bindings, None, None), self.before.board.permanent(name))
        return 0 if isinstance(amount, Unknown) else amount

    def do(self, board: Board, verb: str, value: Any) -> Done:
        """One thing done."""
        match verb:
            case "discard":
                return board, (Deed("discards", None, self.payer),) * value, ()
            case "exile":
                cards = (
                    value if isinstance(value, int) else len(value) if isinstance(value, tuple | list) else 1
                )
                return board, (Deed("card leaves graveyard", None, self.payer),) * cards, ()
            case "life":
                return board, ((Deed("loses life", None, self.payer),) if value else ()), ()
            case "counter" | "remove":
                name, kind, n = value
                return self._counters(board, verb, key(name), kind, n)
            case _:
                return self._to_permanent(board, verb, key(value))

    def _counters(self, board: Board, verb: str, name: str, kind: str, n: int) -> Done:
        if not board.has_permanent(name) or n <= 0:
            return board, (), ()
        permanent = board.permanent(name)
        counters = Counter(dict(permanent.counters))
        counters[kind] = max(0, counters[kind] + (n if verb == "counter" else -n))
        deed = Deed("gets a counter" if verb == "counter" else "loses a counter", name, self.payer, kind)
        return changed(board, name, counters=FrozenMap(+counters)), (deed,) * n, ()

    def _to_permanent(self, board: Board, verb: str, name: str) -> Done:
        if not board.has_permanent(name):
            return board, (), ()
        permanent = board.permanent(name)
        if verb in ("tap", "tap for mana"):
            if permanent.tapped:
                return board, (), ()
            deeds = [Deed("becomes tapped", name, permanent.controller)]
            if verb == "tap for mana":
                deeds.append(Deed("is tapped for mana", name, self.payer))
            return changed(board, name, tapped=True), tuple(deeds), ()
        if verb == "untap":
            return changed(board, name, tapped=False), (), ()
        rest, left = without(board, name)
        deeds = [Deed("is sacrificed", name, permanent.controller)] if verb == "sacrifice" else []
        for one in left:
            if verb == "sacrifice" or one.key != name:
                deeds.append(Deed("dies", one.key, one.controller))
            deeds.append(Deed("leaves", one.key, one.controller))
        return rest, tuple(deeds), left


_ONE_BY_ONE = frozenset({"tap", "sacrifice", "discard", "exile"})
"""What a price may ask for in a number, and a payment lists one by one."""

_DEEDS = frozenset({"tap", "sacrifice", "return", "discard", "life", "counter", "exile"})


def _adds(words: Sequence[str], wanted: str | None) -> bool:
    """Whether an ability adds some mana."""
    return wanted is None or any(Counter(word) == Counter(wanted) for word in words)
