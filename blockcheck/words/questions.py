"""Questions that the board leaves open, and what stopped the solver, in words."""

from __future__ import annotations

from typing import Literal

from blockcheck import effects as fx
from blockcheck.ground import Question
from blockcheck.patterns import expression
from blockcheck.words.filters import described, except_for, single
from blockcheck.words.names import Names, of

_FIELDS = {
    "cmc": "mana value",
    "life": "life total",
    "exile": "exiled cards",
    "color": "chosen color",
    "type": "chosen creature type",
    "player": "chosen player",
    "number": "chosen number",
    "parity": "chosen parity",
    "label": "chosen label",
    "x": "X",
}
_PLAYER = expression(r"players\[(\d+)\]")


def question_message(names: Names, question: Question) -> str:
    """What is asked, who asks, and what to fill in.

    "Is Swelling Ooze a creature with greater power? Gutter Rat's “Skulk” asks; give permanents[1].power".
    """
    asker, give = _asker(names, question), f"give {question.field}"
    if not question.answerable:
        return f"{_what(names, question)} {asker} asks; {give}"
    subject = None if question.subject is None else names.one(question.subject)
    phrase = _phrase(question.asks)
    if subject is not None and phrase is not None:
        return f"Is {subject} {phrase}{_than(names, question, phrase)}? {asker} asks; {give}"
    whose = f" for {subject}" if subject is not None and question.subject != question.source else ""
    return f"Is the condition met{whose} in {asker}? Give {question.field}"


def _phrase(asks: object) -> str | None:
    """A filter as what a creature is or is not."""
    if not isinstance(asks, fx.Filter):
        return None
    if (exception := except_for(asks)) is not None:
        return f"none of these: {exception}"
    phrase = described(asks)
    return None if phrase is None else single(phrase)


def _than(names: Names, question: Question, phrase: str) -> str:
    """Whose value a relation is to: the attacker whose text asks."""
    source = question.source
    if source is None or not phrase.endswith(("greater power", "lesser power")):
        return ""
    return f" than {names.one(source)}" if names.board.permanent(source).attacking else ""


def _what(names: Names, question: Question) -> str:
    """The value that is missing, where no yes or no answers."""
    last = _last(question)
    if last in ("targets", "it"):
        return "Which permanents or players does it mean?"
    if last == "controller":
        return "Whose effect is it?"
    what, owner = _FIELDS.get(last, last.replace("_", " ")), _owner(names, question)
    return f"What is {f'{of(owner)} {what}' if owner else f'the {what}'}?"


def _last(question: Question) -> str:
    return question.field.rsplit(".", 1)[-1]


def _owner(names: Names, question: Question) -> str | None:
    """Whose value is missing: the permanent or player that the field belongs to."""
    board = names.board
    if player := _PLAYER.match(question.field):
        return names.player(board.player_keys[int(player[1])])
    owners = [p.key for p in board.permanents if question.field.startswith(f"{board.where(p.key)}.")]
    if question.subject in owners:
        return names.one(question.subject)
    return names.one(owners[0]) if owners else None


def _asker(names: Names, question: Question) -> str:
    text = f"“{question.text}”" if question.text else "text"
    return text if question.source is None else f"{of(names.one(question.source))} {text}"


def limit_message(kind: Literal["effort", "clock"], allowed: float | None) -> str:
    """What stopped the solver: "the effort limit of 10 was reached"."""
    size = "" if allowed is None else f" of {allowed:g}"
    if kind == "effort":
        return f"the effort limit{size} was reached"
    return f"the time limit{f'{size} s' if size else ''} was reached"
