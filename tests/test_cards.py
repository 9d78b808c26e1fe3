"""The card index: card data of every form by name, all or nothing, and the commands that use it."""

from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import closing
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, ClassVar

import pytest

from blockcheck import InputError, check, load_board
from blockcheck.cards import CardIndex, cards_in, import_cards, user_index
from blockcheck.cli import main
from tests.boards import attacker, blocker

OGRE: dict[str, Any] = {
    "name": "Menace Ogre",
    "oracle_id": "1",
    "layout": "normal",
    "type_line": "Creature — Ogre",
    "oracle_text": "Menace",
    "power": "4",
    "toughness": "3",
    "mana_cost": "{3}{R}",
    "cmc": 4.0,
    "colors": ["R"],
    "set": "tst",
}
TWO_FACED: dict[str, Any] = {
    "name": "Day Warden // Night Warden",
    "oracle_id": "2",
    "layout": "transform",
    "cmc": 2.0,
    "type_line": "Creature — Human // Creature — Wolf",
    "card_faces": [
        {
            "name": "Day Warden",
            "type_line": "Creature — Human",
            "oracle_text": "",
            "power": "1",
            "toughness": "2",
        },
        {
            "name": "Night Warden",
            "type_line": "Creature — Wolf",
            "oracle_text": "Night Warden can't block.",
            "power": "3",
            "toughness": "3",
        },
    ],
}
TOKEN = {
    "name": "Menace Ogre",
    "oracle_id": "3",
    "layout": "token",
    "type_line": "Token Creature — Ogre",
    "power": "1",
}
PICTURE = {
    "name": "Menace Ogre // Menace Ogre",
    "oracle_id": "4",
    "layout": "art_series",
    "type_line": "Card // Card",
}
QUOTED = {
    "name": "Warden's “Élite”",
    "oracle_id": "5",
    "type_line": "Creature — Human",
    "oracle_text": "",
    "power": "1",
}
ATOMIC = {
    "meta": {"date": "2026-01-01", "version": "5"},
    "data": {
        "Day Warden // Night Warden": [
            {
                "name": "Day Warden // Night Warden",
                "faceName": name,
                "side": side,
                "layout": "transform",
                "type": f"Creature — {kind}",
                "power": power,
                "toughness": "2",
                "manaValue": 2.0,
                "colors": ["W"],
                "identifiers": {"scryfallOracleId": "2"},
                **more,
            }
            for name, side, kind, power, more in (
                ("Night Warden", "b", "Wolf", "3", {"text": "Night Warden can't block."}),
                ("Day Warden", "a", "Human", "1", {"manaCost": "{1}{W}"}),
            )
        ],
        "Menace Ogre": [
            {
                "name": "Menace Ogre",
                "layout": "normal",
                "type": "Creature — Ogre",
                "text": "Menace",
                "power": "4",
            }
        ],
    },
}


def written(folder: Path, text: str, name: str = "cards.json") -> Path:
    place = folder / name
    place.write_text(text, encoding="utf-8")
    return place


def lines(*cards: dict[str, Any]) -> str:
    return "".join(f"{json.dumps(card, ensure_ascii=False)}\n" for card in cards)


def index(folder: Path, *cards: dict[str, Any]) -> CardIndex:
    place = folder / "index.sqlite3"
    import_cards(written(folder, lines(*cards)), place)
    return CardIndex(place)


class TestTheFormsOfCardData:
    @pytest.mark.parametrize(
        "text",
        [
            json.dumps([OGRE, TWO_FACED]),
            json.dumps([OGRE, TWO_FACED], indent=2),
            lines(OGRE, TWO_FACED),
            "\ufeff" + lines(OGRE, TWO_FACED),
            json.dumps(ATOMIC),
        ],
        ids=["array", "pretty array", "lines", "byte order mark", "atomic"],
    )
    def test_give_the_same_cards(self, text: str, tmp_path: Path) -> None:
        assert import_cards(written(tmp_path, text), tmp_path / "index") == 2
        cards = CardIndex(tmp_path / "index")
        assert cards("menace ogre")["oracle_text"] == "Menace"
        assert [face["name"] for face in cards("Night Warden")["card_faces"]] == [
            "Day Warden",
            "Night Warden",
        ]

    def test_are_read_card_by_card(self) -> None:
        class Endless(BytesIO):
            def read1(self, size: int | None = -1, /) -> bytes:
                return (lines(OGRE) * 1000).encode()[: size or 0]

        cards = cards_in(Endless())
        assert [next(cards)["name"] for _ in range(5000)] == ["Menace Ogre"] * 5000

    def test_a_card_cut_by_the_end_of_a_piece(self) -> None:
        class Dripping(BytesIO):
            def read1(self, size: int | None = -1, /) -> bytes:
                return super().read1(7)

        data = json.dumps([OGRE, QUOTED], ensure_ascii=False).encode()
        told: list[int] = []
        assert [card["name"] for card in cards_in(Dripping(data), told.append)] == [
            "Menace Ogre",
            QUOTED["name"],
        ]
        assert told[-1] == len(data)


