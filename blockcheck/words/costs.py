"""Costs (509.1d) in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from blockcheck import effects as fx
from blockcheck.answers.check import CostRow
from blockcheck.patterns import expression
from blockcheck.theory import Price, PriceAction
from blockcheck.verdict import PriceLine
from blockcheck.words.filters import objects
from blockcheck.words.names import Names, counted, listed
from blockcheck.words.origins import because, rules

_SYMBOL = expression(r"\{([^{}]+)\}")


def cost_message(names: Names, row: CostRow) -> str:
    """What a cost item asks for: "Behemoth can't block unless bob pays {2} (509.1d)"."""
    blockers = (row.blocker,) if row.blocker is not None else ()
    subject = names.all(blockers) or "Creatures"
    limited = isinstance(row.origin.effect, fx.BlockCost) and row.origin.effect.attackers is not None
    whom = f" {names.all(row.attackers)}" if limited and row.attackers else ""
    can = f"{subject} can't block{whom}"
    if row.blocker is None and row.attackers:
        can = f"{names.all(row.attackers)} can't be blocked"
    words = f"{can} unless {names.player(row.payer)} {_paid(row.price)}"
    return f"{words}{because(names, row.origin, words)}{rules(row.origin)}"


def total_message(names: Names, payer: str, price: Price) -> str:
    """What a player has to pay in all: "bob has to pay {3} and 2 life (509.1d)"."""
    return f"{names.player(payer)} has to {price_words(price)} (509.1d)"


def lack_message(names: Names, payer: str, lack: Price) -> str:
    """What a player lacks at least: "bob lacks {1} and 2 life, so the declaration is taken back whole (509.1f, 733)"."""
    parts = [*_payments(lack, "lacks"), *(f"can't {_action(action)}" for action in lack.actions)]
    return f"{names.player(payer)} {listed(parts)}, so the declaration is taken back whole (509.1f, 733)"


def payment_words(names: Names, payment: Sequence[Mapping[str, JsonValue]]) -> str:
    """A payment in the imperative: "activate Forest (f1) for {G}, sacrifice Goblin and pay 2 life"."""
    return listed([_paying(names, entry) for entry in payment])


def _paying(names: Names, entry: Mapping[str, JsonValue]) -> str:
    match entry:
        case {"activate": str() | int() as name, **more}:
            word = str(more.get("add", ""))
            return f"activate {names.one(name)}" + (f" for {{{'}{'.join(word)}}}" if word else "")
        case {"tap": str() | int() as name}:
            return f"tap {names.one(name)}"
        case {"sacrifice": str() | int() as name}:
            return f"sacrifice {names.one(name)}"
        case {"counter": [str() | int() as name, kind, int() as n]}:
            return f"put {counted(n, f'{kind} counter')} on {names.one(name)}"
        case {"life": life}:
            return f"pay {life} life"
        case {"discard": int() as n}:
            return f"discard {counted(n, 'card')}"
        case {"exile": int() as n}:
            return f"exile {counted(n, 'card')} from the graveyard"
        case {"exile": cards}:
            named = cards if isinstance(cards, list) else [cards]
            return f"exile {listed([str(card) for card in named])} from the graveyard"
        case _:
            return ", ".join(f"{verb} {value}" for verb, value in entry.items())


def consent_message(names: Names, players: Sequence[str | int]) -> str:
    """Who may decline to pay though somebody else declares: "bob may decline to pay, whoever declares"."""
    return f"{listed([names.player(player) for player in players])} may decline to pay, whoever declares (509.1c)"


def price_words(price: Price) -> str:
    """A price in the infinitive: "pay {2} and 2 life, and sacrifice one land"."""
    return listed([*_payments(price, "pay"), *map(_action, price.actions)])


def price_line(price: Price) -> PriceLine:
    """A price as the verdict shows it, with its generic mana added up."""
    return PriceLine(mana=_mana(price.mana), life=price.life, actions=tuple(map(_action, price.actions)))


def _paid(price: Price) -> str:
    """A price with verbs in the third person: "pays {2} and sacrifices a land"."""
    return listed([*_payments(price, "pays"), *(_third(_action(one)) for one in price.actions)])


def _payments(price: Price, word: str) -> list[str]:
    amounts = [_mana(price.mana)] if price.mana else []
    if price.life:
        amounts.append(f"{price.life} life")
    return [f"{word} {listed(amounts)}"] if amounts else []


def _action(action: PriceAction) -> str:
    """What is done: "sacrifice a land", "tap an untapped creature not declared as …"."""
    what = action.what if isinstance(action.what, fx.Filter) else None
    match action.verb:
        case "discard":
            words = f"discard {objects(what, action.n, 'card')}"
        case "exile":
            words = f"exile {objects(what, action.n, 'card')} from their graveyard"
        case "counter":
            whom = "that creature" if isinstance(what, fx.Is) else objects(what, 1, "permanent")
            words = f"put {counted(action.n, f'{action.counter} counter'.strip())} on {whom}"
        case "remove":
            words = f"pay {'{E}' * action.n or 'no energy'}"
        case verb:
            words = f"{verb} {objects(what, action.n, 'permanent')}"
    return f"{words} {action.text}".rstrip()


def _third(text: str) -> str:
    """The third person of what begins with a verb: "sacrifices a land"."""
    first, _, rest = text.partition(" ")
    return f"{first}s {rest}".rstrip()


def _mana(mana: str) -> str:
    """Mana symbols with the generic ones added up: "{2}{1}{G}" is "{3}{G}"."""
    symbols = _SYMBOL.findall(mana)
    generic = [int(symbol) for symbol in symbols if symbol.isdigit()]
    others = [f"{{{symbol}}}" for symbol in symbols if not symbol.isdigit()]
    total = f"{{{sum(generic)}}}" if sum(generic) or (generic and not others) else ""
    return total + "".join(others)
