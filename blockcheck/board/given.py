"""The board format as it is given: FORMAT.md, version 1, field by field, as frozen strict models.

Nothing is filled in here and no id is looked up: these models say what may be written, and their JSON Schema
is the published one. A field that is left out is None: unknown, or (where the format says so) its default.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Strict, Tag

from blockcheck.board.scalars import (
    Color,
    Count,
    Expect,
    FactValue,
    Flag,
    FrozenMap,
    Id,
    ManaCost,
    ManaSymbol,
    ManaValue,
    ManaWord,
    Many,
    Maybe,
    Positive,
    Strength,
    Text,
    TypedEffect,
    Whole,
)

FORMAT = "blockcheck/board/1"


class Given(BaseModel):
    """A frozen, strict object: an unknown field is an error."""

    model_config = ConfigDict(
        strict=True,
        frozen=True,
        extra="forbid",
        defer_build=True,
    )


def _one_of(*words: str) -> Expect:
    return Expect(f"{', '.join(words[:-1])} or {words[-1]}", words)


PhaseName = Literal["beginning", "precombat_main", "combat", "postcombat_main", "ending"]
StepName = Literal[
    "untap",
    "upkeep",
    "draw",
    "beginning_of_combat",
    "declare_attackers",
    "declare_blockers",
    "first_strike_damage",
    "combat_damage",
    "end_of_combat",
    "end",
    "cleanup",
]
TextIs = Annotated[Literal["printed", "current"], _one_of("printed", "current")]
Parity = Annotated[Literal["odd", "even"], _one_of("odd", "even")]
Phase = Annotated[PhaseName, _one_of(*get_args(PhaseName))]
Step = Annotated[StepName, _one_of(*get_args(StepName))]
Skippable = Annotated[PhaseName | StepName, _one_of(*get_args(PhaseName), *get_args(StepName))]


class Face(BaseModel):
    """One face of a card, as Scryfall gives it; fields not named here are ignored."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore", defer_build=True, title="Card face")

    name: Text | None = None
    type_line: Text | None = None
    oracle_text: Text | None = None
    power: Annotated[str | int, Expect("a number or text, as Scryfall gives it")] | None = None
    toughness: Annotated[str | int, Expect("a number or text, as Scryfall gives it")] | None = None
    colors: Many[Color] | None = None
    mana_cost: Text | None = None
    cmc: Annotated[int | Annotated[float, Field(allow_inf_nan=False)], Expect("a number")] | None = None