class TestNames:
    def test_a_card_comes_before_tokens_and_pictures(self, tmp_path: Path) -> None:
        assert index(tmp_path, PICTURE, TOKEN, OGRE)("Menace Ogre")["power"] == "4"

    def test_a_token_alone(self, tmp_path: Path) -> None:
        assert index(tmp_path, PICTURE, TOKEN)("Menace Ogre")["power"] == "1"

    @pytest.mark.parametrize("name", ['warden’s "elite"', "WARDEN'S  “ÉLITE”"])
    def test_case_quotes_accents_and_blanks_do_not_matter(self, name: str, tmp_path: Path) -> None:
        assert index(tmp_path, QUOTED)(name)["name"] == QUOTED["name"]

    def test_printings_of_one_card_are_one(self, tmp_path: Path) -> None:
        assert (
            index(tmp_path, OGRE, OGRE | {"set": "two"}, OGRE | {"lang": "de"})("Menace Ogre")["power"] == "4"
        )

    def test_two_cards_of_one_name_are_not_guessed_between(self, tmp_path: Path) -> None:
        with pytest.raises(InputError) as caught:
            index(tmp_path, OGRE, OGRE | {"oracle_id": "9", "power": "5"})("Menace Ogre")
        assert str(caught.value) == 'several cards are named "Menace Ogre"; give the card object instead'

    @pytest.mark.parametrize(
        ("name", "message"),
        [
            ("Menace Orge", 'no card is named "Menace Orge"; did you mean "Menace Ogre"?'),
            (
                "Warden",
                'no card is named "Warden"; did you mean "Day Warden" or "Night Warden" or "Warden\'s “Élite”"?',
            ),
            ("Xylophone", 'no card is named "Xylophone"'),
            ("Wardens Elite", 'no card is named "Wardens Elite"; did you mean "Warden\'s “Élite”"?'),
            ("MENACE OGER", 'no card is named "MENACE OGER"; did you mean "Menace Ogre"?'),
            ("nîght wardeñ // day warden", 'no card is named "nîght wardeñ // day warden"'),
            ("Og", 'no card is named "Og"'),
            ("", 'no card is named ""'),
            ("a\x00b", r'no card is named "a\u0000b"'),
        ],
    )
    def test_a_miss_names_the_closest(self, name: str, message: str, tmp_path: Path) -> None:
        with pytest.raises(InputError) as caught:
            index(tmp_path, OGRE, TWO_FACED, QUOTED)(name)
        assert str(caught.value) == message


HALVES: dict[str, Any] = {
    "name": "Gate Keeper // Keep Out",
    "oracle_id": "6",
    "layout": "adventure",
    "type_line": "Creature — Human // Instant — Adventure",
    "card_faces": [
        {
            "name": "Gate Keeper",
            "type_line": "Creature — Human",
            "oracle_text": "Reach",
            "power": "2",
            "toughness": "2",
            "mana_cost": "{1}{W}",
        },
        {
            "name": "Keep Out",
            "type_line": "Instant — Adventure",
            "oracle_text": "Target creature can't block this turn.",
            "mana_cost": "{W}",
        },
    ],
}


