"""The closed vocabulary of typed effects: what a rules text about blocking can say, as frozen values.

Rules text is read into these (``reading``), an engine without text writes them in a board's ``abilities`` and
``effects``, and ``ground`` turns them into sentences. Every class has a ``kind``, which is its tag in JSON, and
effects that make sentences name the rule behind them in ``CR``. The one printed form of each value, which reads back to an equal
value, is made by ``reading/printing.py``.

Who and what is meant stays relative here ("you", "this", "defending player"); ``ground`` binds it to a board.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, ClassVar, Literal, TypeAlias, get_args

from blockcheck.values import dataclass, defaults

Who: TypeAlias = Literal[
    "you",
    "opponent",
    "defending player",
    "attacking player",
    "its controller",
    "its owner",
    "enchanted player",
    "chosen player",
    "target player",
    "target's controller",
    "that player",
    "any player",
    "active player",
    "monarch",
]
"""A player. "you" controls the effect; "opponent" is any of your opponents; "its controller" controls the creature spoken of.

"defending player" and "attacking player" belong to the attacker of the pair that is asked about (508.5, 805.10c).
"that player" is the player among the effect's ``it``; "target player" its first player target; "target's controller"
controls its first permanent target; "enchanted player" is whom "this" is attached to.
"""

Ref: TypeAlias = Literal[
    "this",
    "host",
    "it",
    "paired",
    "subject",
    "blocker",
    "attacker",
    "target",
    "target 2",
    "target 3",
    "target 4",
]
"""A permanent. "this" has the ability; "host" is what it is attached to; "it" is bound by the board's ``it``.

"subject" is the permanent that the filter around it is asked about; "blocker" and "attacker" are those of the pair.
"""

Op: TypeAlias = Literal["<", "<=", "=", ">=", ">", "!="]
Stat: TypeAlias = Literal["power", "toughness", "mana value", "base power", "base toughness"]
"""Base power and toughness (208.4b) are facts of the board: its values are current."""

Color: TypeAlias = Literal["W", "U", "B", "R", "G", "colorless", "multicolored", "monocolored", "chosen"]


# --- quantities -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    """A plain number."""

    n: int
    kind: Literal["number"] = "number"


@dataclass(frozen=True, slots=True)
class X:
    """The value of X when the spell or ability was cast or activated (107.3); a board effect's ``x``."""

    kind: Literal["x"] = "x"


@dataclass(frozen=True, slots=True)
class ChosenNumber:
    """The number chosen for the source."""

    kind: Literal["chosen_number"] = "chosen_number"


@dataclass(frozen=True, slots=True)
class StatOf:
    """Power, toughness or mana value of a permanent."""

    stat: Stat
    of: Ref
    kind: Literal["stat_of"] = "stat_of"


@dataclass(frozen=True, slots=True)
class CountOf:
    """How many permanents on the battlefield fit a filter."""

    filter: Filter
    kind: Literal["count_of"] = "count_of"


@dataclass(frozen=True, slots=True)
class GreatestOf:
    """The greatest power, toughness or mana value among permanents that fit a filter (0 among none)."""

    stat: Stat
    filter: Filter
    kind: Literal["greatest_of"] = "greatest_of"


@dataclass(frozen=True, slots=True)
class MostSharing:
    """The greatest number of permanents that fit and share one creature type."""

    filter: Filter
    kind: Literal["most_sharing"] = "most_sharing"


@dataclass(frozen=True, slots=True)
class CountersOn:
    """How many counters of a kind ("" of any kind) are on a permanent."""

    counter: str
    on: Ref
    kind: Literal["counters_on"] = "counters_on"


@dataclass(frozen=True, slots=True)
class PlayerNumber:
    """A number a player has: ``hand``, ``life``, ``graveyard``, ``exile``, ``speed``, or a counter such as ``poison``.

    ``cards`` limits graveyard and exile to cards that fit; "card types" counts different card types instead of cards.
    """

    who: Who
    what: str
    cards: Filter | None = None
    kind: Literal["player_number"] = "player_number"


