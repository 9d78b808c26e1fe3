"""509.1d: costs to block are totalled and locked in, and nobody has to pay them (509.1c, last sentence but one)."""

from __future__ import annotations

from typing import Any

import pytest

from blockcheck import Judge, Verdict, check, load_board
from tests.boards import Entry, attacker, blocker, board, judged, thing

LURE = "All creatures able to block this creature do so."
TOLL = "This creature can't block unless you pay {2}."
TAX = "Creatures can't block unless their controller pays {1} for each of those creatures."


def forests(n: int, controller: str = "bob", **more: Any) -> list[Entry]:
    """Untapped Forests."""
    return [thing(f"forest{i}", controller, "Basic Land — Forest", **more) for i in range(1, n + 1)]


def outcome(verdict: Verdict) -> tuple[bool | None, str | None]:
    return verdict.legal, verdict.stage


def totals(verdict: Verdict) -> dict[Any, str]:
    """The mana that each player has to pay."""
    return {total.payer: total.price.mana for total in verdict.costs.totals}


class TestNobodyHasToPay:
    def test_not_paying_is_always_allowed(self) -> None:
        lured = board(attacker("ogre", LURE), blocker("ox", TOLL), *forests(2))
        assert outcome(judged(lured, {})) == (True, None)

    def test_a_creature_without_a_cost_has_no_such_excuse(self) -> None:
        lured = board(attacker("ogre", LURE), blocker("ox", TOLL), blocker("bear"), *forests(2))
        assert outcome(judged(lured, {})) == (False, "509.1c")
        assert outcome(judged(lured, {"bear": "ogre"})) == (True, None)

    def test_even_a_cost_of_zero_has_to_be_chosen(self) -> None:
        text = "This creature can't block unless you pay {0}."
        lured = board(attacker("ogre", LURE), blocker("ox", text))
        assert outcome(judged(lured, {})) == (True, None)
        paid = judged(lured, {"ox": "ogre"})
        assert (paid.legal, paid.costs.payable, paid.costs.payment) == (True, True, ())

    def test_an_x_of_zero_is_a_cost_too(self) -> None:
        effect = {"text": "This turn, creatures can't block unless their controller pays {X}.", "x": 0}
        lured = board(attacker("ogre", LURE), blocker("ox"), effects=[{**effect, "controller": "alice"}])
        assert outcome(judged(lured, {})) == (True, None)
        assert outcome(judged(lured, {"ox": "ogre"})) == (True, None)


class TestACreatureThatPaysMustObey:
    def test_what_it_is_required_to_do(self) -> None:
        lured = board(attacker("ogre", LURE), attacker("imp"), blocker("ox", TOLL), *forests(2))
        wrong = judged(lured, {"ox": "imp"})
        assert (*outcome(wrong), wrong.obeyed, wrong.maximum) == (False, "509.1c", 0, 1)
        assert outcome(judged(lured, {"ox": "ogre"})) == (True, None)

    def test_what_others_could_have_paid_does_not_matter(self) -> None:
        lured = board(attacker("ogre", LURE), blocker("ox", TOLL), blocker("yak", TOLL), *forests(4))
        verdict = judged(lured, {"ox": "ogre"})
        assert (verdict.legal, verdict.obeyed, verdict.maximum) == (True, 1, 1)