class TestFaces:
    @pytest.mark.parametrize(
        "name",
        [
            "Day Warden // Night Warden",
            "day warden//night warden",
            "Day Warden",
            "NIGHT WARDEN",
            " night  warden ",
        ],
    )
    def test_name_their_card(self, name: str, tmp_path: Path) -> None:
        assert index(tmp_path, OGRE, TWO_FACED)(name)["name"] == TWO_FACED["name"]

    def test_come_after_a_card_of_that_name(self, tmp_path: Path) -> None:
        alone = OGRE | {"name": "Night Warden", "oracle_id": "7"}
        cards = index(tmp_path, TWO_FACED, alone)
        assert cards("Night Warden")["name"] == "Night Warden"
        assert cards("Day Warden")["name"] == TWO_FACED["name"]

    def test_of_two_cards_are_not_guessed_between(self, tmp_path: Path) -> None:
        other = TWO_FACED | {"name": "Noon Warden // Night Warden", "oracle_id": "8"}
        with pytest.raises(InputError) as caught:
            index(tmp_path, TWO_FACED, other)("Night Warden")
        assert str(caught.value) == 'several cards are named "Night Warden"; give the card object instead'

    def test_both_of_one_name(self, tmp_path: Path) -> None:
        twice = {
            "name": "Menace Ogre // Menace Ogre",
            "layout": "reversible_card",
            "card_faces": [{**OGRE, "layout": "normal"}, OGRE],
        }
        cards = index(tmp_path, twice)
        assert cards("Menace Ogre")["card_faces"][1]["oracle_text"] == "Menace"
        assert load_board(named("Menace Ogre"), cards=cards).permanents[1].power == 4


def entry(name: str, **more: Any) -> dict[str, Any]:
    """A face or a card as MTGJSON has it."""
    given = {"layout": "normal", "type": "Creature — Imp", "power": "1", "toughness": "1", "manaValue": 2.0}
    return {"name": name, "identifiers": {"scryfallOracleId": f"id of {name}"}, **given, **more}


def atomic(*entries: dict[str, Any]) -> str:
    """MTGJSON's file: a list for each name."""
    data: dict[str, list[dict[str, Any]]] = {}
    for one in entries:
        data.setdefault(one["name"], []).append(one)
    return json.dumps({"meta": {"version": "5"}, "data": data})


class TestTheAtomicFile:
    def index(self, folder: Path, *entries: dict[str, Any]) -> CardIndex:
        import_cards(written(folder, atomic(*entries)), folder / "index")
        return CardIndex(folder / "index")

    def test_without_text_is_without_abilities(self, tmp_path: Path) -> None:
        """Its own list of keywords counts for nothing: it is often wrong."""
        cards = self.index(tmp_path, entry("Gate Imp", keywords=["Flying"]))
        assert cards("Gate Imp")["oracle_text"] == ""
        assert "keywords" not in cards("Gate Imp")

    def test_melded_fronts_are_cards_of_their_own(self, tmp_path: Path) -> None:
        whole = {"layout": "meld", "identifiers": {}}
        cards = self.index(
            tmp_path,
            entry("Left Imp // Great Imp", faceName="Left Imp", side="a", **whole),
            entry("Right Imp // Great Imp", faceName="Right Imp", side="a", **whole),
        )
        assert cards("Left Imp")["name"] == "Left Imp"
        assert cards("Right Imp")["name"] == "Right Imp"

    def test_two_cards_of_one_name_are_two(self, tmp_path: Path) -> None:
        cards = self.index(
            tmp_path,
            entry("Gate Imp"),
            entry("Gate Imp", power="3", identifiers={"scryfallOracleId": "another"}),
        )
        with pytest.raises(InputError) as caught:
            cards("Gate Imp")
        assert str(caught.value) == 'several cards are named "Gate Imp"; give the card object instead'

    def test_a_half_of_an_adventure_is_found_and_never_up(self, tmp_path: Path) -> None:
        both = {"name": HALVES["name"], "layout": "adventure", "identifiers": {"scryfallOracleId": "6"}}
        halves = [
            {
                "faceName": half["name"],
                "side": side,
                "type": half["type_line"],
                "text": half["oracle_text"],
                "manaCost": half["mana_cost"],
                **({"power": "2", "toughness": "2"} if "power" in half else {}),
            }
            for side, half in zip("ab", HALVES["card_faces"], strict=True)
        ]
        import_cards(written(tmp_path, atomic(*({**both, **half} for half in halves))), tmp_path / "index")
        keeper = load_board(named("Keep Out"), cards=CardIndex(tmp_path / "index")).permanents[1]
        assert (keeper.name, keeper.oracle_text, keeper.power) == ("Gate Keeper", "Reach", 2)


