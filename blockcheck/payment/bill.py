"""Bills: what one player has to pay in all, locked in (509.1d), and the ways its mana symbols can be paid (107.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, product

from blockcheck.patterns import expression
from blockcheck.theory import Price, PriceAction
from blockcheck.values import dataclass

GENERIC = "generic"
SNOW = "S"
LIFE_FOR_PHYREXIAN = 2

_SYMBOL = expression(r"\{([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing to do once: tap, sacrifice or return one of the permanents ``among``, put counters on one, discard or exile a card.

    ``n`` counts counters; everything else is done once for each unit. ``cards`` are the cards that fit (None: any card does).
    """

    verb: str
    among: frozenset[str] = frozenset()
    n: int = 1
    counter: str = ""
    text: str = ""
    what: object = None
    cards: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Bill:
    """Everything one player has to pay at once: mana symbols (without braces), life, and units in the order of the rules text."""

    mana: tuple[str, ...] = ()
    life: int = 0
    units: tuple[Unit, ...] = ()

    @property
    def asks_for_mana(self) -> bool:
        """Whether mana abilities may be activated for it: only if a cost contains mana (509.1e)."""
        return bool(self.mana)


@dataclass(frozen=True, slots=True)
class ManaBill:
    """One way to read the symbols of a bill: how many mana of each kind, and the life paid in place of Phyrexian symbols.

    A kind is ``generic``, ``S`` (of a snow source), or the letters of which one has to be paid: ``G``, ``C``, ``UW``.
    """

    kinds: tuple[tuple[str, int], ...]
    life: int = 0

    @property
    def total(self) -> int:
        """How many mana it asks for."""
        return sum(n for _, n in self.kinds)


def bill_of(prices: Iterable[Price], *, blocking: frozenset[str], hoping: bool) -> Bill:
    """The total of several prices.

    Args:
        prices: of the cost items that one player has to pay.
        blocking: the creatures declared as blockers, which pay no price that spares them.
        hoping: count permanents of which the board does not say whether they fit.
    """
    mana: list[str] = []
    life = 0
    units: list[Unit] = []
    for price in prices:
        mana += symbols(price.mana)
        life += price.life
        units += [unit for action in price.actions for unit in _units(action, blocking, hoping)]
    return Bill(tuple(mana), life, tuple(units))


def symbols(mana: str) -> list[str]:
    """The symbols of a mana cost without braces."""
    return _SYMBOL.findall(mana)


def _units(action: PriceAction, blocking: frozenset[str], hoping: bool) -> list[Unit]:
    among = frozenset(action.among) | (frozenset(action.perhaps) if hoping else frozenset())
    if action.undeclared:
        among -= blocking
    if action.verb == "counter":
        return [Unit("counter", among, action.n, action.counter, action.text, action.what)]
    cards = action.hoped if hoping else action.cards
    fitting = None if cards is None else frozenset(cards)
    return [Unit(action.verb, among, 1, "", action.text, action.what, fitting)] * action.n


def mana_bills(mana: Iterable[str]) -> Iterator[ManaBill]:
    """Every way to read mana symbols, those that ask for the least life first."""
    counted = Counter(mana)
    ways = [list(combinations_with_replacement(_readings(symbol), n)) for symbol, n in counted.items()]
    seen: dict[ManaBill, None] = {}
    for choice in product(*ways):
        kinds: Counter[str] = Counter()
        life = 0
        for reading in (one for part in choice for one in part):
            for kind, n in reading:
                if kind == "life":
                    life += n
                else:
                    kinds[kind] += n
        seen[ManaBill(tuple(sorted((kind, n) for kind, n in kinds.items() if n)), life)] = None
    return iter(sorted(seen, key=lambda bill: bill.life))


def _readings(symbol: str) -> list[tuple[tuple[str, int], ...]]:
    """The ways to pay one symbol (107.4e-f), each as kinds and numbers."""
    if symbol.isdigit():
        return [((GENERIC, int(symbol)),)]
    halves = symbol.split("/")
    letters = "".join(sorted(half for half in halves if half != "P" and not half.isdigit()))
    readings: list[tuple[tuple[str, int], ...]] = [((letters, 1),)]
    readings += [((GENERIC, int(half)),) for half in halves if half.isdigit()]
    if "P" in halves:
        readings.append((("life", LIFE_FOR_PHYREXIAN),))
    return readings


def accepts(kind: str, letter: str, snow: bool) -> bool:
    """Whether one mana pays a symbol of a kind (107.4)."""
    if kind == GENERIC:
        return True
    return snow if kind == SNOW else letter in kind
