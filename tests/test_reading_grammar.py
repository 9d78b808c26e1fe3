"""The grammar of clauses: LALR(1) without conflicts, no terminal for free text, and a saved table that belongs to it."""

import re
from collections import Counter
from importlib import resources
from typing import Any

import pytest
from lark import Lark

from blockcheck.reading import clauses, meaning


@pytest.fixture(scope="module")
def parser() -> Lark:
    """Built from the grammar; strict, so that a conflict is an error."""
    return clauses.build()


def rules_of(parser: Lark) -> set[str]:
    return {
        str(rule.alias or rule.origin.name) for rule in parser.rules if not rule.origin.name.startswith("_")
    }


def table_of(parser: Lark) -> list[tuple[Any, ...]]:
    """The parser's table with its states numbered in one order, whatever order they were made in."""
    table = parser.parser.parser._parse_table
    (start,) = table.start_states.values()
    numbers = {start: 0}
    rows: list[tuple[Any, ...]] = []
    queue = [start]
    while queue:
        row: list[tuple[str, int | str]] = []
        for name, (action, argument) in sorted(table.states[queue.pop(0)].items()):
            if str(action) == "Shift":
                queue += [argument] if argument not in numbers else []
                row.append((name, numbers.setdefault(argument, len(numbers))))
            else:
                row.append((name, str(argument)))
        rows.append(tuple(row))
    return rows


class TestTheGrammarHasOneReadingForEachClause:
    def test_it_is_built_without_conflicts(self, parser: Lark) -> None:
        assert parser.options.parser == "lalr"
        assert parser.options.strict

    def test_every_rule_has_a_meaning(self, parser: Lark) -> None:
        assert rules_of(parser) - {"item"} <= set(meaning.RULES)

    def test_every_phrase_belongs_to_one_terminal(self, parser: Lark) -> None:
        phrases = [p for t in parser.terminals for p in clauses._alternatives(t.pattern.value)]
        assert [phrase for phrase, count in Counter(phrases).items() if count > 1] == []

    def test_what_words_give_is_no_phrase_too(self, parser: Lark) -> None:
        """A quoted word names a terminal of its own: one named like a kind of word would take that word without a value."""
        declared = re.findall(r"^%declare (.*)", clauses._grammar(), re.MULTILINE)
        kinds = {kind for line in declared for kind in line.split()}
        assert kinds
        assert {t.name for t in parser.terminals if t.name in kinds} == set()

    def test_no_terminal_takes_free_text(self, parser: Lark) -> None:
        for terminal in parser.terminals:
            for phrase in clauses._alternatives(terminal.pattern.value):
                assert re.fullmatch(r"[\w', /-]+", phrase), terminal


class TestTheSavedTableBelongsToTheGrammar:
    def test_it_is_there(self) -> None:
        assert resources.files("blockcheck.reading").joinpath(clauses.TABLE).is_file()

    def test_it_is_the_grammars(self, parser: Lark) -> None:
        saved = clauses.load_table()
        assert saved is not None, "the grammar has changed: call blockcheck.reading.clauses.save_table()"
        assert table_of(saved) == table_of(parser)

    def test_another_grammar_or_lark_is_not_served_by_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(clauses, "_header", lambda: b"lark 0 grammar other\n")
        assert clauses.load_table() is None
