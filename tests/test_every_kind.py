"""Each kind of the vocabulary decides a verdict: a small board on which it does, and one on which it is turned.

The text on both boards is the same, and what it speaks of is there on one and not on the other; where the kind itself is the
matter, the text is on one board only. On every board a bear is to block an imp.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final

import pytest

from blockcheck import Judge, Verdict, load_board
from blockcheck.effects import KINDS
from blockcheck.reading.mana import read_mana
from tests.boards import Entry, attacker, blocker, board, thing


def legality(verdict: Verdict) -> Any:
    return verdict.legal


@dataclass(frozen=True)
class Case:
    """Two boards, what comes of them, and the blocks that are declared on both."""

    board: dict[str, Any]
    turned: dict[str, Any]
    answers: tuple[Any, Any] = (False, True)
    blocks: Mapping[str, Any] | None = None
    told: Callable[[Verdict], Any] = legality


def imp(says: str | Entry = "", **more: Any) -> Entry:
    """The attacker, with a text or a typed ability."""
    return saying(attacker("imp") | more, says)


def bear(says: str | Entry = "", **more: Any) -> Entry:
    """The blocker, with a text or a typed ability."""
    return saying(blocker("bear") | more, says)


def idle(**more: Any) -> Entry:
    """A creature of alice's that does not attack."""
    return blocker("ogre") | {"controller": "alice"} | more


def saying(entry: Entry, says: str | Entry) -> Entry:
    return entry | ({"oracle_text": says} if isinstance(says, str) else {"abilities": [says]})


def law(says: str | Entry, **more: Any) -> Entry:
    """An enchantment of alice's with a text or a typed ability."""
    return saying(thing("law", more.pop("controller", "alice"), "Enchantment", **more), says)


def bearer(says: str | Entry, fits: Entry, other: Entry) -> Case:
    """A text of the imp's about the creatures that can't block it: the bear is one, or none."""
    return Case(board(imp(says), bear(**fits)), board(imp(says), bear(**other)))


def not_by(wanted: Entry) -> Entry:
    """The imp can't be blocked by these."""
    return {"kind": "cant_block", "blockers": wanted, "attackers": THIS}


def while_(condition: str | Entry, so: Mapping[str, Any], not_so: Mapping[str, Any], **own: Any) -> Case:
    """The imp can't be blocked while something is so: the boards differ in permanents, players or other fields."""
    text = f"This creature can't be blocked as long as {condition}."
    says = (
        text
        if isinstance(condition, str)
        else {"kind": "while", "condition": condition, "effect": UNBLOCKABLE}
    )

    def of(more: Mapping[str, Any]) -> Any:
        beside = {name: value for name, value in more.items() if name != "permanents"}
        return board(imp(says, **own), bear(), *more.get("permanents", ()), **beside)

    return Case(of(so), of(not_so))


def present(*permanents: Entry) -> Mapping[str, Any]:
    return {"permanents": permanents}


def alice(**more: Any) -> Mapping[str, Any]:
    """A board on which alice has these values."""
    return {"players": ({"id": "alice", **more}, "bob")}


def bob(**more: Any) -> Mapping[str, Any]:
    """A board on which bob has these values."""
    return {"players": ("alice", {"id": "bob", **more})}


def lands(name: str, count: int, controller: str = "alice") -> Entry:
    return thing(name.lower(), controller, f"Basic Land — {name}", count=count)


THIS: Final = {"kind": "is", "ref": "this"}
ANYTHING: Final = {"kind": "anything"}
UNBLOCKABLE: Final = {"kind": "cant_block", "blockers": ANYTHING, "attackers": THIS}
ISLANDS: Final = {"kind": "count_of", "filter": {"kind": "has_subtype", "subtype": "Island"}}
NONE: Final = present()


def number(n: int) -> Entry:
    return {"kind": "number", "n": n}


def compare(left: Entry, op: str, right: Entry) -> Entry:
    return {"kind": "compare", "left": left, "op": op, "right": right}


def with_and_without(says: str | Entry, *permanents: Entry, blocks: Mapping[str, Any] | None = None) -> Case:
    """A text of the imp's that decides by being there."""
    return Case(board(imp(says), *permanents), board(imp(), *permanents), blocks=blocks)