@dataclass(frozen=True, slots=True)
class Devotion:
    """Mana symbols of the colors among mana costs of permanents a player controls (700.5)."""

    who: Who
    colors: tuple[Color, ...]
    kind: Literal["devotion"] = "devotion"


@dataclass(frozen=True, slots=True)
class FactNumber:
    """A number that only the board's ``facts`` can give, such as ``spells_cast_this_turn`` of a player."""

    key: str
    of: Who | Ref
    kind: Literal["fact_number"] = "fact_number"


@dataclass(frozen=True, slots=True)
class Times:
    """A multiple of a quantity."""

    n: int
    of: Quantity
    kind: Literal["times"] = "times"


@dataclass(frozen=True, slots=True)
class Plus:
    """The sum of quantities."""

    of: tuple[Quantity, ...]
    kind: Literal["plus"] = "plus"


Quantity: TypeAlias = (
    Number
    | X
    | ChosenNumber
    | StatOf
    | CountOf
    | GreatestOf
    | MostSharing
    | CountersOn
    | PlayerNumber
    | Devotion
    | FactNumber
    | Times
    | Plus
)


# --- filters: which permanents ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Anything:
    """Every permanent (every card, where cards are counted)."""

    kind: Literal["anything"] = "anything"


@dataclass(frozen=True, slots=True)
class Is:
    """Exactly the permanent(s) a reference names."""

    ref: Ref
    kind: Literal["is"] = "is"


@dataclass(frozen=True, slots=True)
class HasColor:
    """Is of a color (105.2), colorless, multicolored, monocolored, or of the color chosen for the source."""

    color: Color
    kind: Literal["has_color"] = "has_color"


@dataclass(frozen=True, slots=True)
class HasType:
    """Has a card type, in lower case: ``creature``, ``artifact``, ``permanent`` (205.2)."""

    type: str
    kind: Literal["has_type"] = "has_type"


@dataclass(frozen=True, slots=True)
class HasSubtype:
    """Has a subtype, as printed in the singular: ``Wall``, ``Swamp``; ``chosen``: the type chosen for the source (205.3)."""

    subtype: str
    kind: Literal["has_subtype"] = "has_subtype"


@dataclass(frozen=True, slots=True)
class HasSupertype:
    """Has a supertype, in lower case: ``legendary``, ``basic``, ``snow`` (205.4)."""

    supertype: str
    kind: Literal["has_supertype"] = "has_supertype"


@dataclass(frozen=True, slots=True)
class Named:
    """Has a name; ``chosen``: the name chosen for the source."""

    name: str
    kind: Literal["named"] = "named"


@dataclass(frozen=True, slots=True)
class HasStat:
    """Its power, toughness or mana value stands in a relation to a quantity ("power 3 or greater", "greater power")."""

    stat: Stat
    op: Op
    than: Quantity
    kind: Literal["has_stat"] = "has_stat"


@dataclass(frozen=True, slots=True)
class HasParity:
    """Its power, toughness or mana value is ``even`` or ``odd`` (0 is even), or as ``chosen`` for the source."""

    stat: Stat
    parity: Literal["even", "odd", "chosen"]
    kind: Literal["has_parity"] = "has_parity"


@dataclass(frozen=True, slots=True)
class HasKeyword:
    """Has a keyword ability, named in lower case as in :class:`Keyword` (``landwalk`` is any; ``swampwalk`` one)."""

    keyword: str
    kind: Literal["has_keyword"] = "has_keyword"


@dataclass(frozen=True, slots=True)
class HasNoAbilities:
    """Has no abilities at all."""

    kind: Literal["has_no_abilities"] = "has_no_abilities"


