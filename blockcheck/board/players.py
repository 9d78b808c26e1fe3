"""Players, their order and their teams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from blockcheck.board import type_line
from blockcheck.board.given import Card, Departed, GivenBoard, GivenPlayer
from blockcheck.board.permanents import NO_COUNTERS, NO_FACTS
from blockcheck.board.scalars import FrozenMap, key
from blockcheck.board.telling import missing, wrong
from blockcheck.errors import InputError
from blockcheck.values import dataclass

NO_MANA: FrozenMap[str, int] = FrozenMap()
TEAMS_OF_TWO = 2


@dataclass(frozen=True, slots=True)
class ZoneCard:
    """A card in a graveyard or in exile; its types are None where only its name is known."""

    name: str | None
    supertypes: tuple[str, ...] | None
    types: tuple[str, ...] | None
    subtypes: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, eq=False)
class Player:
    """One player. ``id`` is as it was given, ``key`` its text; what the board does not say is None."""

    id: str | int
    key: str
    team: str | None = None
    life: int | None = None
    hand_size: int | None = None
    graveyard: tuple[ZoneCard, ...] | int | None = None
    exile: tuple[ZoneCard, ...] | int | None = None
    mana_pool: FrozenMap[str, int] = NO_MANA
    counters: FrozenMap[str, int] = NO_COUNTERS
    speed: int | None = None
    ring_tempted: int | None = None
    designations: tuple[str, ...] = ()
    facts: FrozenMap[str, bool | int | float] = NO_FACTS


def players_of(given: GivenBoard, problems: list[InputError]) -> tuple[Player, ...]:
    """The players in turn order; with no list, the two that the board's ids name."""
    if given.players is not None:
        return tuple(map(_player, given.players))
    named = {key(name): name for name in _named_players(given)}
    if len(named) != TEAMS_OF_TWO:
        names = f" ({', '.join(list(named)[:10])})" if named else ""
        number = (
            ("no player", "only one player")[len(named)]
            if len(named) < TEAMS_OF_TWO
            else f"{len(named)} players"
        )
        why = f"this board names {number}{names}, not two"
        problems.append(missing("players", "the players, in turn order", why))
    return tuple(Player(id=name, key=text) for text, name in named.items())


def _player(given: str | int | GivenPlayer) -> Player:
    if not isinstance(given, GivenPlayer):
        return Player(id=given, key=key(given))
    return Player(
        id=given.id,
        key=key(given.id),
        team=None if given.team is None else key(given.team),
        life=given.life,
        hand_size=given.hand_size,
        graveyard=_zone(given.graveyard),
        exile=_zone(given.exile),
        mana_pool=_mana(given.mana_pool),
        counters=given.counters or NO_COUNTERS,
        speed=given.speed,
        ring_tempted=given.ring_tempted,
        designations=given.designations or (),
        facts=given.facts or NO_FACTS,
    )


def _zone(given: tuple[str | Card, ...] | int | None) -> tuple[ZoneCard, ...] | int | None:
    return tuple(map(_zone_card, given)) if isinstance(given, tuple) else given


def _zone_card(given: str | Card) -> ZoneCard:
    if isinstance(given, str):
        return ZoneCard(given, None, None, None)
    faces = given.card_faces or ()
    line = given.type_line or (faces[0].type_line if faces else None)
    if line is None:
        return ZoneCard(given.name, None, None, None)
    types = type_line.read(line.split(" // ")[0])
    return ZoneCard(given.name, types.supertypes, types.types, types.subtypes)


def _mana(given: str | FrozenMap[str, int] | None) -> FrozenMap[str, int]:
    if isinstance(given, str):
        return FrozenMap({symbol: given.count(symbol) for symbol in "WUBRGC" if symbol in given})
    return given or NO_MANA


def _named_players(given: GivenBoard) -> Iterator[str | int]:
    """Every id that stands where only a player can, in the order of the board."""
    permanents = {key(one.id) for one in given.permanents}
    if given.active_player is not None:
        yield given.active_player
    for permanent in given.permanents:
        yield from _present((permanent.controller, permanent.owner, permanent.protector))
        match permanent.attacking:
            case Departed(defending_player=player):
                yield player
            case str() | int() as target if key(target) not in permanents:
                yield target
    for declaration in (given.declaration, *(given.declarations or ())):
        if declaration is not None:
            yield from _present((declaration.player,))


def _present(names: Iterable[str | int | None]) -> Iterator[str | int]:
    return (name for name in names if name is not None)


def teams_act_together(given: GivenBoard, players: tuple[Player, ...], problems: list[InputError]) -> bool:
    """Whether teams share their turns (805): as given; true for two teams of two; false without teams."""
    sizes = [
        sum(player.team == team for player in players)
        for team in {p.team for p in players if p.team is not None}
    ]
    if given.shared_team_turns is not None:
        if given.shared_team_turns and not sizes:
            what = "true, but no player has a team; expected a team for each player"
            problems.append(wrong("shared_team_turns", True, "a team for each player", what))
        return given.shared_team_turns
    if not sizes:
        return False
    if sizes != [TEAMS_OF_TWO, TEAMS_OF_TWO] or len(players) != sum(sizes):
        problems.append(missing("shared_team_turns", "true or false", "these are not two teams of two"))
    return True
