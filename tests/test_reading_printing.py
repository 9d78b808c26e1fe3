"""Every effect has one printed form, in rules English, and reading that gives an equal effect."""

from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blockcheck import effects as fx
from blockcheck.effects import (
    CREATURES,
    THIS,
    AllOf,
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
    ExtraBlocks,
    Filter,
    Fits,
    Grant,
    HasColor,
    HasCounters,
    HasKeyword,
    HasStat,
    HasSubtype,
    HasType,
    Is,
    Keyword,
    Lose,
    MaxBlockers,
    MaxBlocking,
    MinBlockers,
    MustBeBlocked,
    MustBlock,
    MustBlockThese,
    NeedsCompany,
    Neither,
    NoneOf,
    Number,
    PlayerNumber,
    PricePart,
    StatOf,
    Status,
    While,
)
from blockcheck.reading import printed, read_text
from blockcheck.reading.normal import all_of, any_of, in_combat, none_of

FORMS: list[tuple[Effect, str]] = [
    (Keyword("menace"), "Menace"),
    (Keyword("landwalk", HasSubtype("Swamp")), "Swampwalk"),
    (Keyword("protection", HasColor("R")), "Protection from red"),
    (CantBlock(THIS, Anything()), "This creature can't block."),
    (CantBlock(Anything(), THIS), "This creature can't be blocked."),
    (CantBlock(HasSubtype("Elf"), Is("host")), "Enchanted creature can't be blocked by Elves."),
    (
        CantBlock(NoneOf((HasKeyword("flying"),)), THIS),
        "This creature can't be blocked except by creatures with flying.",
    ),
    (CantBlock(THIS, NoneOf((HasKeyword("flying"),))), "This creature can block only creatures with flying."),
    (
        CantBlock(AllOf((HasColor("U"), ControlledBy("opponent"))), Anything()),
        "Blue creatures your opponents control can't block.",
    ),
    (
        CantBlock(HasStat("power", ">", StatOf("power", "attacker")), THIS),
        "This creature can't be blocked by creatures with greater power.",
    ),
    (MinBlockers(THIS, 2), "This creature can't be blocked except by two or more creatures."),
    (MaxBlockers(THIS, 1), "This creature can't be blocked by more than one creature."),
    (
        fx.AllOrNone(THIS),
        "This creature can't be blocked unless all creatures defending player controls block it.",
    ),
    (MaxBlocking(Anything(), 2), "No more than two creatures can block each combat."),
    (NeedsCompany(THIS), "This creature can't block alone."),
    (NeedsCompany(THIS, 2), "This creature can't block unless at least two other creatures block."),
    (ExtraBlocks(THIS), "This creature can block an additional creature."),
    (ExtraBlocks(THIS, None), "This creature can block any number of creatures."),
    (MustBlock(THIS), "This creature blocks each combat if able."),
    (MustBlockThese(Anything(), THIS), "All creatures able to block this creature do so."),
    (MustBeBlocked(THIS, lo=1, hi=1), "This creature must be blocked by exactly one creature if able."),
    (
        BlockCost(THIS, (PricePart("mana", mana="{2}"),), "you", attackers=HasType("artifact")),
        "This creature can't block artifact creatures unless you pay {2}.",
    ),
    (
        AsThough(THIS, HasKeyword("shadow"), lacks="shadow"),
        "This creature can block creatures with shadow as though they didn't have shadow.",
    ),
    (fx.ChoosesBlocks("you"), "You choose which creatures block and how those creatures block."),
    (
        Grant(AllOf((CREATURES, ControlledBy("you"))), (Keyword("menace"),)),
        "Creatures you control gain menace.",
    ),
    (Lose(Is("host"), ("flying",)), "Enchanted creature loses flying."),
    (Changes(Is("host"), ("power", "toughness")), "Enchanted creature has changed power and toughness."),
    (fx.NoActivation(Is("host")), "Activated abilities of enchanted creature can't be activated."),
    (
        While(
            Compare(CountOf(AllOf((HasType("artifact"), ControlledBy("you")))), ">=", Number(1)),
            Keyword("menace"),
        ),
        "As long as you control an artifact, this creature has menace.",
    ),
    (
        While(Neither((Fits("this", HasCounters("oil", ">=", 4)),)), CantBlock(THIS, Anything())),
        "This creature can't block unless this creature has four or more oil counters on it.",
    ),
]