def paying(*permanents: Entry, toll: str = "{1}", **more: Any) -> Any:
    """A board on which the bear can't block unless bob pays."""
    return board(imp(), bear(f"This creature can't block unless you pay {toll}."), *permanents, **more)


FOREST: Final = lands("Forest", 1, "bob")
PRICE: Final = "This creature can't block unless you sacrifice a land."
ALL_BLOCK: Final = "This creature can't be blocked unless all creatures defending player controls block it."
PILES: Final = (
    "Instead of declaring blockers, each defending player divides creatures into piles. "
    "Assign each pile to an attacking creature at random."
)


def chosen_by(says: str) -> Any:
    return board(imp(), bear("This creature can't block unless you pay {1}."), FOREST, law(says))


def effect(says: str, **more: Any) -> Entry:
    return {"text": says, "controller": "alice", **more}


QUANTITIES: dict[str, Case] = {
    "number": while_(
        "you control three or more Islands", present(lands("Island", 3)), present(lands("Island", 2))
    ),
    "x": Case(
        *(
            board(
                imp(),
                bear(),
                effects=[
                    effect(
                        "Target creature can't be blocked this turn by creatures with power X or less.",
                        targets=["imp"],
                        x=x,
                    )
                ],
            )
            for x in (2, 1)
        )
    ),
    "chosen_number": Case(
        *(
            board(
                imp(
                    not_by(
                        {"kind": "has_stat", "stat": "power", "op": "=", "than": {"kind": "chosen_number"}}
                    ),
                    chosen={"number": n},
                ),
                bear(),
            )
            for n in (2, 1)
        )
    ),
    "stat_of": bearer(
        "This creature can't be blocked by creatures with power less than this creature's power.",
        {"power": 1},
        {"power": 2},
    ),
    "some_player": while_("an opponent has no cards in hand", bob(hand_size=0), bob(hand_size=1)),
    "every_player": while_(
        "each opponent controls a Wall",
        present(thing("wall", "bob", "Creature — Wall", power=0, toughness=4)),
        present(thing("wall", "alice", "Creature — Wall", power=0, toughness=4)),
    ),
    "count_of": while_("you control three or more Islands", present(lands("Island", 3)), NONE),
    "greatest_of": Case(
        *(
            board(
                imp(
                    "This creature can't be blocked by creatures with power less than the greatest power among "
                    "creatures you control."
                ),
                bear(power=4),
                idle(power=power),
            )
            for power in (5, 4)
        )
    ),
    "most_sharing": while_(
        "you control two or more creatures that share a creature type",
        present(idle(type_line="Creature — Beast Ogre")),
        present(idle(type_line="Creature — Ogre")),
    ),
    "counters_on": Case(
        *(
            board(
                imp(
                    {
                        "kind": "while",
                        "condition": compare(
                            {"kind": "counters_on", "counter": "oil", "on": "this"}, ">=", number(2)
                        ),
                        "effect": UNBLOCKABLE,
                    },
                    counters={"oil": n},
                ),
                bear(),
            )
            for n in (2, 1)
        )
    ),
    "player_number": while_("defending player has no cards in hand", bob(hand_size=0), bob(hand_size=1)),
    "devotion": while_(
        "your devotion to green is two or greater",
        present(law("", mana_cost="{G}{G}")),
        present(law("", mana_cost="{G}{W}")),
        mana_cost="{1}",
    ),
    "fact_number": while_(
        "you've cast two or more spells this turn",
        alice(facts={"spells_cast_this_turn": 2}),
        alice(facts={"spells_cast_this_turn": 1}),
    ),
    "times": while_(
        compare({"kind": "times", "n": 2, "of": ISLANDS}, ">=", number(4)),
        present(lands("Island", 2)),
        present(lands("Island", 1)),
    ),
    "plus": while_(
        compare({"kind": "plus", "of": [ISLANDS, number(1)]}, ">=", number(2)),
        present(lands("Island", 1)),
        NONE,
    ),
}

