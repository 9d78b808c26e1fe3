"""A theory as JSON: every sentence about a declaration, for programs in other languages."""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict

from blockcheck.theory import Price, Rectangle, Sentence, Theory, bits

FORMAT: Final = "blockcheck/theory/1"


class _Form(BaseModel):
    """A frozen, strict part of the form."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", use_attribute_docstrings=True)


class RectangleForm(_Form):
    """Blockers times attackers, as positions in the theory's lists."""

    blockers: tuple[int, ...]
    attackers: tuple[int, ...]


class ActionForm(_Form):
    """A part of a price that is no mana and no life."""

    verb: str
    n: int
    text: str


class PriceForm(_Form):
    """What a cost item asks for."""

    mana: str
    life: int
    actions: tuple[ActionForm, ...]
    unknown: tuple[str, ...]
    """Fields of the board that a number of the price depends on and that it does not give."""


class SentenceForm(_Form):
    """`if ANY(guard) then lo <= COUNT(counted) <= hi`, for the whole rectangle or for each part of it."""

    kind: Literal["restriction", "requirement", "cost item"]
    step: str
    each: Literal["whole", "blocker", "attacker", "pair"]
    """For what the sentence is said separately: each ranges over the guard, or over `counted` without one."""
    guard: RectangleForm | None
    counted: RectangleForm
    count: Literal["pairs", "blockers"]
    """What is counted: pairs, or blockers that are in at least one of them."""
    others: bool
    """With each blocker: every blocker of `counted` but its own is counted, with all attackers."""
    lo: int
    hi: int | None
    """Null is no upper bound."""
    liftable: bool
    """Whether some permission could lift it."""
    payer: str | None
    price: PriceForm | None
    cr: tuple[str, ...]
    source: str | None
    own: Literal["blocker", "attacker"] | None
    """Each blocker (attacker) that it speaks of is its own source."""
    text: str
    reason: str
    """A short word for what no text says, such as `tapped`."""


class TheoryForm(_Form):
    """All sentences about one declaration; atoms are pairs of positions in `blockers` and `attackers`."""

    model_config = ConfigDict(title="Theory")

    format: Literal["blockcheck/theory/1"]
    blockers: tuple[str, ...]
    """Ids in board order."""
    attackers: tuple[str, ...]
    """Ids in board order."""
    sentences: tuple[SentenceForm, ...]


def theory_json(theory: Theory) -> str:
    """A theory as one JSON object; its schema is ``theory_schema()``."""
    form = TheoryForm(
        format=FORMAT,
        blockers=theory.blockers,
        attackers=theory.attackers,
        sentences=tuple(map(_sentence, theory.sentences)),
    )
    return form.model_dump_json()


def theory_schema() -> dict[str, Any]:
    """The JSON Schema of what ``theory_json`` gives."""
    return TheoryForm.model_json_schema(mode="serialization")


def _sentence(sentence: Sentence) -> SentenceForm:
    origin = sentence.origin
    return SentenceForm.model_validate(
        {
            "kind": sentence.kind.value,
            "step": sentence.step,
            "each": sentence.each.value,
            "guard": sentence.guard and _rectangle(sentence.guard),
            "counted": _rectangle(sentence.counted),
            "count": sentence.count.value,
            "others": sentence.others,
            "lo": sentence.lo,
            "hi": sentence.hi,
            "liftable": sentence.liftable,
            "payer": sentence.payer,
            "price": sentence.price and _price(sentence.price),
            "cr": origin.cr,
            "source": origin.source,
            "own": origin.own,
            "text": origin.text,
            "reason": origin.reason,
        }
    )


def _rectangle(rectangle: Rectangle) -> RectangleForm:
    return RectangleForm(blockers=tuple(bits(rectangle.blockers)), attackers=tuple(bits(rectangle.attackers)))


def _price(price: Price) -> PriceForm:
    actions = tuple(ActionForm(verb=one.verb, n=one.n, text=one.text) for one in price.actions)
    return PriceForm(mana=price.mana, life=price.life, actions=actions, unknown=price.unknown)
