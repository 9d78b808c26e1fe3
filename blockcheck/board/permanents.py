"""A permanent as it is on the battlefield.

What was given, what its card says, and the defaults, in one value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from blockcheck.board import mana, type_line
from blockcheck.board.card import NOTHING, Up, face_up
from blockcheck.board.given import Card, Chosen, Departed, GivenPermanent
from blockcheck.board.scalars import FrozenMap, key
from blockcheck.board.telling import missing, shown, suggestion, wrong
from blockcheck.board.type_line import Types
from blockcheck.errors import InputError
from blockcheck.patterns import expression
from blockcheck.values import dataclass

NO_COUNTERS: FrozenMap[str, int] = FrozenMap()
NO_FACTS: FrozenMap[str, bool | int | float] = FrozenMap()
_NUMBER = expression(r"[+-]?[0-9]{1,15}")


@dataclass(frozen=True, slots=True)
class Attack:
    """What a permanent attacks: a player, planeswalker or battle, by key.

    Or, where that has left, who the defending player is (508.5).
    """

    target: str | None
    defending_player: str | None = None


class Permanent(NamedTuple):
    """One permanent: a tuple only because that is made fastest; it is equal to itself alone.

    Ids of others are keys (their text); what the board does not say is None. ``id`` is the id as it was given, ``key``
    its text; ``entry`` the position of its entry in the board's list: permanents with one ``entry`` are identical.
    ``types`` and ``supertypes`` are in lower case (``creature``), ``subtypes`` begin with a capital (``Time Lord``).
    """

    id: str | int
    key: str
    entry: int
    controller: str
    owner: str
    name: str | None
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    oracle_text: str
    power: int | None
    toughness: int | None
    colors: tuple[str, ...] | None
    keywords: tuple[str, ...]
    mana_cost: str | None
    cmc: int | None
    tapped: bool
    phased_out: bool
    face_down: bool
    token: bool
    summoning_sick: bool | None
    counters: FrozenMap[str, int]
    attached_to: str | None
    paired_with: str | None
    attacking: Attack | None
    band: str | None
    protector: str | None
    designations: tuple[str, ...]
    chosen: Chosen | None
    ignored_by: tuple[str, ...]
    facts: FrozenMap[str, bool | int | float]
    abilities: tuple[FrozenMap[str, Any], ...]
    triggered: tuple[str, ...] | None
    text_is: Literal["printed", "current"]

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    def __hash__(self) -> int:
        return object.__hash__(self)

    @property
    def is_creature(self) -> bool:
        """Whether it is a creature."""
        return "creature" in self.types


def permanents_of(
    given: GivenPermanent, entry: int, text_is: Literal["printed", "current"], problems: list[InputError]
) -> Iterator[Permanent]:
    """The permanents that one entry stands for; what is wrong with it is added to ``problems``."""
    where = f"permanents[{entry}]"
    up = _face_up(given, where, problems)
    first = _permanent(given, up, entry, text_is, problems)
    if given.count is None:
        yield first
        return
    for n in range(1, given.count + 1):
        yield _twin(first, f"{first.key}#{n}")


def _twin(permanent: Permanent, name: str) -> Permanent:
    """The same permanent under another id: 10,000 tokens must cost nothing."""
    return Permanent._make((name, name, *permanent[2:]))


def _face_up(given: GivenPermanent, where: str, problems: list[InputError]) -> Up:
    if given.face_down or given.card is None:
        return NOTHING
    if not isinstance(given.card, Card):
        what = f"{shown(given.card)} is only a card name, and no card index is at hand; give the card object"
        problems.append(wrong(f"{where}.card", given.card, "a card object", what))
        return NOTHING
    try:
        return face_up(given.card, given.face, where)
    except InputError as error:
        problems.append(error)
        return NOTHING


def _permanent(
    given: GivenPermanent,
    up: Up,
    entry: int,
    text_is: Literal["printed", "current"],
    problems: list[InputError],
) -> Permanent:
    types = _types(given, up, entry, problems)
    creature = "creature" in types.types
    said = vars(given)  # reading a model's attributes one by one would take longer than all the rest
    text, mana_cost, owner = said["oracle_text"], said["mana_cost"], said["owner"]
    controller, token = key(said["controller"]), _is_token(given, up)
    return Permanent(
        id=said["id"],
        key=key(said["id"]),
        entry=entry,
        controller=controller,
        owner=controller if owner is None else key(owner),
        name="" if said["face_down"] else _first(said["name"], up.name),
        supertypes=types.supertypes,
        types=types.types,
        subtypes=types.subtypes,
        oracle_text=_first(text, up.oracle_text) or "",
        power=_strength(given, "power", up, creature, problems),
        toughness=_strength(given, "toughness", up, creature, problems),
        colors=_colors(given, up),
        keywords=(*(said["keywords"] or ()), *(up.keywords if text is None else ())),
        mana_cost=_first(mana_cost, up.mana_cost),
        cmc=_mana_value(given, up, token),
        tapped=said["tapped"],
        phased_out=said["phased_out"],
        face_down=said["face_down"],
        token=token,
        summoning_sick=said["summoning_sick"],
        counters=said["counters"] or NO_COUNTERS,
        attached_to=_key(said["attached_to"]),
        paired_with=_key(said["paired_with"]),
        attacking=_attack(said["attacking"]),
        band=_key(said["band"]),
        protector=_key(said["protector"]),
        designations=said["designations"] or (),
        chosen=said["chosen"],
        ignored_by=tuple(map(key, said["ignored_by"] or ())),
        facts=said["facts"] or NO_FACTS,
        abilities=said["abilities"] or (),
        triggered=said["triggered"],
        text_is=said["text_is"] or text_is,
    )


def _is_token(given: GivenPermanent, up: Up) -> bool:
    """As given, or what its card is; a token's mana value is 0 (202.3a)."""
    return given.token if "token" in given.model_fields_set else up.token