@dataclass(frozen=True, slots=True)
class HasCounters:
    """Has counters of a kind ("" of any kind) in a number, or in an ``even`` or ``odd`` number (0 is even)."""

    counter: str
    op: Op = ">="
    n: int = 1
    parity: Literal["", "even", "odd"] = ""
    kind: Literal["has_counters"] = "has_counters"


@dataclass(frozen=True, slots=True)
class Status:
    """A yes-or-no property that the board states."""

    status: Literal[
        "token",
        "tapped",
        "face down",
        "attacking",
        "enchanted",
        "equipped",
        "modified",
        "phased out",
        "attacking alone",
    ]
    kind: Literal["status"] = "status"


@dataclass(frozen=True, slots=True)
class HasDesignation:
    """Carries a designation: ``suspected``, ``goaded``, ``commander``, ``monstrous``, ``ring-bearer``, ``saddled`` …"""

    designation: str
    kind: Literal["has_designation"] = "has_designation"


@dataclass(frozen=True, slots=True)
class ControlledBy:
    """A player controls it."""

    who: Who
    kind: Literal["controlled_by"] = "controlled_by"


@dataclass(frozen=True, slots=True)
class OwnedBy:
    """A player owns it."""

    who: Who
    kind: Literal["owned_by"] = "owned_by"


@dataclass(frozen=True, slots=True)
class Attacks:
    """It attacks a player, or (``permanents``) also a planeswalker that player controls or a battle that player protects."""

    who: Who
    permanents: bool = False
    kind: Literal["attacks"] = "attacks"


@dataclass(frozen=True, slots=True)
class SharesWith:
    """Shares a color, creature type or name with a permanent."""

    what: Literal["color", "creature type", "name"]
    ref: Ref
    kind: Literal["shares_with"] = "shares_with"


@dataclass(frozen=True, slots=True)
class AttachedTo:
    """Is an Aura or Equipment attached to a permanent."""

    ref: Ref
    kind: Literal["attached_to"] = "attached_to"


@dataclass(frozen=True, slots=True)
class HasFact:
    """A fact about it that only the board's ``facts`` can give, such as ``attacked_this_turn``."""

    key: str
    kind: Literal["has_fact"] = "has_fact"


@dataclass(frozen=True, slots=True)
class HasLabel:
    """The label chosen for it (piles: ``left``, ``right``).

    ``chosen``: it is the label chosen for the effect or its source; ``attacker``: the one chosen for the attacker of the pair, or
    for the effect that speaks of that attacker.
    """

    label: str
    kind: Literal["has_label"] = "has_label"


@dataclass(frozen=True, slots=True)
class AllOf:
    """Fits every filter."""

    of: tuple[Filter, ...]
    kind: Literal["all_of"] = "all_of"


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Fits at least one filter ("and/or", "or")."""

    of: tuple[Filter, ...]
    kind: Literal["any_of"] = "any_of"


@dataclass(frozen=True, slots=True)
class NoneOf:
    """Fits none of the filters ("non-", "without", "other than")."""

    of: tuple[Filter, ...]
    kind: Literal["none_of"] = "none_of"


Filter: TypeAlias = (
    Anything
    | Is
    | HasColor
    | HasType
    | HasSubtype
    | HasSupertype
    | Named
    | HasStat
    | HasParity
    | HasKeyword
    | HasNoAbilities
    | HasCounters
    | Status
    | HasDesignation
    | ControlledBy
    | OwnedBy
    | Attacks
    | SharesWith
    | AttachedTo
    | HasFact
    | HasLabel
    | AllOf
    | AnyOf
    | NoneOf
)

CREATURES: Filter = HasType("creature")
THIS: Filter = Is("this")


# --- conditions: true, false or unknown -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Compare:
    """A relation between two quantities ("you control three or more Islands", "you have no cards in hand")."""

    left: Quantity
    op: Op
    right: Quantity
    kind: Literal["compare"] = "compare"


@dataclass(frozen=True, slots=True)
class Fits:
    """A permanent fits a filter ("it's attacking", "enchanted creature is blue"); false where there is none."""

    ref: Ref
    filter: Filter
    kind: Literal["fits"] = "fits"


@dataclass(frozen=True, slots=True)
class ControlsMost:
    """A player controls the most permanents that fit, or is tied for the most."""

    who: Who
    filter: Filter
    kind: Literal["controls_most"] = "controls_most"


@dataclass(frozen=True, slots=True)
class PlayerHas:
    """A player has a designation: ``monarch``, ``initiative``, ``city's blessing``, ``max speed``."""

    who: Who
    designation: str
    kind: Literal["player_has"] = "player_has"