class Card(Face):
    """A card object as Scryfall gives it; fields not named here are ignored."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore", defer_build=True, title="Card")

    layout: Text | None = None
    keywords: Many[Text] | None = None
    card_faces: Many[Face] | None = None


class Chosen(Given):
    """Choices made for a permanent or an effect."""

    color: Maybe[Color] = None
    type: Maybe[Text] = None
    player: Maybe[Id] = None
    name: Maybe[Text] = None
    number: Maybe[Whole] = None
    parity: Maybe[Parity] = None
    label: Maybe[Text] = None


class Departed(Given):
    """An attack on something that has left.

    Whom it attacked, or who controlled or protected it, is still the defending player (506.4c).
    """

    target: Annotated[None, Expect("null, as what it attacked has left")]
    defending_player: Id


class GivenPlayer(Given):
    """A player.

    A value that is left out is unknown, but for `mana_pool`, `counters`, `designations` and `facts`:
    nothing listed, nothing there.
    """

    model_config = ConfigDict(title="Player")

    id: Id
    team: Maybe[Id] = None
    life: Maybe[Whole] = None
    hand_size: Maybe[Count] = None
    graveyard: Maybe[Many[Text | Card] | Count] = None
    """Names, card objects or a count."""
    exile: Maybe[Many[Text | Card] | Count] = None
    """Names, card objects or a count."""
    mana_pool: Maybe[ManaWord | FrozenMap[ManaSymbol, Count]] = None
    """`"GGU"` or `{"G": 2, "U": 1}`; empty when left out."""
    counters: Maybe[FrozenMap[str, Count]] = None
    speed: Maybe[Count] = None
    ring_tempted: Maybe[Count] = None
    """How often the Ring has tempted this player (701.54c)."""
    designations: Maybe[Many[Text]] = None
    """`monarch`, `initiative`, `city's blessing` …"""
    facts: Maybe[FrozenMap[str, FactValue]] = None
    """Named turn facts that conditions ask for."""


class GivenPermanent(Given):
    """A permanent, or as many identical ones as `count` says."""

    model_config = ConfigDict(
        title="Permanent",
        json_schema_extra={
            "anyOf": [
                {"required": ["type_line"]},
                {"required": ["power"]},
                {"required": ["card"]},
                {"required": ["face_down"], "properties": {"face_down": {"const": True}}},
            ]
        },
    )

    id: Id
    controller: Id
    owner: Maybe[Id] = None
    """Defaults to the controller."""
    name: Maybe[Text] = None
    """Left out: unknown. The empty text: it has no name."""
    type_line: Maybe[Text] = None
    """May be left out where `power` is given (then `Creature`)."""
    oracle_text: Maybe[Text] = None
    power: Maybe[Strength] = None
    toughness: Maybe[Strength] = None
    colors: Maybe[Many[Color]] = None
    """Default to those of `mana_cost`; else unknown."""
    keywords: Maybe[Many[Text]] = None
    mana_cost: Maybe[ManaCost] = None
    cmc: Maybe[ManaValue] = None
    """Defaults to that of `mana_cost`, to 0 for a token or a face-down permanent; else unknown."""
    card: Maybe[Text | Card] = None
    """A card object as Scryfall gives it, or a card name for the card index; fields given beside it win."""
    face: Maybe[Annotated[Annotated[int, Field(ge=0)] | str, Expect("0, 1 or the name of a face")]] = None
    """Which face of a two-faced card is up."""
    count: Maybe[Positive] = None
    """This entry stands for that many identical permanents, ids `goblin#1` … `goblin#N`."""
    tapped: Flag = False
    phased_out: Flag = False
    face_down: Flag = False
    """Ignores `card` and `name`: a 2/2 with no text but for fields given beside it."""
    token: Flag = False
    summoning_sick: Maybe[Flag] = None
    counters: Maybe[FrozenMap[str, Count]] = None
    attached_to: Maybe[Id] = None
    """What this Aura or Equipment is on: a permanent or a player."""
    paired_with: Maybe[Id] = None
    """Its soulbond partner."""
    attacking: Maybe[Id | Departed] = None
    """A player, planeswalker or battle; an object when what it attacked has left."""
    band: Maybe[Id] = None
    """A name shared by the members of an attacking band."""
    protector: Maybe[Id] = None
    """For a battle: the player that protects it."""
    designations: Maybe[Many[Text]] = None
    """`suspected`, `detained`, `goaded`, `ring-bearer`, `monstrous` …"""
    chosen: Maybe[Chosen] = None
    ignored_by: Maybe[Many[Id]] = None
    """Players that have bought themselves out of this permanent's effect."""
    facts: Maybe[FrozenMap[str, FactValue]] = None
    """Named facts about it."""
    abilities: Maybe[Many[TypedEffect]] = None
    """Typed effects instead of text."""
    triggered: Maybe[Many[Text]] = None
    """The words of its abilities that trigger (or do something) only once each turn and have this turn.

    Left out: none in the first combat phase of a turn, unknown in a later one.
    """
    text_is: Maybe[TextIs] = None
    """Overrides the board's `text_is`."""


class GivenEffect(Given):
    """What a resolved spell or ability, an emblem or a delayed trigger has left in force.

    In words or as a typed effect.
    """

    model_config = ConfigDict(
        title="Effect", json_schema_extra={"oneOf": [{"required": ["text"]}, {"required": ["effect"]}]}
    )

    text: Maybe[Text] = None
    """The words that resolved."""
    effect: Maybe[TypedEffect] = None
    """The typed form, instead of `text`."""
    source: Maybe[Id] = None
    """The permanent it came from, if any."""
    controller: Maybe[Id] = None
    """Who controls the effect; defaults to the source's controller."""
    targets: Maybe[Many[Id | Many[Id] | None]] = None
    """In the text's order; null for an unused "up to one", a list for "up to two"."""
    it: Maybe[Id | Many[Id]] = None
    """What the text calls "it", "that creature", "those creatures"."""
    affected: Maybe[Many[Id]] = None
    """The ids fixed at resolution (611.2c)."""
    x: Maybe[Count] = None
    chosen: Maybe[Chosen] = None
    triggered: Maybe[Many[Text]] = None
    """The words of its delayed abilities that trigger only once and have; as for a permanent."""


class Activate(Given):
    """Activate a mana ability."""

    activate: Id
    ability: Maybe[Count] = None
    """Which of its abilities, counted from 0."""
    add: Maybe[ManaWord] = None
    """The mana it adds."""


