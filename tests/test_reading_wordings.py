"""Wordings and what they say, checked by hand: rules English with invented names, one table for each kind of effect."""

from collections.abc import Sequence
from typing import Any, Literal

import pytest

from blockcheck import effects as fx
from blockcheck.effects import (
    CREATURES,
    THIS,
    AllOf,
    AllOrNone,
    AnyOf,
    Anything,
    AsThough,
    BlockCost,
    CantBlock,
    Changes,
    ChoosesBlocks,
    Compare,
    Condition,
    ControlledBy,
    ControlsMost,
    CountersOn,
    CountOf,
    Effect,
    ExtraBlocks,
    Fact,
    FactNumber,
    Filter,
    Fits,
    Grant,
    HasColor,
    HasCounters,
    HasDesignation,
    HasKeyword,
    HasNoAbilities,
    HasStat,
    HasSubtype,
    HasSupertype,
    HasType,
    Is,
    Keyword,
    Lose,
    MaxBlockers,
    MaxBlocking,
    MinBlockers,
    MostSharing,
    MustBeBlocked,
    MustBlock,
    MustBlockThese,
    Named,
    NeedsCompany,
    Neither,
    NoActivation,
    NoneOf,
    Number,
    PlayerHas,
    PlayerNumber,
    PricePart,
    SharesWith,
    StatOf,
    Status,
    TurnOf,
    While,
    X,
)
from blockcheck.reading import read_text

ANY = Anything()
HOST: Filter = Is("host")
IT: Filter = Is("it")
TARGET: Filter = Is("target")
FLYING = HasKeyword("flying")
YOURS = ControlledBy("you")
THEIRS = ControlledBy("opponent")
DEFENDERS = ControlledBy("defending player")
WALL = HasSubtype("Wall")
BIG = HasStat("power", ">=", Number(3))
SMALL = HasStat("power", "<=", Number(2))
ARTIFACT = HasType("artifact")
UNTAPPED = NoneOf((Status("tapped"),))
OTHERS = NoneOf((THIS,))
NOTE: tuple[Literal["power", "toughness"], ...] = ("power", "toughness")


def mana(symbols: str) -> tuple[PricePart, ...]:
    return (PricePart("mana", mana=symbols),)


def controls(who: fx.Who, *filters: Filter, op: fx.Op = ">=", n: int = 1) -> Condition:
    parts = (*filters, ControlledBy(who))
    return Compare(CountOf(AllOf(parts) if len(parts) > 1 else parts[0]), op, Number(n))


def unless(condition: Condition, effect: Effect) -> Effect:
    return While(Neither((condition,)), effect)


CANT = CantBlock(THIS, ANY)
UNBLOCKABLE = CantBlock(ANY, THIS)

CANT_BLOCK: list[tuple[str, Effect]] = [
    ("This creature can't block.", CANT),
    ("This creature cannot block.", CANT),
    ("This creature can’t block.", CANT),
    ("~ can't block.", CANT),
    ("CARDNAME can't block.", CANT),
    ("Gatehouse Hound can't block.", CANT),
    ("gatehouse hound can't block.", CANT),
    ("This creature can't attack or block.", CANT),
    ("This creature also can't block.", CANT),
    ("Enchanted creature can't block.", CantBlock(HOST, ANY)),
    ("Equipped creature can't attack or block.", CantBlock(HOST, ANY)),
    ("Enchanted permanent can't attack, block, or crew Vehicles.", CantBlock(HOST, ANY)),
    ("Creatures can't block.", CantBlock(ANY, ANY)),
    ("Walls can't block.", CantBlock(WALL, ANY)),
    ("Green creatures can't block.", CantBlock(HasColor("G"), ANY)),
    ("Green creatures and red creatures can't block.", CantBlock(AnyOf((HasColor("G"), HasColor("R"))), ANY)),
    (
        "Goaded creatures your opponents control can't block.",
        CantBlock(AllOf((HasDesignation("goaded"), THEIRS)), ANY),
    ),
    ("Creatures that are enchanted can't block.", CantBlock(Status("enchanted"), ANY)),
    ("Creatures with ash counters on them can't block.", CantBlock(HasCounters("ash"), ANY)),
    (
        "Creatures your opponents control with counters on them can't block.",
        CantBlock(AllOf((HasCounters(""), THEIRS)), ANY),
    ),
    ("Creatures named Brass Gnat can't attack or block.", CantBlock(Named("Brass Gnat"), ANY)),
    ("This creature can't block Walls.", CantBlock(THIS, WALL)),
    ("This creature can't block artifact creatures.", CantBlock(THIS, ARTIFACT)),
    ("This creature can't block creatures with power 3 or greater.", CantBlock(THIS, BIG)),
    (
        "This creature can't block blue creatures with power 2 or less.",
        CantBlock(THIS, AllOf((HasColor("U"), SMALL))),
    ),
    (
        "This creature can't block creatures with power greater than this creature's power.",
        CantBlock(THIS, HasStat("power", ">", StatOf("power", "this"))),
    ),
    (
        "Enchanted creature can't block creatures with power equal to or greater than enchanted creature's toughness.",
        CantBlock(HOST, HasStat("power", ">=", StatOf("toughness", "host"))),
    ),
    ("Wolves can't block Elves.", CantBlock(HasSubtype("Wolf"), HasSubtype("Elf"))),
    ("Blue creatures can't block creatures you control.", CantBlock(HasColor("U"), YOURS)),
    ("Creatures with flying can't block creatures you control.", CantBlock(FLYING, YOURS)),
    (
        "Creatures with power less than this creature's power can't block it.",
        CantBlock(HasStat("power", "<", StatOf("power", "this")), THIS),
    ),
    (
        "Creatures with power less than Gatehouse Hound's power can't block creatures you control.",
        CantBlock(HasStat("power", "<", StatOf("power", "this")), YOURS),
    ),
    (
        "Creatures your opponents control without flying or reach can't block creatures with power 2 or less.",
        CantBlock(AllOf((THEIRS, NoneOf((FLYING, HasKeyword("reach"))))), SMALL),
    ),
    ("This creature can block only creatures with flying.", CantBlock(THIS, NoneOf((FLYING,)))),
    ("Enchanted creature can block only Walls.", CantBlock(HOST, NoneOf((WALL,)))),
    ("Creatures with flying can block only creatures with flying.", CantBlock(FLYING, NoneOf((FLYING,)))),
    ("Your opponents can't block with artifact creatures.", CantBlock(AllOf((ARTIFACT, THEIRS)), ANY)),
    (
        "Your opponents can't block with creatures with odd mana values.",
        CantBlock(AllOf((fx.HasParity("mana value", "odd"), THEIRS)), ANY),
    ),
    ("Other creatures can't block.", CantBlock(OTHERS, ANY)),
    ("Legendary creatures can't block.", CantBlock(HasSupertype("legendary"), ANY)),
    ("Nontoken creatures can't block.", CantBlock(NoneOf((Status("token"),)), ANY)),
    (
        "Creatures with mana value 3 or less can't block.",
        CantBlock(HasStat("mana value", "<=", Number(3)), ANY),
    ),
    ("Creatures of the chosen color can't block.", CantBlock(HasColor("chosen"), ANY)),
    ("Creatures of the chosen type can't block.", CantBlock(HasSubtype("chosen"), ANY)),
    ("Untapped creatures can't block.", CantBlock(UNTAPPED, ANY)),
]

