"""What an entry of `effects` means by "target", "that creature", X, the chosen color and itself; and the question where it is not said."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any, Final

import pytest

from blockcheck import InputError, Verdict
from tests.boards import Entry, attacker, blocker, board, judged, thing

PERMANENTS: Final = (
    attacker("imp"),
    attacker("rat"),
    blocker("bear"),
    blocker("cat", power=3, colors=["W"], type_line="Creature — Cat"),
    thing("web", "alice", "Enchantment — Aura", attached_to="bear"),
    thing(
        "law", "alice", "Enchantment", chosen={"color": "G", "type": "Beast", "player": "bob", "number": 2}
    ),
)
"""The bear is a green Beast with power 2, the cat a white Cat with power 3."""

TARGET: Final = "Target creature can't block this turn."
UP_TO_TWO: Final = "Up to two target creatures can't block this turn."
PROVOKE: Final = "Target creature blocks target attacking creature this turn if able."
PLAYER: Final = "Creatures target player controls can't block this turn."
THAT: Final = "That creature can't block this turn."
THOSE: Final = "Those creatures can't block this turn."
HOST: Final = "Enchanted creature can't block this turn."
ITSELF: Final = "This creature can't be blocked this turn."
YOURS: Final = "Creatures you control can't be blocked this turn."
OPPONENTS: Final = "Creatures your opponents control can't block this turn."
WINGS: Final = "Creatures you control gain flying until end of turn."
X: Final = "Creatures with power X or less can't block this turn."
COLOR: Final = "Creatures of the chosen color can't block this turn."
TYPE: Final = "Creatures of the chosen type can't block this turn."
CHOSEN_PLAYER: Final = "Creatures the chosen player controls can't block this turn."
NAME: Final[Entry] = {
    "kind": "cant_block",
    "blockers": {"kind": "named", "name": "chosen"},
    "attackers": {"kind": "anything"},
}
NUMBER: Final[Entry] = {
    "kind": "cant_block",
    "blockers": {"kind": "has_stat", "stat": "power", "op": "=", "than": {"kind": "chosen_number"}},
    "attackers": {"kind": "anything"},
}
PARITY: Final[Entry] = {
    "kind": "cant_block",
    "blockers": {"kind": "has_parity", "stat": "power", "parity": "chosen"},
    "attackers": {"kind": "anything"},
}
NAMED: Final = "Creatures with the chosen name can't block this turn."
NUMBERED: Final = "Creatures with power equal to the chosen number can't block this turn."
OF_QUALITY: Final = "Creatures with power of the chosen quality can't block this turn."

BOUND: Final[list[tuple[str | Entry, dict[str, Any], dict[str, Any]]]] = [
    (TARGET, {"targets": ["bear"]}, {"targets": ["cat"]}),
    (UP_TO_TWO, {"targets": [["bear", "cat"]]}, {"targets": [["cat"]]}),
    (UP_TO_TWO, {"targets": [["cat", "bear"]]}, {"targets": [None]}),
    (PROVOKE, {"targets": ["bear", "rat"]}, {"targets": ["bear", "imp"]}),
    (PLAYER, {"targets": ["bob"]}, {"targets": ["alice"]}),
    (THAT, {"it": "bear"}, {"it": "cat"}),
    (THOSE, {"it": ["bear", "cat"]}, {"it": ["cat"]}),
    (HOST, {"it": "bear"}, {"it": "cat"}),
    (HOST, {"source": "web"}, {"source": "law"}),
    (HOST, {"source": "law", "it": "bear"}, {"source": "web", "it": "cat"}),
    (ITSELF, {"source": "imp"}, {"source": "rat"}),
    (YOURS, {"controller": "alice"}, {"controller": "bob"}),
    (OPPONENTS, {"controller": "alice"}, {"controller": "bob"}),
    (WINGS, {"affected": ["imp"]}, {"affected": ["rat"]}),
    (WINGS, {"affected": ["imp", "rat"]}, {"affected": []}),
    (X, {"x": 2}, {"x": 1}),
    (COLOR, {"chosen": {"color": "G"}}, {"chosen": {"color": "R"}}),
    (COLOR, {"source": "law"}, {"source": "law", "chosen": {"color": "W"}}),
    (TYPE, {"chosen": {"type": "Beast"}}, {"chosen": {"type": "Cat"}}),
    (CHOSEN_PLAYER, {"chosen": {"player": "bob"}}, {"chosen": {"player": "alice"}}),
    (NAME, {"chosen": {"name": "Bear"}}, {"chosen": {"name": "Cat"}}),
    (NUMBER, {"chosen": {"number": 2}}, {"chosen": {"number": 3}}),
    (NUMBER, {"source": "law"}, {"chosen": {"number": 4}}),
    (PARITY, {"chosen": {"parity": "even"}}, {"chosen": {"parity": "odd"}}),
    (NAMED, {"chosen": {"name": "Bear"}}, {"chosen": {"name": "Cat"}}),
    (NUMBERED, {"chosen": {"number": 2}}, {"chosen": {"number": 3}}),
    (OF_QUALITY, {"chosen": {"parity": "even"}}, {"chosen": {"parity": "odd"}}),
]

MISSING: Final[list[tuple[str | Entry, dict[str, Any], str]]] = [
    (TARGET, {}, "targets"),
    (TARGET, {"targets": []}, "targets"),
    (UP_TO_TWO, {}, "targets"),
    (PROVOKE, {"targets": ["bear"]}, "targets"),
    (PLAYER, {}, "targets"),
    (PLAYER, {"targets": ["bear"]}, "targets"),
    (THAT, {}, "it"),
    (THOSE, {}, "it"),
    (HOST, {}, "it"),
    (ITSELF, {}, "source"),
    (YOURS, {"controller": None}, "controller"),
    (OPPONENTS, {"controller": None}, "controller"),
    (ITSELF, {"it": "imp"}, "source"),
    (X, {}, "x"),
    (COLOR, {}, "chosen.color"),
    (COLOR, {"chosen": {"type": "Beast"}}, "chosen.color"),
    (TYPE, {}, "chosen.type"),
    (CHOSEN_PLAYER, {}, "chosen.player"),
    (NAME, {}, "chosen.name"),
    (NUMBER, {}, "chosen.number"),
    (PARITY, {}, "chosen.parity"),
    (NAMED, {}, "chosen.name"),
    (NUMBERED, {}, "chosen.number"),
    (OF_QUALITY, {}, "chosen.parity"),
]


def verdict(says: str | Entry, given: dict[str, Any]) -> Verdict:
    """What is said of the bear's block of the imp while an effect of alice's lasts."""
    words = {"text": says} if isinstance(says, str) else {"effect": says}
    bound = {"controller": "alice", **given}
    entry = {**words, **{name: value for name, value in bound.items() if name != "controller" or value}}
    return judged(board(*PERMANENTS, effects=[entry]), {"bear": "imp"})


class TestWhatIsBoundDecides:
    @pytest.mark.parametrize(("says", "meant", "other"), BOUND)
    def test_both_ways(self, says: str | Entry, meant: dict[str, Any], other: dict[str, Any]) -> None:
        assert [verdict(says, given).legal for given in (meant, other)] == [False, True]


class TestWhatIsMissingIsAskedFor:
    @pytest.mark.parametrize(("says", "given", "field"), MISSING)
    def test_by_its_field(self, says: str | Entry, given: dict[str, Any], field: str) -> None:
        found = verdict(says, given)
        assert found.legal is None
        assert {question.field for question in found.questions} == {f"effects[0].{field}"}
        assert all(question.message.endswith(f"ive effects[0].{field}") for question in found.questions)

    def test_but_not_whom_a_grant_reaches_by_its_words(self) -> None:
        """The board is the moment of declaration: what fits the words now is reached, unless `affected` says otherwise."""
        assert verdict(WINGS, {}).legal is False


DECLARATIONS: Final[list[dict[str, str]]] = [
    {},
    {"bear": "imp"},
    {"cat": "imp"},
    {"bear": "imp", "cat": "imp"},
    {"bear": "imp", "cat": "rat"},
]
LURE: Final = "All creatures able to block target creature this turn do so."
ONE_BLOCK: Final = "Target creature can block an additional creature this turn."
ANYBODY: Final = ("imp", "rat", "bear", "cat", "web", "law", "alice", "bob")
EACH: Final[list[dict[str, Any]]] = [{"targets": [one]} for one in (*ANYBODY, None)]
SOME: Final[list[dict[str, Any]]] = [
    {"targets": [list(some)]} for n in (0, 1, 2) for some in combinations(("imp", "bear", "cat"), n)
]
BOTH: Final[list[dict[str, Any]]] = [{"targets": list(pair)} for pair in product(ANYBODY[:5], repeat=2)]
WHO: Final[list[dict[str, Any]]] = [{"it": one} for one in ANYBODY[:6]]
SOURCES: Final[list[dict[str, Any]]] = [{"source": one} for one in ANYBODY[:6]]
EVERY_BINDING: Final = [
    (TARGET, EACH),
    ("Target creature blocks this turn if able.", EACH),
    ("Target creature must be blocked this turn if able.", EACH),
    ("Target creature gains flying until end of turn.", EACH),
    (LURE, EACH),
    (ONE_BLOCK, EACH),
    (UP_TO_TWO, SOME),
    (PROVOKE, BOTH),
    (PLAYER, [{"targets": ["alice"]}, {"targets": ["bob"]}]),
    (THAT, WHO),
    ("That creature blocks this turn if able.", WHO),
    (HOST, WHO),
    (ITSELF, SOURCES),
]


CROWD: Final = tuple(map(blocker, "uvwxyz"))
CROWDED: Final = [
    (TARGET, range(2)),
    (UP_TO_TWO, range(3)),
    ("Target creature blocks this turn if able.", range(2)),
    ("Two target creatures block this turn if able.", range(3)),
    ("Target creature can block an additional creature this turn.", range(2)),
]


class TestWhatIsMissingIsNoMatterWhereEveryBindingSaysTheSame:
    @pytest.mark.parametrize(("says", "bindings"), EVERY_BINDING, ids=[says for says, _ in EVERY_BINDING])
    @pytest.mark.parametrize("extra", ["This creature must be blocked if able.", "Menace"])
    def test_only_then_it_is_decided(self, says: str, bindings: list[dict[str, Any]], extra: str) -> None:
        """Each binding is judged by itself, on the same board."""
        permanents = (attacker("imp", extra), *PERMANENTS[1:])
        for blocks in DECLARATIONS:
            entry = {"text": says, "controller": "alice"}
            found = judged(board(*permanents, effects=[entry]), blocks)
            each = {judged(board(*permanents, effects=[entry | one]), blocks).legal for one in bindings}
            assert found.legal is (each.pop() if len(each) == 1 else None), blocks
            assert found.legal is not None or found.questions, blocks

    @pytest.mark.parametrize(("says", "sizes"), CROWDED, ids=[says for says, _ in CROWDED])
    def test_nor_where_it_could_be_one_of_many(self, says: str, sizes: range) -> None:
        permanents = (attacker("imp", "This creature must be blocked if able."), *PERMANENTS[1:], *CROWD)
        everybody = [*ANYBODY[2:4], *(one["id"] for one in CROWD)]
        bindings = [{"targets": [list(some)]} for n in sizes for some in combinations(everybody, n)]
        decided = set()
        for blocks in ({}, {"u": "imp"}, dict.fromkeys(everybody, "imp"), dict.fromkeys(everybody, "rat")):
            found = judged(board(*permanents, effects=[{"text": says}]), blocks)
            each = {
                judged(board(*permanents, effects=[{"text": says} | one]), blocks).legal for one in bindings
            }
            assert found.legal is (each.pop() if len(each) == 1 else None), blocks
            decided.add(found.legal)
        assert len(decided) > 1

    def test_too_many_ways_are_not_tried(self) -> None:
        effects = [{"text": "Those creatures block this turn if able."}]
        found = judged(board(*PERMANENTS, *CROWD, effects=effects), {})
        assert (found.legal, [one.field for one in found.questions]) == (None, ["effects[0].it"])

    @pytest.mark.parametrize("says", [TARGET, UP_TO_TWO, PLAYER, THAT, THOSE, HOST, ITSELF, NAME, LURE])
    def test_no_blocks_are_legal_where_nothing_requires_any(self, says: str | Entry) -> None:
        words = {"text": says} if isinstance(says, str) else {"effect": says}
        entry = {**words, "controller": "alice"}
        found = judged(board(*PERMANENTS, *map(blocker, "uvwxyz"), effects=[entry]), {})
        expected = (None, 1) if says == LURE else (True, 0)
        assert (found.legal, len(found.questions)) == expected

    def test_nor_do_they_where_no_creature_is_able(self) -> None:
        entry = {"text": "Target creature blocks this turn if able."}
        tapped = board(attacker("imp"), blocker("bear", tapped=True), effects=[entry])
        assert (judged(tapped, {}).legal, judged(tapped, {}).questions) == (True, ())

    def test_unread_text_could_still_require_one(self) -> None:
        law = thing("law", "alice", "Enchantment", "Creatures block on Tuesdays.")
        assert judged(board(*PERMANENTS[:4], law, effects=[{"text": TARGET}]), {}).legal is None


IMP, BEAR, CAT = attacker("imp"), blocker("bear"), blocker("cat", power=3)
LAW: Final = thing("law", "alice", "Enchantment")
TOLL: Final = thing("toll", "alice", "Enchantment", "Creatures can't block unless their controller pays {1}.")
ELF: Final = blocker("elf", "{T}: Add {G}.", summoning_sick=False)
TIRED: Final = blocker("elf", "{T}: Add {G}.", summoning_sick=True)
WOOD: Final = thing("wood", "bob", "Basic Land — Forest")
CURSE: Final = thing("curse", "alice", "Enchantment — Aura Curse", attached_to="bob")
PAIR: Final = (attacker("imp", paired_with="rat"), attacker("rat", paired_with="imp"), BEAR)
BEYOND: Final[Entry] = {"kind": "cant_block", "blockers": {"kind": "anything"}}
ONE_EACH: Final[Entry] = {
    "kind": "max_blocking",
    "blockers": {"kind": "anything"},
    "n": 1,
    "each": "opponent",
}
FALLS: Final = "Creatures with power less than this creature's power can't block this turn."

Case = tuple[tuple[Entry, ...], Entry, dict[str, str], str, list[tuple[Entry, bool]]]
WHAT_IS_MISSING: Final[list[Case]] = [
    (
        (IMP, BEAR, ELF, TOLL),
        {"text": "Target creature loses all abilities until end of turn."},
        {"bear": "imp"},
        "targets",
        [({"targets": ["elf"]}, False), ({"targets": ["bear"]}, True)],
    ),
    (
        (IMP, BEAR, ELF, TOLL),
        {"text": "Creatures you control lose all abilities until end of turn."},
        {"bear": "imp"},
        "controller",
        [({"controller": "bob"}, False), ({"controller": "alice"}, True)],
    ),
    (
        (IMP, BEAR, TIRED, TOLL),
        {"text": "Target creature gains haste until end of turn."},
        {"bear": "imp"},
        "targets",
        [({"targets": ["elf"]}, True), ({"targets": ["imp"]}, False)],
    ),
    (
        (IMP, BEAR, WOOD, TOLL),
        {"text": "Target land loses all abilities until end of turn."},
        {"bear": "imp"},
        "targets",
        [({"targets": ["wood"]}, False), ({"targets": [None]}, True)],
    ),
    (
        (IMP, BEAR, LAW),
        {"text": "That creature blocks this creature this turn if able.", "source": "imp"},
        {},
        "it",
        [({"it": "bear"}, False), ({"it": []}, True)],
    ),
    (
        (IMP, BEAR, LAW),
        {"text": "That creature can't block this turn.", "source": "law"},
        {"bear": "imp"},
        "it",
        [({"it": "bear"}, False), ({"it": "imp"}, True)],
    ),
    (
        (IMP, BEAR, CAT),
        {
            "text": "Destroy target artifact. Target creature blocks this turn if able. "
            "Target attacking creature gains trample until end of turn."
        },
        {},
        "targets",
        [({"targets": [None, "bear", "imp"]}, False), ({"targets": [None, None, "imp"]}, True)],
    ),
    (
        (IMP, BEAR, CURSE),
        {"text": "Creatures enchanted player controls can't block this turn.", "controller": "alice"},
        {"bear": "imp"},
        "source",
        [({"source": "curse"}, False), ({"source": "imp"}, True)],
    ),
    (
        PAIR,
        {"effect": BEYOND | {"attackers": {"kind": "is", "ref": "paired"}}},
        {"bear": "imp"},
        "source",
        [({"source": "rat"}, False), ({"source": "bear"}, True)],
    ),
    (
        (IMP, BEAR, CAT),
        {"effect": ONE_EACH},
        {"bear": "imp", "cat": "imp"},
        "controller",
        [({"controller": "alice"}, False), ({"controller": "bob"}, True)],
    ),
    (
        (IMP, BEAR),
        {
            "text": "That creature can't be blocked this turn by creatures that player controls.",
            "it": ["bob"],
        },
        {"bear": "imp"},
        "it",
        [({"it": ["imp", "bob"]}, False), ({"it": ["bear", "bob"]}, True)],
    ),
    (
        (IMP, BEAR),
        {"text": "Creatures can't block this turn if its power is 3 or less."},
        {"bear": "imp"},
        "it",
        [({"it": "imp"}, False)],
    ),
    (
        (IMP, BEAR, WOOD),
        {"text": FALLS},
        {"bear": "imp"},
        "source",
        [({"source": "wood"}, True), ({"source": "imp"}, True)],
    ),
]


class TestWhatAnEffectLeavesOpenIsNeverTakenForNobody:
    @pytest.mark.parametrize(("permanents", "entry", "blocks", "field", "given"), WHAT_IS_MISSING)
    def test_it_is_asked(
        self,
        permanents: tuple[Entry, ...],
        entry: Entry,
        blocks: dict[str, str],
        field: str,
        given: list[tuple[Entry, bool]],
    ) -> None:
        found = judged(board(*permanents, effects=[entry]), blocks)
        assert (found.legal, {one.field for one in found.questions}) == (None, {f"effects[0].{field}"})
        for more, legal in given:
            assert judged(board(*permanents, effects=[entry | more]), blocks).legal is legal, more

    def test_a_condition_of_no_creature_is_asked_once(self) -> None:
        text = "As long as you have seven or more cards in hand, creatures lose all abilities."
        hush = thing("hush", "alice", "Enchantment", text)
        for hand, legal in ((None, None), (3, False), (7, True)):
            alice = {"id": "alice"} | ({} if hand is None else {"hand_size": hand})
            permanents = (attacker("imp", "Menace"), BEAR, CAT, blocker("dog"), blocker("fox"), hush)
            found = judged(board(*permanents, players=[alice, "bob"]), {"bear": "imp"})
            assert found.legal is legal
            fields = [one.field for one in found.questions]
            assert fields == ([] if hand else ["players[0].hand_size"])

    def test_nor_are_means_to_pay_the_same_whatever_a_hand_is(self) -> None:
        text = "As long as you have no cards in hand, lands lose all abilities."
        hush = thing("hush", "alice", "Enchantment", text)
        found = judged(board(IMP, BEAR, WOOD, hush, TOLL), {"bear": "imp"})
        assert (found.legal, found.costs.payable) == (None, None)
        assert [one.field for one in found.questions] == ["players[0].hand_size"]

    def test_who_pays_is_asked_and_both_can_not(self) -> None:
        entry = {"text": "Creatures can't block this turn unless you pay {1}."}
        found = judged(board(IMP, BEAR, effects=[entry]), {"bear": "imp"})
        assert (found.legal, found.stage) == (False, "509.1d")

    def test_mana_abilities_given_by_somebody_else_may_pay(self) -> None:
        bear = blocker("bear", "This creature can't block unless you pay {1}.", summoning_sick=False)
        text = 'Target creature gains "{T}: Add {G}." until end of turn.'
        entry = {"text": text, "controller": "alice", "targets": ["bear"]}
        found = judged(board(IMP, bear, effects=[entry]), {"bear": "imp"})
        assert (found.legal, found.costs.payable) == (True, None)

    @pytest.mark.parametrize(("colors", "decided"), [([], True), (list("WUBRG"), False), (["G"], None)])
    def test_a_color_is_chosen_and_colorless_is_none(self, colors: list[str], decided: bool | None) -> None:
        entry = {"text": COLOR, "controller": "alice"}
        bear = blocker("bear", colors=colors)
        assert judged(board(IMP, bear, effects=[entry]), {"bear": "imp"}).legal is decided

    def test_others_than_the_chosen_creature(self) -> None:
        text = "Target opponent chooses a creature they control. Other creatures they control can't block this turn."
        entry = {"text": text, "source": "law", "controller": "alice", "targets": ["bob"], "it": ["bear"]}
        both = board(IMP, BEAR, CAT, LAW, effects=[entry])
        assert [judged(both, {name: "imp"}).legal for name in ("bear", "cat")] == [True, False]

    def test_more_targets_than_the_text_has_are_an_error(self) -> None:
        entry = {"text": "Two target creatures can't block this turn.", "targets": ["cat", "bear"]}
        with pytest.raises(InputError) as raised:
            judged(board(IMP, BEAR, CAT, effects=[entry]), {"bear": "imp"})
        assert str(raised.value) == (
            "effects[0].targets: expected at most 1 entry, one for each target in the text, where several of one target are a "
            "list, got 2"
        )


class TestTargetsStandInTheTextsOrder:
    BURNS = "Grim Test deals 1 damage to {}. Target creature can't block this turn."

    @pytest.mark.parametrize(
        ("what", "targets"),
        [
            ("target player or planeswalker", ["law", "bear"]),
            ("target player or planeswalker", ["bob", "bear"]),
            ("up to one target player", [None, "bear"]),
            ("any target", ["bob", "bear"]),
            ("any target", [None, "bear"]),
        ],
    )
    def test_players_among_them(self, what: str, targets: list[str | None]) -> None:
        entry = {"text": self.BURNS.format(what), "targets": targets}
        both = board(IMP, BEAR, CAT, LAW, effects=[entry])
        assert [judged(both, {name: "imp"}).legal for name in ("bear", "cat")] == [False, True]

    @pytest.mark.parametrize(
        ("text", "targets"),
        [
            ("TARGET CREATURE CAN'T BLOCK THIS TURN.", ["bear"]),
            ("Provoke", ["bear"]),
            (
                "For each opponent, up to one target creature that player controls can't block this turn.",
                ["bear", "cat"],
            ),
        ],
    )
    def test_are_no_error_where_they_may_be_meant(self, text: str, targets: list[str]) -> None:
        entry = {"text": text, "targets": targets}
        judged(board(IMP, BEAR, CAT, effects=[entry]), {"bear": "imp"})


class TestWhoThatPlayerIs:
    @pytest.mark.parametrize(
        ("text", "targets"),
        [
            (
                "Target creature you control gains trample until end of turn. Destroy target creature an opponent controls. "
                "Creatures that player controls can't block this turn.",
                ["imp", "cat"],
            ),
            (
                "Target player gains 1 life. Creatures target opponent controls can't block this turn.",
                ["alice", "bob"],
            ),
        ],
    )
    def test_of_several_targets_is_no_guess(self, text: str, targets: list[str]) -> None:
        entry = {"text": text, "targets": targets, "controller": "alice"}
        assert judged(board(IMP, BEAR, CAT, effects=[entry]), {"bear": "imp"}).legal is None


class TestAbilitiesTakenAwayInOtherWords:
    @pytest.mark.parametrize(
        "text",
        [
            "Creatures have no abilities.",
            "Exchange the text boxes of two creatures.",
            "Its text box becomes blank.",
        ],
    )
    def test_are_not_passed_over(self, text: str) -> None:
        bear = blocker("bear", "This creature can't block.")
        found = judged(board(IMP, bear, effects=[{"text": text}]), {"bear": "imp"})
        assert (found.legal, len(found.unread)) == (None, 1)


class TestWhatIsSaidOfNoncreatures:
    def test_they_fit_no_power(self) -> None:
        text = "This creature can't block unless you control two or more permanents with power 2 or less."
        assert judged(board(IMP, blocker("bear", text), WOOD), {"bear": "imp"}).legal is False

    def test_the_power_of_one_is_none(self) -> None:
        cart = thing("cart", "alice", "Artifact — Vehicle", power=4, toughness=4)
        entry = {
            "text": "Creatures with power less than this Vehicle's power can't block this turn.",
            "source": "cart",
        }
        assert judged(board(IMP, BEAR, cart, effects=[entry]), {"bear": "imp"}).legal is True


class TestWhoseControllerIsPlainOnlyWhereHePays:
    @pytest.mark.parametrize("whose", ["their", "that creature's"])
    def test_he_pays(self, whose: str) -> None:
        toll = thing(
            "toll", "alice", "Enchantment", f"Creatures can't block unless {whose} controller pays {{1}}."
        )
        assert judged(board(IMP, BEAR, toll), {"bear": "imp"}).stage == "509.1d"
        assert judged(board(IMP, BEAR, toll, WOOD), {"bear": "imp"}).costs.payable is True

    @pytest.mark.parametrize(
        "text",
        [
            "Creatures can't block unless their controller has ten or more life.",
            "Creatures can't block unless their controller controls an artifact.",
            "Creatures its controller controls can't block.",
        ],
    )
    def test_elsewhere_it_is_not_read(self, text: str) -> None:
        found = judged(board(IMP, BEAR, thing("law", "alice", "Enchantment", text)), {"bear": "imp"})
        assert (found.legal, [one.text for one in found.unread]) == (None, [text])


class TestMeansToPay:
    def test_are_not_hoped_for_from_what_an_opponent_has(self) -> None:
        ducks = "{T}: Add X mana of any one color, where X is the number of ducks you have."
        pond = thing("pond", "alice", "Artifact", ducks)
        found = judged(board(IMP, BEAR, TOLL, pond), {"bear": "imp"})
        assert (found.legal, found.stage) == (False, "509.1d")

    def test_a_payment_is_told_only_where_it_pays_whatever_is_open(self) -> None:
        entry = {"text": "Target creature loses all abilities until end of turn."}
        elg = blocker("elg", "{T}: Add {G}.", summoning_sick=False)
        found = judged(board(IMP, BEAR, ELF, elg, TOLL, effects=[entry]), {"bear": "imp"})
        assert (found.legal, found.costs.payable, found.costs.payment) == (True, True, None)


class TestWhatItCanBeBesideASource:
    @pytest.mark.parametrize(
        "text",
        [
            "The chosen creature can't block this turn.",
            "Choose a creature. It can't block this turn.",
            "They can't block this turn.",
            "It can't block this turn.",
            "Target opponent chooses a creature they control. Other creatures they control can't block this turn.",
        ],
    )
    def test_an_enchantment_is_never_it(self, text: str) -> None:
        entry = {"text": text, "source": "law", "controller": "alice"}
        found = judged(
            board(IMP, BEAR, CAT, LAW, effects=[entry | ({"targets": ["bob"]} if "Target" in text else {})]),
            {"bear": "imp"},
        )
        assert (found.legal, {one.field for one in found.questions}) == (None, {"effects[0].it"})

    def test_a_creature_is(self) -> None:
        entry = {"text": "It can't be blocked this turn by creatures that are green.", "source": "imp"}
        assert judged(board(IMP, BEAR, effects=[entry]), {"bear": "imp"}).legal is False


class TestAFaultThatAnOpenEffectCouldLift:
    @pytest.mark.parametrize(
        "text",
        [
            "Those creatures lose all abilities until end of turn.",
            "Those creatures gain flying until end of turn.",
        ],
    )
    @pytest.mark.parametrize(
        "own", ["Menace", "This creature can't be blocked except by creatures with flying."]
    )
    def test_is_no_verdict(self, text: str, own: str) -> None:
        permanents = (attacker("imp", own), BEAR, *CROWD)
        found = judged(board(*permanents, effects=[{"text": text}]), {"bear": "imp"})
        assert (found.legal, [one.field for one in found.questions]) == (None, ["effects[0].it"])

    def test_nor_is_one_that_unread_text_about_abilities_could_lift(self) -> None:
        odd = thing("odd", "bob", "Enchantment", "Creatures lose all abilities on blockless Tuesdays.")
        permanents = (IMP, blocker("bear", "This creature can't block."), odd)
        assert judged(board(*permanents), {"bear": "imp"}).legal is None

    def test_other_effects_lift_none(self) -> None:
        entry = {"text": "Those creatures block this turn if able."}
        permanents = (attacker("imp", "Menace"), BEAR, *CROWD)
        assert judged(board(*permanents, effects=[entry]), {"bear": "imp"}).legal is False


class TestCreaturesThatShareAType:
    TEXT = "This creature can't be blocked as long as you control three or more creatures that share a creature type."

    @pytest.mark.parametrize(
        ("others", "legal"),
        [
            ((), True),
            (("Beast Elf", "Beast"), False),
            (("Elf", "Elf"), True),
            (("Elf", "Beast"), True),
            (("Elf", "changeling"), True),
            (("Beast", "changeling"), False),
            (("changeling", "changeling"), False),
        ],
    )
    def test_are_counted_by_the_type_that_most_have(self, others: tuple[str, ...], legal: bool) -> None:
        team = [
            blocker(f"one{n}", "Changeling" if kind == "changeling" else "")
            | {
                "controller": "alice",
                "type_line": f"Creature — {kind if kind != 'changeling' else 'Shapeshifter'}",
            }
            for n, kind in enumerate(others)
        ]
        data = board(attacker("imp", self.TEXT), blocker("bear"), *team)
        assert judged(data, {"bear": "imp"}).legal is legal
