"""Questions that the board leaves open, and what stopped the solver, in words."""

from __future__ import annotations

import re
from typing import Literal

from blockcheck import effects as fx
from blockcheck.ground.questions import Question
from blockcheck.words.filters import described
from blockcheck.words.names import Names, of

_FIELDS = {
    "power": "power",
    "toughness": "toughness",
    "colors": "colors",
    "cmc": "mana value",
    "mana_cost": "mana cost",
    "name": "name",
    "life": "life total",
    "hand_size": "hand size",
    "graveyard": "graveyard",
    "exile": "exiled cards",
    "speed": "speed",
    "color": "chosen color",
    "type": "chosen type",
    "player": "chosen player",
    "number": "chosen number",
    "parity": "chosen parity",
    "label": "chosen label",
    "targets": "targets",
    "it": "“it”",
    "x": "X",
}
_PLAYER = re.compile(r"players\[(\d+)\]")


def question_message(names: Names, question: Question) -> str:
    """What is asked and where to answer: "What is Ooze's power? Rat's “Skulk” asks for it (permanents[1].power)"."""
    return f"{_asked(names, question)} {_asker(names, question)} ({question.field})"


def _asked(names: Names, question: Question) -> str:
    last = question.field.rsplit(".", 1)[-1]
    owner = _owner(names, question)
    if ".facts" in question.field:
        return f"Is “{last.replace('_', ' ')}” true{f' of {owner}' if owner else ''}?"
    what = _FIELDS.get(last, last.replace("_", " "))
    which = f"{of(owner)} {what}" if owner else f"the {what}"
    return f"What {'are' if what.endswith('s') else 'is'} {which}?{_condition(question)}"


def _condition(question: Question) -> str:
    """The condition whose truth is asked, where it is a filter that can be put in words."""
    if question.subject is None or not isinstance(
        question.asks, fx.HasStat | fx.HasColor | fx.AllOf | fx.AnyOf
    ):
        return ""
    phrase = described(question.asks)
    return f" (Is it one of the {phrase}?)" if phrase else ""


def _owner(names: Names, question: Question) -> str:
    """Whose value is missing: the permanent or player that the field belongs to."""
    board = names.board
    player = _PLAYER.match(question.field)
    if player:
        return names.player(board.player_keys[int(player[1])])
    owners = [p.key for p in board.permanents if question.field.startswith(f"{board.where(p.key)}.")]
    if len(owners) > 1 and question.subject in owners:
        return names.one(question.subject)
    return names.one(owners[0]) if owners else ""


def _asker(names: Names, question: Question) -> str:
    text = f"“{question.text}”" if question.text else "an effect"
    who = f"{of(names.one(question.source))} {text}" if question.source is not None else text
    return (
        f"{who} asks for it"
        if not question.source or question.text
        else f"{names.one(question.source)} asks for it"
    )


def limit_message(kind: Literal["effort", "clock"], allowed: float | None) -> str:
    """What stopped the solver: "the effort limit of 10 was reached"."""
    size = "" if allowed is None else f" of {allowed:g}"
    return (
        f"the effort limit{size} was reached" if kind == "effort" else f"the time limit{size} s was reached"
    )