@dataclass(frozen=True, slots=True)
class TurnOf:
    """It is a player's turn."""

    who: Who
    kind: Literal["turn_of"] = "turn_of"


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about a player that only the board's ``facts`` can give, such as ``committed_a_crime_this_turn``."""

    key: str
    of: Who
    kind: Literal["fact"] = "fact"


@dataclass(frozen=True, slots=True)
class Both:
    """Every condition is true."""

    of: tuple[Condition, ...]
    kind: Literal["both"] = "both"


@dataclass(frozen=True, slots=True)
class Either:
    """At least one condition is true."""

    of: tuple[Condition, ...]
    kind: Literal["either"] = "either"


@dataclass(frozen=True, slots=True)
class Neither:
    """No condition is true ("unless", "isn't")."""

    of: tuple[Condition, ...]
    kind: Literal["neither"] = "neither"


@dataclass(frozen=True, slots=True)
class SomePlayer:
    """One of the players that ``who`` means meets a condition, in which ``who`` is that player ("an opponent has no cards in hand")."""

    who: Who
    condition: Condition
    kind: Literal["some_player"] = "some_player"


@dataclass(frozen=True, slots=True)
class EveryPlayer:
    """Each of the players that ``who`` means meets a condition, in which ``who`` is that player ("more life than each opponent")."""

    who: Who
    condition: Condition
    kind: Literal["every_player"] = "every_player"


Condition: TypeAlias = (
    Compare
    | Fits
    | ControlsMost
    | PlayerHas
    | TurnOf
    | Fact
    | Both
    | Either
    | Neither
    | SomePlayer
    | EveryPlayer
)


# --- effects ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword ability of the permanent that has it (702).

    ``name`` is lower case: ``flying``, ``menace``, ``protection``, ``landwalk`` … ``quality`` is what protection is from or the
    lands of a landwalk; ``n`` the number of ``bushido 2``. Keywords that do not bear on blocking are kept too (filters
    ask for them).
    """

    name: str
    quality: Filter | None = None
    n: int | None = None
    kind: Literal["keyword"] = "keyword"


@dataclass(frozen=True, slots=True)
class Grant:
    """Permanents have (gain) abilities (613.1f): keywords or whole effects, in which "this" is whoever is given them."""

    to: Filter
    abilities: tuple[Effect, ...]
    kind: Literal["grant"] = "grant"


@dataclass(frozen=True, slots=True)
class Lose:
    """Permanents lose keyword abilities, or all abilities where ``keywords`` is empty; ``for_good``: and can't have them."""

    which: Filter
    keywords: tuple[str, ...] = ()
    for_good: bool = False
    kind: Literal["lose"] = "lose"


@dataclass(frozen=True, slots=True)
class CantBlock:
    """Blockers that fit can't block attackers that fit: "can't block", "can't be blocked (except) by", "can block only"."""

    CR: ClassVar[str] = "509.1b"
    blockers: Filter
    attackers: Filter
    kind: Literal["cant_block"] = "cant_block"


@dataclass(frozen=True, slots=True)
class MinBlockers:
    """An attacker that fits can't be blocked except by ``n`` or more creatures."""

    CR: ClassVar[str] = "509.1b"
    attackers: Filter
    n: int
    kind: Literal["min_blockers"] = "min_blockers"