class TestBothSidesOfTheBaseline:
    """Each declaration is held to the maximum of its own cost items, whatever it could have paid besides."""

    BIG = "This creature can't block creatures with power 3 or greater unless you pay {1}."
    ANY = "This creature can't block unless you pay {1}."
    MUST = "This creature blocks each combat if able."

    @pytest.mark.parametrize(
        ("texts", "blocks", "expected"),
        [
            ((BIG,), {}, (True, None)),
            ((BIG,), {"ox": "imp"}, (True, None)),
            ((BIG,), {"ox": "ogre"}, (True, None)),
            ((BIG, MUST), {}, (False, "509.1c")),
            ((BIG, MUST), {"ox": "imp"}, (True, None)),
            ((BIG, MUST), {"ox": "ogre"}, (True, None)),
            ((ANY, MUST), {}, (True, None)),
            ((ANY, MUST), {"ox": "imp"}, (False, "509.1c")),
            ((ANY, MUST), {"ox": "ogre"}, (True, None)),
            ((ANY, BIG), {}, (True, None)),
            ((ANY, BIG), {"ox": "imp"}, (True, None)),
            ((ANY, BIG), {"ox": "ogre"}, (True, None)),
        ],
    )
    def test_with_one_lure_and_one_free_attacker(
        self, texts: tuple[str, ...], blocks: dict[str, str], expected: tuple[bool, str | None]
    ) -> None:
        lured = board(
            attacker("ogre", LURE, power=4), attacker("imp"), blocker("ox", "\n".join(texts)), *forests(2)
        )
        assert outcome(judged(lured, blocks)) == expected

    def test_two_cost_items_of_one_creature_are_paid_together(self) -> None:
        ox = blocker("ox", f"{self.ANY}\n{self.BIG}")
        lures = (attacker("ogre", LURE, power=4), attacker("imp", LURE))
        assert outcome(judged(board(*lures, ox, *forests(1)), {"ox": "imp"})) == (True, None)
        assert outcome(judged(board(*lures, ox, *forests(1)), {"ox": "ogre"})) == (False, "509.1d")
        assert outcome(judged(board(*lures, ox, *forests(2)), {"ox": "ogre"})) == (True, None)

    def test_a_helper_that_costs_frees_from_a_requirement(self) -> None:
        menace = (attacker("ogre", "Menace"), blocker("bear", self.MUST), blocker("ox", TOLL))
        assert outcome(judged(board(*menace, *forests(2)), {})) == (True, None)
        assert outcome(judged(board(*menace, *forests(2)), {"bear": "ogre", "ox": "ogre"})) == (True, None)
        assert outcome(judged(board(*menace), {"bear": "ogre", "ox": "ogre"})) == (False, "509.1d")
        free = (*menace[:2], blocker("ox"))
        assert outcome(judged(board(*free), {})) == (False, "509.1c")

    def test_paying_nothing_binds_as_well(self) -> None:
        effect = {"text": "This turn, creatures can't block unless their controller pays {X}.", "x": 0}
        taxed = board(
            attacker("ogre", LURE),
            attacker("imp"),
            blocker("ox"),
            effects=[{**effect, "controller": "alice"}],
        )
        assert outcome(judged(taxed, {})) == (True, None)
        assert outcome(judged(taxed, {"ox": "ogre"})) == (True, None)
        assert outcome(judged(taxed, {"ox": "imp"})) == (False, "509.1c")


class TestACostTiedToSomeAttackers:
    HORSE = "This creature can't block creatures with power 3 or greater unless you pay {1}."

    def test_another_attacker_is_blocked_free(self) -> None:
        both = board(attacker("ogre", power=4), attacker("imp"), blocker("horse", self.HORSE))
        assert totals(judged(both, {"horse": "imp"})) == {}
        assert outcome(judged(both, {"horse": "imp"})) == (True, None)
        assert outcome(judged(both, {"horse": "ogre"})) == (False, "509.1d")

    def test_it_may_be_declined_to_block_another_attacker_free(self) -> None:
        both = board(attacker("ogre", LURE, power=4), attacker("imp"), blocker("horse", self.HORSE))
        assert outcome(judged(both, {"horse": "imp"})) == (True, None)

    def test_one_price_for_blocking_any_of_a_set(self) -> None:
        text = f"{self.HORSE}\nThis creature can block an additional creature each combat."
        two = board(attacker("ogre", power=4), attacker("yeti", power=3), blocker("horse", text), *forests(1))
        verdict = judged(two, {"horse": ["ogre", "yeti"]})
        assert (outcome(verdict), totals(verdict)) == ((True, None), {"bob": "{1}"})

    def test_a_price_for_each_of_them(self) -> None:
        each = {
            "kind": "block_cost",
            "blockers": {"kind": "is", "ref": "this"},
            "price": [{"kind": "price_part", "verb": "mana", "mana": "{1}"}],
            "payer": "you",
            "attackers": {"kind": "anything"},
            "each": "pair",
        }
        horse = blocker("horse", "This creature can block an additional creature each combat.")
        two = board(attacker("ogre"), attacker("yeti"), {**horse, "abilities": [each]}, *forests(1))
        verdict = judged(two, {"horse": ["ogre", "yeti"]})
        assert (outcome(verdict), totals(verdict)) == ((False, "509.1d"), {"bob": "{2}"})
        assert outcome(judged(two, {"horse": "yeti"})) == (True, None)

    def test_a_price_for_blocking_one_creature(self) -> None:
        presence = "Enchanted creature can't be blocked unless defending player pays {3} for each creature they control that's blocking it."
        aura = thing("awe", "alice", "Enchantment — Aura", presence, attached_to="ogre")
        both = board(attacker("ogre"), attacker("imp"), aura, blocker("bear"), blocker("cat"), *forests(5))
        assert outcome(judged(both, {"bear": "ogre", "cat": "imp"})) == (True, None)
        verdict = judged(both, {"bear": "ogre", "cat": "ogre"})
        assert (outcome(verdict), totals(verdict)) == ((False, "509.1d"), {"bob": "{6}"})

    def test_once_for_an_attacker_however_many_block_it(self) -> None:
        once = "This creature can't be blocked unless defending player pays {2}."
        data = board(attacker("ogre", once), blocker("bear"), blocker("cat"), *forests(2))
        verdict = judged(data, {"bear": "ogre", "cat": "ogre"})
        assert (outcome(verdict), totals(verdict)) == ((True, None), {"bob": "{2}"})
        lured = board(attacker("ogre", f"{once}\n{LURE}"), blocker("bear"), blocker("cat"), *forests(2))
        assert outcome(judged(lured, {})) == (True, None)
        assert outcome(judged(lured, {"bear": "ogre"})) == (False, "509.1c")


