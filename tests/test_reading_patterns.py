"""Wordings put together from their parts: every subject with every verb, every condition, said or unsaid; invented names only."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from blockcheck import effects as fx
from blockcheck.effects import (
    CREATURES,
    THIS,
    AnyOf,
    Anything,
    AsThough,
    BlockCost,
    CantBlock,
    Changes,
    Compare,
    Condition,
    ControlledBy,
    CountOf,
    Effect,
    EveryPlayer,
    ExtraBlocks,
    Filter,
    Fits,
    Grant,
    HasColor,
    HasCounters,
    HasDesignation,
    HasFact,
    HasKeyword,
    HasStat,
    HasSubtype,
    HasType,
    Is,
    Keyword,
    Lose,
    MaxBlockers,
    MinBlockers,
    MustBeBlocked,
    MustBlock,
    NeedsCompany,
    Neither,
    NoneOf,
    Number,
    OwnedBy,
    PlayerNumber,
    PricePart,
    SomePlayer,
    StatOf,
    Status,
    TurnOf,
    While,
)
from blockcheck.reading import printed, read_text
from blockcheck.reading.normal import all_of, any_of, in_combat

ANY = Anything()
WALL = HasSubtype("Wall")
YOURS = ControlledBy("you")
THEIRS = ControlledBy("opponent")
FLYING = HasKeyword("flying")
MANY, ONE = False, True


def creatures(*filters: Filter) -> Filter:
    return all_of(CREATURES, *filters)


# Who, what that means, and whether the verb is in the singular.
SUBJECTS: list[tuple[str, Filter, bool]] = [
    ("this creature", THIS, ONE),
    ("enchanted creature", Is("host"), ONE),
    ("equipped creature", Is("host"), ONE),
    ("creatures", CREATURES, MANY),
    ("all creatures", CREATURES, MANY),
    ("each creature", CREATURES, ONE),
    ("creatures you control", creatures(YOURS), MANY),
    ("each creature you control", creatures(YOURS), ONE),
    ("other creatures you control", creatures(YOURS, NoneOf((THIS,))), MANY),
    ("each other creature", creatures(NoneOf((THIS,))), ONE),
    ("creatures other than this creature", creatures(NoneOf((THIS,))), MANY),
    ("creatures your opponents control", creatures(THEIRS), MANY),
    ("creatures an opponent controls", creatures(THEIRS), MANY),
    ("creatures you don't control", creatures(NoneOf((YOURS,))), MANY),
    ("creatures you own", creatures(OwnedBy("you")), MANY),
    ("creatures defending player controls", creatures(ControlledBy("defending player")), MANY),
    ("creatures enchanted player controls", creatures(ControlledBy("enchanted player")), MANY),
    ("creatures the chosen player controls", creatures(ControlledBy("chosen player")), MANY),
    ("attacking creatures you control", creatures(Status("attacking"), YOURS), MANY),
    ("creatures attacking you", creatures(fx.Attacks("you")), MANY),
    ("creatures attacking you or planeswalkers you control", creatures(fx.Attacks("you", True)), MANY),
    ("tapped creatures", creatures(Status("tapped")), MANY),
    ("untapped creatures you control", creatures(NoneOf((Status("tapped"),)), YOURS), MANY),
    ("creatures you control that are tapped", creatures(Status("tapped"), YOURS), MANY),
    ("creature tokens you control", creatures(Status("token"), YOURS), MANY),
    ("nontoken creatures", creatures(NoneOf((Status("token"),))), MANY),
    ("black creatures", creatures(HasColor("B")), MANY),
    ("nonblack creatures", creatures(NoneOf((HasColor("B"),))), MANY),
    ("blue and/or black creatures", creatures(AnyOf((HasColor("B"), HasColor("U")))), MANY),
    ("white and blue creatures", creatures(AnyOf((HasColor("U"), HasColor("W")))), MANY),
    ("artifact creatures", creatures(HasType("artifact")), MANY),
    ("nonartifact, nonblack creatures", creatures(NoneOf((HasType("artifact"), HasColor("B")))), MANY),
    ("legendary creatures", creatures(fx.HasSupertype("legendary")), MANY),
    ("Goblins you control", all_of(HasSubtype("Goblin"), YOURS), MANY),
    (
        "Goblins, Orcs, and Elves you control",
        all_of(any_of(*map(HasSubtype, ("Elf", "Goblin", "Orc"))), YOURS),
        MANY,
    ),
    ("non-Human creatures you control", creatures(NoneOf((HasSubtype("Human"),)), YOURS), MANY),
    ("non-Angel, non-Demon creatures", creatures(NoneOf((HasSubtype("Angel"), HasSubtype("Demon")))), MANY),
    ("creatures other than Walls", creatures(NoneOf((WALL,))), MANY),
    ("creatures that aren't Walls", creatures(NoneOf((WALL,))), MANY),
    ("creatures that are Walls", creatures(WALL), MANY),
    (
        "creatures that are a Goblin, an Orc, or an Elf",
        creatures(any_of(*map(HasSubtype, ("Elf", "Goblin", "Orc")))),
        MANY,
    ),
    (
        "creatures you control that are Goblins or Elves",
        creatures(any_of(HasSubtype("Elf"), HasSubtype("Goblin")), YOURS),
        MANY,
    ),
    (
        "creatures you control that are enchanted or equipped",
        creatures(any_of(Status("enchanted"), Status("equipped")), YOURS),
        MANY,
    ),
    (
        "outlaws you control",
        all_of(any_of(*map(HasSubtype, ("Assassin", "Mercenary", "Pirate", "Rogue", "Warlock"))), YOURS),
        MANY,
    ),
    ("your commander", all_of(HasDesignation("commander"), OwnedBy("you")), ONE),
    ("commander creatures you own", creatures(HasDesignation("commander"), OwnedBy("you")), MANY),
    ("suspected creatures", creatures(HasDesignation("suspected")), MANY),
    ("creatures with power 3 or greater", creatures(HasStat("power", ">=", Number(3))), MANY),
    (
        "creatures you control with toughness 1 or less",
        creatures(HasStat("toughness", "<=", Number(1)), YOURS),
        MANY,
    ),
    (
        "creatures with toughness greater than their power",
        creatures(HasStat("toughness", ">", StatOf("power", "subject"))),
        MANY,
    ),
    (
        "each creature with power equal to its toughness",
        creatures(HasStat("power", "=", StatOf("toughness", "subject"))),
        ONE,
    ),
    (
        "creatures with power less than this creature's power",
        creatures(HasStat("power", "<", StatOf("power", "this"))),
        MANY,
    ),
    ("creatures with flying", creatures(FLYING), MANY),
    ("creatures without flying", creatures(NoneOf((FLYING,))), MANY),
    ("creatures you control that have flying", creatures(FLYING, YOURS), MANY),
    (
        "creatures with fear, intimidate, or menace",
        creatures(any_of(*map(HasKeyword, ("fear", "intimidate", "menace")))),
        MANY,
    ),
    ("creatures with a +1/+1 counter on them", creatures(HasCounters("+1/+1")), MANY),
    ("creatures with three or more oil counters on them", creatures(HasCounters("oil", ">=", 3)), MANY),
    ("creatures without counters on them", creatures(HasCounters("", "=", 0)), MANY),
    ("creatures of the chosen color", creatures(HasColor("chosen")), MANY),
    ("creatures with the chosen name", creatures(fx.Named("chosen")), MANY),
    ("creatures with power of the chosen quality", creatures(fx.HasParity("power", "chosen")), MANY),
    (
        "creatures with power equal to the chosen number",
        creatures(HasStat("power", "=", fx.ChosenNumber())),
        MANY,
    ),
    ("creatures with base power 1", creatures(HasStat("base power", "=", Number(1))), MANY),
    (
        "creatures with base toughness 2 or greater",
        creatures(HasStat("base toughness", ">=", Number(2))),
        MANY,
    ),
    (
        "creatures with base power and toughness 1/1",
        creatures(HasStat("base power", "=", Number(1)), HasStat("base toughness", "=", Number(1))),
        MANY,
    ),
    ("creatures that attacked this turn", creatures(HasFact("attacked_this_turn")), MANY),
    ("creatures that entered this turn", creatures(HasFact("entered_this_turn")), MANY),
    ("creatures named Brass Gnat", creatures(fx.Named("Brass Gnat")), MANY),
    ("this creature and enchanted creature", any_of(Is("host"), THIS), MANY),
    (
        "this creature and other Goblins you control",
        any_of(THIS, all_of(HasSubtype("Goblin"), YOURS, NoneOf((THIS,)))),
        MANY,
    ),
]

Verb = tuple[str, str, Callable[[Filter, Filter], Effect]]
# In the plural, in the singular, and what it says of the creatures that fit (in combat; anywhere).
VERBS: list[Verb] = [
    ("can't block", "can't block", lambda who, _: CantBlock(who, ANY)),
    ("can't be blocked", "can't be blocked", lambda who, _: CantBlock(ANY, who)),
    ("can't be blocked by Walls", "can't be blocked by Walls", lambda who, _: CantBlock(WALL, who)),
    (
        "can't be blocked except by Walls",
        "can't be blocked except by Walls",
        lambda who, _: CantBlock(NoneOf((WALL,)), who),
    ),
    (
        "can't be blocked by more than one creature",
        "can't be blocked by more than one creature",
        lambda who, _: MaxBlockers(who, 1),
    ),
    (
        "can't be blocked except by two or more creatures",
        "can't be blocked except by two or more creatures",
        lambda who, _: MinBlockers(who, 2),
    ),
    ("can't block Walls", "can't block Walls", lambda who, _: CantBlock(who, WALL)),
    ("can block only Walls", "can block only Walls", lambda who, _: CantBlock(who, NoneOf((WALL,)))),
    ("can't attack or block alone", "can't attack or block alone", lambda who, _: NeedsCompany(who)),
    (
        "can block an additional creature each combat",
        "can block an additional creature each combat",
        lambda who, _: ExtraBlocks(who),
    ),
    ("block each combat if able", "blocks each combat if able", lambda who, _: MustBlock(who)),
    ("must be blocked if able", "must be blocked if able", lambda who, _: MustBeBlocked(who)),
    ("lose flying", "loses flying", lambda _, who: Lose(who, ("flying",))),
    ("get +1/+1", "gets +1/+1", lambda _, who: Changes(who, ("power", "toughness"))),
    ("are black", "is black", lambda _, who: Changes(who, ("colors",))),
    (
        "can't block unless their controller pays {2}",
        "can't block unless its controller pays {2}",
        lambda who, _: BlockCost(who, (PricePart("mana", mana="{2}"),)),
    ),
    (
        "can block creatures with shadow as though they had shadow",
        "can block creatures with shadow as though it had shadow",
        lambda who, _: AsThough(who, HasKeyword("shadow"), has="shadow"),
    ),
]


def sentence(who: str, verb: Verb, one: bool) -> str:
    return f"{who[0].upper()}{who[1:]} {verb[1 if one else 0]}."


@pytest.mark.parametrize(("who", "means", "one"), SUBJECTS, ids=[subject[0] for subject in SUBJECTS])
class TestEverySubjectMeansTheSameWithEveryVerb:
    def test_reading(self, who: str, means: Filter, one: bool) -> None:
        for verb in VERBS:
            text = sentence(who, verb, one)
            (clause,) = read_text(text)
            wanted = verb[2](in_combat(means), means)
            assert (clause.cls, clause.effects, clause.unread) == ("static", (wanted,), None), text

    def test_printing(self, who: str, means: Filter, one: bool) -> None:
        for verb in VERBS:
            effect = verb[2](in_combat(means), means)
            assert [e for c in read_text(printed(effect)) for e in c.effects] == [effect], printed(effect)

    def test_having_an_ability(self, who: str, means: Filter, one: bool) -> None:
        own = means == THIS
        (clause,) = read_text(sentence(who, ("have menace", "has menace", lambda a, _: MustBlock(a)), one))
        assert clause.effects == ((Keyword("menace"),) if own else (Grant(means, (Keyword("menace"),)),))


MANY_SUBJECTS = [
    who for who, _, one in SUBJECTS if not one and not who.startswith(("all ", "this creature and"))
]
NUMBERS = ("one", "two", "three", "up to two", "at least two", "more than one", "exactly two", "additional")


@pytest.mark.parametrize("who", MANY_SUBJECTS)
class TestANumberOfSubjectsIsNotReadOver:
    """No verb but "can block" speaks of a number of creatures; "two creatures have menace" is not "creatures have menace"."""

    @pytest.mark.parametrize("number", NUMBERS)
    def test_whatever_the_verb(self, who: str, number: str) -> None:
        for verb in VERBS:
            text = sentence(f"{number} {who}", verb, one=False)
            (clause,) = read_text(text)
            assert clause.effects == (), text


class TestANumberAnywhereElseIsNotReadOver:
    @pytest.mark.parametrize("number", [*NUMBERS, "any number of", "two or more", "no more than two", "X"])
    @pytest.mark.parametrize(
        "text",
        [
            "This creature can block only {} creatures with power 2 or less.",
            "This creature can't block {} creatures.",
            "This creature can block or be blocked by only {} creatures with shadow.",
            "This creature can't block or be blocked by {} creatures.",
            "This creature can be blocked only by {} creatures with flying.",
            "Only {} creatures in the chosen pile can block.",
            "This creature can block {} creatures with flying as though it had reach.",
            "Creatures with flying can block {} creatures with flying.",
            "This creature can block an additional creature for each {} Walls you control.",
            "This creature blocks {} creatures each combat if able.",
            "All creatures able to block {} creatures do so.",
            "{} creatures able to block this creature do so.",
            "Activated abilities of {} creatures can't be activated.",
            "You choose which {} creatures block this turn.",
            "You choose how {} creatures block this turn.",
            "This creature can't be blocked unless {} creatures defending player controls block it.",
            "This creature can't be blocked unless all creatures defending player controls block {} creatures.",
            "This creature can't block unless you pay {{1}} for each {} creatures you control.",
            "This creature can't block unless you pay {{1}} for each {} cards in your hand.",
            "This creature can't block unless you put a -1/-1 counter on {} creatures you control.",
            "Creatures you control and {} Walls have menace.",
            "This creature can't be blocked as long as it's {} Walls.",
            "This creature can't be blocked as long as you control the most {} creatures or is tied for the most.",
            "This creature can't be blocked as long as you control more {} creatures than defending player.",
            "This creature can't block creatures with more {} oil counters on them.",
        ],
    )
    def test_where_none_is_asked_for(self, text: str, number: str) -> None:
        said = text.format(number)
        (clause,) = read_text(said[0].upper() + said[1:])
        assert clause.effects == (), said

    @pytest.mark.parametrize(
        "text",
        [
            "This creature can block any number of creatures with flying.",
            "This creature can block an additional creature with flying.",
            "This creature must be blocked by one creature if able.",
            "This creature must be blocked by up to two creatures if able.",
            "This creature can't block unless all other creatures block.",
            "This creature can't block unless other creatures block.",
            "This creature can't block unless you sacrifice all lands.",
            "This creature can't block unless you sacrifice lands.",
            "This creature can't block unless you sacrifice any number of lands.",
            "This creature can't block unless you put a -1/-1 counter on each creature you control.",
            "This creature can't block as long as you have an even number of cards in hand.",
            "This creature can't block as long as there are all cards in your graveyard.",
            "This creature can't be blocked unless all creatures defending player controls block enchanted creature.",
            "This creature can't block creatures with any number of oil counters on them.",
            "This creature can't block creatures with each oil counter on them.",
            "More than one target creature can't block this turn.",
            "Another two target creatures can't block this turn.",
        ],
    )
    def test_nor_one_that_no_rule_knows(self, text: str) -> None:
        (clause,) = read_text(text)
        assert clause.effects == ()

    @pytest.mark.parametrize(
        ("text", "means"),
        [
            ("This creature can be blocked only by two or more creatures.", MinBlockers(THIS, 2)),
            ("This creature must be blocked by exactly one creature if able.", MustBeBlocked(THIS, hi=1)),
            ("This creature can block any number of additional creatures.", ExtraBlocks(THIS, None)),
            (
                "This creature can block an additional two creatures each combat.",
                ExtraBlocks(THIS, Number(2)),
            ),
        ],
    )
    def test_but_read_where_it_is(self, text: str, means: Effect) -> None:
        (clause,) = read_text(text)
        assert clause.effects == (means,)


class TestTargets:
    @pytest.mark.parametrize(
        ("said", "target"),
        [
            ("target creature", fx.Target(CREATURES)),
            ("another target creature", fx.Target(creatures(NoneOf((THIS,))))),
            ("up to one other target creature", fx.Target(creatures(NoneOf((THIS,))), 0, 1)),
            ("two target creatures", fx.Target(CREATURES, 2, 2)),
            ("two or more target creatures", fx.Target(CREATURES, 2, None)),
            ("up to two target creatures", fx.Target(CREATURES, 0, 2)),
            ("one or two target creatures", fx.Target(CREATURES, 1, 2)),
            ("any number of target creatures", fx.Target(CREATURES, 0, None)),
        ],
    )
    def test_say_what_they_are_and_how_many(self, said: str, target: fx.Target) -> None:
        (clause,) = read_text(f"{said[0].upper()}{said[1:]} can't block this turn.", resolved=True)
        assert clause.targets == (target,)


def counts(*filters: Filter, op: fx.Op = ">=", n: int = 1) -> Condition:
    return Compare(CountOf(all_of(*filters)), op, Number(n))


def life(who: fx.Who) -> PlayerNumber:
    return PlayerNumber(who, "life")


OPPONENT: fx.Who = "opponent"
CONDITIONS: list[tuple[str, Condition]] = [
    ("you control a Wall", counts(WALL, YOURS)),
    ("you control a Wall or it's your turn", fx.Either((counts(WALL, YOURS), TurnOf("you")))),
    (
        "you control a Wall or an Elf or an opponent controls three or more Walls",
        fx.Either(
            (
                counts(any_of(WALL, HasSubtype("Elf")), YOURS),
                SomePlayer("opponent", counts(WALL, THEIRS, n=3)),
            )
        ),
    ),
    (
        "it's your turn, or if you control a Wall, or there are seven or more cards in your graveyard",
        fx.Either(
            (
                TurnOf("you"),
                counts(WALL, YOURS),
                Compare(PlayerNumber("you", "graveyard"), ">=", Number(7)),
            )
        ),
    ),
    ("no opponent controls a Wall", Neither((counts(WALL, THEIRS),))),
    ("no opponent controls two or more Walls", Neither((SomePlayer("opponent", counts(WALL, THEIRS, n=2)),))),
    (
        "no player has more life than you",
        Neither((SomePlayer("any player", Compare(life("any player"), ">", life("you"))),)),
    ),
    ("no opponent is the monarch", Neither((fx.PlayerHas("opponent", "monarch"),))),
    ("no opponent attacked this turn", Neither((fx.Fact("attacked_this_turn", "opponent"),))),
    (
        "each opponent attacked this turn",
        EveryPlayer("opponent", fx.Fact("attacked_this_turn", "opponent")),
    ),
    (
        "there are three or more instant and/or sorcery cards in your graveyard",
        Compare(
            PlayerNumber("you", "graveyard", any_of(HasType("instant"), HasType("sorcery"))),
            ">=",
            Number(3),
        ),
    ),
    (
        "you control a Goblin, an Orc, or an Elf",
        counts(any_of(*map(HasSubtype, ("Elf", "Goblin", "Orc"))), YOURS),
    ),
    ("you control a Goblin or an Elf", counts(any_of(HasSubtype("Elf"), HasSubtype("Goblin")), YOURS)),
    (
        "you control an artifact and an enchantment",
        fx.Both((counts(HasType("artifact"), YOURS), counts(HasType("enchantment"), YOURS))),
    ),
    (
        "defending player controls two or more Walls and a land",
        fx.Both(
            (
                counts(WALL, ControlledBy("defending player"), n=2),
                counts(HasType("land"), ControlledBy("defending player")),
            )
        ),
    ),
    ("you control your commander", counts(HasDesignation("commander"), OwnedBy("you"), YOURS)),
    (
        "you control fewer creatures than defending player",
        Compare(CountOf(creatures(YOURS)), "<", CountOf(creatures(ControlledBy("defending player")))),
    ),
    ("an opponent controls a Wall", counts(WALL, THEIRS)),
    ("an opponent controls two or more Walls", SomePlayer(OPPONENT, counts(WALL, THEIRS, n=2))),
    ("each opponent controls a Wall", EveryPlayer(OPPONENT, counts(WALL, THEIRS))),
    ("your opponents control two or more Walls", counts(WALL, THEIRS, n=2)),
    (
        "an opponent has no cards in hand",
        SomePlayer(OPPONENT, Compare(PlayerNumber(OPPONENT, "hand"), "=", Number(0))),
    ),
    (
        "an opponent has three or more poison counters",
        SomePlayer(OPPONENT, Compare(PlayerNumber(OPPONENT, "poison"), ">=", Number(3))),
    ),
    ("you have exactly 13 life", Compare(PlayerNumber("you", "life"), "=", Number(13))),
    (
        "an opponent has four or more card types among cards in their graveyard",
        SomePlayer(OPPONENT, Compare(PlayerNumber(OPPONENT, "card types"), ">=", Number(4))),
    ),
    ("an opponent is poisoned", Compare(PlayerNumber(OPPONENT, "poison"), ">=", Number(1))),
    (
        "you have more life than each opponent",
        EveryPlayer(OPPONENT, Compare(life("you"), ">", life(OPPONENT))),
    ),
    ("you have more life than an opponent", SomePlayer(OPPONENT, Compare(life("you"), ">", life(OPPONENT)))),
    (
        "a player has more life than you",
        SomePlayer("any player", Compare(life("any player"), ">", life("you"))),
    ),
    (
        "defending player has fewer cards in hand than you",
        Compare(PlayerNumber("defending player", "hand"), "<", PlayerNumber("you", "hand")),
    ),
    (
        "an opponent lost life this turn",
        Compare(fx.FactNumber("life_lost_this_turn", OPPONENT), ">=", Number(1)),
    ),
    (
        "an opponent lost 3 or more life this turn",
        SomePlayer(OPPONENT, Compare(fx.FactNumber("life_lost_this_turn", OPPONENT), ">=", Number(3))),
    ),
    ("you attacked this turn", fx.Fact("attacked_this_turn", "you")),
    ("it attacked this turn", Fits("this", HasFact("attacked_this_turn"))),
    ("it has flying", Fits("this", FLYING)),
    ("it has power 4 or greater", Fits("this", HasStat("power", ">=", Number(4)))),
    ("it's enchanted or equipped", Fits("this", any_of(Status("enchanted"), Status("equipped")))),
    ("it's red or green", Fits("this", any_of(HasColor("G"), HasColor("R")))),
    (
        "its power is greater than its toughness",
        Compare(StatOf("power", "this"), ">", StatOf("toughness", "this")),
    ),
    ("each creature you control is black", counts(creatures(YOURS), NoneOf((HasColor("B"),)), op="=", n=0)),
    ("a creature you control is black", counts(creatures(YOURS), HasColor("B"))),
    ("a Wall is on the battlefield", counts(WALL)),
    ("it's your turn", TurnOf("you")),
    ("it's not your turn", Neither((TurnOf("you"),))),
]


@pytest.mark.parametrize(("said", "means"), CONDITIONS, ids=[condition[0] for condition in CONDITIONS])
class TestEveryConditionHoldsWhateverItGoverns:
    def test_as_long_as(self, said: str, means: Condition) -> None:
        whose = re.sub(r"^it's (?=enchanted|red)", "this creature is ", said)
        whose = re.sub(r"^its?\b(?!')", lambda it: "this creature" + ("'s" if it[0] == "its" else ""), whose)
        for text in (
            f"This creature can't be blocked as long as {said}.",
            f"As long as {whose}, this creature can't be blocked.",
        ):
            (clause,) = read_text(text)
            assert clause.effects == (While(means, CantBlock(ANY, THIS)),), text

    def test_unless(self, said: str, means: Condition) -> None:
        (clause,) = read_text(f"This creature can't block unless {said}.")
        assert clause.effects == (While(Neither((means,)), CantBlock(THIS, ANY)),)

    def test_printing(self, said: str, means: Condition) -> None:
        effect = While(means, CantBlock(ANY, THIS))
        assert [e for c in read_text(printed(effect)) for e in c.effects] == [effect], printed(effect)


class TestAWordThatIsNoneOfTheseIsNotTakenForOne:
    @pytest.mark.parametrize(
        "text",
        [
            "Transformed creatures you control can't block.",
            "Unblocked creatures can't be blocked.",
            "Attackers can't be blocked.",
            "A creature you control can't block.",
            "Another creature can't block.",
            "Creature can't block.",
            "Creatures with base power can't be blocked.",
            "That can't block.",
            "This creature can't block that.",
            "Creatures that Wall are enchanted can't block.",
            "Artifact and all creatures able to block this creature do so.",
            "Creatures without flying 3 can't block.",
            "Creatures you control that gain flying can't be blocked.",
            "This creature can't block as long as this creature had power 4 or greater.",
            "This creature can't block unless you control more creatures in your graveyard than an opponent.",
            "This creature can't block as long as you have eight or more card types among cards cards in your graveyard.",
            "This creature can't block as long as you have four or more card types among cards in your hand.",
            "This creature can't block as long as you control two Walls.",
            "This creature can't block as long as you have seven cards in hand.",
            "This creature can't block as long as you have 13 life.",
            "This creature can't block as long as it has two oil counters on it.",
            "This creature can't block creatures with two oil counters on them.",
            "Creatures can't block unless their controllers pay {1} for each blocking creature.",
            "This creature can't block unless you pay {1} for each blocking Wall you control.",
            "This creature can't block unless you pay {1} for each tapped oil counter on it.",
            "This creature can't block as long as it has two or more oil counters from your graveyard on it.",
            "This creature can't block as long as seven or more cards in your hand are in your graveyard.",
            "This creature can't block as long as four or more life card types among cards are in your graveyard.",
            "This creature can't block as long as a creature with flying died this turn.",
            "This creature can't block as long as you've cast a spell from your graveyard this turn.",
            "This creature can't be blocked except by Walls and/or creatures in your graveyard with flying.",
            "This creature can't be blocked as long as you control three or more Lesson.",
            "This creature can't be blocked as long as you control three or more Wall.",
            "This creature can't be blocked as long as you control a Walls.",
            "This creature can't be blocked as long as you control another creatures.",
            "Each creatures you control can't be blocked.",
            "Two target creature can't block this turn.",
            "Target creatures can't block this turn.",
            "This creature can't be blocked except by two or more creature.",
            "This creature can't be blocked by more than one creatures.",
            "This creature can't be blocked as long as no opponent.",
            "Creatures no opponent controls can't block.",
            "This creature can't be blocked by creatures of the chosen quality.",
            "Creatures with power 2 or less or white can't block.",
            "Creatures you control with flying but without reach can't be blocked.",
            "This creature can't be blocked as long as you control more creatures.",
            "This creature can't be blocked as long as an opponent controls an artifact and an enchantment.",
            "This creature can't be blocked by more creatures.",
        ],
    )
    def test_it_is_unread(self, text: str) -> None:
        (clause,) = read_text(text)
        assert (clause.unread is None, clause.effects) == (False, ())