@dataclass(frozen=True, slots=True)
class MaxBlockers:
    """An attacker that fits can't be blocked by more than ``n`` creatures."""

    CR: ClassVar[str] = "509.1b"
    attackers: Filter
    n: int
    kind: Literal["max_blockers"] = "max_blockers"


@dataclass(frozen=True, slots=True)
class AllOrNone:
    """An attacker that fits can't be blocked unless all creatures its defending player controls that fit block it."""

    CR: ClassVar[str] = "509.1b"
    attackers: Filter
    blockers: Filter = CREATURES
    kind: Literal["all_or_none"] = "all_or_none"


@dataclass(frozen=True, slots=True)
class MaxBlocking:
    """No more than ``n`` creatures that fit can block each combat; ``each``: counted for each such player apart."""

    CR: ClassVar[str] = "509.1b"
    blockers: Filter
    n: int
    each: Who | None = None
    kind: Literal["max_blocking"] = "max_blocking"


@dataclass(frozen=True, slots=True)
class NeedsCompany:
    """Blockers that fit can't block unless at least ``n`` other creatures that fit ``others`` also block ("alone": 1)."""

    CR: ClassVar[str] = "509.1b"
    blockers: Filter
    n: int = 1
    others: Filter = CREATURES
    kind: Literal["needs_company"] = "needs_company"


@dataclass(frozen=True, slots=True)
class ExtraBlocks:
    """Blockers that fit can block ``n`` additional creatures each combat (None: any number of creatures)."""

    CR: ClassVar[str] = "509.1a"
    blockers: Filter
    n: Quantity | None = Number(1)
    kind: Literal["extra_blocks"] = "extra_blocks"


@dataclass(frozen=True, slots=True)
class MustBlock:
    """Blockers that fit block each combat (this turn, this combat) if able."""

    CR: ClassVar[str] = "509.1c"
    blockers: Filter
    kind: Literal["must_block"] = "must_block"


@dataclass(frozen=True, slots=True)
class MustBlockThese:
    """Blockers that fit block each attacker that fits if able; "all creatures able to block A do so" is this too."""

    CR: ClassVar[str] = "509.1c"
    blockers: Filter
    attackers: Filter
    kind: Literal["must_block_these"] = "must_block_these"


@dataclass(frozen=True, slots=True)
class MustBeBlocked:
    """An attacker that fits must be blocked by at least ``lo`` (and at most ``hi``) of the blockers that fit, if able."""

    CR: ClassVar[str] = "509.1c"
    attackers: Filter
    blockers: Filter = CREATURES
    lo: int = 1
    hi: int | None = None
    kind: Literal["must_be_blocked"] = "must_be_blocked"


@dataclass(frozen=True, slots=True)
class PricePart:
    """One thing to pay: mana symbols, life, or an action (sacrifice, discard, tap, exile, counter) on ``what`` fits.

    ``exile`` is from the payer's graveyard; ``counter`` puts ``n`` counters of that kind on one permanent, ``remove`` takes them
    from "this" or from the player, and ``return`` is to the owner's hand (the last two only in the cost of a mana ability).
    ``text`` says more about ``what``: "not declared as …" leaves out the creatures chosen to block.
    """

    verb: Literal["mana", "life", "sacrifice", "discard", "tap", "exile", "counter", "remove", "return"]
    n: Quantity = Number(1)
    mana: str = ""
    what: Filter | None = None
    text: str = ""
    counter: str = ""
    kind: Literal["price_part"] = "price_part"


