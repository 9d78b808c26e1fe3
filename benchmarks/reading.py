"""How fast rules text is read, in a fresh process and again, and what the clauses of cards turn out to be."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final, TypeAlias

from benchmarks.table import Table

Card: TypeAlias = dict[str, Any]

ROOT: Final = Path(__file__).resolve().parent.parent
CARDS: Final = ROOT.parent / "shared" / "oracle" / "cards.jsonl"
FEW: Final = 150
RUNS: Final = 3
_BLOCKING: Final = re.compile(r"\b(?:un)?block", re.IGNORECASE)


def tables(smoke: bool) -> list[Table]:
    """Two tables: cards read per second cold and cached, and the share of clauses by class.

    Args:
        smoke: a few cards, once, instead of every card three times.
    """
    cards, origin = _cards()
    chosen = cards[:FEW] if smoke else cards
    runs = [_fresh(chosen) for _ in range(1 if smoke else RUNS)]
    return [_speed(chosen, runs, origin), _classes(chosen, origin)]


# --- the cards ----------------------------------------------------------------------------------------------------------


def _cards() -> tuple[list[Card], str]:
    """Real cards that speak of blocking where they are at hand, else invented ones; and which they are."""
    if CARDS.is_file():
        with CARDS.open(encoding="utf-8") as file:
            return [json.loads(line) for line in file], "cards whose text speaks of blocking"
    return list(_invented()), "invented cards, as the real ones are not in ../shared"


_KEYWORDS: Final = (
    "",
    "Menace\n",
    "Flying, vigilance\n",
    "Trample (It deals excess damage to its target.)\n",
)
_SUBJECTS: Final = (
    "This creature",
    "~",
    "Enchanted creature",
    "Each creature you control with power 4 or greater",
)
_SENTENCES: Final = (
    "can't block.",
    "can't be blocked except by two or more creatures.",
    "can't be blocked by creatures with power 2 or less.",
    "can't be blocked as long as defending player controls an artifact.",
    "gets +1/+1 and has flying.",
    "can't be blocked on Tuesdays.",
)
_ABILITIES: Final = (
    "{1}{G}: Target creature can't block this turn.",
    "Whenever this creature blocks, you gain 1 life.",
    "When this creature enters, draw a card, then discard a card.",
)


def _invented() -> Iterator[Card]:
    texts = product(_KEYWORDS, _SUBJECTS, _SENTENCES, _ABILITIES)
    for n, (keyword, subject, sentence, ability) in enumerate(texts):
        yield {
            "name": f"Moss Keeper {n}",
            "type_line": "Creature — Beast",
            "oracle_text": f"{keyword}{subject} {sentence}\n{ability}",
        }


# --- speed --------------------------------------------------------------------------------------------------------------


def _speed(cards: list[Card], runs: list[dict[str, float]], origin: str) -> Table:
    cold = median(len(cards) / (run["loading"] + run["cold"]) for run in runs)
    warm = median(len(cards) / run["cold"] for run in runs)
    cached = median(len(cards) / run["cached"] for run in runs)
    rows: list[tuple[str | int | float | None, ...]] = [
        ("cold, with loading the reader", cold, 1.0),
        ("cold, once it is loaded", warm, warm / cold),
        ("cached, the same texts again", cached, cached / cold),
    ]
    return Table(
        "Reading rules text",
        ("reading", "cards per second", "times cold"),
        rows,
        (
            f"{len(cards):,} {origin}; one process at a time, median of {len(runs)}.",
            f"Loading the reader takes {median(run['loading'] for run in runs) * 1000:.0f} ms, "
            f"all cards then {median(run['cold'] for run in runs):.2f} s.",
        ),
    )


def _fresh(cards: list[Card]) -> dict[str, float]:
    """Seconds that a process of its own takes to load the reader, to read all cards, and to read them again."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.reading"],
        cwd=ROOT,
        input=json.dumps(cards),
        capture_output=True,
        text=True,
        check=True,
    )
    seconds: dict[str, float] = json.loads(done.stdout)
    return seconds


def _seconds(cards: list[Card]) -> dict[str, float]:
    """The figures of :func:`_fresh`, taken in the process itself."""
    start = perf_counter()
    _read_all(cards[:1])
    loaded = perf_counter()
    _read_all(cards)
    read = perf_counter()
    _read_all(cards)
    return {"loading": loaded - start, "cold": read - loaded, "cached": perf_counter() - read}


def _read_all(cards: Iterable[Card]) -> list[Any]:
    from blockcheck.reading import read_text  # what loading it takes is measured

    return [
        clause
        for card in cards
        for clause in read_text(
            card.get("oracle_text") or "", name=card.get("name"), type_line=card.get("type_line") or ""
        )
    ]


# --- what the clauses are -----------------------------------------------------------------------------------------------


def _classes(cards: list[Card], origin: str) -> Table:
    clauses = _read_all(cards)
    speaking = [clause for clause in clauses if _BLOCKING.search(clause.text)]
    every, about = (Counter(clause.cls for clause in some) for some in (clauses, speaking))
    effects = Counter(clause.cls for clause in clauses if clause.effects)
    rows: list[tuple[str | int | float | None, ...]] = [
        (cls, n, n / len(clauses), about[cls] / max(1, len(speaking)), effects[cls] / n)
        for cls, n in every.most_common()
    ]
    unread = sum(clause.unread is not None for clause in clauses)
    return Table(
        "Clauses by class",
        ("class", "clauses", "share", "share of those that speak of blocking", "share with effects"),
        rows,
        (
            f"{len(clauses):,} clauses of {len(cards):,} {origin}; {len(speaking):,} of them speak of blocking.",
            f"{unread:,} bear on blocking and were not (wholly) read, whatever their class.",
        ),
    )


if __name__ == "__main__":
    print(json.dumps(_seconds(json.load(sys.stdin))))
