"""Paragraphs, abilities and sentences: where a clause starts and ends, what it belongs to, and what was not read of it."""

import pytest

from blockcheck.effects import (
    THIS,
    Anything,
    Both,
    CantBlock,
    Compare,
    ControlledBy,
    FactNumber,
    Fits,
    Grant,
    HasCounters,
    HasFact,
    HasStat,
    Is,
    Keyword,
    MustBlockThese,
    NoDeclaration,
    Number,
    PlayerHas,
    While,
)
from blockcheck.reading import read_text

CARDS: list[tuple[str, str, list[str]]] = [
    ("Flying\nThis creature can't block.", "Creature", ["keyword", "static"]),
    ("(It's a reminder.)", "Creature", ["reminder"]),
    ("{T}: Add {G}.", "Creature", ["unrelated"]),
    ("Whenever you cast a spell, draw a card.", "Creature", ["unrelated"]),
    ("Whenever this creature blocks, draw a card.", "Creature", ["triggered"]),
    ("Whenever this creature attacks, target creature can't block this turn.", "Creature", ["triggered"]),
    (
        "Landfall — Whenever a land you control enters, creatures can't block this turn.",
        "Creature",
        ["triggered"],
    ),
    (
        "At the beginning of combat on your turn, target creature can't block this turn.",
        "Enchantment",
        ["triggered"],
    ),
    (
        "{1}{R}, {T}: Target creature can't block this turn. Activate only as a sorcery.",
        "Artifact",
        ["activated", "window"],
    ),
    ("+1: Target creature can't block this turn.", "Planeswalker", ["activated"]),
    ("−2: Target creature can't block this turn.", "Planeswalker", ["activated"]),
    (
        "Channel — {1}{R}, Discard this card: Target creature can't block this turn.",
        "Creature",
        ["activated"],
    ),
    ("Target creature can't block this turn.\nDraw a card.", "Instant", ["spell", "unrelated"]),
    ("Cast this spell only during the declare blockers step.", "Instant", ["window"]),
    ("This creature enters tapped.", "Creature", ["replacement"]),
    ("As this creature enters, choose a color.", "Creature", ["replacement"]),
    ("I, II — Target creature can't block this turn.", "Enchantment — Saga", ["triggered"]),
    (
        "Choose one —\n• Target creature can't block this turn.\n• Draw a card.",
        "Sorcery",
        ["unrelated", "spell", "unrelated"],
    ),
    (
        "Whenever you attack, choose one —\n• Creatures can't block this turn.",
        "Creature",
        ["unrelated", "triggered"],
    ),
    ("15—20 | Creatures can't block this turn.", "Sorcery", ["spell"]),
    ("Destroy target attacking or blocking creature.", "Instant", ["spell"]),
    (
        "You may have this creature assign its combat damage as though it weren't blocked.",
        "Creature",
        ["unrelated"],
    ),
    ('Create a 1/1 black Rat creature token with "This token can\'t block."', "Sorcery", ["spell"]),
    ("This creature can't attack.", "Creature", ["unrelated"]),
    ("This creature blorfs each Wall it can block.", "Creature", ["unread"]),
]


@pytest.mark.parametrize(("text", "type_line", "classes"), CARDS)
class TestEveryClauseHasTheClassOfItsAbility:
    def test_classes(self, text: str, type_line: str, classes: list[str]) -> None:
        assert [clause.cls for clause in read_text(text, type_line=type_line)] == classes

    def test_spans(self, text: str, type_line: str, classes: list[str]) -> None:
        for clause in read_text(text, type_line=type_line):
            start, end = clause.span
            assert text[start:end] == clause.text