CANT_BE_BLOCKED: list[tuple[str, Effect]] = [
    ("This creature can't be blocked.", UNBLOCKABLE),
    ("Intangible -- This creature can't be blocked.", UNBLOCKABLE),
    ("This land can't be blocked.", UNBLOCKABLE),
    ("Equipped creature can't be blocked.", CantBlock(ANY, HOST)),
    ("Creatures you control can't be blocked.", CantBlock(ANY, YOURS)),
    (
        "Attacking creatures you control can't be blocked.",
        CantBlock(ANY, AllOf((Status("attacking"), YOURS))),
    ),
    ("This creature can't be blocked by Walls.", CantBlock(WALL, THIS)),
    ("This creature can't be blocked by Oxen.", CantBlock(HasSubtype("Ox"), THIS)),
    ("This creature can't be blocked by tokens.", CantBlock(Status("token"), THIS)),
    ("This creature can't be blocked by creature tokens.", CantBlock(Status("token"), THIS)),
    ("This creature can't be blocked by artifact creatures.", CantBlock(ARTIFACT, THIS)),
    (
        "This creature can't be blocked by black and/or red creatures.",
        CantBlock(AnyOf((HasColor("B"), HasColor("R"))), THIS),
    ),
    (
        "Equipped creature can't be blocked by Bats or Rats.",
        CantBlock(AnyOf((HasSubtype("Bat"), HasSubtype("Rat"))), HOST),
    ),
    ("This creature can't be blocked by creatures with flying.", CantBlock(FLYING, THIS)),
    ("This creature can't be blocked by creatures with power 3 or greater.", CantBlock(BIG, THIS)),
    (
        "This creature can't be blocked by creatures with toughness 3 or greater.",
        CantBlock(HasStat("toughness", ">=", Number(3)), THIS),
    ),
    (
        "This creature can't be blocked by creatures with greater power.",
        CantBlock(HasStat("power", ">", StatOf("power", "attacker")), THIS),
    ),
    (
        "This creature can't be blocked by creatures the monarch controls.",
        CantBlock(ControlledBy("monarch"), THIS),
    ),
    ("This creature can't be blocked by creatures of the chosen color.", CantBlock(HasColor("chosen"), THIS)),
    (
        "Creatures you control with power 2 or less can't be blocked by creatures with power 3 or greater.",
        CantBlock(BIG, AllOf((SMALL, YOURS))),
    ),
    (
        "Creatures you control with power or toughness 1 or less can't be blocked.",
        CantBlock(
            ANY,
            AllOf((YOURS, AnyOf((HasStat("power", "<=", Number(1)), HasStat("toughness", "<=", Number(1)))))),
        ),
    ),
    (
        "Creatures you control with no abilities can't be blocked by creatures with abilities.",
        CantBlock(NoneOf((HasNoAbilities(),)), AllOf((HasNoAbilities(), YOURS))),
    ),
    ("This creature can't be blocked except by Walls.", CantBlock(NoneOf((WALL,)), THIS)),
    ("This creature can't be blocked except by creatures with flying.", CantBlock(NoneOf((FLYING,)), THIS)),
    ("This creature can be blocked only by creatures with flying.", CantBlock(NoneOf((FLYING,)), THIS)),
    (
        "This creature can't be blocked except by creatures with flying or reach.",
        CantBlock(NoneOf((FLYING, HasKeyword("reach"))), THIS),
    ),
    (
        "This creature can't be blocked except by artifact creatures and/or white creatures.",
        CantBlock(NoneOf((HasColor("W"), ARTIFACT)), THIS),
    ),
    (
        "This creature can't be blocked except by Walls and/or creatures with flying.",
        CantBlock(NoneOf((WALL, FLYING)), THIS),
    ),
    (
        "Creatures you control can't be blocked except by legendary creatures.",
        CantBlock(NoneOf((HasSupertype("legendary"),)), YOURS),
    ),
    (
        "Spiders you control can't be blocked by creatures with defender.",
        CantBlock(HasKeyword("defender"), AllOf((HasSubtype("Spider"), YOURS))),
    ),
]