def _first(given: str | None, otherwise: str | None) -> str | None:
    return otherwise if given is None else given


def _key(name: str | int | None) -> str | None:
    return None if name is None else key(name)


def _attack(given: str | int | Departed | None) -> Attack | None:
    if given is None:
        return None
    return Attack(None, key(given.defending_player)) if isinstance(given, Departed) else Attack(key(given))


_CREATURE = Types((), ("creature",), ())


def _types(given: GivenPermanent, up: Up, entry: int, problems: list[InputError]) -> Types:
    line = up.type_line if given.type_line is None else given.type_line
    if line is not None:
        types = type_line.read(line)
        if types.is_permanent and " // " not in line:
            return types
    from_card = given.type_line is None and up.type_line is not None
    place = f"{up.where}.type_line" if from_card else f"permanents[{entry}].type_line"
    if line is None:
        card_refused = up is NOTHING and given.card is not None
        if given.power is None and up.power is None and not given.face_down and not card_refused:
            problems.append(missing(place, 'a type line, as "Creature — Bear" (or power, for a creature)'))
    else:
        problems.append(_bad_type_line(line, place))
    return _CREATURE


def _bad_type_line(line: str, place: str) -> InputError:
    if " // " in line:
        expected = "the type line of the face that is up"
        return wrong(place, line, expected, f"expected {expected}, got {shown(line)}")
    near = type_line.closest_type(line)
    expected = "a type line with a permanent type, as Creature or Enchantment"
    return wrong(
        place, line, expected, f"expected {expected}, got {shown(line)}{suggestion(near)}", closest=near
    )


def _strength(
    given: GivenPermanent,
    field: Literal["power", "toughness"],
    up: Up,
    creature: bool,
    problems: list[InputError],
) -> int | None:
    value = getattr(given, field)
    if value is not None:
        return int(value)
    if given.face_down:
        return 2
    value = getattr(up, field)
    if value is None or isinstance(value, int):
        return value
    if _NUMBER.fullmatch(value):
        return int(value)
    if creature:
        where = f"{up.where}.{field}"
        expected = f"a number: give its current value as {field} beside the card"
        problems.append(wrong(where, value, expected, f"{shown(value)} is not {expected}"))
    return None


def _colors(given: GivenPermanent, up: Up) -> tuple[str, ...] | None:
    """Given, or those of the given cost, or the card's, or those of its cost.

    A face-down permanent has none (708.2a).
    """
    for colors, cost in ((given.colors, given.mana_cost), (up.colors, up.mana_cost)):
        if colors is not None:
            return tuple(color for color in mana.COLORS if color in colors)
        if cost is not None:
            return mana.colors_of(cost)
    return () if given.face_down else None


def _mana_value(given: GivenPermanent, up: Up, token: bool) -> int | None:
    for value, cost in ((given.cmc, given.mana_cost), (up.cmc, up.mana_cost)):
        if value is not None:
            return int(value)
        if cost is not None:
            return mana.mana_value_of(cost)
    return 0 if token or given.face_down else None
