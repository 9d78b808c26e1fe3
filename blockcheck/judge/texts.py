"""What a board's texts say: each text read once, with typed abilities and keyword lists beside it."""

from __future__ import annotations

from collections.abc import Iterable

from blockcheck.board import Board, BoardEffect, Permanent
from blockcheck.effects import Clause, Keyword, LandTypes
from blockcheck.ground import Texts
from blockcheck.reading import read_text
from blockcheck.reading.lands import read_land_types
from blockcheck.reading.printing import printed
from blockcheck.typed import from_json


def texts_of(board: Board) -> Texts:
    """The clauses of every permanent and of every entry of ``effects``.

    Raises:
        InputError: a typed ability or effect that is none of the vocabulary.
    """
    by_entry: dict[int, tuple[Clause, ...]] = {}
    for permanent in board.permanents:
        if permanent.entry not in by_entry:
            by_entry[permanent.entry] = _of_permanent(permanent)
    permanents = {permanent.key: by_entry[permanent.entry] for permanent in board.permanents}
    lands = {permanent.key: said for permanent in board.permanents if (said := _on_lands(permanent))}
    effects_on_lands = tuple(read_land_types(entry.text or "") for entry in board.effects)
    return Texts(permanents, tuple(map(_of_effect, board.effects)), lands, effects_on_lands)


def _on_lands(permanent: Permanent) -> tuple[LandTypes, ...]:
    return read_land_types(permanent.oracle_text, name=permanent.name, type_line=_type_line(permanent))


def _of_permanent(permanent: Permanent) -> tuple[Clause, ...]:
    said = read_text(permanent.oracle_text, name=permanent.name, type_line=_type_line(permanent))
    typed = tuple(
        _typed(ability, f"permanents[{permanent.entry}].abilities[{n}]")
        for n, ability in enumerate(permanent.abilities)
    )
    return (*said, *_listed(permanent, said), *typed)


def _type_line(permanent: Permanent) -> str:
    left = " ".join(word.capitalize() for word in (*permanent.supertypes, *permanent.types))
    return f"{left} — {' '.join(permanent.subtypes)}" if permanent.subtypes else left


def _listed(permanent: Permanent, said: Iterable[Clause]) -> tuple[Clause, ...]:
    """The keywords of the list that the text does not have already."""
    known = {name for clause in said if not clause.unread for name in _names(clause)}
    read = [clause for keyword in permanent.keywords for clause in read_text(keyword)]
    return tuple(clause for clause in read if not _names(clause) <= known)


def _names(clause: Clause) -> set[str]:
    """The keywords of a clause; of one that was not read the word it begins with, as lists often give no more."""
    if clause.unread:
        return {clause.text.split()[0].lower()}
    return {effect.name for effect in clause.effects if isinstance(effect, Keyword)}


def _typed(ability: object, where: str) -> Clause:
    effect = from_json(ability, where)
    text = printed(effect)
    return Clause(text, (0, len(text)), "static", (effect,))


def _of_effect(entry: BoardEffect) -> tuple[Clause, ...]:
    if entry.effect is not None:
        return (_typed(entry.effect, f"{entry.where}.effect"),)
    return read_text(entry.text or "", resolved=True)