class TestAllOrNothing:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (lines(TOKEN) + '{"name": 3}', "card 2: expected a name, got 3"),
            (lines(TOKEN) + "[]", "card 2: expected an object, got an empty list"),
            (lines(TOKEN) + '{"name": "A", }', "not JSON: line 2: expected JSON"),
            (f"[{lines(TOKEN)}", 'not JSON: line 2: expected ","'),
            ("[] 1", "not JSON: line 1: expected nothing after the cards"),
            ("", "expected cards, got none"),
            ('{"data": {"A": 1}}', '"A": expected a list of objects, got 1'),
        ],
    )
    def test_a_bad_file_changes_nothing(self, text: str, message: str, tmp_path: Path) -> None:
        index(tmp_path, OGRE).close()
        place, bad = tmp_path / "index.sqlite3", written(tmp_path, text, "bad.json")
        with pytest.raises(InputError) as caught:
            import_cards(bad, place)
        assert str(caught.value) == f"{bad}: {message}"
        assert CardIndex(place)("Menace Ogre")["power"] == "4"
        with pytest.raises(InputError):
            import_cards(bad, tmp_path / "new")
        assert not (tmp_path / "new").exists()

    def test_a_further_import_replaces(self, tmp_path: Path) -> None:
        index(tmp_path, OGRE).close()
        cards = index(tmp_path, TWO_FACED)
        assert cards("Day Warden")["layout"] == "transform"
        with pytest.raises(InputError):
            cards("Menace Ogre")

    def test_a_file_that_is_no_index_is_left_alone(self, tmp_path: Path) -> None:
        place = written(tmp_path, "mine", "notes.txt")
        with pytest.raises(InputError) as caught:
            import_cards(written(tmp_path, lines(OGRE)), place)
        assert str(caught.value).endswith(f"{place} is no card index; `blockcheck cards import` makes one")
        assert place.read_text(encoding="utf-8") == "mine"


class TestTheUsersDataFolder:
    @pytest.mark.parametrize(
        ("platform", "environ", "folder"),
        [
            ("linux", {"XDG_DATA_HOME": "/data"}, "/data"),
            ("linux", {}, "/home/me/.local/share"),
            ("darwin", {}, "/home/me/Library/Application Support"),
            ("win32", {"LOCALAPPDATA": "/local"}, "/local"),
        ],
    )
    def test_of_each_platform(self, platform: str, environ: dict[str, str], folder: str) -> None:
        assert user_index(platform, environ, Path("/home/me")) == Path(folder, "blockcheck", "cards.sqlite3")


def named(card: str, **more: Any) -> dict[str, Any]:
    """A board on which a named card may block."""
    attacker = {
        "id": "a",
        "controller": "alice",
        "power": 2,
        "attacking": "bob",
        "colors": ["R"],
        "name": "A",
    }
    permanents = [attacker, {"id": "b", "controller": "bob", "card": card, **more}]
    return {"permanents": permanents, "declaration": {"player": "bob", "blocks": {"b": "a"}}}


def standing(cards: CardIndex, card: str, **more: Any) -> Any:
    """The permanent that stands for a named card."""
    return load_board(named(card, **more), cards=cards).permanents[1]


