"""509.1f: all costs are paid, in any order and whole; a payment that is stated is checked entry by entry."""

from __future__ import annotations

from collections.abc import Callable
from subprocess import CompletedProcess
from typing import Any

import pytest

from blockcheck import Judge, Verdict, load_board
from blockcheck.errors import DeclarationError, InputError
from tests.boards import Entry, attacker, blocker, board, judged, thing

TOLL = "This creature can't block unless you pay {2}."
Pay = list[dict[str, Any]]


def land(n: int, **more: Any) -> Entry:
    return thing(f"forest{n}", "bob", "Basic Land — Forest", **more)


def priced(text: str, *permanents: Entry, **player: Any) -> Any:
    """A board on which bob's Ox blocks at a price."""
    players = ("alice", {"id": "bob", **player})
    return board(attacker("ogre"), blocker("ox", text), *permanents, players=players)


def pay(data: Any, payment: Pay) -> Verdict:
    return Judge(load_board(data)).check({"ox": "ogre"}, pay=payment)


def refusal(data: Any, payment: Pay) -> str:
    """The message about a payment that can't be made so."""
    with pytest.raises(DeclarationError) as caught:
        pay(data, payment)
    return caught.value.message


def typed(verb: str, **more: Any) -> dict[str, Any]:
    """A price that no text of the tests has words for."""
    part = {"kind": "price_part", "verb": verb, **more}
    blockers = {"kind": "is", "ref": "this"}
    return {"kind": "block_cost", "blockers": blockers, "price": [part], "payer": "you"}


class TestThingsToPayWith:
    def test_life(self) -> None:
        text = "This creature can't block unless you pay 2 life."
        assert judged(priced(text, life=2), {"ox": "ogre"}).costs.payment == ({"life": 2},)
        assert judged(priced(text, life=1), {"ox": "ogre"}).stage == "509.1d"
        assert judged(priced(text), {"ox": "ogre"}).costs.payable is None

    def test_a_permanent_that_is_sacrificed(self) -> None:
        text = "This creature can't block unless you sacrifice a land."
        assert judged(priced(text, land(1)), {"ox": "ogre"}).costs.payment == ({"sacrifice": "forest1"},)
        assert judged(priced(text), {"ox": "ogre"}).stage == "509.1d"
        theirs = land(1) | {"controller": "alice"}
        assert judged(priced(text, theirs), {"ox": "ogre"}).stage == "509.1d"

    def test_the_blocker_itself(self) -> None:
        text = "This creature can't block unless you sacrifice a creature."
        verdict = judged(priced(text), {"ox": "ogre"})
        assert (verdict.legal, verdict.costs.payment) == (True, ({"sacrifice": "ox"},))

    def test_each_permanent_once(self) -> None:
        text = "This creature can't block unless you sacrifice two lands."
        assert judged(priced(text, land(1)), {"ox": "ogre"}).stage == "509.1d"
        assert judged(priced(text, land(1), land(2)), {"ox": "ogre"}).legal is True

    def test_cards(self) -> None:
        text = "This creature can't block unless you discard a card."
        assert judged(priced(text, hand_size=1), {"ox": "ogre"}).costs.payment == ({"discard": 1},)
        assert judged(priced(text, hand_size=0), {"ox": "ogre"}).stage == "509.1d"
        assert judged(priced(text), {"ox": "ogre"}).costs.payable is None

    def test_cards_of_the_graveyard(self) -> None:
        text = "This creature can't block unless you exile a card from your graveyard."
        data = priced(text, graveyard=["Forest"])
        assert judged(data, {"ox": "ogre"}).costs.payment == ({"exile": 1},)
        data["players"][1]["graveyard"] = []
        assert judged(data, {"ox": "ogre"}).stage == "509.1d"

    def test_counters(self) -> None:
        data = priced("This creature can't block unless you put a -1/-1 counter on it.")
        assert judged(data, {"ox": "ogre"}).costs.payment == ({"counter": ["ox", "-1/-1", 1]},)

    def test_a_creature_that_is_tapped_needs_no_time(self) -> None:
        text = "This creature can't block unless you tap an untapped creature you control."
        cat = blocker("cat", summoning_sick=True)
        assert judged(priced(text, cat), {"ox": "ogre"}).legal is True
        tapped = board(attacker("ogre"), blocker("ox", text, tapped=True), blocker("cat", tapped=True))
        assert judged(tapped, {"ox": "ogre"}).stage == "509.1a"


