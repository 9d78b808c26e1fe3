"""What a reader of a verdict should know besides it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from blockcheck import effects as fx
from blockcheck.board import Board, Permanent
from blockcheck.errors import closest
from blockcheck.ground.conditions import truth
from blockcheck.ground.filters import fits
from blockcheck.ground.scope import Scope, players
from blockcheck.ground.state import State, Texts
from blockcheck.ground.truth import Unknown
from blockcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Note:
    """Something a reader should know: ``about`` is "characteristics", "band", "chooser", "random", "undeclared" or "fact".

    ``subjects`` are ids (or names of facts), ``detail`` what changes, or the closest known name.
    """

    about: str
    subjects: tuple[str, ...]
    source: str | None = None
    text: str = ""
    detail: str = ""


def notes(board: Board, side: frozenset[str], texts: Texts, state: State) -> Iterator[Note]:
    """Values taken as given although a text in force would change them, who else chooses, bands, and facts nobody asks for."""
    for _, ability, effect, condition in state.of(fx.Changes, fx.ChoosesBlocks, fx.NoDeclaration):
        scope = Scope(board, side, ability.bindings, state.keywords, state.bare)
        if condition is not None and truth(condition, scope) is False:
            continue
        if isinstance(effect, fx.Changes):
            named = ability.bindings.affected
            reached = tuple(
                p.key
                for p in board.phased_in
                if (p.key in named if named else fits(effect.of, p, scope) is True)
            )
            if reached:
                yield Note("characteristics", reached, ability.source, ability.text, ", ".join(effect.what))
        if isinstance(effect, fx.ChoosesBlocks):
            who = players(effect.who, scope, None)
            chooser = () if isinstance(who, Unknown) else tuple(sorted(who))
            yield Note("chooser", chooser, ability.source, ability.text)
        if isinstance(effect, fx.NoDeclaration):
            yield Note("random", (), ability.source, ability.text)
    yield from _bands(board, side, texts, state)
    yield from _unused_facts(board, texts)


def _bands(board: Board, side: frozenset[str], texts: Texts, state: State) -> Iterator[Note]:
    """Bands that could not be formed now; they last all the same (702.22c-e)."""
    bands: dict[str, list[Permanent]] = {}
    for attacker in board.attackers:
        if attacker.band is not None:
            bands.setdefault(attacker.band, []).append(attacker)
    for members in bands.values():
        without = [member for member in members if "banding" not in state.keywords[member.key]]
        plain = len(without) <= 1 or _bands_with_other(board, side, state, members)
        plain = plain or any(_bands_somehow(texts, member) for member in members)
        if not plain or len({board.attacked(m) for m in members}) > 1:
            yield Note("band", tuple(m.key for m in members))


def _bands_somehow(texts: Texts, member: Permanent) -> bool:
    """Whether a member has "bands with other" of a quality that was not read."""
    clauses = texts.permanents.get(member.key, ())
    return any(one.text.lower().startswith("bands with other") and not one.effects for one in clauses)


def _bands_with_other(board: Board, side: frozenset[str], state: State, members: list[Permanent]) -> bool:
    """Whether one of them has "bands with other" of a quality that all of them have, as far as the board says (702.22c)."""
    keys = {member.key for member in members}
    for ability in state.abilities:
        effect = ability.effect
        if isinstance(effect, fx.Keyword) and effect.name == "bands with other" and ability.bearer in keys:
            scope = Scope(board, side, ability.bindings, state.keywords, state.bare)
            quality = effect.quality or fx.Anything()
            if all(fits(quality, member, scope) is not False for member in members):
                return True
    return False


def _unused_facts(board: Board, texts: Texts) -> Iterator[Note]:
    """Facts that no text on the board asks for, with the closest one that some text asks for."""
    given = [(board.where(p.key), fact) for p in board.permanents for fact in p.facts]
    given += [
        (board.where_player(key), fact) for key in board.player_keys for fact in board.player(key).facts
    ]
    if not given:
        return
    clauses = [clause for read in (*texts.permanents.values(), *texts.effects) for clause in read]
    asked = sorted({fact for clause in clauses for effect in clause.effects for fact in _facts(effect)})
    for where, fact in dict.fromkeys(given):
        if fact not in asked:
            yield Note("fact", (f"{where}.facts.{fact}",), detail=closest(fact, asked) or "")


def _facts(value: Any) -> Iterator[str]:
    """The facts that an effect asks for anywhere inside it."""
    if isinstance(value, fx.HasFact | fx.Fact | fx.FactNumber):
        yield value.key
    elif isinstance(value, str) and value in ("base power", "base toughness"):
        yield value.replace(" ", "_")
    elif isinstance(value, tuple):
        for item in value:
            yield from _facts(item)
    elif is_dataclass(value):
        for f in fields(value):
            yield from _facts(getattr(value, f.name))
