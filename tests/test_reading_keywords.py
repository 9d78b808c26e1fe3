"""Keyword lines (702): known without the grammar, each ability apart, with what it is from or for."""

import subprocess
import sys
from pathlib import Path

import pytest

from blockcheck.effects import (
    AllOf,
    AnyOf,
    Anything,
    ControlledBy,
    Filter,
    HasColor,
    HasParity,
    HasStat,
    HasSubtype,
    HasSupertype,
    HasType,
    Keyword,
    NoneOf,
    Number,
)
from blockcheck.reading import read_text
from blockcheck.reading.names import BLOCKING_KEYWORDS, PLAIN_KEYWORDS, plural, singular

LAND = HasType("land")


def protection(quality: Filter) -> Keyword:
    return Keyword("protection", quality)


def walk(quality: Filter) -> Keyword:
    return Keyword("landwalk", quality)


LINES: list[tuple[str, tuple[Keyword, ...]]] = [
    ("Flying", (Keyword("flying"),)),
    ("flying", (Keyword("flying"),)),
    ("Menace (It can't be blocked except by two or more creatures.)", (Keyword("menace"),)),
    ("Flying, first strike, vigilance", (Keyword("flying"), Keyword("first strike"), Keyword("vigilance"))),
    ("Flying; banding", (Keyword("flying"), Keyword("banding"))),
    (
        "Bushido 2 (Whenever this creature blocks or becomes blocked, it gets +2/+2 until end of turn.)",
        (Keyword("bushido", n=2),),
    ),
    ("Rampage 1", (Keyword("rampage", n=1),)),
    (
        "Bands with other legendary creatures",
        (Keyword("bands with other", AllOf((HasType("creature"), HasSupertype("legendary")))),),
    ),
    ("Bands with other Dinosaurs", (Keyword("bands with other", HasSubtype("Dinosaur")),)),
    ("Swampwalk", (walk(HasSubtype("Swamp")),)),
    ("Plainswalk, islandwalk", (walk(HasSubtype("Plains")), walk(HasSubtype("Island")))),
    ("Desertwalk", (walk(HasSubtype("Desert")),)),
    ("Landwalk", (Keyword("landwalk"),)),
    ("Legendary landwalk", (walk(AllOf((LAND, HasSupertype("legendary")))),)),
    ("Nonbasic landwalk", (walk(AllOf((LAND, NoneOf((HasSupertype("basic"),))))),)),
    ("Snow landwalk", (walk(AllOf((LAND, HasSupertype("snow")))),)),
    ("Snow swampwalk", (walk(AllOf((HasSubtype("Swamp"), HasSupertype("snow")))),)),
    ("Snow-covered swampwalk", (walk(AllOf((HasSubtype("Swamp"), HasSupertype("snow")))),)),
    ("Artifact landwalk", (walk(AllOf((HasType("artifact"), LAND))),)),
    ("Protection from red", (protection(HasColor("R")),)),
    ("Protection from black and from red", (protection(HasColor("B")), protection(HasColor("R")))),
    (
        "Protection from red, from blue, and from Dragons",
        (protection(HasColor("R")), protection(HasColor("U")), protection(HasSubtype("Dragon"))),
    ),
    ("Protection from everything", (protection(Anything()),)),
    (
        "Protection from each color",
        (protection(AnyOf(tuple(HasColor(c) for c in ("W", "U", "B", "R", "G")))),),
    ),
    (
        "Protection from all colors",
        (protection(AnyOf(tuple(HasColor(c) for c in ("W", "U", "B", "R", "G")))),),
    ),
    ("Protection from multicolored", (protection(HasColor("multicolored")),)),
    ("Protection from monocolored", (protection(HasColor("monocolored")),)),
    ("Protection from colorless", (protection(HasColor("colorless")),)),
    ("Protection from the chosen color", (protection(HasColor("chosen")),)),
    ("Protection from the chosen player", (protection(ControlledBy("chosen player")),)),
    ("Protection from opponents", (protection(ControlledBy("opponent")),)),
    ("Protection from creatures", (protection(HasType("creature")),)),
    ("Protection from artifacts", (protection(HasType("artifact")),)),
    ("Protection from Elves", (protection(HasSubtype("Elf")),)),
    (
        "Protection from legendary creatures",
        (protection(AllOf((HasType("creature"), HasSupertype("legendary")))),),
    ),
    (
        "Protection from nonblack creatures",
        (protection(AllOf((HasType("creature"), NoneOf((HasColor("B"),))))),),
    ),
    ("Protection from mana value 3 or greater", (protection(HasStat("mana value", ">=", Number(3))),)),
    ("Protection from odd mana values", (protection(HasParity("mana value", "odd")),)),
    ("Hexproof from black", (Keyword("hexproof", HasColor("B")),)),
    ("Equip {3}", (Keyword("equip"),)),
    ("Ward—Pay 2 life.", (Keyword("ward"),)),
    ("Crew 1", (Keyword("crew", n=1),)),
    ("Enchant creature", (Keyword("enchant"),)),
    ("Partner with Gatehouse Hound", (Keyword("partner with"),)),
    ("Islandcycling {2}", (Keyword("cycling"),)),
    ("Kicker {2}{R}", (Keyword("kicker"),)),
]