@dataclass(frozen=True, slots=True)
class BlockCost:
    """Blockers that fit can't block (attackers that fit) unless ``payer`` pays, ``times`` over.

    One price for each blocker; with ``attackers`` it is due where that blocker blocks any of them; with ``each`` ``"pair"`` one price for
    each of them it blocks, with ``"attacker"`` one for each of them that is blocked. "defending player" as ``payer`` is the one whom
    that attacker attacks (805.10e), and of pairs pays for their own creatures only ("for each creature they control").
    """

    CR: ClassVar[str] = "509.1d"
    blockers: Filter
    price: tuple[PricePart, ...]
    payer: Who = "its controller"
    attackers: Filter | None = None
    times: Quantity = Number(1)
    each: Literal["blocker", "pair", "attacker"] = "blocker"
    kind: Literal["block_cost"] = "block_cost"


@dataclass(frozen=True, slots=True)
class AsThough:
    """Blockers that fit can block attackers that fit as though … (609.4); it lifts that one reason and no other.

    ``has``: as though the blocker had this keyword; ``lacks``: as though the attacker (or, by ``lacking``, the blocker) didn't have
    this keyword (``protection``, ``landwalk``, ``swampwalk`` …); ``untapped``: as though the blocker were untapped.
    """

    CR: ClassVar[str] = "609.4"
    blockers: Filter
    attackers: Filter
    has: str | None = None
    lacks: str | None = None
    untapped: bool = False
    lacking: Literal["attacker", "blocker"] = "attacker"
    kind: Literal["as_though"] = "as_though"


@dataclass(frozen=True, slots=True)
class ChoosesBlocks:
    """A player chooses which creatures block and (or) how they block; it changes who declares, not what is legal."""

    CR: ClassVar[str] = "509.1"
    who: Who
    blockers: Filter = CREATURES
    which: bool = True
    how: bool = True
    kind: Literal["chooses_blocks"] = "chooses_blocks"


@dataclass(frozen=True, slots=True)
class NoDeclaration:
    """Blockers are not declared: creatures are put into piles that are assigned to attackers at random (no 509.1 at all)."""

    CR: ClassVar[str] = "509.1"
    kind: Literal["no_declaration"] = "no_declaration"


@dataclass(frozen=True, slots=True)
class Changes:
    """Permanents have characteristics changed; the board states current values, so this is only a note."""

    of: Filter
    what: tuple[Literal["power", "toughness", "types", "colors", "control", "name"], ...]
    kind: Literal["changes"] = "changes"


@dataclass(frozen=True, slots=True)
class NoActivation:
    """Activated abilities of permanents that fit can't be activated (``mana_too``: mana abilities neither).

    ``with_cost``: only those with this symbol in their costs.
    """

    of: Filter
    mana_too: bool = True
    with_cost: str = ""
    kind: Literal["no_activation"] = "no_activation"


@dataclass(frozen=True, slots=True)
class Mana:
    """Mana that is added: ``n`` times one of ``choices``, each a word such as ``G`` or ``CC``; with ``anew`` chosen for each one.

    ``of`` says where the choices come from instead: the color ``chosen`` for the source, the colors ``among`` permanents
    that fit ``which``, what an ability of those ``could produce`` (106.7), those of your commander's color ``identity``, or, of a
    trigger, a type that was ``produced``.
    """

    choices: tuple[str, ...] = ()
    n: Quantity = Number(1)
    anew: bool = False
    of: Literal["", "chosen", "among", "could produce", "identity", "produced"] = ""
    which: Filter = Anything()
    colors_only: bool = False
    kind: Literal["mana"] = "mana"


@dataclass(frozen=True, slots=True)
class ManaAbility:
    """An activated mana ability (605.1a); its source is "this", in its cost too.

    ``taps``: its cost has {T}; ``untaps``: it has {Q}. ``damage`` is dealt to (or lost by) whoever activates it. ``restricted``: the
    mana may be spent on something else only, so it pays no cost to block. ``more``: it also does something else, which may help to pay.
    """

    CR: ClassVar[str] = "605.1a"
    adds: tuple[Mana, ...]
    cost: tuple[PricePart, ...] = ()
    taps: bool = True
    once: bool = False
    damage: int = 0
    restricted: bool = False
    untaps: bool = False
    more: bool = False
    kind: Literal["mana_ability"] = "mana_ability"