class TestAParagraphIsOneAbility:
    def test_a_sentence_after_a_trigger_belongs_to_it(self) -> None:
        first, second = read_text(
            "Whenever this creature attacks, draw a card. It can't be blocked this turn."
        )
        assert (first.cls, second.cls) == ("unrelated", "triggered")
        assert second.effects == (CantBlock(Anything(), THIS),)

    def test_a_line_in_lower_case_goes_on(self) -> None:
        (clause,) = read_text("Whenever this creature attacks,\ncreatures can't block this turn.")
        assert clause.cls == "triggered"

    def test_a_reflexive_trigger_is_part_of_the_body(self) -> None:
        text = "Whenever you attack, you may pay {1}. When you do, target creature can't block this turn."
        assert read_text(text)[1].effects == (CantBlock(Is("target"), Anything()),)

    def test_a_comma_list_in_a_trigger_is_no_end_of_it(self) -> None:
        text = "Whenever this creature enters, attacks, or dies, target creature can't block this turn."
        assert read_text(text)[0].effects == (CantBlock(Is("target"), Anything()),)

    def test_the_trigger_says_who_it_is(self) -> None:
        text = "Whenever a Wolf you control attacks, up to one target creature blocks it this combat if able."
        assert read_text(text)[0].effects == (MustBlockThese(Is("target"), Is("it")),)

    def test_the_condition_of_a_trigger_is_kept_text(self) -> None:
        text = "Whenever this creature attacks, if you control a Wall, it can't be blocked this turn."
        assert read_text(text)[0].effects == (CantBlock(Anything(), THIS),)


class TestAQuotedAbilityBelongsToWhoeverIsGivenIt:
    def test_a_granted_one(self) -> None:
        (clause,) = read_text('Enchanted creature has "This creature can\'t block."')
        assert clause.effects == (Grant(Is("host"), (CantBlock(THIS, Anything()),)),)

    def test_an_activated_one_is_not_in_force(self) -> None:
        (clause,) = read_text('Enchanted creature has "{T}: Target creature can\'t block this turn."')
        assert (clause.effects, clause.unread) == ((), None)

    def test_a_tokens_own(self) -> None:
        (clause,) = read_text(
            'When this creature dies, create a 1/1 red Satyr creature token with "This token can\'t block."'
        )
        assert (clause.effects, clause.unread) == ((), None)

    def test_one_that_is_not_read(self) -> None:
        (clause,) = read_text('Enchanted creature has "This creature can block blorfs."')
        assert clause.unread is not None


class TestNamesOfTheObjectItself:
    @pytest.mark.parametrize("name", ["Maro, the Wanderer", "Maro of the Woods", "Maro the Wanderer"])
    def test_a_legend_by_its_short_name(self, name: str) -> None:
        (clause,) = read_text("Maro can't block.", name=name, type_line="Legendary Creature — Elemental")
        assert clause.effects == (CantBlock(THIS, Anything()),)

    def test_a_type_in_a_name_stays_a_type(self) -> None:
        (clause,) = read_text("Walls can't block.", name="Wall of Reeds", type_line="Creature — Wall")
        assert clause.effects != (CantBlock(THIS, Anything()),)

    def test_the_name_of_its_other_face(self) -> None:
        (clause,) = read_text("Hollow Bellringer can't block.", name="Meadow Bellringer")
        assert clause.effects == (CantBlock(THIS, Anything()),)

    @pytest.mark.parametrize("word", ["she", "he", "it", "they"])
    def test_pronouns(self, word: str) -> None:
        text = f"As long as this creature is equipped, {word} can't be blocked."
        expected = Is("it") if word == "they" else THIS
        effect = read_text(text)[0].effects[0]
        assert effect.effect == CantBlock(Anything(), expected)  # type: ignore[union-attr]


class TestWhatIsNotReadIsSaid:
    def test_the_first_word_that_did_not_fit_and_what_could_stand_there(self) -> None:
        text = "Reach\nThis creature can't block creatures with blorf 3 or greater."
        clause = read_text(text)[1]
        assert clause.cls == "unread"
        assert clause.unread is not None
        assert text[clause.unread.at :].startswith("blorf")
        assert {"a keyword", "power", "counters"} <= set(clause.unread.expected)
        assert clause.unread.span == clause.span

    def test_at_the_end(self) -> None:
        (clause,) = read_text("This creature can't be blocked except by")
        assert clause.unread is not None
        assert clause.unread.at == len("This creature can't be blocked except by")

    def test_a_body_keeps_its_class(self) -> None:
        (clause,) = read_text("{2}: Target creature can't blorf or block this turn.")
        assert clause.cls == "activated"
        assert clause.unread is not None

    @pytest.mark.parametrize(
        "text",
        [
            "Creature can't block.",
            "Enchanted blorf creature can't block.",
            "This creature can't block unless blorf.",
            "This creature can't be blocked by more than creatures.",
            "This creature can block.",
            "This creature can block creatures.",
            "This creature can't block unless you pay.",
            "Each nonland card in your graveyard can't block.",
            "Two creatures and Walls can't block.",
            "This creature can't be blocked except by two or more Walls.",
        ],
    )
    def test_half_sense(self, text: str) -> None:
        (clause,) = read_text(text)
        assert clause.unread is not None
        assert clause.effects == ()