NUMBERS_OF_BLOCKERS: list[tuple[str, Effect]] = [
    ("This creature can't be blocked except by two or more creatures.", MinBlockers(THIS, 2)),
    ("Many Arms — Gatehouse Hound can't be blocked except by six or more creatures.", MinBlockers(THIS, 6)),
    (
        "Each creature you control with menace can't be blocked except by three or more creatures.",
        MinBlockers(AllOf((HasKeyword("menace"), YOURS)), 3),
    ),
    ("This creature can't be blocked by more than one creature.", MaxBlockers(THIS, 1)),
    ("This creature can't be blocked by more than two creatures.", MaxBlockers(THIS, 2)),
    ("Enchanted creature can't be blocked by more than one creature.", MaxBlockers(HOST, 1)),
    (
        "Each creature you control with a counter on it can't be blocked by more than one creature.",
        MaxBlockers(AllOf((HasCounters(""), YOURS)), 1),
    ),
    (
        "This creature can't be blocked unless all creatures defending player controls block it.",
        AllOrNone(THIS),
    ),
    (
        "Enchanted creature can't be blocked unless all creatures defending player controls block it.",
        AllOrNone(HOST),
    ),
    (
        "This creature can't be blocked unless all Walls defending player controls block it.",
        AllOrNone(THIS, WALL),
    ),
    (
        "Creatures you control can't be blocked unless all untapped creatures defending player controls block them.",
        AllOrNone(YOURS, UNTAPPED),
    ),
    ("Equipped creature can't be blocked except by three or more creatures.", MinBlockers(HOST, 3)),
    ("Creatures you control can't be blocked except by two or more creatures.", MinBlockers(YOURS, 2)),
    (
        "Attacking Goblins can't be blocked except by four or more creatures.",
        MinBlockers(AllOf((HasSubtype("Goblin"), Status("attacking"))), 4),
    ),
    ("No more than three creatures can block each combat.", MaxBlocking(ANY, 3)),
    ("No more than one Wall can block each combat.", MaxBlocking(WALL, 1)),
    (
        "Each opponent can't block with more than two creatures each combat.",
        MaxBlocking(THEIRS, 2, each="opponent"),
    ),
    ("No more than one creature can block each combat.", MaxBlocking(ANY, 1)),
    ("No more than two artifact creatures can block each combat.", MaxBlocking(ARTIFACT, 2)),
    ("Each opponent can't block with more than one creature.", MaxBlocking(THEIRS, 1, each="opponent")),
    ("This creature can't attack or block alone.", NeedsCompany(THIS)),
    ("This creature can't block alone.", NeedsCompany(THIS)),
    ("This creature can't block unless at least two other creatures block.", NeedsCompany(THIS, 2)),
    (
        "This creature can't block unless a creature with greater power also blocks.",
        NeedsCompany(THIS, 1, HasStat("power", ">", StatOf("power", "blocker"))),
    ),
    ("This creature can't block unless a Wall also blocks.", NeedsCompany(THIS, 1, WALL)),
]

PERMISSIONS: list[tuple[str, Effect]] = [
    ("This creature can block an additional creature each combat.", ExtraBlocks(THIS)),
    ("This creature can block an additional creature.", ExtraBlocks(THIS)),
    ("This creature can block an additional seven creatures each combat.", ExtraBlocks(THIS, Number(7))),
    ("This creature can block up to two additional creatures.", ExtraBlocks(THIS, Number(2))),
    ("This creature can block any number of creatures.", ExtraBlocks(THIS, None)),
    ("Each creature you control can block an additional creature each combat.", ExtraBlocks(YOURS)),
    (
        "This creature can block an additional creature for each Equipment attached to it.",
        ExtraBlocks(THIS, CountOf(AllOf((HasSubtype("Equipment"), fx.AttachedTo("this"))))),
    ),
    (
        "This creature can block creatures with shadow as though it had shadow.",
        AsThough(THIS, HasKeyword("shadow"), has="shadow"),
    ),
    (
        "This creature can block Dragons as though it had reach.",
        AsThough(THIS, HasSubtype("Dragon"), has="reach"),
    ),
    (
        "This creature can block creatures with shadow as though they didn't have shadow.",
        AsThough(THIS, HasKeyword("shadow"), lacks="shadow"),
    ),
    (
        "Creatures with swampwalk can be blocked as though they didn't have swampwalk.",
        AsThough(ANY, HasKeyword("swampwalk"), lacks="swampwalk"),
    ),
    (
        "Creatures with landwalk abilities can be blocked as though they didn't have those abilities.",
        AsThough(ANY, HasKeyword("landwalk"), lacks="landwalk"),
    ),
    (
        "Tapped creatures you control can block as though they were untapped.",
        AsThough(AllOf((Status("tapped"), YOURS)), ANY, untapped=True),
    ),
    ("This creature can block as though it had flying.", AsThough(THIS, ANY, has="flying")),
    (
        "This creature can block as though it didn't have shadow.",
        AsThough(THIS, ANY, lacks="shadow", lacking="blocker"),
    ),
    (
        "Creatures you control can block as though they didn't have shadow.",
        AsThough(YOURS, ANY, lacks="shadow", lacking="blocker"),
    ),
    ("This creature can be blocked as though it didn't have flying.", AsThough(ANY, THIS, lacks="flying")),
    (
        "Enchanted creature can be blocked by Walls as though it didn't have flying.",
        AsThough(WALL, HOST, lacks="flying"),
    ),
    ("You choose which creatures block each combat.", ChoosesBlocks("you", how=False)),
    (
        "The attacking player chooses how each creature blocks each combat.",
        ChoosesBlocks("attacking player", which=False),
    ),
    (
        "Each combat, defending player chooses which creatures block and how those creatures block.",
        ChoosesBlocks("defending player"),
    ),
]

REQUIREMENTS: list[tuple[str, Effect]] = [
    ("This creature blocks each combat if able.", MustBlock(THIS)),
    ("This creature blocks each turn if able.", MustBlock(THIS)),
    ("Gatehouse Hound attacks or blocks each combat if able.", MustBlock(THIS)),
    ("All creatures block each combat if able.", MustBlock(ANY)),
    ("Enchanted creature blocks each combat if able.", MustBlock(HOST)),
    ("All creatures able to block this creature do so.", MustBlockThese(ANY, THIS)),
    ("All creatures able to block enchanted creature do so.", MustBlockThese(ANY, HOST)),
    ("All Walls able to block this creature do so.", MustBlockThese(WALL, THIS)),
    ("All creatures with flying able to block this creature do so.", MustBlockThese(FLYING, THIS)),
    (
        "All creatures able to block this creature or enchanted creature do so.",
        MustBlockThese(ANY, AnyOf((HOST, THIS))),
    ),
    ("This creature must be blocked if able.", MustBeBlocked(THIS)),
    ("This creature must be blocked it if able.", MustBeBlocked(THIS)),
    ("Equipped creature must be blocked by a Dalek if able.", MustBeBlocked(HOST, HasSubtype("Dalek"))),
    ("This creature must be blocked by two or more creatures if able.", MustBeBlocked(THIS, lo=2)),
    ("This creature must be blocked by exactly one creature if able.", MustBeBlocked(THIS, lo=1, hi=1)),
    (
        "The attacking player chooses how each creature blocks each turn.",
        ChoosesBlocks("attacking player", which=False),
    ),
]