@dataclass(frozen=True, slots=True)
class ManaTrigger:
    """Whenever a permanent that fits is tapped for mana (``color``: of that type), more is added (605.1b); "subject" is that permanent.

    ``who`` gets the mana; ``by`` is who has to tap it.
    """

    CR: ClassVar[str] = "605.1b"
    of: Filter
    adds: tuple[Mana, ...]
    who: Who = "its controller"
    by: Who = "any player"
    color: str = ""
    kind: Literal["mana_trigger"] = "mana_trigger"


@dataclass(frozen=True, slots=True)
class ManaChange:
    """A permanent that fits, tapped for mana (``least`` or more of it), produces ``times`` as much, or ``instead`` (106.12b).

    ``instead`` is a word of mana; with ``amount_too`` that word is all it produces, else each mana becomes of that type.
    """

    CR: ClassVar[str] = "106.12b"
    of: Filter
    times: int = 1
    instead: str = ""
    amount_too: bool = False
    least: int = 1
    by: Who = "any player"
    kind: Literal["mana_change"] = "mana_change"


@dataclass(frozen=True, slots=True)
class ManaTax:
    """Activated abilities of permanents that fit cost more mana to activate, mana abilities too."""

    CR: ClassVar[str] = "118.8"
    of: Filter
    mana: str
    kind: Literal["mana_tax"] = "mana_tax"


# --- triggered abilities ----------------------------------------------------------------------------------------------