FILTERS: dict[str, Case] = {
    "anything": with_and_without("This creature can't be blocked.", bear()),
    "is": Case(
        board(imp(), bear("This creature can't block."), blocker("cat")),
        board(imp(), bear(), blocker("cat", "This creature can't block.")),
    ),
    "has_color": bearer(
        "This creature can't be blocked by green creatures.", {"colors": ["G"]}, {"colors": ["W"]}
    ),
    "has_type": bearer(
        "This creature can't be blocked by artifact creatures.",
        {"type_line": "Artifact Creature — Bear"},
        {"type_line": "Creature — Bear"},
    ),
    "has_subtype": bearer(
        "This creature can't be blocked by Walls.",
        {"type_line": "Creature — Wall"},
        {"type_line": "Creature — Bear"},
    ),
    "has_supertype": bearer(
        "This creature can't be blocked by legendary creatures.",
        {"type_line": "Legendary Creature — Bear"},
        {"type_line": "Creature — Bear"},
    ),
    "named": bearer(
        "This creature can't be blocked by creatures named Moss Bear.",
        {"name": "Moss Bear"},
        {"name": "Bear"},
    ),
    "has_stat": bearer(
        "This creature can't be blocked by creatures with power 2 or less.", {"power": 2}, {"power": 3}
    ),
    "has_parity": bearer(
        "This creature can't be blocked by creatures with even power.", {"power": 0}, {"power": 1}
    ),
    "has_keyword": bearer(
        "This creature can't be blocked by creatures with defender.",
        {"says": "Defender"},
        {"says": "Vigilance"},
    ),
    "has_no_abilities": bearer(
        "This creature can't be blocked by creatures with no abilities.", {"says": ""}, {"says": "Vigilance"}
    ),
    "has_counters": bearer(
        "This creature can't be blocked by creatures with +1/+1 counters on them.",
        {"counters": {"+1/+1": 1}},
        {"counters": {"oil": 1}},
    ),
    "status": bearer("This creature can't be blocked by token creatures.", {"token": True}, {"token": False}),
    "has_designation": bearer(
        "This creature can't be blocked by monstrous creatures.",
        {"designations": ["monstrous"]},
        {"designations": ["renowned"]},
    ),
    "controlled_by": Case(
        *(
            board(imp(), bear(), law("Creatures your opponents control can't block.", controller=who))
            for who in ("alice", "bob")
        )
    ),
    "owned_by": bearer(
        "This creature can't be blocked by creatures you own.", {"owner": "alice"}, {"owner": "bob"}
    ),
    "attacks": Case(
        *(
            board(
                imp(attacking=attacked),
                bear("This creature can't block creatures attacking you."),
                thing("sage", "bob", "Planeswalker — Sage"),
            )
            for attacked in ("bob", "sage")
        )
    ),
    "shares_with": bearer(
        "This creature can't be blocked by creatures that share a color with it.",
        {"colors": ["G"]},
        {"colors": ["W"]},
    ),
    "attached_to": while_(
        compare({"kind": "count_of", "filter": {"kind": "attached_to", "ref": "this"}}, ">=", number(1)),
        present(thing("ring", "bob", "Artifact — Equipment", attached_to="imp")),
        present(thing("ring", "bob", "Artifact — Equipment", attached_to="bear")),
    ),
    "has_fact": bearer(
        not_by({"kind": "has_fact", "key": "attacked_this_turn"}),
        {"facts": {"attacked_this_turn": True}},
        {"facts": {"attacked_this_turn": False}},
    ),
    "has_label": bearer(
        not_by({"kind": "has_label", "label": "left"}),
        {"chosen": {"label": "left"}},
        {"chosen": {"label": "right"}},
    ),
    "all_of": bearer(
        "This creature can't be blocked by green token creatures.", {"token": True}, {"token": False}
    ),
    "any_of": bearer(
        "This creature can't be blocked by Walls and/or Bears.",
        {"type_line": "Creature — Bear"},
        {"type_line": "Creature — Beast"},
    ),
    "none_of": bearer(
        "This creature can't be blocked except by Walls.",
        {"type_line": "Creature — Bear"},
        {"type_line": "Creature — Wall"},
    ),
}