class TestSymbols:
    def test_energy_is_no_mana(self) -> None:
        text = "This creature can't block unless you pay {E}{E}."
        verdict = judged(board(attacker("ogre"), blocker("ox", text)), {"ox": "ogre"})
        assert (verdict.legal, verdict.costs.payable) == (True, None)
        assert [total.message for total in verdict.costs.totals] == ["bob has to pay {E}{E} (509.1d)"]

    def test_an_unknown_symbol_is_not_understood(self) -> None:
        text = "This creature can't block unless you pay {K}."
        verdict = judged(board(attacker("ogre"), blocker("ox", text)), {"ox": "ogre"})
        assert (verdict.legal, [unread.text for unread in verdict.unread]) == (None, [text])

    def test_an_x_that_the_text_counts(self) -> None:
        text = "Creatures can't block unless their controller pays {X}, where X is the number of creatures on the battlefield."
        ward = thing("ward", "alice", "Enchantment", text)
        verdict = judged(board(attacker("ogre"), ward, blocker("ox"), *forests(2)), {"ox": "ogre"})
        assert (outcome(verdict), totals(verdict)) == ((True, None), {"bob": "{2}"})
        none = text.replace("creatures on", "artifacts on")
        free = board(attacker("ogre", LURE), ward | {"oracle_text": none}, blocker("ox"))
        assert outcome(judged(free, {})) == (True, None)
        assert totals(judged(free, {"ox": "ogre"})) == {"bob": "{0}"}


class TestSeveralCosts:
    def test_are_added_up(self) -> None:
        ox = blocker("ox", TOLL)
        tax = thing("gate", "alice", "Enchantment", TAX)
        verdict = judged(board(attacker("ogre"), tax, ox, *forests(2)), {"ox": "ogre"})
        assert (outcome(verdict), totals(verdict)) == ((False, "509.1d"), {"bob": "{3}"})
        assert len(verdict.costs.items) == 2

    def test_are_paid_from_the_same_means(self) -> None:
        taxed = board(
            attacker("ogre"),
            thing("gate", "alice", "Enchantment", TAX),
            blocker("bear"),
            blocker("cat"),
            *forests(1),
        )
        assert outcome(judged(taxed, {"bear": "ogre"})) == (True, None)
        verdict = judged(taxed, {"bear": "ogre", "cat": "ogre"})
        assert outcome(verdict) == (False, "509.1d")
        assert [lack.price.mana for lack in verdict.costs.shortfall] == ["{1}"]

    def test_an_unknown_number_is_open(self) -> None:
        text = "Enchanted creature can't attack or block unless its controller pays {1} for each card in your hand."
        aura = thing("awe", "alice", "Enchantment — Aura", text, attached_to="bear")
        verdict = judged(board(attacker("ogre"), aura, blocker("bear"), *forests(9)), {"bear": "ogre"})
        assert (verdict.legal, verdict.costs.payable) == (True, None)

    def test_an_unknown_number_beside_what_cannot_be_paid_is_not(self) -> None:
        text = "Enchanted creature can't attack or block unless its controller pays {1} for each card in your hand."
        aura = thing("awe", "alice", "Enchantment — Aura", text, attached_to="ox")
        verdict = judged(board(attacker("ogre"), aura, blocker("ox", TOLL), *forests(1)), {"ox": "ogre"})
        assert outcome(verdict) == (False, "509.1d")