COSTS: list[tuple[str, Effect]] = [
    ("This creature can't block unless you pay {2}.", BlockCost(THIS, mana("{2}"), "you")),
    ("This creature can't attack or block unless you pay {2}.", BlockCost(THIS, mana("{2}"), "you")),
    (
        "Enchanted creature can't attack or block unless its controller pays {3}.",
        BlockCost(HOST, mana("{3}")),
    ),
    (
        "This creature can't block creatures with power 3 or greater unless you pay {1}.",
        BlockCost(THIS, mana("{1}"), "you", attackers=BIG),
    ),
    (
        "Enchanted creature can't attack or block unless its controller pays {1} for each card in your hand.",
        BlockCost(HOST, mana("{1}"), times=PlayerNumber("you", "hand")),
    ),
    (
        "This creature can't attack or block unless you pay {1} for each +1/+1 counter on it.",
        BlockCost(THIS, mana("{1}"), "you", times=CountersOn("+1/+1", "this")),
    ),
    (
        "Creatures can't block unless their controller pays {X} for each of those creatures.",
        BlockCost(ANY, mana("{X}")),
    ),
    (
        "Nonblue creatures can't block creatures you control unless their controller pays 1 life for each blocking creature they control.",
        BlockCost(NoneOf((HasColor("U"),)), (PricePart("life"),), attackers=YOURS),
    ),
    (
        "Enchanted creature can't be blocked unless defending player pays {3} for each creature he or she controls that's blocking it.",
        BlockCost(ANY, mana("{3}"), "defending player", attackers=HOST, each="pair"),
    ),
    (
        "This creature can't be blocked unless defending player pays {2}.",
        BlockCost(ANY, mana("{2}"), "defending player", attackers=THIS, each="attacker"),
    ),
    (
        "This creature can't block unless you sacrifice a land.",
        BlockCost(THIS, (PricePart("sacrifice", what=HasType("land")),), "you"),
    ),
    (
        "This creature can't block unless its controller pays {1} and 2 life.",
        BlockCost(THIS, (PricePart("mana", mana="{1}"), PricePart("life", Number(2)))),
    ),
    (
        "Enchanted creature can't block unless its controller discards a card.",
        BlockCost(HOST, (PricePart("discard"),)),
    ),
    (
        "Enchanted creature can't block unless its controller exiles two cards from their graveyard.",
        BlockCost(HOST, (PricePart("exile", Number(2)),)),
    ),
    (
        "This creature can't block unless you put a -1/-1 counter on a creature you control.",
        BlockCost(THIS, (PricePart("counter", what=AllOf((CREATURES, YOURS)), counter="-1/-1"),), "you"),
    ),
    (
        "This creature can't attack or block unless you tap an untapped creature you control not declared as an attacking or "
        "blocking creature this combat.",
        BlockCost(
            THIS,
            (
                PricePart(
                    "tap",
                    what=AllOf((CREATURES, YOURS, UNTAPPED)),
                    text="not declared as an attacking or blocking creature this combat",
                ),
            ),
            "you",
        ),
    ),
]