@pytest.mark.parametrize(("effect", "text"), FORMS)
class TestThePrintedFormIsRulesEnglish:
    def test_printed(self, effect: Effect, text: str) -> None:
        assert printed(effect) == text

    def test_it_reads_back(self, effect: Effect, text: str) -> None:
        assert read_back(effect) == (effect,)


def read_back(effect: Effect) -> tuple[Effect, ...]:
    return tuple(e for clause in read_text(printed(effect)) for e in clause.effects)


class TestEveryKindIsPrinted:
    @pytest.mark.parametrize("kind", sorted(fx.KINDS))
    def test_known_to_printing(self, kind: str) -> None:
        from blockcheck.reading import printing

        cls = fx.KINDS[kind]
        tables: list[Any] = [
            printing._EFFECTS,
            printing._CONDITIONS,
            printing._QUANTITIES,
            printing._ADJECTIVES,
            printing._AFTER,
        ]
        beside = {HasSubtype, HasType, AllOf, AnyOf, NoneOf, PricePart}
        if cls in {
            *get_args(Filter),
            *get_args(Condition),
            *get_args(fx.Quantity),
            *get_args(Effect),
            PricePart,
        }:
            assert cls in beside or any(cls in table for table in tables)


# --- values that a text can say, in the normal form of reading --------------------------------------------------------

SUBTYPES = st.sampled_from(["Wall", "Elf", "Wolf", "Dragon", "Merfolk", "Zombie", "Ally", "Blorf"]).map(
    HasSubtype
)
COLOR_NAMES: tuple[fx.Color, ...] = (
    "W",
    "U",
    "B",
    "R",
    "G",
    "colorless",
    "multicolored",
    "monocolored",
    "chosen",
)
COLORS = st.sampled_from(COLOR_NAMES).map(HasColor)
NAMES = st.sampled_from(["flying", "reach", "first strike", "menace", "defender", "landwalk", "swampwalk"])
STATS = st.builds(
    HasStat,
    st.sampled_from(["power", "toughness", "mana value"]),
    st.sampled_from(["<=", ">=", "="]),
    st.builds(Number, st.integers(0, 30)),
)
WHO: tuple[fx.Who, ...] = ("you", "opponent", "defending player", "monarch")
SIMPLE: st.SearchStrategy[Filter] = st.one_of(
    SUBTYPES,
    COLORS,
    st.sampled_from(["artifact", "enchantment", "land"]).map(HasType),
    st.sampled_from(["legendary", "snow", "basic"]).map(fx.HasSupertype),
    NAMES.map(HasKeyword),
    STATS,
    st.builds(HasCounters, st.sampled_from(["", "+1/+1", "oil"])),
    st.sampled_from([Status("tapped"), Status("token"), Status("enchanted"), Status("equipped")]),
    st.sampled_from(["goaded", "suspected", "renowned"]).map(fx.HasDesignation),
    st.sampled_from(WHO).map(ControlledBy),
    st.just(fx.HasNoAbilities()),
    NAMES.map(lambda name: none_of(HasKeyword(name))),
    st.one_of(SUBTYPES, COLORS.filter(lambda c: c.color != "chosen")).map(none_of),
    st.just(NoneOf((THIS,))),
    st.just(NoneOf((Status("tapped"),))),
)


def one_of_each(filters: list[Filter]) -> Filter:
    """At most one of a kind: two colors or two players of one creature are said otherwise."""
    kept = {type(f): f for f in filters}
    return all_of(*kept.values())