Verb: TypeAlias = Literal[
    "blocks",
    "becomes blocked",
    "isn't blocked",
    "is sacrificed",
    "dies",
    "leaves",
    "becomes tapped",
    "is tapped for mana",
    "gets a counter",
    "loses a counter",
    "discards",
    "loses life",
    "card leaves graveyard",
]
"""What an ability about blocks, or about what a payment does, can wait for; the last three are what a player does."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """One event that a triggered ability waits for.

    ``who`` is the permanent that does it or to which it happens, ``other`` the creature at the other end of the block; without
    ``other`` only the change counts. ``least`` and ``most`` ask for that many others at once (509.3e). ``together`` counts all
    that do it at once as one event; ``alone`` asks for the only creature declared (506.5). ``player`` acts, where a player does.
    ``counter`` is the kind of counter ("" any).
    """

    verb: Verb
    who: Filter = Anything()
    other: Filter | None = None
    least: int = 0
    most: int | None = None
    together: int = 0
    alone: bool = False
    player: Who | None = None
    counter: str = ""
    kind: Literal["awaited"] = "awaited"

    @property
    def cr(self) -> str:
        """The paragraph that says when it triggers."""
        if self.verb == "isn't blocked":
            return "509.3g"
        if self.verb not in ("blocks", "becomes blocked"):
            return "509.2a"
        if self.least or self.most is not None:
            return "509.3e"
        if self.verb == "blocks":
            return "509.3a" if self.other is None else "509.3b"
        return "509.3c" if self.other is None else "509.3d"


@dataclass(frozen=True, slots=True)
class Trigger:
    """A triggered ability: what it waits for, and the "if" that follows (603.4).

    ``text`` is what it says, in whatever words. ``condition_text`` without a ``condition`` is an "if" that nobody understood;
    ``unread`` marks an ability whose event was not understood, and says whether that is about blocks or about what a payment may do.
    ``once``: a delayed trigger without a duration (603.7b). ``limit``: it triggers only so often each turn (603.2h); ``first_time``:
    only on what happens to that creature for the first time each turn; ``does_once``: its controller does it only once each turn (603.2i).
    """

    awaited: tuple[Awaited, ...]
    text: str = ""
    condition: Condition | None = None
    condition_text: str = ""
    once: bool = False
    limit: int | None = None
    first_time: bool = False
    does_once: bool = False
    unread: Literal["", "blocks", "payment"] = ""
    kind: Literal["trigger"] = "trigger"


@dataclass(frozen=True, slots=True)
class TriggersAgain:
    """A triggered ability of a permanent that fits triggers ``n`` additional times (603.2d); with ``cause``, when that made it trigger."""

    CR: ClassVar[str] = "603.2d"
    of: Filter
    cause: Awaited | None = None
    n: int = 1
    kind: Literal["triggers_again"] = "triggers_again"


@dataclass(frozen=True, slots=True)
class LandTypes:
    """Lands that fit (None: not understood which) are of basic land types (305.7); a part of a text, not of the typed vocabulary.

    ``types`` may be ``("chosen",)``; none: the text leaves them to a choice. ``besides``: in addition to their other types.
    """

    of: Filter | None
    types: tuple[str, ...]
    besides: bool
    text: str


@dataclass(frozen=True, slots=True)
class While:
    """An effect that is in force only while a condition is true ("as long as", "if", "unless")."""

    condition: Condition
    effect: Effect
    kind: Literal["while"] = "while"


Effect: TypeAlias = (
    Keyword
    | Grant
    | Lose
    | CantBlock
    | MinBlockers
    | MaxBlockers
    | AllOrNone
    | MaxBlocking
    | NeedsCompany
    | ExtraBlocks
    | MustBlock
    | MustBlockThese
    | MustBeBlocked
    | BlockCost
    | AsThough
    | ChoosesBlocks
    | NoDeclaration
    | Changes
    | NoActivation
    | ManaAbility
    | ManaTrigger
    | ManaChange
    | ManaTax
    | Trigger
    | TriggersAgain
    | While
)


# --- what reading a text gives ----------------------------------------------------------------------------------------

ClauseClass: TypeAlias = Literal[
    "keyword",
    "static",
    "activated",
    "triggered",
    "spell",
    "window",
    "replacement",
    "reminder",
    "unrelated",
    "unread",
]

Duration: TypeAlias = Literal[
    "", "this turn", "this combat", "until end of turn", "until your next turn", "for as long as"
]


@dataclass(frozen=True, slots=True)
class Unread:
    """Words that no rule reads: the text, its span in the whole text, the first word that did not fit, what was expected there."""

    text: str
    span: tuple[int, int]
    at: int
    expected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Target:
    """What a target has to be, and how many there may be: "up to two" is 0 to 2, "any number" 0 to None (115.1, 601.2c)."""

    filter: Filter
    lo: int = 1
    hi: int | None = 1


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of a text with its class and meaning.

    Of a permanent, effects of ``keyword`` and ``static`` clauses are in force; those of ``activated``, ``triggered`` and ``spell``
    clauses are what happens once they resolve, ready to stand in a board's ``effects``. ``unread`` is set for a clause that
    bears on blocking and was not (wholly) read, whatever its class. ``targets`` says what each target has to be.
    """

    text: str
    span: tuple[int, int]
    cls: ClauseClass
    effects: tuple[Effect, ...] = ()
    duration: Duration = ""
    unread: Unread | None = None
    targets: tuple[Target, ...] = ()


# --- JSON -------------------------------------------------------------------------------------------------------------


def to_json(value: Any) -> Any:
    """A value of this vocabulary as JSON data: ``kind`` first, fields at their default left out, tuples as lists."""
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    if not hasattr(value, "kind"):
        return value
    own = {f.name: getattr(value, f.name) for f in fields(value) if f.name != "kind"}
    given = {f.name: own[f.name] for f in fields(value) if f.name != "kind" and own[f.name] != f.default}
    return {"kind": value.kind, **{name: to_json(item) for name, item in given.items()}}


KINDS: dict[str, type[Any]] = {
    defaults(cls)["kind"]: cls
    for union in (Quantity, Filter, Condition, Effect, PricePart, Mana, Awaited)
    for cls in (get_args(union) or (union,))
}
"""Every class of the vocabulary by its ``kind``."""
