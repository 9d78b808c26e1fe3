"""Real texts: the boards of the judged cases and of real games, and cards whose text speaks of blocking."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from blockcheck.effects import Changes, Clause
from blockcheck.reading import printed, read_text

# Clauses that mention blocking and are not read, by card, each with the reason.
UNREAD: dict[str, str] = {
    "The Fallen Apart": "legs and arms of a creature are nothing the rules know",
    "Togglodyte": "turned on and off is nothing the rules know",
}


def lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


@pytest.fixture(scope="module")
def cards(shared: Path) -> list[dict[str, Any]]:
    return list(lines(shared / "oracle" / "cards.jsonl"))


@pytest.fixture(scope="module")
def boards(shared: Path) -> list[dict[str, Any]]:
    files = (shared / "cases" / "cases.jsonl", shared / "arena" / "arena.jsonl")
    return [line["board"] for file in files for line in lines(file)]


def read_card(card: dict[str, Any], text: str | None = None) -> tuple[Clause, ...]:
    said = card.get("oracle_text", "") if text is None else text
    return read_text(said, name=card.get("name"), type_line=card.get("type_line") or "")


def speaks_of_blocking(text: str) -> bool:
    return re.search(r"\b(?:un)?block", re.sub(r"\([^)]*\)", "", text), re.IGNORECASE) is not None


class TestEveryTextOfABoardIsRead:
    def test_permanents(self, boards: list[dict[str, Any]]) -> None:
        permanents = [p for board in boards for p in board["permanents"] if p.get("oracle_text")]
        unread = [
            c.text
            for p in permanents
            for c in read_card(p)
            if c.unread and c.cls in ("keyword", "static", "unread")
        ]
        assert unread == []

    def test_what_is_left_in_force(self, boards: list[dict[str, Any]]) -> None:
        effects = [e["text"] for board in boards for e in board.get("effects", ())]
        assert effects
        assert [c.text for text in effects for c in read_text(text, resolved=True) if c.unread] == []


class TestEveryClauseOfACardThatMentionsBlockingIsRead:
    def test_all_but_a_few(self, cards: list[dict[str, Any]]) -> None:
        unread = {
            card["name"] for card in cards for c in read_card(card) if c.unread and speaks_of_blocking(c.text)
        }
        assert unread == set(UNREAD)
        assert len(UNREAD) <= 10

    def test_spans(self, cards: list[dict[str, Any]]) -> None:
        for card in cards:
            for clause in read_card(card):
                assert card["oracle_text"][slice(*clause.span)] == clause.text

    def test_printing(self, cards: list[dict[str, Any]]) -> None:
        effects = dict.fromkeys(e for card in cards for c in read_card(card) for e in c.effects)
        wrong = [printed(e) for e in effects if [x for c in read_text(printed(e)) for x in c.effects] != [e]]
        assert wrong == []


WORD = re.compile(r"[^\W\d_](?:[\w/]|[-'’](?=\w))*")


def with_effects(cards: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Clause]]:
    """Each different clause that gives an effect bearing on blocking, with its card."""
    seen: set[str] = set()
    for card in cards:
        for clause in read_card(card):
            wording = clause.text.replace(card["name"], "~")
            matters = any(not isinstance(e, Changes) for e in clause.effects)
            if (
                clause.cls != "keyword"
                and matters
                and speaks_of_blocking(clause.text)
                and wording not in seen
            ):
                seen.add(wording)
                yield card, clause


def changed(card: dict[str, Any], clause: Clause, start: int, end: int, word: str) -> Clause:
    """The clause at the same place once a word of it is another."""
    text = card["oracle_text"]
    at = clause.span[0] + start
    new = text[:at] + word + text[clause.span[0] + end :]
    return next(c for c in read_card(card, new) if c.span[0] <= at < c.span[1])


def kept_up_to(card: dict[str, Any], text: str) -> int:
    """Where the words that are read start: after a label, a cost, a trigger with its condition, or "if you do"."""
    text = re.sub(r"</?i>", "", text.replace("&mdash;", "—")).replace(
        card["name"], card["name"].replace(",", "_")
    )
    label = re.match(r"[^.:{}\"]{0,60}?(?:—|–|--| - )\s*", text)
    start = label.end() if label else 0
    cost = re.match(r"[^:\"]*: ", text[start:])
    start += cost.end() if cost else 0
    heading = re.match(
        r"(?:Until end of turn, )?(?:When|Whenever|At|If|Otherwise|Then)\b[^,]*(?:, (?:if|blocks|or|creature)[^,]*)*,",
        text[start:],
    )
    return start + (heading.end() if heading else 0)


# Said of attacking, of a size that is only a note, or an instruction beside the effect; and blocks at random.
BESIDE = re.compile(r"can't attack you|you draw a card|you scry|for each|where X|\bpiles\b|<i>")


OPPOSITES = {
    "two": "three",
    "three": "two",
    "more": "fewer",
    "you": "opponents",
    "opponents": "you",
    "unless": "if",
}
OPPOSITES |= {
    "if": "unless",
    "power": "toughness",
    "toughness": "power",
    "can": "can't",
    "can't": "can",
    "can’t": "can",
}


@pytest.mark.slow
class TestReadingUnderstandsEachWord:
    def test_a_nonsense_word_is_not_read_over(self, cards: list[dict[str, Any]]) -> None:
        over = []
        for card, clause in with_effects(cards):
            bare = re.sub(r'"[^"]*"', lambda q: "_" * len(q.group()), clause.text)
            for found in WORD.finditer(bare):
                capital = found.group()[0].isupper()
                if found.start() < kept_up_to(card, clause.text) or capital:
                    continue
                now = changed(card, clause, found.start(), found.end(), "blorf")
                same = (now.effects, now.targets) == (clause.effects, clause.targets)
                if same and not now.unread and not BESIDE.search(clause.text):
                    over.append((found.group(), clause.text))
        assert over == []

    def test_the_opposite_word_says_something_else(self, cards: list[dict[str, Any]]) -> None:
        same = []
        for card, clause in with_effects(cards):
            for found in WORD.finditer(re.sub(r'"[^"]*"', lambda q: "_" * len(q.group()), clause.text)):
                other = OPPOSITES.get(found.group().lower())
                if other is None or found.start() < kept_up_to(card, clause.text):
                    continue
                now = changed(card, clause, found.start(), found.end(), other)
                if not now.unread and (now.effects, now.targets) == (clause.effects, clause.targets):
                    same.append((found.group(), clause.text))
        same = [(word, text) for word, text in same if not BESIDE.search(text)]
        assert same == []