CONDITIONS: list[tuple[str, Effect]] = [
    (
        "This creature can't be blocked as long as defending player controls an artifact.",
        While(controls("defending player", ARTIFACT), UNBLOCKABLE),
    ),
    (
        "This creature can't be blocked as long as defending player controls three or more artifacts.",
        While(controls("defending player", ARTIFACT, n=3), UNBLOCKABLE),
    ),
    (
        "This creature can't be blocked as long as defending player controls an untapped land.",
        While(Compare(CountOf(AllOf((HasType("land"), DEFENDERS, UNTAPPED))), ">=", Number(1)), UNBLOCKABLE),
    ),
    (
        "This creature can't be blocked by creatures with power 2 or less as long as defending player controls a snow land.",
        While(controls("defending player", HasType("land"), HasSupertype("snow")), CantBlock(SMALL, THIS)),
    ),
    (
        "This creature can't be blocked as long as defending player controls the most creatures or is tied for the most.",
        While(ControlsMost("defending player", CREATURES), UNBLOCKABLE),
    ),
    (
        "This creature can't be blocked as long as it's attacking alone.",
        While(Fits("this", Status("attacking alone")), UNBLOCKABLE),
    ),
    (
        "As long as enchanted creature is attacking alone, it can't be blocked.",
        While(Fits("host", Status("attacking alone")), CantBlock(ANY, HOST)),
    ),
    (
        "As long as equipped creature is attacking, it must be blocked if able.",
        While(Fits("host", Status("attacking")), MustBeBlocked(HOST)),
    ),
    (
        "This creature can't block unless you control a Vampire.",
        unless(controls("you", HasSubtype("Vampire")), CANT),
    ),
    (
        "This creature can't block unless you control a Goblin or Orc.",
        unless(
            Compare(
                CountOf(AllOf((YOURS, AnyOf((HasSubtype("Goblin"), HasSubtype("Orc")))))), ">=", Number(1)
            ),
            CANT,
        ),
    ),
    (
        "This creature can't attack or block unless you control another Giant.",
        unless(Compare(CountOf(AllOf((HasSubtype("Giant"), YOURS, OTHERS))), ">=", Number(1)), CANT),
    ),
    (
        "This creature can't attack or block unless you control at least three other creatures.",
        unless(Compare(CountOf(AllOf((CREATURES, YOURS, OTHERS))), ">=", Number(3)), CANT),
    ),
    (
        "This creature can't be blocked as long as you control no other creatures.",
        While(Compare(CountOf(AllOf((CREATURES, YOURS, OTHERS))), "=", Number(0)), UNBLOCKABLE),
    ),
    (
        "This creature can't block if you control a Forest.",
        While(controls("you", HasSubtype("Forest")), CANT),
    ),
    (
        "This creature can't block as long as you don't control a Forest.",
        While(Neither((controls("you", HasSubtype("Forest")),)), CANT),
    ),
    (
        "This creature can't block unless you control more creatures than attacking player.",
        unless(
            Compare(
                CountOf(AllOf((CREATURES, YOURS))),
                ">",
                CountOf(AllOf((CREATURES, ControlledBy("attacking player")))),
            ),
            CANT,
        ),
    ),
    (
        "This creature can't attack or block unless its power is 6 or greater.",
        unless(Compare(StatOf("power", "this"), ">=", Number(6)), CANT),
    ),
    (
        "Equipped creature can't be blocked as long as its power is 3 or less.",
        While(Compare(StatOf("power", "host"), "<=", Number(3)), CantBlock(ANY, HOST)),
    ),
    (
        "This creature can't attack or block unless it has five or more +1/+1 counters on it.",
        unless(Fits("this", HasCounters("+1/+1", ">=", 5)), CANT),
    ),
    (
        "This creature can't attack or block unless it has an even number of counters on it.",
        unless(Fits("this", HasCounters("", parity="even")), CANT),
    ),
    (
        "This creature can't attack or block unless you have seven or more cards in hand.",
        unless(Compare(PlayerNumber("you", "hand"), ">=", Number(7)), CANT),
    ),
    (
        "This creature can't block as long as you have 5 or less life.",
        While(Compare(PlayerNumber("you", "life"), "<=", Number(5)), CANT),
    ),
    (
        "This creature can't be blocked as long as you have more life than an opponent.",
        While(
            fx.SomePlayer(
                "opponent", Compare(PlayerNumber("you", "life"), ">", PlayerNumber("opponent", "life"))
            ),
            UNBLOCKABLE,
        ),
    ),
    (
        "This creature can't be blocked as long as defending player has a rad counter.",
        While(Compare(PlayerNumber("defending player", "rad"), ">=", Number(1)), UNBLOCKABLE),
    ),
    (
        "Threshold — This creature can't block as long as seven or more cards are in your graveyard.",
        While(Compare(PlayerNumber("you", "graveyard"), ">=", Number(7)), CANT),
    ),
    (
        "Threshold -- This creature can't block as long as there are seven or more cards in your graveyard.",
        While(Compare(PlayerNumber("you", "graveyard"), ">=", Number(7)), CANT),
    ),
    (
        "This creature can't block unless there are three or more Lesson cards in your graveyard.",
        unless(Compare(PlayerNumber("you", "graveyard", HasSubtype("Lesson")), ">=", Number(3)), CANT),
    ),
    (
        "Delirium — This creature can't block unless there are four or more card types among cards in your graveyard.",
        unless(Compare(PlayerNumber("you", "card types"), ">=", Number(4)), CANT),
    ),
    (
        "As long as an opponent has eight or more cards in their graveyard, this creature can't be blocked.",
        While(
            fx.SomePlayer("opponent", Compare(PlayerNumber("opponent", "graveyard"), ">=", Number(8))),
            UNBLOCKABLE,
        ),
    ),
    (
        "This creature can block an additional creature each combat as long as you're the monarch.",
        While(PlayerHas("you", "monarch"), ExtraBlocks(THIS)),
    ),
    (
        "This creature can't attack or block unless you have the city's blessing.",
        unless(PlayerHas("you", "city's blessing"), CANT),
    ),
    (
        "This creature can't attack or block unless you have max speed.",
        unless(PlayerHas("you", "max speed"), CANT),
    ),
    (
        "As long as it's your turn, equipped creature can't be blocked.",
        While(TurnOf("you"), CantBlock(ANY, HOST)),
    ),
    ("As long as it's not your turn, this creature can't block.", While(Neither((TurnOf("you"),)), CANT)),
    (
        "This creature can't be blocked if you've committed a crime this turn.",
        While(Fact("committed_a_crime_this_turn", "you"), UNBLOCKABLE),
    ),
    (
        "This creature can't be blocked if you've cast two or more spells this turn.",
        While(Compare(FactNumber("spells_cast_this_turn", "you"), ">=", Number(2)), UNBLOCKABLE),
    ),
    (
        "This creature can't be blocked as long as you've cast an instant or sorcery spell this turn.",
        While(
            Compare(FactNumber("instant_or_sorcery_spells_cast_this_turn", "you"), ">=", Number(1)),
            UNBLOCKABLE,
        ),
    ),
    (
        "This creature can't block unless you've drawn two cards this turn.",
        unless(Compare(FactNumber("cards_drawn_this_turn", "you"), ">=", Number(2)), CANT),
    ),
    (
        "This creature can't block unless you've drawn exactly two cards this turn.",
        unless(Compare(FactNumber("cards_drawn_this_turn", "you"), "=", Number(2)), CANT),
    ),
    (
        "This creature can't be blocked if an artifact entered the battlefield under your control this turn.",
        While(Compare(FactNumber("artifacts_entered_this_turn", "you"), ">=", Number(1)), UNBLOCKABLE),
    ),
    (
        "This creature can't block as long as a creature died this turn.",
        While(Compare(FactNumber("creatures_died_this_turn", "any player"), ">=", Number(1)), CANT),
    ),
    (
        "As long as this creature hasn't dealt damage yet, it can't be blocked.",
        While(Neither((Fits("this", fx.HasFact("dealt_damage")),)), UNBLOCKABLE),
    ),
    (
        "As long as Gatehouse Hound is your Ring-bearer, it must be blocked if able.",
        While(Fits("this", HasDesignation("ring-bearer")), MustBeBlocked(THIS)),
    ),
    (
        "As long as another player controls enchanted creature, it can't block.",
        While(Fits("host", NoneOf((YOURS,))), CantBlock(HOST, ANY)),
    ),
    (
        "This creature can't be blocked unless defending player controls three or more creatures that share a creature type.",
        unless(Compare(MostSharing(AllOf((CREATURES, DEFENDERS))), ">=", Number(3)), UNBLOCKABLE),
    ),
    (
        "As long as enchanted creature is blue, it can't be blocked.",
        While(Fits("host", HasColor("U")), CantBlock(ANY, HOST)),
    ),
    (
        "As long as this creature is paired with another creature, both creatures can't be blocked.",
        While(Fits("paired", ANY), CantBlock(ANY, AnyOf((Is("paired"), THIS)))),
    ),
    (
        "As long as this creature is untapped and you control a Wall, creatures can't block.",
        While(fx.Both((Fits("this", UNTAPPED), controls("you", WALL))), CantBlock(ANY, ANY)),
    ),
    (
        "This creature can't block as long as your life total is less than 5.",
        While(Compare(PlayerNumber("you", "life"), "<", Number(5)), CANT),
    ),
    (
        "This creature can't block unless your devotion to black and green is 7 or greater.",
        unless(Compare(fx.Devotion("you", ("B", "G")), ">=", Number(7)), CANT),
    ),
]