MONARCH: Final = {"kind": "player_has", "who": "you", "designation": "monarch"}
CONDITIONS: dict[str, Case] = {
    "compare": while_("you have 5 or less life", alice(life=5), alice(life=6)),
    "fits": while_(
        "it's equipped",
        present(thing("ring", "bob", "Artifact — Equipment", attached_to="imp")),
        present(thing("ring", "bob", "Artifact — Equipment")),
    ),
    "controls_most": while_(
        "you control the most creatures or are tied for the most", NONE, present(blocker("cat"))
    ),
    "player_has": while_(
        "you're the monarch", alice(designations=["monarch"]), bob(designations=["monarch"])
    ),
    "turn_of": Case(
        board(imp(), bear(), law("As long as it's your turn, creatures your opponents control can't block.")),
        board(
            imp(),
            bear(),
            law("As long as it's your turn, creatures you control can't block.", controller="bob"),
        ),
    ),
    "fact": while_(
        "you committed a crime this turn",
        alice(facts={"committed_a_crime_this_turn": True}),
        alice(facts={"committed_a_crime_this_turn": False}),
    ),
    "both": while_(
        "you're the monarch and you control an Island",
        {**present(lands("Island", 1)), **alice(designations=["monarch"])},
        alice(designations=["monarch"]),
    ),
    "either": while_(
        {"kind": "either", "of": [MONARCH, compare(ISLANDS, ">=", number(1))]},
        present(lands("Island", 1)),
        NONE,
    ),
    "neither": while_({"kind": "neither", "of": [MONARCH]}, NONE, alice(designations=["monarch"])),
}

CAT: Final = blocker("cat")
TWO: Final = {"bear": "imp", "cat": "imp"}
EFFECTS: dict[str, Case] = {
    "keyword": with_and_without("Flying", bear()),
    "grant": Case(
        *(
            board(imp(), bear(), law("Creatures you control have flying.", controller=who))
            for who in ("alice", "bob")
        )
    ),
    "lose": Case(
        *(
            board(imp("Flying"), bear("Flying"), law("Creatures you control lose flying.", controller=who))
            for who in ("bob", "alice")
        )
    ),
    "cant_block": Case(board(imp(), bear("This creature can't block.")), board(imp(), bear())),
    "min_blockers": with_and_without(
        "This creature can't be blocked except by two or more creatures.", bear(), CAT
    ),
    "max_blockers": with_and_without(
        "This creature can't be blocked by more than one creature.", bear(), CAT, blocks=TWO
    ),
    "all_or_none": Case(board(imp(ALL_BLOCK), bear(), CAT), board(imp(ALL_BLOCK), bear())),
    "max_blocking": Case(
        board(imp(), bear(), CAT, law("No more than one creature can block each combat.")),
        board(imp(), bear(), CAT, law("No more than two creatures can block each combat.")),
        blocks=TWO,
    ),
    "needs_company": Case(
        board(imp(), bear("This creature can't block alone."), CAT), board(imp(), bear(), CAT)
    ),
    "extra_blocks": Case(
        board(imp(), attacker("rat"), bear("This creature can block an additional creature each combat.")),
        board(imp(), attacker("rat"), bear()),
        answers=(True, False),
        blocks={"bear": ["imp", "rat"]},
    ),
    "must_block": Case(
        board(imp(), bear("This creature blocks each combat if able.")), board(imp(), bear()), blocks={}
    ),
    "must_block_these": with_and_without(
        "All creatures able to block this creature do so.", bear(), blocks={}
    ),
    "must_be_blocked": with_and_without("This creature must be blocked if able.", bear(), blocks={}),
    "block_cost": Case(paying(), paying(FOREST)),
    "as_though": Case(
        board(imp("Flying"), bear("This creature can block as though it had reach.")),
        board(imp("Flying"), bear()),
        answers=(True, False),
    ),
    "chooses_blocks": Case(
        chosen_by("You choose which creatures block and how those creatures block."),
        chosen_by(""),
        answers=(("bob",), ()),
        told=lambda verdict: verdict.costs.consent,
    ),
    "no_declaration": Case(
        board(imp(), bear(), effects=[effect(PILES)]),
        board(imp(), bear()),
        answers=(True, False),
        told=lambda verdict: any("takes the choice of blocks away" in note.message for note in verdict.notes),
    ),
    "changes": Case(
        board(imp(), bear(), law("Creatures you control get +2/+2.")),
        board(imp(), bear()),
        answers=(True, False),
        told=lambda verdict: any("already applied to power" in note.message for note in verdict.notes),
    ),
    "no_activation": Case(
        paying(FOREST, law("Activated abilities of lands can't be activated.")),
        paying(FOREST, law("Activated abilities of artifacts can't be activated.")),
    ),
    "mana_ability": Case(
        paying(thing("seal", "bob", "Artifact", "{T}: Add {G}.")),
        paying(thing("seal", "bob", "Artifact")),
        answers=(True, False),
    ),
    "mana_trigger": Case(
        paying(
            FOREST,
            law("Whenever a Forest is tapped for mana, its controller adds an additional {G}."),
            toll="{2}",
        ),
        paying(
            FOREST,
            law("Whenever a Swamp is tapped for mana, its controller adds an additional {G}."),
            toll="{2}",
        ),
        answers=(True, False),
    ),
    "mana_change": Case(
        paying(
            thing("vault", "bob", "Land", "{T}: Add {G}{G}."),
            law(
                "If a land is tapped for two or more mana, it produces {C} instead of any other type and amount."
            ),
            toll="{2}",
        ),
        paying(
            thing("vault", "bob", "Artifact", "{T}: Add {G}{G}."),
            law(
                "If a land is tapped for two or more mana, it produces {C} instead of any other type and amount."
            ),
            toll="{2}",
        ),
    ),
    "mana_tax": Case(
        paying(
            FOREST,
            law("Activated abilities of lands cost {1} more to activate."),
        ),
        paying(FOREST),
    ),
    "while": while_("you control an Island", present(lands("Island", 1)), NONE),
}

