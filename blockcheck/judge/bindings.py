"""The ways to bind what an entry of ``effects`` does not say: its targets, "it", its source, its controller."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from functools import cached_property
from itertools import chain, combinations, islice, product
from typing import Final, TypeAlias

from blockcheck import effects as fx
from blockcheck.board import Board, BoardEffect
from blockcheck.ground.inside import kinds, words
from blockcheck.ground.questions import entry_of
from blockcheck.ground.state import player_places
from blockcheck.patterns import expression
from blockcheck.values import dataclass

_SEVERAL: Final = expression(r"\b(?:those|these|they|them|their|way|each|chosen|other)\b")
"""Words of a text whose "it" may be several."""

_ATTACKING: Final = fx.Status("attacking")
_OF_PAIRS: Final = frozenset(
    {fx.CantBlock, fx.MinBlockers, fx.MaxBlockers, fx.ExtraBlocks}
    | {fx.MustBlock, fx.MustBlockThese, fx.MustBeBlocked}
    | {fx.Is, fx.Anything, fx.AllOf, fx.AnyOf, fx.NoneOf, fx.HasType, fx.ControlledBy, fx.Number}
)
"""Kinds of effects and filters for which a permanent outside combat is as good as none."""

_BEYOND_COMBAT: Final = frozenset({"target's controller", "enchanted player", "host", "paired"})
"""Words whose meaning depends on a permanent that may be outside combat."""

_ONE: Final = fx.Target(fx.Anything())
_ANY_NUMBER: Final = fx.Target(fx.Anything(), 0, None)

_Keys: TypeAlias = tuple[str, ...]


def ways(
    board: Board, side: frozenset[str], field: str, clauses: tuple[fx.Clause, ...], most: int
) -> list[BoardEffect] | None:
    """An entry of ``effects`` with one missing field filled in, in each way it could be; None where there are too many.

    What is meant may be any permanent, for what a target has to be it was when it was chosen (601.2c), or may have left the
    battlefield; that comes first. A controller is one of the players.

    Args:
        board: the board with the entry.
        side: the players who declare.
        field: the path of the missing field.
        clauses: what the entry was read as.
        most: how many ways are not too many.
    """
    found = list(islice(_Blank(board, side, field, clauses, most).filled_in(), most + 1))
    return found if len(found) <= most else None


@dataclass(frozen=True)
class _Blank:
    """A missing field of an entry, about to be filled in."""

    board: Board
    side: frozenset[str]
    field: str
    clauses: tuple[fx.Clause, ...]
    most: int

    @property
    def entry(self) -> BoardEffect:
        return self.board.effects[entry_of(self.field) or 0]

    @cached_property
    def effects(self) -> tuple[fx.Effect, ...]:
        return tuple(effect for clause in self.clauses for effect in clause.effects)

    @cached_property
    def said(self) -> frozenset[str]:
        return words(self.effects)

    def filled_in(self) -> Iterator[BoardEffect]:
        match self.field.rpartition(".")[2]:
            case "targets":
                yield from (replace(self.entry, targets=targets) for targets in self._targets())
            case "it":
                yield from (replace(self.entry, it=it) for it in self._spoken_of())
            case "source":
                yield from self._sources()
            case _:
                yield from (replace(self.entry, controller=player) for player in self.board.player_keys)

    def _targets(self) -> Iterator[tuple[_Keys, ...]]:
        """Every choice of targets that keeps what is given."""
        given, places = self.entry.targets or (), {place for place in map(_place, self.said) if place}
        players = self._player_places(given, max(places, default=0))
        groups: list[list[_Keys]] = []
        place = 0
        while place < max(places, default=0) or len(groups) < max(len(given), *(n + 1 for n in players), 0):
            n = len(groups)
            place += n not in players
            if n in players:
                groups.append(self._players(given[n] if n < len(given) else ()))
            elif n < len(given):
                groups.append([given[n]])
            else:
                groups.append(self._targets_at(place) if place in places else [()])
        return product(*groups)

    def _player_places(self, given: tuple[_Keys, ...], last: int) -> frozenset[int]:
        """Which targets are players; a typed effect has its player after the permanents where none is given."""
        said = player_places(self.entry.text)
        if said is not None:
            return said
        known = frozenset(n for n, keys in enumerate(given) if keys and all(map(self.board.has_player, keys)))
        return known or (frozenset({max(len(given), last)}) if "target player" in self.said else known)

    def _players(self, given: _Keys) -> list[_Keys]:
        """Who one player target could be: as given, else anybody where something is said of them."""
        known = bool(given) and all(map(self.board.has_player, given))
        if known or "target player" not in self.said:
            return [given]
        return [(player,) for player in self.board.player_keys]

    def _targets_at(self, place: int) -> list[_Keys]:
        """What a target could be that is no player, by its place among these."""
        asked = [target for clause in self.clauses for target in clause.targets]
        places = sorted({place for place in map(_place, self.said) if place})
        known = dict(zip(places, asked, strict=False)) if len(places) == len(asked) else {}
        word = "target" if place == 1 else f"target {place}"
        return self._groups(known.get(place, _most_of(asked)), word)

    def _spoken_of(self) -> Iterator[_Keys]:
        """Everything that "it" could be, and "that player"; what is given of them is kept."""
        given = self.entry.it or ()
        here = tuple(key for key in given if self.board.has_permanent(key))
        player = tuple(key for key in given if self.board.has_player(key))
        wanted = "that player" in self.said and not player
        players = list(map(_alone, self.board.player_keys)) if wanted else [player]
        several = self.entry.effect is not None or _SEVERAL.search((self.entry.text or "").lower())
        number = _ANY_NUMBER if several else _ONE
        open_here = self.said & {"it", "host"} and not here
        groups = self._groups(number, "it", "host") if open_here else [here]
        return (group + one for group, one in product(groups, players))

    def _sources(self) -> Iterator[BoardEffect]:
        yield replace(self.entry, has_left=True)
        for key in self._candidates("this", "host"):
            controller = self.entry.controller or self.board.permanent(key).controller
            yield replace(self.entry, source=key, controller=controller)

    def _groups(self, target: fx.Target, *words_for_it: str) -> list[_Keys]:
        """What one target could be, the fewest permanents first; one too many where there are too many."""
        keys = self._candidates(*words_for_it)
        if _ATTACKING in (target.filter, *getattr(target.filter, "of", ())):
            keys = [key for key in keys if self.board.permanent(key).attacking is not None]
        sizes = range(1 + (len(keys) if target.hi is None else target.hi))
        return list(islice(chain.from_iterable(combinations(keys, size) for size in sizes), self.most + 1))

    def _candidates(self, *words_for_it: str) -> list[str]:
        """The permanents for which it makes a difference that some words mean them, in board order."""
        board, present = self.board, self.board.phased_in
        if not kinds(self.effects) <= _OF_PAIRS or self.said & _BEYOND_COMBAT:
            return [one.key for one in present]
        places = {
            part.name
            for effect in self.effects
            for part in fields(effect)
            if words(getattr(effect, part.name)) & set(words_for_it)
        }
        blockers = {one.key for one in present if one.is_creature and one.controller in self.side}
        attackers = {one.key for one in board.attackers if board.defending_player(one) in self.side}
        either = (blockers if places - {"attackers"} else set()) | (
            attackers if places - {"blockers"} else set()
        )
        return [one.key for one in present if one.key in either]


def _alone(key: str) -> _Keys:
    return (key,)


def _most_of(asked: Sequence[fx.Target]) -> fx.Target:
    """As many as any of some targets may be: it is not known which of them is meant."""
    if not asked or any(target.hi is None for target in asked):
        return _ANY_NUMBER
    return fx.Target(fx.Anything(), 0, max(target.hi or 0 for target in asked))


def _place(word: str) -> int:
    """Which target a reference means, counted from 1; 0 for a word that is none."""
    if word == "target's controller":
        return 1
    number = word.removeprefix("target").strip()
    return int(number or 1) if word.startswith("target") and (not number or number.isdigit()) else 0