GRANTS: list[tuple[str, Effect]] = [
    ("Equipped creature has menace and ward {2}.", Grant(HOST, (Keyword("menace"), Keyword("ward")))),
    ("During your turn, this creature has flying.", While(TurnOf("you"), Keyword("flying"))),
    ("This creature can't block during your turn.", While(TurnOf("you"), CANT)),
    ("Enchanted creature loses all other abilities.", Lose(HOST)),
    ("Creatures you control have menace.", Grant(AllOf((CREATURES, YOURS)), (Keyword("menace"),))),
    (
        "Other Elf creatures have forestwalk.",
        Grant(AllOf((CREATURES, HasSubtype("Elf"), OTHERS)), (Keyword("landwalk", HasSubtype("Forest")),)),
    ),
    ("Enchanted creature has flying.", Grant(HOST, (Keyword("flying"),))),
    (
        "Enchanted creature has flying, menace, and reach.",
        Grant(HOST, (Keyword("flying"), Keyword("menace"), Keyword("reach"))),
    ),
    (
        "Equipped creature has protection from black and from red.",
        Grant(HOST, (Keyword("protection", HasColor("B")), Keyword("protection", HasColor("R")))),
    ),
    (
        "Creature tokens you control have shadow.",
        Grant(AllOf((CREATURES, Status("token"), YOURS)), (Keyword("shadow"),)),
    ),
    (
        "Creatures without flying have reach.",
        Grant(AllOf((CREATURES, NoneOf((FLYING,)))), (Keyword("reach"),)),
    ),
    ('Enchanted creature has "This creature can\'t block."', Grant(HOST, (CANT,))),
    (
        'Creatures you control have "This creature can\'t be blocked by Walls."',
        Grant(AllOf((CREATURES, YOURS)), (CantBlock(WALL, THIS),)),
    ),
    (
        "This creature has protection from the chosen player.",
        Keyword("protection", ControlledBy("chosen player")),
    ),
    (
        "This creature has menace as long as you control an artifact.",
        While(controls("you", ARTIFACT), Keyword("menace")),
    ),
    ("Enchanted creature loses flying.", Lose(HOST, ("flying",))),
    ("All creatures lose flying.", Lose(CREATURES, ("flying",))),
    ("Enchanted creature loses all abilities.", Lose(HOST)),
    (
        "Creatures your opponents control lose flying and can't have or gain flying.",
        Lose(AllOf((CREATURES, THEIRS)), ("flying",), for_good=True),
    ),
    ("Activated abilities of artifacts can't be activated.", NoActivation(ARTIFACT)),
    (
        "Activated abilities of creatures your opponents control can't be activated unless they're mana abilities.",
        NoActivation(AllOf((CREATURES, THEIRS)), mana_too=False),
    ),
    (
        "Activated abilities with {T} in their costs of lands can't be activated.",
        NoActivation(HasType("land"), with_cost="{T}"),
    ),
    ("Walls lose defender.", Lose(WALL, ("defender",))),
    ("Equipped creature loses all other abilities.", Lose(HOST)),
    ("Creatures you control are black.", Changes(AllOf((CREATURES, YOURS)), ("colors",))),
    (
        "Nonbasic lands are Mountains.",
        Changes(AllOf((HasType("land"), NoneOf((HasSupertype("basic"),)))), ("types",)),
    ),
    ("You control enchanted creature.", Changes(HOST, ("control",))),
    ("Enchanted creature gets +2/+2.", Changes(HOST, NOTE)),
]


@pytest.mark.parametrize(
    ("text", "effect"),
    CANT_BLOCK
    + CANT_BE_BLOCKED
    + NUMBERS_OF_BLOCKERS
    + PERMISSIONS
    + REQUIREMENTS
    + COSTS
    + CONDITIONS
    + GRANTS,
)
class TestAStaticSentenceIsInForceAndSaysOneThing:
    def test_reading(self, text: str, effect: Effect) -> None:
        (clause,) = read_text(text, name="Gatehouse Hound", type_line="Creature — Dog")
        assert (clause.cls, clause.effects, clause.unread, clause.duration) == ("static", (effect,), None, "")
        assert clause.text == text


SEVERAL: list[tuple[str, tuple[Effect, ...]]] = [
    ("This creature can't block and can't be blocked.", (CANT, UNBLOCKABLE)),
    (
        "This creature can't block or be blocked by non-Spirit creatures.",
        (CantBlock(THIS, NoneOf((HasSubtype("Spirit"),))), CantBlock(NoneOf((HasSubtype("Spirit"),)), THIS)),
    ),
    (
        "This creature can block or be blocked by only creatures with shadow.",
        (CantBlock(THIS, NoneOf((HasKeyword("shadow"),))), CantBlock(NoneOf((HasKeyword("shadow"),)), THIS)),
    ),
    (
        "Gatehouse Hound must be blocked if able, and Gatehouse Hound must be blocked by two or more creatures if able.",
        (MustBeBlocked(THIS), MustBeBlocked(THIS, lo=2)),
    ),
    ("Enchanted creature gets +2/+2 and can't block.", (Changes(HOST, NOTE), CantBlock(HOST, ANY))),
    (
        "Enchanted creature gets +1/+1, has vigilance, and can block an additional creature each combat.",
        (Changes(HOST, NOTE), Grant(HOST, (Keyword("vigilance"),)), ExtraBlocks(HOST)),
    ),
    (
        "Enchanted creature gets +4/+4 and has first strike, and all creatures able to block it do so.",
        (Changes(HOST, NOTE), Grant(HOST, (Keyword("first strike"),)), MustBlockThese(ANY, HOST)),
    ),
    (
        "Enchanted creature gets +3/+3, must be blocked if able, and is goaded.",
        (Changes(HOST, NOTE), MustBeBlocked(HOST)),
    ),
    (
        "Enchanted creature is a Spirit and can't attack or block.",
        (Changes(HOST, ("types",)), CantBlock(HOST, ANY)),
    ),
    (
        "Enchanted creature can't attack or block, and its activated abilities can't be activated.",
        (CantBlock(HOST, ANY), NoActivation(HOST)),
    ),
    (
        "Enchanted permanent can't attack or block, and its activated abilities can't be activated unless they're mana abilities.",
        (CantBlock(HOST, ANY), NoActivation(HOST, mana_too=False)),
    ),
    (
        "Enchanted creature can't attack or block, and its activated abilities with {T} in their costs can't be activated.",
        (CantBlock(HOST, ANY), NoActivation(HOST, with_cost="{T}")),
    ),
    (
        "Equipped creature has hexproof and can't be blocked.",
        (Grant(HOST, (Keyword("hexproof"),)), CantBlock(ANY, HOST)),
    ),
    ('Enchanted creature can\'t block and has "{7}: Draw a card."', (CantBlock(HOST, ANY),)),
    (
        "Survivors your opponents control can't block, and they can't attack you or a planeswalker you control.",
        (CantBlock(AllOf((HasSubtype("Survivor"), THEIRS)), ANY),),
    ),
    (
        "As long as you control eight or more lands, this creature gets +1/+0 and can't be blocked.",
        (
            While(controls("you", HasType("land"), n=8), Changes(THIS, NOTE)),
            While(controls("you", HasType("land"), n=8), UNBLOCKABLE),
        ),
    ),
    ("This creature can't attack unless you control a Wall.", ()),
]


