"""Which characteristics a card object gives the permanent that it is: the face that is up (712, 715, 720)."""

from __future__ import annotations

from blockcheck.board import mana, type_line
from blockcheck.board.given import Card, Face
from blockcheck.board.telling import shown, suggestion, wrong
from blockcheck.errors import closest
from blockcheck.values import dataclass

SPELL_HALVES = frozenset({"Adventure", "Omen"})
_OWN_MANA_VALUE = frozenset({"modal_dfc", "split"})
_TOKEN_LAYOUTS = frozenset({"token", "double_faced_token", "emblem"})


def is_token(layout: str | None, line: str | None) -> bool:
    """Whether a card object of this layout and type line is a token's, not a card's."""
    return layout in _TOKEN_LAYOUTS or (line or "").startswith("Token ")


@dataclass(frozen=True, slots=True)
class Up:
    """What a card's face that is up says; None where the card object does not say it.

    ``where`` is the field's path.
    """

    where: str
    name: str | None
    type_line: str | None
    oracle_text: str | None
    power: str | int | None
    toughness: str | int | None
    colors: tuple[str, ...] | None
    keywords: tuple[str, ...]
    mana_cost: str | None
    cmc: int | None
    token: bool = False


NOTHING = Up("", None, None, None, None, None, None, (), None, None)


def face_up(card: Card, face: int | str | None, where: str) -> Up:
    """The face that is up: number 0 unless ``face`` says another. An Adventure's or Omen's half never counts.

    Raises:
        InputError: the card has no such face.
    """
    faces = _permanent_faces(card)
    if not faces:
        _find((card,), face, where)
        return _whole(card, where)
    n = _find(faces, face, where)
    return _one_face(card, faces, n, where)


def _permanent_faces(card: Card) -> tuple[Face, ...]:
    return tuple(
        face
        for face in card.card_faces or ()
        if SPELL_HALVES.isdisjoint(type_line.read(face.type_line or "").subtypes)
    )


def _find(faces: tuple[Face, ...], face: int | str | None, where: str) -> int:
    names = [one.name or "" for one in faces]
    if face is None:
        return 0
    if isinstance(face, int) and face < len(faces):
        return face
    folded = [name.casefold() for name in names]
    if isinstance(face, str) and face.casefold() in folded:
        return folded.index(face.casefold())
    expected = " or ".join([*map(str, range(len(faces))), *(shown(name) for name in names if name)])
    near = closest(face, names) if isinstance(face, str) else None
    what = f"this card has no face {shown(face)}; expected {expected}{suggestion(near)}"
    raise wrong(f"{where}.face", face, expected, what, closest=near)


def _whole(card: Card, where: str) -> Up:
    return Up(
        where=f"{where}.card",
        name=card.name,
        type_line=card.type_line,
        oracle_text=card.oracle_text,
        power=card.power,
        toughness=card.toughness,
        colors=card.colors,
        keywords=_keywords(card, card.oracle_text),
        mana_cost=card.mana_cost,
        cmc=_whole_number(card.cmc),
        token=is_token(card.layout, card.type_line),
    )


def _one_face(card: Card, faces: tuple[Face, ...], n: int, where: str) -> Up:
    up, front = faces[n], n == 0
    mana_cost = faces[0].mana_cost if card.layout == "flip" else up.mana_cost
    return Up(
        where=f"{where}.card",
        name=up.name if up.name is not None else card.name,
        type_line=up.type_line or (card.type_line if front else None),
        oracle_text=up.oracle_text,
        power=card.power if up.power is None and front else up.power,
        toughness=card.toughness if up.toughness is None and front else up.toughness,
        colors=_face_colors(card, up, mana_cost),
        keywords=_keywords(card, up.oracle_text),
        mana_cost=mana_cost,
        cmc=_face_mana_value(card, up, mana_cost),
        token=is_token(card.layout, card.type_line),
    )


def _keywords(card: Card, text: str | None) -> tuple[str, ...]:
    """A card's own list of keywords is often wrong: it counts only where there is no text."""
    return (card.keywords or ()) if text is None else ()


def _face_colors(card: Card, up: Face, mana_cost: str | None) -> tuple[str, ...] | None:
    if up.colors is not None:
        return up.colors
    return mana.colors_of(mana_cost) if mana_cost else card.colors


def _face_mana_value(card: Card, up: Face, mana_cost: str | None) -> int | None:
    """A back face has the front's mana value (202.3b), unless the card is modal or split.

    Then each face has its own.
    """
    if up.cmc is not None:
        return _whole_number(up.cmc)
    if card.layout in _OWN_MANA_VALUE and mana_cost is not None:
        return mana.mana_value_of(mana_cost)
    return _whole_number(card.cmc)


def _whole_number(value: float | None) -> int | None:
    return int(value) if value is not None and value == int(value) else None