@pytest.mark.parametrize(("text", "keywords"), LINES)
class TestALineOfKeywordsIsAllOfThem:
    def test_reading(self, text: str, keywords: tuple[Keyword, ...]) -> None:
        (clause,) = read_text(text)
        assert (clause.cls, clause.effects, clause.unread) == ("keyword", keywords, None)


class TestEveryKeywordIsKnownByName:
    @pytest.mark.parametrize(
        "name", sorted(BLOCKING_KEYWORDS - {"protection", "bands with other"} | PLAIN_KEYWORDS)
    )
    def test_alone(self, name: str) -> None:
        (clause,) = read_text(name.capitalize())
        assert clause.effects == (Keyword(name),)

    def test_all_of_702(self, shared: Path) -> None:
        text = (shared / "rules" / "702_keyword_abilities.md").read_text(encoding="utf-8")
        names = {
            line.split(". ")[1].lower()
            for line in text.splitlines()
            if line.startswith("702.") and line.count(". ") == 1 and len(line) < 40
        }
        names -= {"keyword abilities", "daybound and nightbound"}
        assert names - (BLOCKING_KEYWORDS | PLAIN_KEYWORDS) == set()


class TestNoKeywordIsMadeOfOtherWords:
    @pytest.mark.parametrize(
        "text", ["Protection", "Protection from", "Protection from blorf", "Flying blorf", "Swampwalking"]
    )
    def test_not_a_line_of_keywords(self, text: str) -> None:
        assert all(clause.cls != "keyword" for clause in read_text(text))


class TestPluralsOfSubtypes:
    @pytest.mark.parametrize(
        ("one", "many"),
        [
            ("Wall", "Walls"),
            ("Elf", "Elves"),
            ("Wolf", "Wolves"),
            ("Ox", "Oxen"),
            ("Ally", "Allies"),
            ("Mouse", "Mice"),
            ("Faerie", "Faeries"),
            ("Zombie", "Zombies"),
            ("Merfolk", "Merfolk"),
            ("Plains", "Plains"),
            ("Sphinx", "Sphinxes"),
        ],
    )
    def test_both_ways(self, one: str, many: str) -> None:
        assert (singular(many), plural(one), singular(one)) == (one, many, one)


class TestKeywordsNeedNoGrammar:
    def test_lark_is_not_imported(self) -> None:
        code = (
            "import sys; from blockcheck.reading import read_text; "
            "read_text('Flying\\nMenace'); read_text('Whenever you cast a spell, draw a card.'); print('lark' in sys.modules)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout == "False\n"