@pytest.mark.parametrize(("text", "effects"), SEVERAL)
class TestEachPartOfASentenceSaysItsOwn:
    def test_reading(self, text: str, effects: tuple[Effect, ...]) -> None:
        (clause,) = read_text(text, name="Gatehouse Hound")
        assert clause.effects == effects
        assert clause.unread is None


RESOLVED: list[tuple[str, tuple[Effect, ...], str]] = [
    ("Target creature can't block this turn.", (CantBlock(TARGET, ANY),), "this turn"),
    ("Up to two target creatures can't block this turn.", (CantBlock(TARGET, ANY),), "this turn"),
    ("X target creatures can't block this turn.", (CantBlock(TARGET, ANY),), "this turn"),
    ("Any number of target creatures can't block this turn.", (CantBlock(TARGET, ANY),), "this turn"),
    (
        "Target creature with power 2 or less can't be blocked this turn.",
        (CantBlock(ANY, TARGET),),
        "this turn",
    ),
    (
        "Target creature can't be blocked this turn except by Walls.",
        (CantBlock(NoneOf((WALL,)), TARGET),),
        "this turn",
    ),
    ("Target creature can't be blocked by Walls this turn.", (CantBlock(WALL, TARGET),), "this turn"),
    (
        "Until end of turn, target creature can't be blocked by creatures with power 2 or less and/or Walls.",
        (CantBlock(AnyOf((WALL, SMALL)), TARGET),),
        "until end of turn",
    ),
    ("Creatures without flying can't block this turn.", (CantBlock(NoneOf((FLYING,)), ANY),), "this turn"),
    (
        "Creatures target player controls can't block this turn.",
        (CantBlock(ControlledBy("target player"), ANY),),
        "this turn",
    ),
    (
        "Creatures with power less than or equal to that number can't block this turn.",
        (CantBlock(HasStat("power", "<=", X()), ANY),),
        "this turn",
    ),
    ("Target creature can't block this creature this turn.", (CantBlock(TARGET, THIS),), "this turn"),
    ("This creature can't block this combat.", (CANT,), "this combat"),
    (
        "Until your next turn, target creature can't attack or block.",
        (CantBlock(TARGET, ANY),),
        "until your next turn",
    ),
    ("Creatures dealt damage this way can't block this turn.", (CantBlock(IT, ANY),), "this turn"),
    ("Those creatures can't block this turn.", (CantBlock(IT, ANY),), "this turn"),
    (
        "It can't be blocked by creatures of that color this turn.",
        (CantBlock(HasColor("chosen"), IT),),
        "this turn",
    ),
    (
        "Each opponent can't block with more than one creature this combat.",
        (MaxBlocking(THEIRS, 1, each="opponent"),),
        "this combat",
    ),
    (
        "This creature can't be blocked by more than one creature each combat this turn.",
        (MaxBlockers(THIS, 1),),
        "this turn",
    ),
    ("Target creature blocks this turn if able.", (MustBlock(TARGET),), "this turn"),
    ("Target creature blocks this creature this turn if able.", (MustBlockThese(TARGET, THIS),), "this turn"),
    (
        "Target creature defending player controls blocks it this combat if able.",
        (MustBlockThese(TARGET, IT),),
        "this combat",
    ),
    (
        "You may have target creature block this creature this turn if able.",
        (MustBlockThese(TARGET, THIS),),
        "this turn",
    ),
    (
        "Target creature an opponent controls blocks target creature you control this turn if able.",
        (MustBlockThese(TARGET, Is("target 2")),),
        "this turn",
    ),
    (
        "Any number of target creatures must block this creature this turn if able.",
        (MustBlockThese(TARGET, THIS),),
        "this turn",
    ),
    ("Each creature your opponents control blocks this turn if able.", (MustBlock(THEIRS),), "this turn"),
    (
        "All creatures able to block target creature this turn do so.",
        (MustBlockThese(ANY, TARGET),),
        "this turn",
    ),
    (
        "All creatures able to block target creature this turn must do so.",
        (MustBlockThese(ANY, TARGET),),
        "this turn",
    ),
    (
        "All creatures your opponents control able to block that creature this turn do so.",
        (MustBlockThese(THEIRS, IT),),
        "this turn",
    ),
    ("Target creature must be blocked this turn if able.", (MustBeBlocked(TARGET),), "this turn"),
    ("This creature must be blocked each combat this turn if able.", (MustBeBlocked(THIS),), "this turn"),
    (
        "Target creature gains deathtouch until end of turn and must be blocked this turn if able.",
        (Grant(TARGET, (Keyword("deathtouch"),)), MustBeBlocked(TARGET)),
        "until end of turn",
    ),
    (
        "Each creature you control gets +3/+3 until end of turn and must be blocked this turn if able.",
        (Changes(AllOf((CREATURES, YOURS)), NOTE), MustBeBlocked(YOURS)),
        "this turn",
    ),
    (
        "Creatures you control gain menace until end of turn.",
        (Grant(AllOf((CREATURES, YOURS)), (Keyword("menace"),)),),
        "until end of turn",
    ),
    (
        'Target creature gains "This creature can\'t block" until end of turn.',
        (Grant(TARGET, (CANT,)),),
        "until end of turn",
    ),
    (
        'Until end of turn, target creature and each other creature that shares a color with it gain "This creature can\'t block."',
        (
            Grant(
                AnyOf((TARGET, AllOf((CREATURES, SharesWith("color", "target"), NoneOf((TARGET,)))))), (CANT,)
            ),
        ),
        "until end of turn",
    ),
    ("Target creature loses flying until end of turn.", (Lose(TARGET, ("flying",)),), "until end of turn"),
    (
        "Target creature can block any number of creatures this turn.",
        (ExtraBlocks(TARGET, None),),
        "this turn",
    ),
    (
        "That creature can block up to two additional creatures this turn.",
        (ExtraBlocks(IT, Number(2)),),
        "this turn",
    ),
    ("It blocks each attacking creature this turn if able.", (MustBlockThese(IT, ANY),), "this turn"),
    (
        "This turn, creatures can't block unless their controller pays {2} for each blocking creature they control.",
        (BlockCost(ANY, mana("{2}")),),
        "this turn",
    ),
    (
        "You choose which creatures block this turn and how those creatures block.",
        (ChoosesBlocks("you"),),
        "this turn",
    ),
    (
        "Creatures your opponents control block this turn if able, and you choose how those creatures block.",
        (MustBlock(THEIRS), ChoosesBlocks("you", AllOf((CREATURES, THEIRS)), which=False)),
        "this turn",
    ),
    (
        "Only creatures in the pile of that player's choice can block this turn.",
        (CantBlock(NoneOf((fx.HasLabel("chosen"),)), ANY),),
        "this turn",
    ),
    (
        "This turn, instead of declaring blockers, creatures are divided into piles that are assigned to attackers at random.",
        (fx.NoDeclaration(),),
        "this turn",
    ),
    (
        "That creature can't be blocked this combat except by creatures with flying and creatures in a pile with the chosen label.",
        (CantBlock(NoneOf((FLYING, fx.HasLabel("attacker"))), IT),),
        "this combat",
    ),
    (
        "One or two target creatures can't block this turn.",
        (CantBlock(TARGET, ANY),),
        "this turn",
    ),
    (
        "Target creature and up to one other target creature can't block this turn.",
        (CantBlock(AnyOf((Is("target 2"), TARGET)), ANY),),
        "this turn",
    ),
    (
        "Until end of turn, target land becomes a 3/3 Elemental creature with flying and haste.",
        (
            Changes(TARGET, ("power", "toughness", "types")),
            Grant(TARGET, (Keyword("flying"), Keyword("haste"))),
        ),
        "until end of turn",
    ),
    (
        "White creatures dealt damage this way can't block this turn.",
        (CantBlock(AllOf((IT, HasColor("W"))), ANY),),
        "this turn",
    ),
    (
        "If you control a Wall, creatures can't block this turn.",
        (While(controls("you", WALL), CantBlock(ANY, ANY)),),
        "this turn",
    ),
    (
        "For as long as this artifact remains tapped, another target permanent can't attack or block.",
        (While(Fits("this", Status("tapped")), CantBlock(TARGET, ANY)),),
        "for as long as",
    ),
    (
        "That creature can't attack or block for as long as you control this creature.",
        (While(Fits("this", YOURS), CantBlock(IT, ANY)),),
        "for as long as",
    ),
]