class TestBlocksAtRandomAreToldApart:
    def test_no_declaration(self) -> None:
        text = "This turn, instead of declaring blockers, each player divides creatures into piles. Assign each pile at random."
        first, second = read_text(text, type_line="Instant")
        assert (first.effects, first.unread, second.unread) == ((NoDeclaration(),), None, None)


class TestGrantsOfWhatNobodyNeedsAreReadOrLeft:
    def test_a_grant(self) -> None:
        assert read_text("Other creatures you control have vigilance.")[0].cls == "static"

    @pytest.mark.parametrize("text", ["Creatures you control have ward {2}.", "Spells you cast have blorf."])
    def test_no_matter(self, text: str) -> None:
        assert read_text(text)[0].unread is None

    def test_evasion_matters(self) -> None:
        (clause,) = read_text("Blorfing creatures you control have flying.")
        assert clause.effects == () or clause.unread is not None or "Blorf" in repr(clause.effects)


class TestReadingIsPureAndKept:
    def test_the_same_object_again(self) -> None:
        assert read_text("This creature can't block.") is read_text("This creature can't block.")

    def test_nothing(self) -> None:
        assert read_text("") == ()

    def test_a_fact_by_its_name(self) -> None:
        (clause,) = read_text('Creatures with the fact "entered_this_turn" can\'t block.')
        assert clause.effects == (CantBlock(HasFact("entered_this_turn"), Anything()),)

    def test_keywords_and_sentences(self) -> None:
        assert [c.effects for c in read_text("Menace\nReach")] == [(Keyword("menace"),), (Keyword("reach"),)]


class TestLevelsAndLabelsOpenAbilities:
    def test_a_level_band(self) -> None:
        text = "Level up {1}\nLEVEL 1-4\n2/2\nThis creature can't be blocked.\nLEVEL 5+\n4/4\nFlying"
        first, last = [e for c in read_text(text) for e in c.effects if isinstance(e, While)]
        band = Both(
            (Fits("this", HasCounters("level", ">=", 1)), Fits("this", HasCounters("level", "<=", 4)))
        )
        assert first == While(band, CantBlock(Anything(), THIS))
        assert last == While(Fits("this", HasCounters("level", ">=", 5)), Keyword("flying"))

    def test_a_class_level(self) -> None:
        text = "Creatures can't block.\n{2}{R}: Level 2\nCreatures you control can't be blocked."
        first, second, third = read_text(text, type_line="Enchantment — Class")
        assert (first.effects, second.effects) == ((CantBlock(Anything(), Anything()),), ())
        reached = Compare(FactNumber("class_level", "this"), ">=", Number(2))
        assert third.effects == (While(reached, CantBlock(Anything(), ControlledBy("you"))),)

    def test_a_label_that_asks_for_something(self) -> None:
        (clause,) = read_text("Max speed — This creature can't be blocked.")
        assert clause.effects == (While(PlayerHas("you", "max speed"), CantBlock(Anything(), THIS)),)

    def test_counters_on_a_station(self) -> None:
        (clause,) = read_text("8+ | Flying")
        assert clause.effects == (While(Fits("this", HasCounters("charge", ">=", 8)), Keyword("flying")),)


class TestAnUnknownKeywordIsReadByItsReminder:
    def test_it_bears_on_blocking(self) -> None:
        word, clause = read_text(
            "Elusive (This creature can't be blocked by creatures with power 2 or less.)"
        )
        assert (word.cls, clause.cls) == ("keyword", "static")
        assert clause.effects == (CantBlock(HasStat("power", "<=", Number(2)), THIS),)

    def test_it_does_not(self) -> None:
        assert [c.unread for c in read_text("Gleaning (When this creature dies, draw a card.)")] == [
            None,
            None,
        ]

    def test_a_known_one_keeps_its_reminder_unread(self) -> None:
        assert len(read_text("Menace (This creature can't be blocked except by two or more creatures.)")) == 1
