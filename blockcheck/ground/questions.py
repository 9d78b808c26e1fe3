"""Questions: conditions that the board leaves open, and the answers under which a theory is made."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from blockcheck import effects as fx
from blockcheck.ground.inside import RELATIVE_WORDS, words
from blockcheck.ground.scope import Scope
from blockcheck.ground.truth import Truth, Unknown
from blockcheck.patterns import expression
from blockcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Question:
    """Is this true? ``asks`` is the filter or condition, ``subject`` the id of the permanent it is asked about.

    ``about`` names what its relative words mean ("this", the attacker of the pair). ``field`` is the path of the absent value
    that would answer it. ``source`` and ``text`` say which text asks; two texts that ask the same of the same are one question.
    What an effect is bound by is asked for as a whole: it is not ``answerable`` by people with a yes or a no for each permanent, but
    both are tried. A ``number`` that is missing can't be tried.
    """

    asks: fx.Filter | fx.Condition | fx.Quantity | fx.Who
    subject: str | None
    field: str
    source: str | None = dataclasses.field(default=None, compare=False)
    text: str = dataclasses.field(default="", compare=False)
    answerable: bool = True
    number: bool = False
    about: tuple[str | None, ...] = ()


def about_whom(asks: fx.Filter | fx.Condition, scope: Scope) -> tuple[str | None, ...]:
    """What the relative words of a filter or condition mean in a scope; nothing where it has none."""
    spoken = words(asks) & RELATIVE_WORDS
    pair = spoken & {"attacker", "blocker", "defending player", "attacking player"}
    attacker = scope.attacker.key if pair and scope.attacker else None
    blocker = scope.blocker.key if "blocker" in pair and scope.blocker else None
    own = (scope.bindings.this, scope.bindings.you, scope.bindings.where) if spoken - pair else ()
    return (attacker, blocker, *own) if spoken else ()


@dataclass(slots=True)
class Interview:
    """Settles unknown truths by given answers (``default`` where none is given) and remembers what was asked, in order.

    While ``forbidding``, a yes can only forbid more pairs, and nothing else depends on the answers; ``decisive`` says
    that something was asked at another time.
    """

    answers: Mapping[Question, bool]
    default: bool = False
    asked: dict[Question, None] = dataclasses.field(default_factory=dict)
    forbidding: bool = False
    decisive: bool = False

    def settle(
        self,
        truth: Truth,
        asks: fx.Filter | fx.Condition,
        subject: str | None = None,
        source: str | None = None,
        text: str = "",
        about: tuple[str | None, ...] = (),
    ) -> bool:
        """A plain truth value: known, answered, or the default for now and asked."""
        if not isinstance(truth, Unknown):
            return truth
        field = truth.fields[0]
        question = Question(asks, subject, field, source, text, entry_of(field) is None, about=about)
        self.asked[question] = None
        self.decisive = self.decisive or not self.forbidding
        return self.answers.get(question, self.default)

    def wonder(
        self, unknown: Unknown, asks: fx.Quantity | fx.Who, subject: str | None, source: str | None, text: str
    ) -> None:
        """Remember a number, or who is meant, that the board leaves open; no yes or no can stand for it."""
        question = Question(asks, subject, unknown.fields[0], source, text, answerable=False, number=True)
        self.asked[question] = None


_BINDING = expression(r"effects\[(\d+)\]\.(?:targets|it|source|controller)")


def entry_of(field: str) -> int | None:
    """Which entry of ``effects`` a field binds, one answer for all permanents; None where it binds none."""
    found = _BINDING.fullmatch(field)
    return None if found is None else int(found[1])
