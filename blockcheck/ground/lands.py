"""Lands whose types a text in force changes (305.7): what is left of their own text, and whether their given types agree.

Types on a board are current, so nothing is changed here. A land that an effect makes a basic land type has lost the abilities of its text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from blockcheck import effects as fx
from blockcheck.board import Board, Permanent
from blockcheck.ground.filters import fits
from blockcheck.ground.inside import kinds
from blockcheck.ground.scope import Bindings, Scope, chosen
from blockcheck.ground.truth import Truth, Unknown
from blockcheck.values import dataclass

BASIC_TYPES = ("Plains", "Island", "Swamp", "Mountain", "Forest")


@dataclass(frozen=True, slots=True)
class LandText:
    """A text in force about land types: what it says, where its words are bound, and who bears it (None: an effect)."""

    said: fx.LandTypes
    bindings: Bindings
    bearer: str | None


@dataclass(frozen=True, slots=True)
class Land:
    """A land that texts about land types reach.

    ``keeps``: whether it has the abilities of its own text (None: perhaps). ``doubted``: its given types do not agree with the texts,
    which might have given it those ``hoped``.
    """

    keeps: bool | None = True
    doubted: bool = False
    hoped: tuple[str, ...] = ()


UNTOUCHED = Land()
"""A land that no such text reaches."""


def lands_of(board: Board, side: frozenset[str], texts: tuple[LandText, ...]) -> Mapping[str, Land]:
    """The lands that some texts reach, by id."""
    if not texts:
        return {}
    lands = [one for one in board.phased_in if "land" in one.types and one.text_is == "printed"]
    scope = Scope(
        board, side, Bindings(None, None, ""), {one.key: frozenset[str]() for one in board.permanents}
    )
    return {land.key: found for land in lands if (found := _land(land, texts, scope)) is not None}


def _land(land: Permanent, texts: tuple[LandText, ...], scope: Scope) -> Land | None:
    reached = [(text, truth) for text in texts if (truth := _reaches(text, land, texts, scope)) is not False]
    if not reached:
        return None
    sets = [truth for text, truth in reached if not text.said.besides]
    may_be = {name for text, _ in reached for name in _types(text, scope)}
    given = {name for name in land.subtypes if name in BASIC_TYPES}
    doubted = True in sets and not (given and given <= may_be)
    keeps = True if not sets else None if doubted or True not in sets else False
    return Land(keeps, doubted, tuple(name for name in BASIC_TYPES if name in may_be - given))


def _types(text: LandText, scope: Scope) -> tuple[str, ...]:
    """The types that a text may give: all where the board does not say which was chosen."""
    if text.said.types != ("chosen",):
        return text.said.types or BASIC_TYPES
    name = chosen(Scope(scope.board, scope.side, text.bindings, scope.keywords)).type
    return BASIC_TYPES if name is None else (name,)


def _reaches(text: LandText, land: Permanent, texts: tuple[LandText, ...], scope: Scope) -> Truth:
    """Whether a text reaches a land; unknown where another may have taken it from its bearer (613.8) or types decide it."""
    if text.said.of is None:
        return Unknown((text.bindings.where,))
    own = Scope(scope.board, scope.side, text.bindings, scope.keywords)
    fixed = text.bindings.affected
    found: Truth = land.key in fixed if fixed is not None else fits(text.said.of, land, own)
    if (
        found is False
        and fx.HasSubtype in kinds(text.said.of)
        and set(_types(text, scope)) & set(land.subtypes)
    ):
        return Unknown((text.bindings.where,))
    if found is not False and _may_be_lost(text, texts, scope):
        return Unknown((text.bindings.where,))
    return found


def _may_be_lost(text: LandText, texts: tuple[LandText, ...], scope: Scope) -> bool:
    bearer = None if text.bearer is None else scope.board.permanent(text.bearer)
    if bearer is None or "land" not in bearer.types or bearer.text_is != "printed":
        return False
    others = (one for one in texts if one.bearer != text.bearer and not one.said.besides)
    return any(_fits(one, bearer, scope) for one in others)


def _fits(text: LandText, land: Permanent, scope: Scope) -> bool:
    if text.said.of is None:
        return True
    own = Scope(scope.board, scope.side, text.bindings, scope.keywords)
    return fits(text.said.of, land, own) is not False


def land_texts(
    board: Board,
    permanents: Mapping[str, tuple[fx.LandTypes, ...]],
    effects: tuple[tuple[fx.LandTypes, ...], ...],
) -> Iterator[LandText]:
    """What the texts of permanents, and of entries of ``effects``, say about land types, bound to a board."""
    for key, said in permanents.items():
        permanent = board.permanent(key)
        if not permanent.phased_out:
            bindings = Bindings(this=key, you=permanent.controller, where=board.where(key))
            yield from (LandText(one, bindings, key) for one in said)
    for entry, told in zip(board.effects, effects, strict=False):
        left = Bindings(
            entry.source,
            entry.controller,
            entry.where,
            entry.it,
            entry.targets,
            entry.affected,
            entry.x,
            entry.chosen,
        )
        yield from (LandText(one, left, None) for one in told)