class TestABoardThatNamesCards:
    def test_has_the_face_that_is_named_up(self, tmp_path: Path) -> None:
        cards = index(tmp_path, TWO_FACED)
        for name, power in (("Night Warden", 3), ("Day Warden", 1), ("Day Warden // Night Warden", 1)):
            assert standing(cards, name).power == power
        assert standing(cards, "Night Warden", face=0).power == 1
        assert standing(cards, "Day Warden", face="Night Warden").power == 3

    def test_has_the_creature_of_an_adventure_up(self, tmp_path: Path) -> None:
        cards = index(tmp_path, HALVES)
        for name in ("Gate Keeper", "Keep Out", "Gate Keeper // Keep Out"):
            assert standing(cards, name).oracle_text == "Reach"

    @pytest.mark.parametrize(
        ("beside", "field", "value"),
        [
            ({}, "power", 4),
            ({"power": 9}, "power", 9),
            ({"toughness": 0}, "toughness", 0),
            ({"name": "Copied Ogre"}, "name", "Copied Ogre"),
            ({"oracle_text": ""}, "oracle_text", ""),
            ({"type_line": "Artifact Creature — Golem"}, "types", ("artifact", "creature")),
            ({"colors": []}, "colors", ()),
            ({"mana_cost": "{G}"}, "colors", ("G",)),
            ({"mana_cost": "{G}"}, "cmc", 1),
            ({"cmc": 7}, "cmc", 7),
            ({"keywords": ["Flying"]}, "keywords", ("Flying",)),
            ({"face_down": True}, "oracle_text", ""),
            ({"face_down": True}, "name", ""),
        ],
    )
    def test_fields_beside_the_card_win(
        self, beside: dict[str, Any], field: str, value: Any, tmp_path: Path
    ) -> None:
        assert getattr(standing(index(tmp_path, OGRE), "Menace Ogre", **beside), field) == value

    def test_a_card_face_down_is_not_looked_for(self, tmp_path: Path) -> None:
        assert standing(index(tmp_path, OGRE), "Nobody", face_down=True).power == 2

    def test_a_token_is_one(self, tmp_path: Path) -> None:
        cards = index(tmp_path, TOKEN | {"name": "Ogre Whelp"}, OGRE)
        whelp = standing(cards, "Ogre Whelp")
        assert (whelp.token, whelp.cmc) == (True, 0)
        assert standing(cards, "Ogre Whelp", token=False).token is False
        assert standing(cards, "Menace Ogre").token is False

    @pytest.mark.parametrize(
        ("card", "message"),
        [
            (
                "Menace Orge",
                'permanents[1].card: no card is named "Menace Orge"; did you mean "Menace Ogre"?',
            ),
            (
                "Star Beast",
                'permanents[1].card.power: "*" is not a number: give its current value as power beside the card',
            ),
            (
                "Zap",
                "permanents[1].card.type_line: expected a type line with a permanent type, "
                'as Creature or Enchantment, got "Sorcery"',
            ),
        ],
    )
    def test_errors_name_the_field(self, card: str, message: str, tmp_path: Path) -> None:
        star = OGRE | {"name": "Star Beast", "oracle_id": "s", "power": "*"}
        zap = {"name": "Zap", "type_line": "Sorcery", "oracle_text": "Draw a card."}
        with pytest.raises(InputError) as caught:
            standing(index(tmp_path, OGRE, star, zap), card)
        assert str(caught.value) == message

    def test_every_miss_is_told_at_once(self, tmp_path: Path) -> None:
        board = named("Menace Orge")
        board["permanents"].append({"id": "c", "controller": "bob", "card": "Nobody"})
        with pytest.raises(InputError) as caught:
            load_board(board, cards=index(tmp_path, OGRE))
        assert [problem.where for problem in caught.value.problems] == [
            "permanents[1].card",
            "permanents[2].card",
        ]
        assert caught.value.closest == "Menace Ogre"

    def test_without_an_index(self) -> None:
        with pytest.raises(InputError) as caught:
            load_board(named("Menace Ogre"))
        assert str(caught.value) == (
            'permanents[1].card: "Menace Ogre" is only a card name, and no card index is at hand; '
            "give the card object"
        )


class TestCardsOfAGraveyardOrOfExile:
    ZAP: ClassVar[dict[str, Any]] = {"name": "Zap", "type_line": "Instant", "oracle_text": "Draw a card."}

    def zone(self, *cards: Any, zone: str = "graveyard", index: CardIndex | None = None) -> Any:
        data = {"permanents": [attacker("a")], "players": [{"id": "alice", zone: list(cards)}, "bob"]}
        return getattr(load_board(data, cards=index).player("alice"), zone)

    @pytest.mark.parametrize("zone", ["graveyard", "exile"])
    def test_are_found_by_name(self, zone: str, tmp_path: Path) -> None:
        cards = index(tmp_path, self.ZAP, TWO_FACED)
        found = self.zone("Zap", {"card": "Zap"}, {"card": "Day Warden"}, 'No "Card"', zone=zone, index=cards)
        assert [(card.name, card.types) for card in found] == [
            ("Zap", ("instant",)),
            ("Zap", ("instant",)),
            ("Day Warden", ("creature",)),
            ('No "Card"', None),
        ]

    def test_may_be_card_objects(self) -> None:
        (zap,) = self.zone({"card": self.ZAP, "name": "Zip"})
        assert (zap.name, zap.types) == ("Zip", ("instant",))

    def test_are_names_alone_without_an_index(self) -> None:
        assert [card.types for card in self.zone("Zap", index=None)] == [None]

    @pytest.mark.parametrize(
        ("with_index", "message"),
        [
            (True, 'players[0].graveyard[1].card: no card is named "Zapp"; did you mean "Zap"?'),
            (
                False,
                'players[0].graveyard[1].card: "Zapp" is only a card name, and no card index is at hand; '
                "give the card object",
            ),
        ],
    )
    def test_a_miss_names_the_field(self, with_index: bool, message: str, tmp_path: Path) -> None:
        with pytest.raises(InputError) as caught:
            self.zone("Zapp", {"card": "Zapp"}, index=index(tmp_path, self.ZAP) if with_index else None)
        assert str(caught.value) == message

    def test_a_damaged_index_is_no_miss(self, tmp_path: Path) -> None:
        cards = index(tmp_path, self.ZAP)
        with closing(sqlite3.connect(tmp_path / "index.sqlite3")) as base:
            base.execute("DROP TABLE name")
            base.commit()
        with pytest.raises(InputError, match="is damaged"):
            self.zone("Zap", index=cards)

    def test_decide_what_counts_cards(self, tmp_path: Path) -> None:
        text = "This creature can't be blocked as long as there are two or more instant and/or sorcery cards in your graveyard."
        ogre = attacker("ogre", text)
        players = [{"id": "alice", "graveyard": ["Zap", {"card": "Zap"}]}, "bob"]
        data = {"permanents": [ogre, blocker("bear")], "players": players}
        assert check(load_board(data, cards=index(tmp_path, self.ZAP)), {"bear": "ogre"}).legal is False