PARTS: dict[str, Case] = {
    "price_part": Case(
        board(imp(), bear(PRICE), lands("Island", 1, "alice")), board(imp(), bear(PRICE), FOREST)
    ),
    "mana": Case(
        paying(thing("seal", "bob", "Artifact", "{T}: Add {W}."), toll="{G}"),
        paying(thing("seal", "bob", "Artifact", "{T}: Add {G}."), toll="{G}"),
    ),
}

TABLE: Final = {**QUANTITIES, **FILTERS, **CONDITIONS, **EFFECTS, **PARTS}


def kinds_on(data: Mapping[str, Any]) -> set[str]:
    """The kinds of everything that a board's texts, typed abilities and effects say."""
    known = Judge(load_board(data))
    said = [*known.texts.permanents.values(), *known.texts.effects]
    effects = [effect for clauses in said for clause in clauses for effect in clause.effects]
    mana = [effect for one in known.board.permanents for effect in read_mana(one.oracle_text).effects]
    return set(kinds_in((*effects, *mana)))


def kinds_in(value: Any) -> Iterator[str]:
    if isinstance(value, tuple):
        for item in value:
            yield from kinds_in(item)
    elif is_dataclass(value):
        if kind := getattr(value, "kind", None):
            yield str(kind)
        for field in fields(value):
            yield from kinds_in(getattr(value, field.name))


AFTERWARDS: Final = {"trigger", "awaited", "triggers_again"}
"""They say nothing about a declaration: test_603_2.py proves what they do after it."""


class TestEachKindDecides:
    def test_there_is_a_board_for_every_kind(self) -> None:
        assert set(TABLE) | AFTERWARDS == set(KINDS)
        assert not set(TABLE) & AFTERWARDS

    @pytest.mark.parametrize("kind", sorted(TABLE))
    def test_both_ways(self, kind: str) -> None:
        case = TABLE[kind]
        blocks = {"bear": "imp"} if case.blocks is None else case.blocks
        answers = tuple(
            case.told(Judge(load_board(data)).check(blocks)) for data in (case.board, case.turned)
        )
        assert answers == case.answers
        assert answers[0] != answers[1]

    @pytest.mark.parametrize("kind", sorted(TABLE))
    def test_is_what_the_board_says(self, kind: str) -> None:
        assert kind in kinds_on(TABLE[kind].board)