class TestCostsArePaidInAnyOrder:
    def test_what_is_tapped_for_one_is_sacrificed_for_the_other(self) -> None:
        text = "This creature can't block unless you sacrifice a creature and tap an untapped creature you control."
        verdict = judged(priced(text), {"ox": "ogre"})
        assert verdict.costs.payment == ({"tap": "ox"}, {"sacrifice": "ox"})


class TestAStatedPayment:
    DATA = priced(TOLL, land(1), land(2), land(3), land(4, tapped=True), life=20)

    def test_that_pays_everything(self) -> None:
        payment: Pay = [{"activate": "forest2", "add": "G"}, {"activate": "forest3"}]
        verdict = pay(self.DATA, payment)
        assert (verdict.legal, verdict.costs.payable, verdict.costs.payment) == (True, True, tuple(payment))

    def test_may_leave_mana_over(self) -> None:
        assert pay(self.DATA, [{"activate": f"forest{n}"} for n in (1, 2, 3)]).legal is True

    @pytest.mark.parametrize(
        ("payment", "message"),
        [
            ([{"activate": "forest1"}], "pay: too little: what bob activates does not pay {2}"),
            ([], "pay: too little: what bob activates does not pay {2}"),
            (
                [{"activate": "forest1"}, {"activate": "forest1"}],
                'pay[1].activate: "forest1" is tapped already',
            ),
            (
                [{"activate": "forest1"}, {"activate": "forest4"}],
                'pay[1].activate: "forest4" is tapped already',
            ),
            (
                [{"activate": "forest1"}, {"activate": "forest2", "add": "U"}],
                'pay[1].add: "forest2" does not add "U"',
            ),
            (
                [{"activate": "ox"}],
                'pay[0].activate: "ox" has no mana ability that can be activated',
            ),
            (
                [{"activate": "ogre"}],
                'pay[0].activate: "ogre" is controlled by alice; expected a permanent of who pays (bob)',
            ),
            (
                [{"activate": "forest1"}, {"activate": "forest2"}, {"life": 2}],
                "pay: too much: bob pays 2 life, and 0 is asked for",
            ),
            (
                [{"activate": "forest1"}, {"activate": "forest2"}, {"sacrifice": "forest3"}],
                "pay[2].sacrifice: no cost asks for this; a payment must be exact",
            ),
            (
                [{"activate": "forest9"}],
                'pay[0].activate: no permanent has the id "forest9"; did you mean "forest4"?',
            ),
            (
                [{"decline": "ogre"}],
                'pay[0].decline: "ogre" has no cost here; expected a creature whose cost is declined',
            ),
        ],
    )  # fmt: skip
    def test_that_is_wrong(self, payment: Pay, message: str) -> None:
        assert refusal(self.DATA, payment) == message

    def test_a_permanent_is_sacrificed_once(self) -> None:
        data = priced("This creature can't block unless you sacrifice two lands.", land(1), land(2))
        once = [{"sacrifice": "forest1"}, {"sacrifice": "forest1"}]
        assert refusal(data, once) == 'pay[1].sacrifice: "forest1" is sacrificed already'
        assert refusal(data, once[:1]) == "pay: too little: bob still has to sacrifice something"
        assert pay(data, [{"sacrifice": "forest1"}, {"sacrifice": "forest2"}]).legal is True

    def test_the_wrong_permanent(self) -> None:
        data = priced("This creature can't block unless you sacrifice a land.", land(1))
        assert refusal(data, [{"sacrifice": "ox"}]).startswith("pay[0].sacrifice: no cost asks for this")

    def test_more_than_there_is(self) -> None:
        life = priced("This creature can't block unless you pay 2 life.", life=1)
        assert refusal(life, [{"life": 2}]) == "pay[0].life: bob has only 1 life to pay"
        hand = priced("This creature can't block unless you discard a card.", hand_size=0)
        assert refusal(hand, [{"discard": 1}]) == "pay[0].discard: bob has only 0 cards in hand"

    def test_no_mana_ability_where_no_cost_contains_mana(self) -> None:
        data = priced("This creature can't block unless you sacrifice a land.", land(1))
        assert refusal(data, [{"activate": "forest1"}]) == (
            "pay[0].activate: no cost contains mana, so no mana ability may be activated (509.1e)"
        )

    def test_tapped_first_and_sacrificed_then(self) -> None:
        text = f"{TOLL.replace('{2}', '{1}')}\nThis creature can't block unless you sacrifice a land."
        data = priced(text, land(1))
        assert pay(data, [{"activate": "forest1"}, {"sacrifice": "forest1"}]).legal is True
        assert refusal(data, [{"sacrifice": "forest1"}, {"activate": "forest1"}]) == (
            'pay[1].activate: "forest1" is sacrificed already'
        )

    def test_the_price_of_a_mana_ability_counts(self) -> None:
        altar = thing("altar", "bob", "Artifact", "Sacrifice a creature: Add {C}{C}.")
        data = priced(TOLL, altar, blocker("cat"))
        assert pay(data, [{"activate": "altar"}, {"sacrifice": "cat"}]).legal is True
        assert (
            refusal(data, [{"activate": "altar"}]) == "pay: too little: bob still has to sacrifice something"
        )

    def test_what_the_board_does_not_say_stays_open(self) -> None:
        data = priced("This creature can't block unless you pay 2 life.")
        verdict = pay(data, [{"life": 2}])
        assert (verdict.legal, verdict.costs.payable) == (True, None)

    def test_where_nothing_has_to_be_paid(self) -> None:
        assert refusal(priced("", land(1)), [{"life": 1}]) == "pay[0].life: no cost has to be paid"
        assert pay(priced("", land(1)), []).legal is True

    def test_declined(self) -> None:
        verdict = pay(self.DATA, [{"decline": "ox"}])
        assert (verdict.legal, verdict.stage, verdict.witness) == (False, "509.1d", {})