KINDS = st.lists(SIMPLE, min_size=1, max_size=3).map(one_of_each)
SEVERAL: st.SearchStrategy[Filter] = st.one_of(KINDS, st.builds(any_of, KINDS, KINDS))
ONES: st.SearchStrategy[Filter] = st.sampled_from([THIS, Is("host"), Is("it"), Is("target"), Is("target 2")])
SUBJECTS = st.one_of(ONES, SEVERAL, st.just(Anything()))
NUMBERS = st.integers(2, 25)
CONDITIONS: st.SearchStrategy[Condition] = st.one_of(
    st.builds(
        lambda f, who, op, n: Compare(
            CountOf(
                all_of(
                    *(p for p in (f.of if isinstance(f, AllOf) else (f,)) if not isinstance(p, ControlledBy)),
                    ControlledBy(who),
                )
            ),
            op,
            Number(n),
        ),
        KINDS,
        st.sampled_from(["you", "opponent", "defending player", "attacking player"]),
        st.sampled_from([">=", "<=", "=", ">", "<"]),
        NUMBERS,
    ),
    st.builds(Fits, st.sampled_from(["this", "host"]), st.one_of(STATS, SUBTYPES, COLORS)).filter(
        lambda c: c.filter != HasColor("chosen")
    ),
    st.builds(lambda n: Compare(PlayerNumber("you", "hand"), ">=", Number(n)), NUMBERS),
    st.builds(lambda n: Compare(PlayerNumber("you", "life"), "<=", Number(n)), NUMBERS),
    st.builds(
        lambda key: fx.Fact(key, "you"), st.sampled_from(["committed_a_crime_this_turn", "anything_else"])
    ),
    st.builds(
        lambda key, n: Compare(fx.FactNumber(key, "you"), ">=", Number(n)),
        st.just("spells_cast_this_turn"),
        NUMBERS,
    ),
    st.sampled_from(
        [fx.TurnOf("you"), fx.PlayerHas("you", "monarch"), fx.PlayerHas("you", "city's blessing")]
    ),
)
PLAIN: st.SearchStrategy[Effect] = st.one_of(
    st.builds(CantBlock, SUBJECTS.map(in_combat), st.just(Anything())),
    st.builds(CantBlock, st.just(Anything()), SUBJECTS.map(in_combat)),
    st.builds(CantBlock, ONES, SEVERAL),
    st.builds(CantBlock, SEVERAL, ONES),
    st.builds(lambda f, a: CantBlock(none_of(f), a), SEVERAL, ONES),
    st.builds(MinBlockers, SUBJECTS, NUMBERS),
    st.builds(MaxBlockers, SUBJECTS, st.integers(1, 25)),
    st.builds(ExtraBlocks, SUBJECTS, st.one_of(st.none(), st.builds(Number, st.integers(1, 25)))),
    st.builds(MustBlock, SUBJECTS),
    st.builds(MustBlockThese, SEVERAL, ONES),
    st.builds(MustBeBlocked, SUBJECTS, st.just(CREATURES), st.integers(1, 9)),
    st.builds(NeedsCompany, SUBJECTS, st.integers(1, 9)),
    st.builds(
        lambda b, m: BlockCost(b, (PricePart("mana", mana=m),)),
        SUBJECTS,
        st.sampled_from(["{1}", "{X}", "{2}{R}"]),
    ),
    st.builds(lambda a, k: AsThough(THIS, a, lacks=k), SEVERAL, NAMES),
    st.builds(
        lambda to, k: Grant(all_of(CREATURES, to), (Keyword(k),)),
        KINDS,
        st.sampled_from(["flying", "menace", "reach"]),
    ),
    st.builds(lambda f: Grant(Is("host"), (CantBlock(THIS, f),)), SEVERAL),
    st.builds(lambda f, k: Lose(all_of(CREATURES, f), (k,)), KINDS, st.sampled_from(["flying", "shadow"])),
)
EFFECTS = st.one_of(
    PLAIN,
    st.builds(While, CONDITIONS, PLAIN),
    st.builds(lambda c, e: While(Neither((c,)), e), CONDITIONS, PLAIN),
)


class TestWhatIsPrintedReadsBackToAnEqualEffect:
    @settings(max_examples=600, deadline=None)
    @given(EFFECTS)
    def test_round_trip(self, effect: Effect) -> None:
        assert read_back(effect) == (effect,), printed(effect)


class TestValuesThatAreNoEffectsArePhrases:
    @pytest.mark.parametrize(
        ("value", "text"),
        [
            (AllOf((HasColor("W"), HasType("creature"))), "white creatures"),
            (AnyOf((HasSubtype("Elf"), HasSubtype("Wall"))), "Elves and/or Walls"),
            (StatOf("power", "this"), "this creature's power"),
            (fx.Fact("attacked_this_turn", "you"), 'you have the fact "attacked_this_turn"'),
            (PricePart("life", Number(3)), "pays 3 life"),
        ],
    )
    def test_printed(self, value: Any, text: str) -> None:
        assert printed(value) == text
