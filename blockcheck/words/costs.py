"""Costs (509.1d) in words."""

from __future__ import annotations

from collections.abc import Sequence

from blockcheck.answers.check import CostRow
from blockcheck.effects import BlockCost
from blockcheck.theory import Price
from blockcheck.words.names import Names, listed
from blockcheck.words.origins import because, rules

_TIMES = " ({} times)"


def cost_message(names: Names, row: CostRow) -> str:
    """What a cost item asks for: "Behemoth can't block unless bob pays {2} (509.1d)"."""
    blockers = (row.blocker,) if row.blocker is not None else ()
    subject = names.all(blockers) or "Creatures"
    limited = isinstance(row.origin.effect, BlockCost) and row.origin.effect.attackers is not None
    whom = f" {names.all(row.attackers)}" if limited and row.attackers else ""
    due = f"{names.player(row.payer)} {_paid(row.price)}"
    return (
        f"{subject} can't block{whom} unless {due}{because(names, row.origin, blockers)}{rules(row.origin)}"
    )


def total_message(names: Names, payer: str, price: Price) -> str:
    """What a player has to pay in all: "bob has to pay {3} and 2 life (509.1d)"."""
    return f"{names.player(payer)} has to {price_words(price)} (509.1d)"


def price_words(price: Price) -> str:
    """A price in the infinitive: "pay {2} and 2 life, and sacrifice a land"."""
    return listed(
        [*_payments(price, "pay"), *(_action(one.text or one.verb, one.n) for one in price.actions)]
    )


def _paid(price: Price) -> str:
    """A price with verbs in the third person: "pays {2} and sacrifices a land"."""
    parts = [
        *_payments(price, "pays"),
        *(_action(_third(one.text or one.verb), one.n) for one in price.actions),
    ]
    return listed(parts)


def _payments(price: Price, word: str) -> Sequence[str]:
    amounts = [price.mana] if price.mana else []
    if price.life:
        amounts.append(f"{price.life} life")
    return [f"{word} {listed(amounts)}"] if amounts else []


def _action(text: str, n: int) -> str:
    return text if n == 1 else text + _TIMES.format(n)


def _third(text: str) -> str:
    """The third person of what begins with a verb: "sacrifices a land"."""
    first, _, rest = text.partition(" ")
    return f"{first}s {rest}".rstrip()