class TestMeansThatAreNone:
    @pytest.mark.parametrize(
        ("player", "message"),
        [
            ({"mana_pool": "GX"}, 'players[1].mana_pool: expected mana, as GGU or an object, got "GX"'),
            ({"mana_pool": {"G": -1}}, "players[1].mana_pool.G: expected a whole number, 0 or more, got -1"),
            ({"mana_pool": {"X": 1}}, 'players[1].mana_pool.X: expected W, U, B, R, G or C, got "X"'),
        ],
    )
    def test_are_refused(self, player: dict[str, Any], message: str) -> None:
        with pytest.raises(InputError) as caught:
            load_board(priced(TOLL, **player))
        assert caught.value.message == message


class TestOnTheCommandLine:
    def test_pay(self, blockcheck: Callable[..., CompletedProcess[str]], tmp_path: Any) -> None:
        import json

        place = tmp_path / "board.json"
        data = {**TestAStatedPayment.DATA, "declaration": {"player": "bob", "blocks": {"ox": "ogre"}}}
        place.write_text(json.dumps(data), encoding="utf-8")
        done = blockcheck("check", str(place), "--pay", "activate=forest1:G", "--pay", "activate=forest3")
        assert (done.returncode, done.stderr) == (0, "")
        assert "activate Forest1 for {G} and activate Forest3" in done.stdout
        short = blockcheck("check", str(place), "--pay", "activate=forest1")
        assert (short.returncode, short.stdout, short.stderr) == (
            2,
            "",
            "blockcheck: --pay: too little: what bob activates does not pay {2}\n",
        )
        odd = blockcheck("check", str(place), "--pay", "everything")
        assert odd.stderr == (
            'blockcheck: --pay: expected WHAT=WITH, as activate=forest or life=2, got "everything"\n'
        )


