"""Real texts: the boards of the judged cases and of real games, and cards whose text speaks of blocking."""

import json
import re
from collections.abc import Callable, Iterator
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
# Clauses that give abilities and are not read, without a word of blocking.
UNREAD_GRANTS: dict[str, str] = {
    "Linvala, Shield of Sea Gate": "that ability is one of two that were chosen, which its text does not say again",
    "TIE Bomber": "misprinted: until end od turn",
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

    def test_nor_any_other_that_bears_on_it(self, cards: list[dict[str, Any]]) -> None:
        assert {card["name"] for card in cards for c in read_card(card) if c.unread} == {
            *UNREAD,
            *UNREAD_GRANTS,
        }

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


LABEL = re.compile(r"(?:[^.:{}\"]{0,60}?(?:—|–|--| - )\s*){1,2}")
COST = re.compile(r"(?:[^:\"]|\"[^\"]*\")*: ")
TRIGGER = re.compile(
    r"(?:Until end of turn, )?(?:When|Whenever|At)\b[^,]*(?:, (?:if|blocks|or|creature|and)[^,]*)*,"
)
SETTLED = re.compile(
    r"(?:If (?:you|they|the player|that player) (?:do|does|can't)|If this spell was kicked|If you win the flip"
    r"|If (?:\{.\})+ was spent to cast this spell|If that card is a land card),"
)


def spelt(card: dict[str, Any], text: str) -> str:
    """The clause with marks in the place of tags, and of commas in the card's own name."""
    text = re.sub(r"</?i>", lambda tag: " " * len(tag.group()), text.replace("&mdash;", "—      "))
    for name in {card["name"], *card["name"].split(" // ")}:
        text = text.replace(name, name.replace(",", "_"))
    return text


def heading(card: dict[str, Any], clause: Clause) -> int:
    """Where the words that are read start: an ability word is a name; a cost and a trigger are kept, if the ability has them.

    Nothing else is: the condition of a static ability is no heading.
    """
    text = spelt(card, clause.text)
    label = LABEL.match(text)
    start = label.end() if label else 0
    if clause.cls == "activated" and (cost := COST.match(text, start)):
        start = cost.end()
    for kept in (TRIGGER, SETTLED):
        if clause.cls not in ("static", "unread") and (found := kept.match(text, start)):
            return found.end()
    return start


def kept_quotes(text: str) -> list[tuple[int, int]]:
    """The quoted abilities that say nothing as they stand: triggered and activated ones, each a kept body."""
    found = [quote.span() for quote in re.finditer(r'"[^"]*"?', text)]
    return [(a, b) for a, b in found if all(c.cls not in STANDS for c in read_text(text[a:b].strip('"')))]


STANDS = ("static", "keyword", "unread")


def is_name(card: dict[str, Any], text: str, start: int, end: int) -> bool:
    """Whether a word is part of the card's own name, or a capitalised one in the place of a name.

    That is the subject of a sentence, or the type in "this Vehicle" and "that Wolf".
    """
    word = text[start:end]
    if any(word in re.split(r"[ ,]+", name) for name in card["name"].split(" // ")):
        return True
    before = text[:start]
    subject = re.search(r"(?:^|\. |, |[—-] |if |as |\")(?:[A-Z][\w'-]*,? (?:the )?)*$", before) is not None
    follows = re.match(r"(?:,? (?:the )?[A-Z][\w'-]*)* (?:can|can't|must|is|gets)\b", text[end:]) is not None
    pointed = re.search(r"\b(?:[Tt]his|[Tt]hat) $", before) is not None
    return word[0].isupper() and ((subject and follows) or pointed)


def is_noted(clause: Clause, start: int) -> bool:
    """Whether it is one of the types that something becomes: the note says that types change, not which."""
    return any(
        isinstance(e, Changes) or isinstance(getattr(e, "effect", None), Changes) for e in clause.effects
    ) and (
        re.search(r"\b(?:becomes?|is|it's) (?:an? )?(?:\d+/\d+ )?(?:[\w ]*)$", clause.text[:start])
        is not None
    )


# Said of attacking, of a size that is only a note, of how many targets there are, an instruction beside the effect; and blocks
# at random.
BESIDE = re.compile(
    r"they can't attack you[^.]*|you draw a card|you scry \d|until end of turn for each creature you control"
    r"|(?<=creatures with haste, )where X is[^.]*|^This turn, instead of declaring blockers,(?s:.*)"
)


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


def understood(card: dict[str, Any], clause: Clause) -> Iterator[re.Match[str]]:
    """The words of a clause that have to matter: not in its heading, in a quotation that is kept, or beside the effect."""
    kept = kept_quotes(clause.text) + [found.span() for found in BESIDE.finditer(clause.text)]
    start = heading(card, clause)
    for found in WORD.finditer(clause.text):
        if found.start() >= start and not any(a <= found.start() < b for a, b in kept):
            yield found


def is_same(card: dict[str, Any], clause: Clause, start: int, end: int, word: str) -> bool:
    """Whether a clause says the same once a word of it is another, though the word is neither a name nor only noted."""
    now = changed(card, clause, start, end, word)
    same = (now.effects, now.targets) == (clause.effects, clause.targets) and not now.unread
    at = WORD.match(clause.text, start)
    named = at is not None and is_name(card, clause.text, *at.span())
    return same and not named and not is_noted(clause, start)


OTHER_NUMBERS = {
    "one": "two",
    "two": "three",
    "three": "four",
    "four": "five",
    "five": "six",
    "a": "two",
    "an": "two",
    "each": "two",
    "all": "two",
    "no": "two",
    "any": "no",
    "another": "a",
    "other": "additional",
    "additional": "other",
    "up": "down",
    "exactly": "about",
}
NUMBERS_PUT_IN = ("two", "up to two", "more than one", "another", "additional")
# "Any number of additional creatures" are any number of creatures; a price that was or wasn't paid is a fact by itself.
NO_OTHER_NUMBER = re.compile(
    r"(?<=any number of )creatures|unless defending player sacrifices a creature(?=\.$)|put a \+1/\+1 counter|^If you do, draw a card"
)


@pytest.mark.slow
class TestReadingUnderstandsEachWord:
    """Headings, quotes and capitalised words are not left out: each word is changed, and has to matter or be a name or kept."""

    def unmoved(
        self, cards: list[dict[str, Any]], others: Callable[[str], str | None]
    ) -> list[tuple[str, str]]:
        over = []
        for card, clause in with_effects(cards):
            for found in understood(card, clause):
                other = others(found.group())
                if other is not None and is_same(card, clause, found.start(), found.end(), other):
                    over.append((found.group(), clause.text))
        return over

    def test_a_nonsense_word_is_not_read_over(self, cards: list[dict[str, Any]]) -> None:
        assert self.unmoved(cards, lambda word: "Blorf" if word[0].isupper() else "blorf") == []

    def test_the_opposite_word_says_something_else(self, cards: list[dict[str, Any]]) -> None:
        assert self.unmoved(cards, lambda word: OPPOSITES.get(word.lower())) == []

    def test_another_number_says_something_else(self, cards: list[dict[str, Any]]) -> None:
        over = self.unmoved(cards, lambda word: OTHER_NUMBERS.get(word.lower()))
        assert [text for _, text in over if not NO_OTHER_NUMBER.search(text)] == []

    def test_a_number_that_is_put_in_is_not_read_over(self, cards: list[dict[str, Any]]) -> None:
        """Before every word: also where a rule takes a noun phrase and asks for no number of them."""
        over = []
        for card, clause in with_effects(cards):
            for found in understood(card, clause):
                if any(a.start() <= found.start() <= a.end() for a in NO_OTHER_NUMBER.finditer(clause.text)):
                    continue
                over += [
                    (number, found.group(), clause.text)
                    for number in NUMBERS_PUT_IN
                    if is_same(card, clause, found.start(), found.start(), f"{number} ")
                ]
        assert over == []

    def test_a_heading_never_passes_for_a_sentence_in_force(self, cards: list[dict[str, Any]]) -> None:
        """A nonsense word in a cost or a trigger leaves the ability one that has to resolve first."""
        turned = []
        for card, clause in with_effects(cards):
            if clause.cls not in ("activated", "triggered"):
                continue
            text = spelt(card, clause.text)
            label = LABEL.match(text)
            for found in WORD.finditer(clause.text, label.end() if label else 0, heading(card, clause)):
                if found.group() in ("When", "Whenever", "At"):
                    continue
                now = changed(card, clause, *found.span(), "blorf")
                if now.cls in ("static", "keyword") and now.effects and not now.unread:
                    turned.append((found.group(), clause.text))
        assert turned == []
