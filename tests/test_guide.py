"""What a judge answers beyond verdicts: nearest, options, explanations and the set of legal declarations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from benchmarks.families import FAMILIES
from blockcheck import (
    DeclarationError,
    Explain,
    InputError,
    Judge,
    LegalList,
    Limit,
    Options,
    Undecided,
    Verdict,
    load_board,
)
from tests.boards import attacker, blocker, board, thing
from tests.conftest import ROOT
from tests.test_cli import Command

LURE = "All creatures able to block this creature do so."
MENACE = board(
    attacker("ogre", "Menace"), blocker("hound", "This creature blocks each combat if able."), blocker("bear")
)
UNREAD = board(attacker("ogre", "This creature can't be blocked while the moon is full."), blocker("bear"))
OPEN = board(
    attacker("rat", "Skulk"),
    {key: value for key, value in blocker("ooze").items() if key != "power"},
    blocker("bear", power=1),
    attacker("cub", power=1),
)
TWO_DEFENDERS = board(
    attacker("ogre", "Menace"),
    attacker("imp", attacking="carol"),
    blocker("bear"),
    blocker("wolf"),
    blocker("ox", controller="carol"),
    players=("alice", "bob", "carol"),
)


def judge(data: Any, **more: Any) -> Judge:
    return Judge(load_board(data), **more)


class TestNearest:
    def test_of_an_illegal_declaration(self) -> None:
        nearest = judge(MENACE).nearest({"hound": "ogre"})
        assert nearest.model_dump() == {
            "blocks": {"hound": ("ogre",), "bear": ("ogre",)},
            "changes": ({"change": "add", "blocker": "bear", "attacker": "ogre"},),
            "message": "also block Ogre with Bear",
        }

    def test_of_a_legal_declaration_is_itself(self) -> None:
        nearest = judge(board(attacker("ogre"), blocker("bear"))).nearest({"bear": "ogre"})
        assert (nearest.blocks, nearest.changes) == ({"bear": ("ogre",)}, ())
        assert nearest.message == "change nothing"

    def test_takes_back_what_is_no_pair_at_all(self) -> None:
        data = board(attacker("ogre"), thing("oak", "bob", "Enchantment"), blocker("bear"))
        assert judge(data).nearest({"oak": "ogre", "bear": "ogre"}).message == "don't block Ogre with Oak"

    def test_may_cost_where_the_maximum_without_costs_is_further_away(self) -> None:
        forests = [thing(f"forest{n}", "bob", "Basic Land — Forest", "({T}: Add {G}.)") for n in range(2)]
        data = board(
            attacker("elf", LURE),
            attacker("imp"),
            blocker(
                "giant",
                "This creature can block an additional creature each combat.\nThis creature can't block unless you pay {2}.",
            ),
            *forests,
        )
        verdict = judge(data).check({"giant": "imp"})
        assert verdict.nearest is not None
        assert verdict.nearest.message == "also block Elf with Giant"

    def test_joins_those_of_several_players(self) -> None:
        data = {
            **TWO_DEFENDERS,
            "declarations": [
                {"player": "bob", "blocks": {"bear": "ogre"}},
                {"player": "carol", "blocks": {"ox": "imp"}},
            ],
        }
        nearest = judge(data).nearest()
        assert nearest.blocks == {"bear": ("ogre",), "wolf": ("ogre",), "ox": ("imp",)}
        assert nearest.message == "also block Ogre with Wolf"

    def test_ids_come_back_as_they_came(self) -> None:
        data = board(attacker("ogre", "Menace"), blocker("hound"), blocker("bear"))
        for n, permanent in enumerate(data["permanents"]):
            permanent["id"] = n
        nearest = judge(data).nearest({1: 0})
        assert nearest.blocks == {"1": (0,), "2": (0,)}
        assert nearest.changes[0].model_dump() == {"change": "add", "blocker": 2, "attacker": 0}

    @pytest.mark.parametrize(("data", "blocks"), [(UNREAD, {"bear": "ogre"}), (OPEN, {"ooze": "rat"})])
    def test_is_not_guessed_where_the_board_does_not_decide(self, data: Any, blocks: Any) -> None:
        with pytest.raises(Undecided, match="the nearest legal declaration is not decided") as error:
            judge(data).nearest(blocks)
        assert isinstance(error.value.verdict, Verdict)
        assert error.value.verdict.legal is None


class TestOptions:
    def test_from_nothing(self) -> None:
        options = judge(MENACE).options()
        assert options.model_dump(exclude={"rules"}) == {
            "player": "bob",
            "attackers": {"hound": ("ogre",), "bear": ("ogre",)},
            "must_block": ("hound", "bear"),
            "forced": (("hound", "ogre"), ("bear", "ogre")),
            "legal_now": False,
            "missing": ("block Ogre with Hound and Bear",),
            "dead_end": False,
            "conflict": (),
            "unread": (),
            "questions": (),
            "limit": None,
        }

    def test_from_a_complete_declaration(self) -> None:
        options = judge(MENACE).options({"hound": "ogre", "bear": "ogre"})
        assert options.legal_now
        assert (options.missing, options.attackers) == ((), {"hound": (), "bear": ()})
        assert options.must_block == ("hound", "bear")

    def test_from_the_declaration_on_the_board(self) -> None:
        on_board = judge({**MENACE, "declaration": {"blocks": {"hound": "ogre"}}})
        assert on_board.options().missing == ("block Ogre with Bear",)
        assert on_board.options({}).missing == ("block Ogre with Hound and Bear",)

    def test_every_creature_that_could_block_is_named(self) -> None:
        data = board(attacker("drake", "Flying"), blocker("bear"), blocker("ox", tapped=True))
        assert judge(data).options().attackers == {"bear": ()}

    def test_what_is_missing_has_a_line_for_each_thing(self) -> None:
        data = board(
            attacker("boar", "This creature must be blocked if able."),
            attacker("ogre", "Menace"),
            *map(blocker, ("bear", "wolf", "ox")),
            blocker("hound", "This creature blocks each combat if able."),
        )
        assert judge(data).options({"bear": "ogre"}).missing == (
            "block with Hound: Boar or Ogre",
            "block with more creatures: Ogre can't be blocked except by two or more creatures (menace, 702.111b); "
            "only Bear blocks it",
            "still to be obeyed: Boar must be blocked if able (509.1c)",
            "for example: block Boar with Wolf; block Ogre with Hound",
        )

    def test_a_dead_end_names_what_cannot_stand_together(self) -> None:
        data = board(
            attacker("ogre", "Menace"), attacker("imp"), blocker("bear"), blocker("wolf"), blocker("ox")
        )
        options = judge(data).options({"bear": "ogre", "wolf": "imp", "ox": "imp"})
        assert options.dead_end
        assert options.conflict == (("bear", "ogre"), ("wolf", "imp"), ("ox", "imp"))
        assert options.attackers == {"bear": (), "wolf": (), "ox": ()}

    def test_a_pair_that_is_none_is_a_dead_end(self) -> None:
        data = board(attacker("ogre"), thing("oak", "bob", "Enchantment"), blocker("bear"))
        assert judge(data).options({"bear": "ogre", "oak": "ogre"}).conflict == (("oak", "ogre"),)

    def test_each_defending_player_has_their_own(self) -> None:
        assert judge(TWO_DEFENDERS).options(player="carol").attackers == {"ox": ("imp",)}
        with pytest.raises(DeclarationError, match="player: missing"):
            judge(TWO_DEFENDERS).options()

    def test_unread_text_leaves_them_open(self) -> None:
        options = judge(UNREAD).options()
        assert [getattr(options, name) for name in OPTION_LISTS] == [None] * 7
        assert [line.text for line in options.unread] == [
            "This creature can't be blocked while the moon is full."
        ]
        assert options.if_ignored is not None
        assert options.if_ignored.attackers == {"bear": ("ogre",)}
        assert options.if_ignored.legal_now
        assert options.if_ignored.answers == ()

    def test_a_question_leaves_them_open_when_its_answer_changes_them(self) -> None:
        options = judge(OPEN).options()
        assert options.attackers is None
        assert [question.field for question in options.questions] == ["permanents[1].power"]
        assert options.if_ignored is not None
        assert options.if_ignored.attackers is None
        assert options.if_ignored.must_block == ()
        rows = {row.answers: row.attackers for row in options.if_ignored.answers}
        assert rows == {
            (False,): {"ooze": ("rat", "cub"), "bear": ("rat", "cub")},
            (True,): {"ooze": ("cub",), "bear": ("rat", "cub")},
        }

    def test_a_question_whose_answer_changes_nothing_is_not_asked(self) -> None:
        options = judge(OPEN).options({"ooze": "cub"})
        assert options.questions == ()
        assert options.attackers == {"ooze": (), "bear": ("rat", "cub")}

    def test_a_limit_leaves_them_open(self) -> None:
        instance = FAMILIES["multi-block"].instance((12, 9))
        options = judge(json.loads(instance.text), limit=Limit(effort=0.0)).options()
        assert options.attackers is None
        assert options.limit is not None
        assert options.limit.kind == "effort"


OPTION_LISTS = ("attackers", "must_block", "forced", "legal_now", "missing", "dead_end", "conflict")


class TestExplain:
    def test_a_fault_has_its_mend(self) -> None:
        (fault,) = judge(MENACE).explain({"hound": "ogre"}).faults or ()
        assert fault.message.startswith("Ogre can't be blocked except by two or more creatures")
        assert fault.mend.message == "also block Ogre with Bear"

    def test_a_pair_that_no_legal_declaration_has(self) -> None:
        data = board(attacker("elf", LURE), attacker("imp"), blocker("bear"))
        found = judge(data).explain({}, pair=("bear", "imp")).impossible
        assert found is not None
        assert found.message == (
            "Bear can't legally block Imp while “all creatures able to block Elf do so” is obeyed, because Bear can block "
            "only one creature (509.1a)"
        )
        assert [line.text for line in found.requirements] == [LURE]

    def test_a_pair_of_one(self) -> None:
        with pytest.raises(
            DeclarationError, match=r"^pair: expected a blocker and an attacker, got \('bear',\)$"
        ):
            judge(MENACE).explain({}, pair=("bear",))  # type: ignore[arg-type]

    def test_the_way_out_takes_back_what_is_no_pair_too(self) -> None:
        data = board(
            attacker("ogre", "Menace"),
            attacker("elf", LURE),
            thing("oak", "bob", "Enchantment"),
            blocker("bear"),
            blocker("wolf"),
        )
        found = judge(data).explain({"oak": "ogre", "bear": "ogre"})
        assert found.nearest is not None
        assert found.steps is not None
        assert sorted(map(str, found.nearest.changes)) == sorted(
            str(change) for step in found.steps for change in step.changes
        )
        assert [step.message for step in found.steps] == [
            "don't block Ogre with Oak, because Oak is not a creature (509.1a)",
            "block Elf instead of Ogre with Bear, because Ogre can't be blocked except by two or more creatures (menace, "
            "702.111b) and Bear must block Elf (509.1c)",
            "also block Elf with Wolf, because Wolf must block Elf (509.1c)",
        ]
        assert found.too_little is not None
        assert found.too_little.message == (
            "to take back what is at fault (don't block Ogre with Oak and Bear) is not enough, because Bear and Wolf must "
            "block Elf (509.1c)"
        )

    def test_a_step_of_several_creatures_for_what_is_wrong_without_all_of_them(self) -> None:
        data = board(
            attacker("ogre", "Menace\nThis creature must be blocked if able."),
            attacker("imp", "This creature must be blocked if able."),
            *(blocker(name) for name in ("bear", "wolf", "ox")),
        )
        steps = judge(data).explain({}).steps
        assert steps is not None
        assert [step.message for step in steps] == [
            "also block Ogre with Bear and Wolf, because Ogre must be blocked if able (509.1c)",
            "also block Imp with Ox, because Imp must be blocked if able (509.1c)",
        ]

    def test_a_mend_breaks_no_text_that_the_fault_breaks_with_another_creature(self) -> None:
        cant_block = "This creature can't block."
        data = board(attacker("ogre", "Menace"), blocker("bear", cant_block), blocker("wolf", cant_block))
        faults = judge(data).explain({"bear": "ogre"}).faults
        assert faults is not None
        assert {fault.mend.message for fault in faults} == {"don't block Ogre with Bear"}

    def test_a_pair_that_is_none_at_all(self) -> None:
        data = board(attacker("ogre"), thing("oak", "bob", "Enchantment"), blocker("bear"))
        found = judge(data).explain({}, pair=("oak", "ogre")).impossible
        assert found is not None
        assert found.message == "Oak can't legally block Ogre, because Oak is not a creature (509.1a)"

    def test_a_pair_that_the_board_does_not_know(self) -> None:
        with pytest.raises(DeclarationError) as error:
            judge(MENACE).explain({}, pair=("bear", "oger"))
        assert str(error.value) == 'pair: no permanent has the id "oger"; did you mean "ogre"?'

    def test_a_pair_that_some_legal_declaration_has(self) -> None:
        assert judge(MENACE).explain({}, pair=("bear", "ogre")).impossible is None

    def test_what_is_in_every_and_in_no_legal_declaration(self) -> None:
        data = board(attacker("elf", LURE), attacker("imp"), blocker("bear"))
        found = judge(data).explain()
        assert (found.always, found.never) == ((("bear", "elf"),), (("bear", "imp"),))

    def test_the_bound_only_when_asked_for(self) -> None:
        data = board(attacker("elf", LURE), attacker("siren", LURE), blocker("bear"))
        assert judge(data).explain().bound is None
        bound = judge(data).explain(bound=True).bound
        assert bound is not None
        assert (bound.k, len(bound.requirements)) == (1, 2)
        assert bound.message == (
            "at most one of two requirements can be obeyed (all creatures able to block Elf do so; "
            "all creatures able to block Siren do so), because Bear can block only one creature (509.1a)"
        )

    def test_a_limit_leaves_what_was_found_before_it(self) -> None:
        data = board(
            *(attacker(f"ogre{n}", "Menace\nThis creature must be blocked if able.") for n in range(3)),
            *(blocker(f"bear{n}") for n in range(5)),
        )
        found = judge(data, limit=Limit(effort=0.0)).explain({"bear0": "ogre0"})
        assert found.limit is not None
        assert (found.always, found.never, found.unmet) == (None, None, None)
        found = judge(data, limit=Limit(effort=0.05)).explain()
        assert found.never == ()
        assert found.limit is None

    def test_unread_text_leaves_it_open(self) -> None:
        found = judge(UNREAD).explain({"bear": "ogre"})
        assert (found.faults, found.unmet, found.always, found.never) == (None, None, None, None)
        assert found.if_ignored is not None
        assert found.if_ignored.never == ()

    def test_a_question_is_answered_both_ways(self) -> None:
        found = judge(OPEN).explain({"ooze": "rat"})
        assert found.if_ignored is not None
        assert {row.answers: row.never for row in found.if_ignored.answers} == {
            (False,): (),
            (True,): (("ooze", "rat"),),
        }


class TestTheSetOfLegalDeclarations:
    def test_has_members(self) -> None:
        legal = judge(MENACE).legal
        assert {"hound": "ogre", "bear": ["ogre"]} in legal
        assert {"hound": "ogre"} not in legal

    def test_is_in_order(self) -> None:
        data = board(attacker("ogre"), attacker("imp"), blocker("bear"), blocker("wolf"))
        assert list(judge(data).legal) == [
            {"bear": ("ogre",), "wolf": ("ogre",)},
            {"bear": ("ogre",), "wolf": ("imp",)},
            {"bear": ("ogre",)},
            {"bear": ("imp",), "wolf": ("ogre",)},
            {"bear": ("imp",), "wolf": ("imp",)},
            {"bear": ("imp",)},
            {"wolf": ("ogre",)},
            {"wolf": ("imp",)},
            {},
        ]

    def test_can_be_counted(self) -> None:
        data = board(attacker("ogre"), attacker("imp"), *(blocker(f"bear{n}") for n in range(8)))
        legal = judge(data).legal
        assert legal.count() == (3**8, True)
        assert legal.count(100) == (100, False)

    @pytest.mark.parametrize("limit", [0, -1])
    def test_no_less_than_one_can_be_asked_for(self, limit: int) -> None:
        for ask in (judge(MENACE).legal.count, judge(MENACE).legal.answer):
            with pytest.raises(InputError, match=f"^limit: expected at least 1, got {limit}$"):
                ask(limit)

    def test_each_defending_player_has_their_own(self) -> None:
        legal = judge(TWO_DEFENDERS).legal
        assert list(legal.by("carol")) == [{"ox": ("imp",)}, {}]
        assert {"bear": "ogre"} not in legal.by("bob")

    def test_is_undecided_where_the_board_is(self) -> None:
        legal = judge(UNREAD).legal
        with pytest.raises(Undecided) as membership:
            assert {"bear": "ogre"} in legal
        assert isinstance(membership.value.verdict, Verdict)
        with pytest.raises(Undecided, match="the board does not decide the legal declarations") as iteration:
            list(legal)
        assert isinstance(iteration.value.verdict, LegalList)
        assert iteration.value.verdict.unread
        with pytest.raises(Undecided):
            legal.count()

    def test_is_undecided_where_answers_differ(self) -> None:
        with pytest.raises(Undecided) as error:
            list(judge(OPEN).legal)
        assert isinstance(error.value.verdict, LegalList)
        assert [question.field for question in error.value.verdict.questions] == ["permanents[1].power"]

    def test_a_question_that_changes_no_declaration_is_not_asked(self) -> None:
        ooze = {key: value for key, value in blocker("ooze", tapped=True).items() if key != "power"}
        assert list(judge(board(attacker("rat", "Skulk"), ooze)).legal) == [{}]


EXAMPLES = sorted((ROOT / "examples").glob("[0-9]*"))


def schema(name: str) -> jsonschema.Draft202012Validator:
    text = (ROOT / "models" / f"{name}.schema.json").read_text(encoding="utf-8")
    return jsonschema.Draft202012Validator(json.loads(text))


class TestTheSchemas:
    @pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
    def test_accept_the_answers_on_every_example(self, path: Path) -> None:
        loaded = load_board(path)
        for declaration in loaded.declarations:
            one = Judge(loaded)
            player = declaration.player
            answers: dict[str, Options | Explain | LegalList] = {
                "options": one.options(player=player),
                "explain": one.explain(player=player, bound=True, pair=next(iter(declaration.pairs), None)),
                "list": one.legal.by(player).answer(5),
            }
            for name, answer in answers.items():
                data = json.loads(answer.model_dump_json())
                assert [error.message for error in schema(name).iter_errors(data)] == []

    @pytest.mark.parametrize("name", ["options", "explain", "list"])
    def test_are_those_of_the_program(self, name: str, run: Command) -> None:
        stored = (ROOT / "models" / f"{name}.schema.json").read_text(encoding="utf-8")
        assert run("schema", name).stdout == stored

    @pytest.mark.parametrize(
        ("name", "change"),
        [
            ("options", {"attackers": {"bear": "ogre"}}),
            ("options", {"surprise": 1}),
            ("explain", {"never": [["bear"]]}),
            ("list", {"count": "2"}),
        ],
    )
    def test_refuse_what_is_none(self, name: str, change: dict[str, Any], run: Command) -> None:
        data = json.loads(run(name, "-", "--json", stdin=json.dumps(MENACE)).stdout)
        assert not list(schema(name).iter_errors(data))
        assert list(schema(name).iter_errors(data | change))


class TestTheCommands:
    def test_options(self, run: Command) -> None:
        done = run("options", "-", "--block", "hound=ogre", stdin=json.dumps(MENACE))
        assert (done.returncode, done.stdout) == (
            0,
            "Not legal yet: something has to be added.\n"
            "\n"
            "Still missing\n"
            "  Block Ogre with Bear\n"
            "\n"
            "May still block\n"
            "  Hound: nobody else\n"
            "  Bear: Ogre\n",
        )

    def test_options_at_a_dead_end(self, run: Command) -> None:
        data = board(attacker("elf", LURE), attacker("imp"), blocker("bear"))
        done = run("options", "-", "--block", "bear=imp", stdin=json.dumps(data))
        assert (done.returncode, done.stdout) == (
            0,
            "Dead end: no legal declaration has this block: Bear blocks Imp.\n"
            "\n"
            "Take back this\n"
            "  Bear blocks Imp\n",
        )

    def test_explain(self, run: Command) -> None:
        data = board(attacker("elf", LURE), attacker("imp"), blocker("bear"))
        done = run("explain", "-", "--pair", "bear=imp", stdin=json.dumps(data))
        assert done.returncode == 0
        assert done.stdout.splitlines()[0] == (
            "Illegal (509.1c): 0 of 1 requirement obeyed, but a legal declaration obeys 1."
        )
        assert "Why not\n  Bear can't legally block Imp while " in done.stdout

    def test_list(self, run: Command) -> None:
        data = json.dumps(board(attacker("ogre"), blocker("bear"), blocker("wolf")))
        done = run("list", "-", "--limit", "2", stdin=data)
        assert (done.returncode, done.stdout) == (
            0,
            "More than 2 legal declarations.\n"
            "\n"
            "Legal declarations\n"
            "  1. Bear and Wolf block Ogre\n"
            "  2. Bear blocks Ogre\n",
        )
        assert run("list", "-", "--count", stdin=data).stdout == "4 legal declarations.\n"

    def test_list_as_json(self, run: Command) -> None:
        data = json.dumps(board(attacker("ogre"), blocker("bear")))
        told = json.loads(run("list", "-", "--json", stdin=data).stdout)
        assert (told["declarations"], told["count"], told["exact"]) == ([{"bear": ["ogre"]}, {}], 2, True)
        assert "declarations" not in json.loads(run("list", "-", "--json", "--count", stdin=data).stdout)

    @pytest.mark.parametrize(
        ("command", "answer"), [("options", Options), ("explain", Explain), ("list", LegalList)]
    )
    def test_json_is_the_answer_and_an_open_board_has_status_3(
        self, command: str, answer: Any, run: Command
    ) -> None:
        for data, status in ((MENACE, 0), (UNREAD, 3), (OPEN, 3)):
            done = run(command, "-", "--json", stdin=json.dumps(data))
            assert done.returncode == status
            assert answer.model_validate_json(done.stdout).model_dump_json() == done.stdout.strip()

    @pytest.mark.parametrize("command", ["options", "explain", "list"])
    def test_open_boards_tell_what_is_missing(self, command: str, run: Command) -> None:
        blocks = [] if command == "list" else ["--block", "ooze=rat"]
        done = run(command, "-", *blocks, stdin=json.dumps(OPEN))
        assert done.returncode == 3
        assert done.stdout.startswith("Not decided: the board leaves one question open.\n")
        assert "give permanents[1].power" in " ".join(done.stdout.split())

    def test_wrong_pairs_are_refused(self, run: Command) -> None:
        done = run("explain", "-", "--pair", "bear", stdin=json.dumps(MENACE))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == 'blockcheck: --pair: expected BLOCKER=ATTACKER, as hound=ogre, got "bear"\n'

    @pytest.mark.parametrize("command", ["options", "explain", "list"])
    def test_help_has_an_example(self, command: str, run: Command) -> None:
        assert f"Example: blockcheck {command} board.json" in run(command, "--help").stdout