class TestWhatCannotBePaidIsIllegal:
    def test_and_the_declaration_is_taken_back_whole(self) -> None:
        verdict = judged(board(attacker("ogre"), blocker("ox", TOLL), *forests(1)), {"ox": "ogre"})
        assert outcome(verdict) == (False, "509.1d")
        assert [lack.message for lack in verdict.costs.shortfall] == [
            "bob lacks {1}, so the declaration is taken back whole (509.1f, 733)"
        ]

    def test_where_nothing_that_obeys_as_much_can_be_paid_there_is_no_witness(self) -> None:
        lured = board(attacker("ogre", LURE), blocker("ox", TOLL), blocker("bear"), *forests(1))
        verdict = judged(lured, {"ox": "ogre"})
        assert (*outcome(verdict), verdict.maximum, verdict.witness) == (False, "509.1d", 2, None)

    def test_the_witness_holds_only_what_can_be_paid(self) -> None:
        lured = board(
            attacker("ogre", LURE),
            attacker("imp", LURE),
            blocker("ox", TOLL),
            blocker("yak", TOLL),
            blocker("bear"),
        )
        lured["permanents"] += forests(3)
        verdict = judged(lured, {"ox": "ogre", "bear": "imp"})
        assert verdict.legal is True
        verdict = judged(lured, {"ox": "ogre"})
        assert (*outcome(verdict), verdict.witness) == (False, "509.1c", {"ox": ("ogre",), "bear": ("ogre",)})

    def test_a_restriction_is_lifted_only_by_paying(self) -> None:
        text = "This creature can't block unless you pay {1}.\nThis creature blocks each combat if able."
        rich = board(attacker("ogre"), blocker("ox", text), *forests(1))
        poor = board(attacker("ogre"), blocker("ox", text))
        assert outcome(judged(rich, {"ox": "ogre"})) == (True, None)
        assert outcome(judged(poor, {"ox": "ogre"})) == (False, "509.1d")
        assert judged(poor, {}).legal is True


class TestAPriceThatSparesDeclaredCreatures:
    TEXT = (
        "This creature can't attack or block unless you tap an untapped creature you control not declared as an "
        "attacking or blocking creature this combat."
    )

    def test_is_paid_with_one_that_stays_home(self) -> None:
        two = board(attacker("ogre"), blocker("husk", self.TEXT), blocker("bear"))
        verdict = judged(two, {"husk": "ogre"})
        assert (verdict.legal, verdict.costs.payment) == (True, ({"tap": "bear"},))

    def test_is_not_paid_with_one_that_blocks_or_with_itself(self) -> None:
        two = board(attacker("ogre"), blocker("husk", self.TEXT), blocker("bear"))
        verdict = judged(two, {"husk": "ogre", "bear": "ogre"})
        assert outcome(verdict) == (False, "509.1d")
        assert judged(board(attacker("ogre"), blocker("husk", self.TEXT)), {"husk": "ogre"}).legal is False

    def test_so_a_required_blocker_leaves_nobody_to_tap(self) -> None:
        must = "This creature blocks each combat if able."
        two = board(attacker("ogre"), blocker("husk", self.TEXT), blocker("bear", must))
        assert outcome(judged(two, {"husk": "ogre"})) == (False, "509.1c")
        assert outcome(judged(two, {"bear": "ogre"})) == (True, None)
        verdict = judged(two, {"husk": "ogre", "bear": "ogre"})
        assert (*outcome(verdict), verdict.witness) == (False, "509.1d", {"bear": ("ogre",)})