class Tap(Given):
    """Tap a permanent as a price."""

    tap: Id


class Sacrifice(Given):
    """Sacrifice a permanent as a price."""

    sacrifice: Id


class Discard(Given):
    """Discard that many cards."""

    discard: Count


class PayLife(Given):
    """Pay life."""

    life: Count


class PutCounter(Given):
    """Put counters on a permanent: its id, their kind, how many."""

    counter: Annotated[tuple[Id, Text, Positive], Strict(False)]


class Exile(Given):
    """Exile cards: how many, or which."""

    exile: Id | Many[Id]


class Decline(Given):
    """Choose not to pay a cost item."""

    decline: Id


PAYMENTS: dict[str, type[Given]] = {
    "activate": Activate,
    "tap": Tap,
    "sacrifice": Sacrifice,
    "discard": Discard,
    "life": PayLife,
    "counter": PutCounter,
    "exile": Exile,
    "decline": Decline,
}


def payment_kind(value: Any) -> str | None:
    """Which payment an object is: the field that names it."""
    given = value if isinstance(value, dict) else getattr(value, "model_fields_set", ())
    return next((kind for kind in PAYMENTS if kind in given), None)


def _payment_tag(value: Any) -> str | None:
    kind = payment_kind(value)
    return None if kind is None else f"to {kind}"


Payment: TypeAlias = Annotated[
    Annotated[Activate, Tag("to activate")]
    | Annotated[Tap, Tag("to tap")]
    | Annotated[Sacrifice, Tag("to sacrifice")]
    | Annotated[Discard, Tag("to discard")]
    | Annotated[PayLife, Tag("to life")]
    | Annotated[PutCounter, Tag("to counter")]
    | Annotated[Exile, Tag("to exile")]
    | Annotated[Decline, Tag("to decline")],
    Discriminator(
        _payment_tag,
        custom_error_type="expected",
        custom_error_message=f"an object with one of {', '.join(PAYMENTS)}",
    ),
]


class GivenDeclaration(Given):
    """A declaration of blockers."""

    model_config = ConfigDict(title="Declaration")

    player: Maybe[Id] = None
    """Who declares; defaults to the only player or team that is attacked."""
    blocks: FrozenMap[str, Id | Many[Id]]
    """Each blocker with one attacker or a list of them; creatures left out do not block."""
    declared_by: Maybe[Id] = None
    """Who chooses, where an effect gives the choice to another player."""
    pay: Maybe[Many[Payment]] = None
    """How costs are paid; left out, a way to pay is looked for."""


class Turn(Given):
    """Turn facts."""

    player: Maybe[Id] = None
    phase: Maybe[Phase] = None
    step: Maybe[Step] = None
    combat_phase: Maybe[Positive] = None
    """Which combat phase of the turn this is."""
    skipped: Maybe[Many[Skippable]] = None
    attackers_declared: Maybe[Flag] = None
    blockers_declared: Maybe[Flag] = None
    attacked: Maybe[Many[Id]] = None
    """The players attacked this turn."""


class GivenBoard(Given):
    """A board: the battlefield and the players at the moment blockers are declared."""

    model_config = ConfigDict(
        title="Board", json_schema_extra={"not": {"required": ["declaration", "declarations"]}}
    )

    format: Maybe[Annotated[Literal["blockcheck/board/1"], Expect(FORMAT)]] = None
    id: Maybe[Id] = None
    """Echoed in the verdict."""
    players: Maybe[Many[Id | GivenPlayer]] = None
    """In turn order; may be left out with two players."""
    active_player: Maybe[Id] = None
    """The attacking player; may be left out where only one player has attackers."""
    shared_team_turns: Maybe[Flag] = None
    """Whether teams act together (805).

    Default true for two teams of two, required with any other use of `team`.
    """
    text_is: Maybe[TextIs] = None
    """Whether what other permanents and effects grant or take away still has to be applied to the texts
    (`printed`, the default) or already was (`current`)."""
    turn: Maybe[Turn] = None
    permanents: Many[GivenPermanent]
    """The whole battlefield as far as it matters."""
    effects: Maybe[Many[GivenEffect]] = None
    declaration: Maybe[GivenDeclaration] = None
    """The blocks to judge."""
    declarations: Maybe[Many[GivenDeclaration]] = None
    """Several defending players, in the order in which they declare."""
