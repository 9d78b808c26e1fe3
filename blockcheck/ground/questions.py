"""Questions: conditions that the board leaves open, and the answers under which a theory is made."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from blockcheck import effects as fx
from blockcheck.ground.truth import Truth, Unknown


@dataclass(frozen=True, slots=True)
class Question:
    """Is this true? ``asks`` is the filter or condition, ``subject`` the id of the permanent it is asked about.

    ``field`` is the path of the absent value that would answer it. ``source`` and ``text`` say which text asks; two texts that ask
    the same of the same permanent are one question.
    """

    asks: fx.Filter | fx.Condition | fx.Quantity
    subject: str | None
    field: str
    source: str | None = dataclasses.field(default=None, compare=False)
    text: str = dataclasses.field(default="", compare=False)
    answerable: bool = True


@dataclass(slots=True)
class Interview:
    """Settles unknown truths by given answers (false where none is given) and remembers what was asked, in order."""

    answers: Mapping[Question, bool]
    asked: dict[Question, None] = dataclasses.field(default_factory=dict)

    def settle(
        self,
        truth: Truth,
        asks: fx.Filter | fx.Condition,
        subject: str | None = None,
        source: str | None = None,
        text: str = "",
    ) -> bool:
        """A plain truth value: known, answered, or false for now and asked."""
        if not isinstance(truth, Unknown):
            return truth
        question = Question(
            asks, subject, truth.fields[0], source, text, answerable=not _missing_binding(truth.fields[0])
        )
        self.asked[question] = None
        return self.answers.get(question, False)

    def wonder(
        self, unknown: Unknown, asks: fx.Quantity, subject: str | None, source: str | None, text: str
    ) -> None:
        """Remember a number that the board leaves open; no yes or no can stand for it."""
        self.asked[Question(asks, subject, unknown.fields[0], source, text, answerable=False)] = None


def _missing_binding(path: str) -> bool:
    """Whether a field is what an effect is bound by: no yes or no can stand for it."""
    return path.startswith("effects[") and path.rsplit(".", 1)[-1] in {"targets", "it"}