class TestAfterAPaymentBlocksStand:
    def test_a_sacrificed_blocker_was_declared(self) -> None:
        text = "This creature can't block unless you sacrifice a creature."
        verdict = judged(priced(text), {"ox": "ogre"})
        assert (verdict.legal, verdict.witness) == (True, {"ox": ("ogre",)})


BEAR = {"name": "Bear", "type_line": "Creature — Bear"}
GOLEM = {"name": "Golem", "type_line": "Artifact Creature — Golem"}
RING = {"name": "Ring", "type_line": "Artifact"}


class TestCardsOfAKind:
    def data(self, verb: str, **player: Any) -> Any:
        priced_ox = priced("", **player)
        creature = {"kind": "has_type", "type": "creature"}
        priced_ox["permanents"][1]["abilities"] = [typed(verb, what=creature)]
        return priced_ox

    def test_in_a_graveyard_are_counted(self) -> None:
        bear = {"name": "Bear", "type_line": "Creature — Bear"}
        forest = {"name": "Forest", "type_line": "Basic Land — Forest"}
        assert judged(self.data("exile", graveyard=[forest, bear]), {"ox": "ogre"}).legal is True
        assert judged(self.data("exile", graveyard=[forest]), {"ox": "ogre"}).stage == "509.1d"
        assert judged(self.data("exile", graveyard=2), {"ox": "ogre"}).costs.payable is None

    BOTH = (
        "This creature can't block unless you exile a creature card from your graveyard and exile an artifact card "
        "from your graveyard."
    )

    @pytest.mark.parametrize(
        ("cards", "enough"),
        [
            ([GOLEM], False),
            ([GOLEM, GOLEM], True),
            ([GOLEM, RING], True),
            ([BEAR, GOLEM], True),
            ([RING, RING], False),
            (["Relic", GOLEM], None),
            (["Relic"], False),
            (3, None),
            (1, False),
        ],
    )
    def test_one_card_is_not_exiled_twice(self, cards: Any, enough: bool | None) -> None:
        assert judged(priced(self.BOTH, graveyard=cards), {"ox": "ogre"}).costs.payable is enough

    def test_any_card_and_a_card_of_a_kind(self) -> None:
        text = (
            "This creature can't block unless you exile a card from your graveyard and exile a creature card "
            "from your graveyard."
        )
        assert judged(priced(text, graveyard=[BEAR]), {"ox": "ogre"}).legal is False
        assert judged(priced(text, graveyard=[BEAR, RING]), {"ox": "ogre"}).legal is True

    def test_that_the_board_does_not_tell_are_open(self) -> None:
        text = "This creature can't block unless you exile a green card from your graveyard."
        assert judged(priced(text, graveyard=[BEAR]), {"ox": "ogre"}).costs.payable is None
        assert judged(priced(text, graveyard=[]), {"ox": "ogre"}).costs.payable is False

    def test_can_be_named(self) -> None:
        data = priced(self.BOTH, graveyard=[BEAR, RING, RING])
        verdict = pay(data, [{"exile": ["Bear", "Ring"]}])
        assert (verdict.legal, verdict.costs.payment) == (True, ({"exile": ["Bear", "Ring"]},))
        assert refusal(data, [{"exile": ["Ring", "Ring"]}]) == (
            "pay[0].exile: no cost asks for this; a payment must be exact"
        )
        assert refusal(data, [{"exile": ["Bear", "Bear"]}]) == (
            'pay[0].exile: "Bear" is not in the graveyard of bob, or only as often as it is exiled already'
        )

    def test_in_a_hand_are_hidden(self) -> None:
        assert judged(self.data("discard", hand_size=3), {"ox": "ogre"}).costs.payable is None
        assert judged(self.data("discard", hand_size=0), {"ox": "ogre"}).stage == "509.1d"
        two = "This creature can't block unless you discard two land cards."
        assert judged(priced(two, hand_size=1), {"ox": "ogre"}).stage == "509.1d"
        assert judged(priced(two, hand_size=2), {"ox": "ogre"}).costs.payable is None
