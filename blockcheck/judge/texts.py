"""What a board's texts say: each text read once, with typed abilities and keyword lists beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from blockcheck.board import Board, BoardEffect, Permanent
from blockcheck.effects import Clause, Keyword, LandTypes
from blockcheck.errors import InputError
from blockcheck.ground import Texts
from blockcheck.patterns import expression
from blockcheck.reading import read_text
from blockcheck.reading.lands import read_land_types
from blockcheck.reading.printing import printed
from blockcheck.typed import from_json


def texts_of(board: Board) -> Texts:
    """The clauses of every permanent and of every entry of ``effects``.

    Raises:
        InputError: a typed ability or effect that is none of the vocabulary; more targets than a text has.
    """
    by_entry: dict[int, tuple[Clause, ...]] = {}
    lands_by_entry: dict[int, tuple[LandTypes, ...]] = {}
    for permanent in board.permanents:
        if permanent.entry not in by_entry:
            line = _type_line(permanent.supertypes, permanent.types, permanent.subtypes)
            by_entry[permanent.entry] = _of_permanent(permanent, line)
            lands_by_entry[permanent.entry] = _on_lands(permanent, line)
    permanents = {permanent.key: by_entry[permanent.entry] for permanent in board.permanents}
    lands = {p.key: lands_by_entry[p.entry] for p in board.permanents if lands_by_entry[p.entry]}
    effects_on_lands = tuple(read_land_types(entry.text or "") for entry in board.effects)
    return Texts(permanents, tuple(map(_of_effect, board.effects)), lands, effects_on_lands)


def _on_lands(permanent: Permanent, line: str) -> tuple[LandTypes, ...]:
    text = permanent.oracle_text
    return read_land_types(text, name=permanent.name, type_line=line) if text else ()


def _of_permanent(permanent: Permanent, line: str) -> tuple[Clause, ...]:
    said = read_text(permanent.oracle_text, name=permanent.name, type_line=line)
    if not (permanent.keywords or permanent.abilities):
        return said
    typed = tuple(
        _typed(ability, f"permanents[{permanent.entry}].abilities[{n}]")
        for n, ability in enumerate(permanent.abilities)
    )
    return (*said, *_listed(permanent, said), *typed)


@lru_cache(maxsize=4096)
def _type_line(supertypes: tuple[str, ...], types: tuple[str, ...], subtypes: tuple[str, ...]) -> str:
    left = " ".join(word.capitalize() for word in (*supertypes, *types))
    return f"{left} — {' '.join(subtypes)}" if subtypes else left


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


def _check_targets(entry: BoardEffect) -> None:
    """No more targets are given than the text speaks of (115.1): those would be silently left out."""
    text, given = entry.text or "", entry.targets or ()
    most = len(_TARGET.findall(text))
    if len(given) <= most or not most or _EACH.search(text):
        return
    field, number = f"{entry.where}.targets", f"{most} {'entry' if most == 1 else 'entries'}"
    expected = f"at most {number}, one for each target in the text, where several of one target are a list"
    message = f"{field}: expected {expected}, got {len(given)}"
    raise InputError(field, [list(keys) for keys in given], expected, None, message)


_TARGET = expression(r"\btargets?\b(?!['’])", re.IGNORECASE)
_EACH = expression(r"\b(?:each|every)\b", re.IGNORECASE)
"""A word that makes several targets of one."""


def _of_effect(entry: BoardEffect) -> tuple[Clause, ...]:
    if entry.effect is not None:
        return (_typed(entry.effect, f"{entry.where}.effect"),)
    _check_targets(entry)
    return read_text(entry.text or "", resolved=True)