class TestCommands:
    @pytest.fixture(autouse=True)
    def home(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
        monkeypatch.setenv("NO_COLOR", "1")
        monkeypatch.setenv("COLUMNS", "100")

    @staticmethod
    def run(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main(list(words))
        done = capfd.readouterr()
        return int(end.value.code or 0), done.out, done.err

    def test_import_show_and_check(self, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        source = str(written(tmp_path, lines(OGRE, TWO_FACED)))
        place = tmp_path / "data" / "blockcheck" / "cards.sqlite3"
        assert self.run(capfd, "cards", "import", source) == (0, f"2 cards in {place}\n", "")
        assert self.run(capfd, "cards", "show", "menace ogre") == (
            0,
            "Menace Ogre {3}{R}\nCreature — Ogre, 4/3\n  Menace\n    → keyword: Menace\n",
            "",
        )
        board = str(written(tmp_path, json.dumps(named("Night Warden")), "board.json"))
        assert self.run(capfd, "check", board)[0] == 1
        assert self.run(capfd, "check", board, "--cards", str(place))[0] == 1

    def test_without_an_index(self, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        board = str(written(tmp_path, json.dumps(named("Night Warden")), "board.json"))
        assert self.run(capfd, "check", board) == (
            2,
            "",
            'blockcheck: permanents[1].card: "Night Warden" is only a card name, and no card index is at hand; '
            "give the card object, or make an index with `blockcheck cards import`\n",
        )
        status, out, err = self.run(capfd, "check", board, "--cards", "no.db")
        assert (status, out) == (2, "")
        assert err == "blockcheck: there is no card index no.db; `blockcheck cards import` makes one\n"

    def test_read_gives_a_line_for_each_card(
        self, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        odd = {
            "name": "Tuesday Imp",
            "type_line": "Creature — Imp",
            "oracle_text": "This creature can't block on Tuesdays.",
        }
        data = lines(OGRE, TWO_FACED, odd).encode()
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data)))
        status, out, _ = self.run(capfd, "read", "--json", "-")
        first, second, third = map(json.loads, out.splitlines())
        assert status == 3
        assert (first["name"], first["unread"], first["clauses"][0]["class"]) == (
            "Menace Ogre",
            [],
            "keyword",
        )
        assert second["clauses"][0]["face"] == "Night Warden"
        assert second["clauses"][0]["effects"][0]["kind"] == "cant_block"
        assert third["unread"][0]["span"] == [0, 38]


class TestRealCards:
    def test_are_all_found_by_name(self, shared: Path, tmp_path: Path) -> None:
        source = shared / "oracle" / "cards.jsonl"
        cards = [json.loads(row) for row in source.read_text(encoding="utf-8").splitlines()]
        assert import_cards(source, tmp_path / "index") == len(cards)
        found = CardIndex(tmp_path / "index")
        assert all(found(card["name"].upper())["oracle_text"] == card["oracle_text"] for card in cards)
