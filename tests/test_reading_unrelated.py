"""What mentions blocking and gives no effect, over the whole card file: counted by wording, and nothing is left over.

Each line of the table is a way to speak of blocking that puts no restriction and no requirement in force. A clause without effects
has to be made of these alone; a wording that is none of them fails the test and has to be read, or added here with its reason.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from blockcheck.effects import Clause
from blockcheck.reading import read_text

WORDINGS: dict[str, tuple[str, int]] = {
    "when it may be cast or activated": (r"^(?:Cast|Activate)\b(?s:.*)", 18),
    "a token is created with an ability of its own": (r'\b[Cc]reates? [^."]*(?:"[^"]*"[^."]*)+', 45),
    "a triggered or activated ability is given in quotes": (r'"(?:When|Whenever|At|\{|[^":]*: )[^"]*"', 8),
    "piles that are assigned at random": (r"(?s:.*\bpiles?\b.*)", 2),
    "when the ability triggers": (
        r'\b(?:[Ww]hen|[Ww]henever|At)\b[^."]*?(?:,|$)(?: (?:attacks|blocks|or|and|becomes|unless)\b[^,."]*,)*(?: whenever [^,."]*,)?',
        195,
    ),
    "damage as though it weren't blocked": (r"\bas though \w+ weren't blocked\b", 13),
    "an instruction that a creature blocks now, with no declaration": (
        r"\bhave (?:it|that creature) block\b",
        1,
    ),
    "who did block or was blocked": (
        r"\b(?:(?:attacked|that|was|were|been|blocked|became|had|it|creature|didn't|or) )+(?:blocked|block)\b(?: by| this turn| or)?",
        31,
    ),
    "creatures that are blocking or blocked": (
        r"(?<!be )\b(?:(?:[Aa]ttacking|[Bb]locking|blocked|unblocked)(?:,? (?:and/or|and|or))? )*(?:[Bb]locking|blocked|unblocked)\b",
        175,
    ),
}


def clauses(shared: Path) -> Iterator[tuple[str, Clause]]:
    with (shared / "oracle" / "cards.jsonl").open(encoding="utf-8") as file:
        for card in map(json.loads, file):
            read = read_text(card["oracle_text"], name=card["name"], type_line=card.get("type_line") or "")
            yield from ((card["name"], clause) for clause in read)


def without_effects(shared: Path) -> Iterator[str]:
    """The texts of all clauses that mention blocking and say nothing by themselves."""
    for name, clause in clauses(shared):
        text = re.sub(r"\([^)]*\)", "", clause.text.replace(name, "~")).translate(
            str.maketrans("“”’", '""\'')
        )
        if not clause.effects and not clause.unread and re.search(r"\b(?:un)?block", text, re.IGNORECASE):
            yield text


def explained(text: str) -> tuple[str, list[str]]:
    """What is left of a text once every such wording is taken out, and the wordings."""
    found: list[str] = []
    for name, (pattern, _count) in WORDINGS.items():
        for part in re.finditer(pattern, text):
            found += [name] if re.search("block", part.group(), re.IGNORECASE) else []
        text = re.sub(pattern, "…", text)
    return text, found


class TestWhatIsUnrelatedIsMadeOfKnownWordings:
    def test_nothing_is_left_over(self, shared: Path) -> None:
        left = [explained(text)[0] for text in without_effects(shared)]
        assert [text for text in left if re.search(r"block", text, re.IGNORECASE)] == []

    def test_counts(self, shared: Path) -> None:
        counts = Counter(name for text in without_effects(shared) for name in explained(text)[1])
        assert dict(counts) == {name: count for name, (_pattern, count) in WORDINGS.items()}


class TestTheWordingsHideNoRestriction:
    @pytest.mark.parametrize(
        "text",
        [
            "This creature can't block.",
            "Creatures can't be blocked this turn.",
            "Target creature blocks this turn if able.",
            "This creature must be blocked if able.",
            "All creatures able to block this creature do so.",
            "Attacking creatures can't be blocked.",
            "This creature can block an additional creature each combat.",
            "You choose which creatures block this turn.",
        ],
    )
    def test_it_stays(self, text: str) -> None:
        assert re.search("block", explained(text)[0])