class TestEachPlayerPaysForTheirOwnCreatures:
    def test_in_a_team(self) -> None:
        players = [
            {"id": "alice", "team": "red"},
            {"id": "dave", "team": "red"},
            {"id": "bob", "team": "blue"},
            {"id": "carol", "team": "blue"},
        ]
        tax = thing("gate", "alice", "Enchantment", TAX)
        cat = blocker("cat") | {"controller": "carol"}
        team = board(attacker("ogre"), tax, blocker("bear"), cat, *forests(2), players=players)
        verdict = judged(team, {"bear": "ogre", "cat": "ogre"}, player="bob")
        assert totals(verdict) == {"bob": "{1}", "carol": "{1}"}
        assert outcome(verdict) == (False, "509.1d")
        assert [lack.payer for lack in verdict.costs.shortfall] == ["carol"]
        swamp = thing("swamp", "carol", "Basic Land — Swamp")
        both = board(attacker("ogre"), tax, blocker("bear"), cat, *forests(1), swamp, players=players)
        assert judged(both, {"bear": "ogre", "cat": "ogre"}, player="bob").costs.payment == (
            {"activate": "forest1", "add": "G"},
            {"activate": "swamp", "add": "B"},
        )


class TestSomebodyElseDeclares:
    WARCRAFT = "You choose which creatures block this turn and how those creatures block."

    def test_and_who_pays_may_decline(self) -> None:
        effect = {"text": self.WARCRAFT, "controller": "alice"}
        declaration = {"player": "bob", "declared_by": "alice", "blocks": {"ox": "ogre"}}
        data = board(
            attacker("ogre"), blocker("ox", TOLL), *forests(2), effects=[effect], declaration=declaration
        )
        verdict = check(data)
        assert (verdict.legal, verdict.costs.consent) == (True, ("bob",))
        refused = check({**data, "declaration": {**declaration, "pay": [{"decline": "ox"}]}})
        assert (*outcome(refused), refused.costs.consent, refused.witness) == (False, "509.1d", ("bob",), {})

    def test_nobody_consents_to_ones_own_choice(self) -> None:
        verdict = judged(board(attacker("ogre"), blocker("ox", TOLL), *forests(2)), {"ox": "ogre"})
        assert verdict.costs.consent == ()


class TestEveryAnswerHoldsOnlyWhatCanBePaid:
    DATA = board(
        attacker("ogre"),
        thing("gate", "alice", "Enchantment", TAX),
        blocker("bear"),
        blocker("cat"),
        blocker("fox"),
        *forests(2),
    )

    def test_the_list_of_legal_declarations(self) -> None:
        judge = Judge(load_board(self.DATA))
        listed = [sorted(blocks) for blocks in judge.legal]
        assert len(listed) == 7
        assert ["bear", "cat", "fox"] not in listed
        assert {"bear": "ogre", "cat": "ogre"} in judge.legal
        assert {"bear": "ogre", "cat": "ogre", "fox": "ogre"} not in judge.legal

    def test_the_nearest(self) -> None:
        verdict = judged(self.DATA, {"bear": "ogre", "cat": "ogre", "fox": "ogre"})
        assert (verdict.stage, verdict.nearest and len(verdict.nearest.changes)) == ("509.1d", 1)

    def test_the_options(self) -> None:
        judge = Judge(load_board(self.DATA))
        chosen = judge.options({"bear": "ogre", "cat": "ogre"})
        assert (chosen.legal_now, (chosen.attackers or {}).get("fox")) == (True, ())
        assert judge.options({"bear": "ogre"}).attackers == {"cat": ("ogre",), "fox": ("ogre",), "bear": ()}

    def test_twenty_blockers_and_ten_lands_take_no_search(self) -> None:
        many = board(
            attacker("ogre"),
            thing("gate", "alice", "Enchantment", TAX),
            blocker("bear", count=20),
            thing("forest", "bob", "Basic Land — Forest", count=10),
        )
        verdict = judged(many, {f"bear#{n}": "ogre" for n in range(1, 21)})
        assert (verdict.stage, verdict.nearest and len(verdict.nearest.changes)) == ("509.1d", 10)