@pytest.mark.parametrize(("text", "effects", "duration"), RESOLVED)
class TestWhatASpellOrAbilityLeftIsReadWithItsTargetsAndDuration:
    def test_reading(self, text: str, effects: tuple[Effect, ...], duration: str) -> None:
        (clause,) = read_text(text, resolved=True)
        assert (clause.effects, clause.duration, clause.unread) == (effects, duration, None)
        assert clause.cls == "static"


class TestSentencesOfOneTextReferToEachOther:
    def test_it_is_the_target_of_the_sentence_before(self) -> None:
        text = "Target creature gets +7/+7 and gains trample until end of turn. It must be blocked this turn if able."
        assert read_text(text, resolved=True)[1].effects == (MustBeBlocked(TARGET),)

    def test_the_subject_is_never_its_own_object(self) -> None:
        text = "Put a +1/+1 counter on target creature you control. Another target creature blocks it this turn if able."
        assert read_text(text, resolved=True)[1].effects == (MustBlockThese(Is("target 2"), TARGET),)

    def test_that_player_is_the_controller_of_the_target(self) -> None:
        text = "Target creature an opponent controls blocks this turn if able. Other creatures that player controls can't block this turn."
        others = AllOf((ControlledBy("target's controller"), NoneOf((TARGET,))))
        assert read_text(text, resolved=True)[1].effects == (CantBlock(others, ANY),)

    def test_an_instruction_counts_its_target(self) -> None:
        text = "Destroy target land. Target creature can't block this turn."
        assert read_text(text, resolved=True)[1].effects == (CantBlock(Is("target 2"), ANY),)

    def test_otherwise_is_the_condition_not_met(self) -> None:
        text = "Enchanted creature gets +2/+2 as long as it's a Human. Otherwise, it can't block."
        human = Fits("host", HasSubtype("Human"))
        assert read_text(text)[1].effects == (While(Neither((human,)), CantBlock(HOST, ANY)),)

    def test_that_creature_is_not_the_one_whose_text_it_is(self) -> None:
        text = "Whenever this creature attacks, defending player chooses a creature. That creature blocks this creature this turn if able."
        assert read_text(text)[1].effects == (MustBlockThese(IT, THIS),)


class TestEachTargetSaysWhatItHasToBe:
    @pytest.mark.parametrize(
        ("text", "targets"),
        [
            ("Target creature can't block this turn.", (fx.Target(CREATURES),)),
            ("Target Wall can't block this turn.", (fx.Target(WALL),)),
            ("Up to two target creatures can't block this turn.", (fx.Target(CREATURES, 0, 2),)),
            ("Two target creatures can't block this turn.", (fx.Target(CREATURES, 2, 2),)),
            ("X target creatures can't block this turn.", (fx.Target(CREATURES, 0, None),)),
            ("Any number of target creatures can't block this turn.", (fx.Target(CREATURES, 0, None),)),
            (
                "Target creature an opponent controls blocks target creature you control this turn if able.",
                (fx.Target(AllOf((CREATURES, THEIRS))), fx.Target(AllOf((CREATURES, YOURS)))),
            ),
        ],
    )
    def test_targets(self, text: str, targets: tuple[fx.Target, ...]) -> None:
        assert read_text(text, resolved=True)[0].targets == targets


class TestTwoHundredWordingsAreCheckedByHand:
    def test_count(self) -> None:
        tables: tuple[Sequence[Any], ...] = (
            CANT_BLOCK,
            CANT_BE_BLOCKED,
            NUMBERS_OF_BLOCKERS,
            PERMISSIONS,
            REQUIREMENTS,
            COSTS,
            CONDITIONS,
            GRANTS,
            SEVERAL,
            RESOLVED,
        )
        assert sum(map(len, tables)) >= 200
