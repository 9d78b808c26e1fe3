"""Mana costs: what colors and what mana value they give (105.2, 202.3)."""

from __future__ import annotations

from blockcheck.patterns import expression

COLORS = "WUBRG"
_SYMBOL = expression(r"\{([^{}]+)\}")


def symbols(cost: str) -> tuple[str, ...]:
    """The symbols of a mana cost without their braces."""
    return tuple(_SYMBOL.findall(cost))


def colors_of(cost: str) -> tuple[str, ...]:
    """The colors of the mana symbols in a cost, in the order WUBRG (105.2).

    Hybrid and Phyrexian symbols have all of theirs.
    """
    letters = {letter for symbol in symbols(cost) for letter in symbol.split("/")}
    return tuple(color for color in COLORS if color in letters)


def mana_value_of(cost: str) -> int:
    """The mana value of a cost (202.3).

    X is 0, a hybrid symbol counts its larger half, every other symbol 1.
    """
    return sum(_value(symbol) for symbol in symbols(cost))


def _value(symbol: str) -> int:
    return max(_half(part) for part in symbol.split("/"))


def _half(part: str) -> int:
    if part.isdecimal():
        return int(part)
    return 0 if part in ("X", "Y", "Z") else 1
