"""Mana abilities in rules text (605): what a permanent can add to its player's mana pool, and at what price.

A reader of its own, for texts that say nothing about blocking: costs, amounts and riders have few wordings. Whom and how many they speak of
is read by the clause grammar, put into a sentence about blocking.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from blockcheck import effects as fx
from blockcheck.effects import (
    Effect,
    Mana,
    ManaAbility,
    ManaChange,
    ManaTax,
    ManaTrigger,
    Number,
    PricePart,
    Quantity,
)
from blockcheck.patterns import expression
from blockcheck.reading import read_text
from blockcheck.reading.paragraphs import masked
from blockcheck.reading.words import MASK
from blockcheck.values import dataclass

COLORS: Final = ("W", "U", "B", "R", "G")
BASIC: Final = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
"""The basic land types and the mana that the ability of each adds (305.6)."""

_NAMED: Final = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G", "colorless": "C"}
_NUMBERS: Final = {
    word: n
    for n, word in enumerate("no one two three four five six seven eight nine ten eleven twelve".split())
} | {"a": 1, "an": 1}


class Unclear(Exception):
    """Words that are not understood here."""


@dataclass(frozen=True, slots=True)
class ManaText:
    """What a text says about mana: effects (abilities, triggers, changes, grants of them) and sentences not understood.

    ``hopes`` are texts that might add mana, ``fears`` texts that might take some away.
    """

    effects: tuple[Effect, ...] = ()
    hopes: tuple[str, ...] = ()
    fears: tuple[str, ...] = ()


@lru_cache(maxsize=10_000)
def read_mana(text: str, *, name: str | None = None, type_line: str = "") -> ManaText:
    """Every mana ability of a permanent's text, in order; the abilities of basic land types are not in it.

    Args:
        text: the text of a permanent, or of an effect that lasts.
        name: the permanent's own name, which the text may use for itself.
        type_line: tells legends from others.
    """
    effects: list[Effect] = []
    hopes: list[str] = []
    fears: list[str] = []
    for paragraph in _paragraphs(text, name, type_line):
        try:
            effects += _paragraph(paragraph)
        except Unclear:
            feared = _FEARED.match(paragraph) or _BANS.search(paragraph)
            (fears if feared else hopes).append(paragraph)
    return ManaText(tuple(effects), tuple(hopes), tuple(fears))


_REMINDER: Final = expression(r"\([^()]*\)")
_LABEL: Final = expression(r"^(?!(?:When|At|If)\b)[A-Z][^.:{}\"—]{0,58}? — ")
_ABOUT_MANA: Final = expression(
    r"\bcan't\b.*\bactivated?\b|\badds?\b[^.]*(?:\{|\bmana\b)|\bfor mana\b|\bproduces?\b[^.]*(?:\{|\bmana\b)|\bActivated abilities of\b",
    re.IGNORECASE,
)


def _paragraphs(text: str, name: str | None, type_line: str) -> Iterator[str]:
    """The paragraphs that speak of adding mana, in one spelling."""
    if _ABOUT_MANA.search(text):
        yield from (line for line in clear_lines(text, name, type_line) if _ABOUT_MANA.search(line))


def clear_lines(text: str, name: str | None, type_line: str) -> Iterator[str]:
    """The paragraphs of a text without reminders and ability words, in one spelling."""
    clear = _REMINDER.sub("", masked(text, name, type_line).replace(MASK, ""))
    return (_LABEL.sub("", " ".join(line.split())) for line in clear.split("\n"))


_GRANT: Final = expression(
    r"^(?P<to>(?:~|[A-Z])[^\".:]*?) (?P<more>(?:gets? [+-]\d+/[+-]\d+|(?:has|have|gains?) [^\"]*?),? and )?"
    r"(?:has|have|gains?) \"(?P<given>[^\"]*)\"\.?$"
)
_COST: Final = expression(r"^(?P<cost>[^.:\"]+): (?P<body>(?:[^\"]|\"[^\"]*\")+)$")
_TRIGGER: Final = expression(r"^Whenever (?P<what>.+? for (?:mana|\{[WUBRGC]\})), (?P<body>.+)$")
_CHANGES: Final = expression(r"^If (?P<what>.+? for (?:mana|two or more mana)), (?P<body>.+)$")
_BANS: Final = expression(r"\babilities\b[^:\"]*\bcan't be activated\b|\bcan't\b[^:\"]*\bactivate\b")
_NO_BAN: Final = expression(
    r"\b(?:unless they're|except|that aren't) mana abilities\b|\b(?:loyalty|equip|ninjutsu|cycling) abilities\b",
    re.IGNORECASE,
)
_BANS_THE_CHOSEN: Final = expression(
    r"^Activated abilities of (?P<what>\w+) with the chosen name can't be activated\.?$"
)
_FEARED: Final = expression(r"^If\b|^Activated abilities of\b")
_TAXES: Final = expression(
    r"^Activated abilities of (?P<what>.+?) cost (?P<mana>\{\d+\}) more to activate\.?$"
)


def _paragraph(paragraph: str) -> Iterator[Effect]:
    if (found := _GRANT.match(paragraph)) and not found["to"].startswith(("When", "At ", "If ")):
        yield from _granted(found["to"], found["given"])
    elif found := _COST.match(paragraph):
        yield from _activated(found["cost"], found["body"])
    elif found := _TRIGGER.match(paragraph):
        yield from _triggered(found["what"], found["body"])
    elif found := _CHANGES.match(paragraph):
        yield _changed(found["what"], found["body"])
    elif found := _TAXES.match(paragraph):
        yield ManaTax(which(found["what"]), found["mana"])
    elif _BANS.search(paragraph) and not _TRIGGERS_ELSEWHERE.match(paragraph):
        yield from _banned(paragraph)
    elif _TRIGGERS_ELSEWHERE.match(paragraph) or not _COULD_HELP.search(paragraph):
        return
    else:
        raise Unclear


_TRIGGERS_ELSEWHERE: Final = expression(
    r"^(?:When|Whenever|At)\b(?!.*\bfor (?:mana|\{[WUBRGC]\}),)", re.IGNORECASE
)
"""A trigger on anything but mana is no mana ability (605.5a)."""

_COULD_HELP: Final = expression(r"\"[^\"]*: Add\b|\bfor mana\b|: Add\b", re.IGNORECASE)


def _banned(paragraph: str) -> Iterator[Effect]:
    """What may not be activated, where reading a text about blocking leaves it out."""
    read = [effect for clause in read_text(paragraph) for effect in clause.effects]
    if _NO_BAN.search(paragraph) or any(isinstance(effect, fx.NoActivation) for effect in read):
        return
    found = _BANS_THE_CHOSEN.match(paragraph)
    if found is None:
        raise Unclear
    named = fx.Named("chosen")
    yield fx.NoActivation(named if found["what"] == "sources" else fx.AllOf((which(found["what"]), named)))


def _granted(to: str, given: str) -> Iterator[Effect]:
    """Abilities in quotes that permanents have."""
    inner = tuple(_paragraph(given))
    if inner:
        yield fx.Grant(_whom(to), inner)


# --- activated abilities (605.1a) ----------------------------------------------------------------------------------------


def _activated(cost: str, body: str) -> Iterator[Effect]:
    if (
        re.search(r"\btarget\b", body, re.IGNORECASE)
        or re.match(r"^[\[+−–-]*\d", cost)
        or not re.search(r"\badds?\b", body, re.IGNORECASE)
    ):
        return
    parts, taps, untaps = _cost(cost)
    sentences = [s.strip() for s in re.split(r"(?<=[.!])\s+", body) if s.strip()]
    ability = ManaAbility((), parts, taps, untaps=untaps)
    versions: list[tuple[fx.Condition | None, tuple[Mana, ...]]] = []
    conditions: list[fx.Condition] = []
    chosen: str | None = None
    for sentence in sentences:
        bare = sentence.rstrip(".")
        if bare in ("Choose a color", "Choose a color of a permanent you control"):
            chosen = bare
        elif found := re.match(r"^If (?P<if>.+?), add (?P<what>.+?) instead$", bare):
            versions.append((_condition(found["if"]), _amounts(found["what"], chosen)))
        elif (found := re.match(r"^(?:Then )?[Aa]dd (?P<what>.+)$", bare)) or (
            found := re.match(r"^(?:You )?[Aa]dd (?P<what>.+)$", bare)
        ):
            versions.append((None, _amounts(found["what"], chosen)))
        else:
            ability, condition = _rider(ability, bare)
            if condition is NEVER:
                return
            if condition is not None:
                conditions.append(condition)
    if not versions:
        raise Unclear
    for more, adds in _versions(versions):
        yield _under(replace(ability, adds=adds), [*conditions, *more])


NEVER: Final = fx.Either(())
"""A condition that is never met while blockers are declared."""


def _versions(
    versions: list[tuple[fx.Condition | None, tuple[Mana, ...]]],
) -> Iterator[tuple[list[fx.Condition], tuple[Mana, ...]]]:
    """What is added under which conditions: all plain amounts together, or what is added "instead"."""
    plain = tuple(mana for condition, adds in versions if condition is None for mana in adds)
    instead = [(condition, adds) for condition, adds in versions if condition is not None]
    if plain:
        others = tuple(condition for condition, _ in instead)
        yield ([fx.Neither(others)] if others else []), plain
    yield from (([condition], adds) for condition, adds in instead)


def _under(effect: Effect, conditions: list[fx.Condition]) -> Effect:
    for condition in reversed(conditions):
        effect = fx.While(condition, effect)
    return effect


def _rider(ability: ManaAbility, said: str) -> tuple[ManaAbility, fx.Condition | None]:
    """What another sentence of the ability changes; most riders change nothing that a payment needs."""
    if _SPENDING.match(said):
        return replace(ability, restricted=ability.restricted or _is_for_something_else(said)), None
    if found := re.match(r"^Activate(?: this ability)? only (?P<when>.+)$", said):
        return _timing(ability, found["when"])
    if found := re.match(r"^(?:~|This \w+|It) deals (\d+) damage to you$", said):
        return replace(ability, damage=ability.damage + int(found[1])), None
    if found := re.match(r"^You lose (\d+) life$", said):
        return replace(ability, damage=ability.damage + int(found[1])), None
    if re.search(r"\bmana\b|\badd\b", said) and not re.match(
        r"^(?:If|When) (?:that|this|the) mana is spent\b", said
    ):
        if re.search(r"\b(?:lose this mana|don't lose|mana is spent|that mana)\b", said):
            return ability, None
        raise Unclear
    if re.match(r"^(?:Then )?[Ss]acrifice (?:~|this \w+|it)$", said):
        return replace(ability, cost=(*ability.cost, PricePart("sacrifice", what=fx.THIS))), None
    return replace(ability, more=ability.more or _HELPS.search(said) is not None), None


_HELPS: Final = expression(r"\bgains? \w+ life\b|\bdraws?\b|\bmills?\b|\bgraveyard\b|\bhand\b", re.IGNORECASE)
"""What a mana ability does besides that may leave more life or more cards to pay with."""

_SPENDING: Final = expression(
    r"^(?:Until end of turn, )?(?:[Ss]pend (?:this|that) mana|(?:[Tt]his|[Tt]hat) mana can't be spent)\b"
)
_ELSEWHERE: Final = expression(
    r"^(?:Until end of turn, )?[Ss]pend (?:this|that) mana only "
    r"(?:to (?:cast|activate|play|foretell|plot|unlock|turn|equip)|(?:to pay|on) (?:cumulative upkeep|equip|morph))\b"
)
_NOT_THERE: Final = expression(
    r"^(?:[Tt]his|[Tt]hat) mana can't be spent (?:to (?:cast|activate|play)|on spells)\b"
)
_PERHAPS_HERE: Final = expression(r"\bblock|\{X\}|\bpay (?!cumulative|equip|morph)|\bany cost|\bgeneric\b")
"""Words by which mana might pay a cost to block after all: it is neither a spell nor an ability (509.1d)."""


def _is_for_something_else(said: str) -> bool:
    """Whether mana may be spent only on what is no cost to block (106.6)."""
    if _PERHAPS_HERE.search(said):
        raise Unclear
    if _ELSEWHERE.match(said):
        return True
    if _NOT_THERE.match(said):
        return False
    raise Unclear


def _timing(ability: ManaAbility, when: str) -> tuple[ManaAbility, fx.Condition | None]:
    once = expression(
        r"(?: and)? ?only once each turn|^once each turn(?: and only)? ?|(?: and)? ?once each turn"
    )
    if once.search(when):
        ability, when = replace(ability, once=True), once.sub("", when).strip()
    if when.startswith("if "):
        return ability, _condition(when.removeprefix("if "))
    if when in ("", "as an instant", "any time you could cast an instant", "during combat"):
        return ability, None
    if when in ("during an opponent's turn", "if it's not your turn"):
        return ability, fx.Neither((fx.TurnOf("you"),))
    if re.match(r"^(?:during your\b|as a sorcery|before attackers are declared|before combat)", when):
        return ability, NEVER
    raise Unclear


# --- costs ---------------------------------------------------------------------------------------------------------------


def _cost(cost: str) -> tuple[tuple[PricePart, ...], bool, bool]:
    """The parts of an activation cost, and whether {T} and {Q} are among them."""
    pieces = re.split(r", (?:and )?", cost)
    parts = tuple(_cost_part(piece) for piece in pieces if piece not in ("{T}", "{Q}"))
    return parts, "{T}" in pieces, "{Q}" in pieces


_MANA: Final = expression(r"^(?:\{(?:\d+|[WUBRGCS]|[WUBRGC2]/[WUBRG]|[WUBRG]/P)\})+$")
_ITSELF: Final = r"(?:~|this (?:artifact|creature|land|enchantment|permanent|token|\w+)|it)"


def _cost_part(piece: str) -> PricePart:
    if _MANA.match(piece):
        return PricePart("mana", mana=piece)
    if found := re.match(r"^[Pp]ay (\d+) life$", piece):
        return PricePart("life", Number(int(found[1])))
    if found := re.match(r"^(?:Pay )?((?:\{E\})+)$", piece):
        return PricePart("remove", Number(found[1].count("E")), counter="energy")
    if found := re.match(
        rf"^(Sacrifice|Exile|Return) {_ITSELF}(?: to its owner's hand)?$", piece, re.IGNORECASE
    ):
        return PricePart("return" if found[1].lower() == "return" else "sacrifice", what=fx.THIS)
    if found := re.match(rf"^Remove (\w+) ([\w+/-]+) counters? from {_ITSELF}$", piece, re.IGNORECASE):
        return PricePart("remove", Number(_number(found[1])), what=fx.THIS, counter=found[2])
    if found := re.match(rf"^Put (\w+) ([\w+/-]+) counters? on {_ITSELF}$", piece, re.IGNORECASE):
        return PricePart("counter", Number(_number(found[1])), what=fx.THIS, counter=found[2])
    if re.match(r"^Discard a card$", piece, re.IGNORECASE):
        return PricePart("discard")
    if found := re.match(r"^Exile (\w+) cards? from your graveyard$", piece, re.IGNORECASE):
        return PricePart("exile", Number(_number(found[1])))
    if found := re.match(
        r"^(Sacrifice|Tap|Return) (.+?)(?: to (?:its|their) owner's hand)?$", piece, re.IGNORECASE
    ):
        return _others(found[1].lower(), found[2])
    raise Unclear


def _others(verb: str, whom: str) -> PricePart:
    """Other permanents that a cost takes: "a creature", "another Goblin", "two untapped creatures you control"."""
    found = re.match(r"^(an?|another|\w+) (.+)$", whom)
    if found is None:
        raise Unclear
    n = 1 if found[1] == "another" else _number(found[1])
    what = which(found[2])
    if found[1] == "another":
        what = fx.AllOf((what, fx.NoneOf((fx.THIS,))))
    match verb:
        case "sacrifice":
            return PricePart("sacrifice", Number(n), what=what)
        case "tap":
            return PricePart("tap", Number(n), what=what)
        case _:
            return PricePart("return", Number(n), what=what)


def _number(word: str) -> int:
    if word.isdigit():
        return int(word)
    if word.lower() not in _NUMBERS:
        raise Unclear
    return _NUMBERS[word.lower()]


# --- amounts -------------------------------------------------------------------------------------------------------------

_SYMBOLS: Final = r"(?:\{[WUBRGC]\})+"
_WORD: Final = r"(?:an? |one |two |three |four |five |six |seven |eight |nine |ten |X )"


def _amounts(said: str, chosen: str | None = None) -> tuple[Mana, ...]:
    """What is added: "{G}", "{B} or {G}", "two mana of any one color", "{G} for each creature you control" …"""
    said = re.sub(r"\b(?:an additional|additional) (?=\{)", "", said)
    said = re.sub(r"\ban additional one\b|\bone additional\b|\ban additional\b", "one", said)
    said = re.sub(r"^(\w+) additional mana", r"\1 mana", said)
    for pattern, make in _AMOUNTS:
        if found := re.fullmatch(pattern, said):
            return make(found, chosen)
    raise Unclear


def _symbols(found: re.Match[str], chosen: str | None) -> tuple[Mana, ...]:
    return (Mana((_letters(found[0]),)),)


def _letters(symbols: str) -> str:
    return "".join(re.findall(r"\{([WUBRGC])\}", symbols))


def _choice(found: re.Match[str], chosen: str | None) -> tuple[Mana, ...]:
    """Alternatives, some of which may be any color: "{C} or one mana of any color"."""
    options = re.split(r", or |, | or ", found[0])
    manas = [mana for option in options for mana in _amounts(option, chosen)]
    places = {mana.of for mana in manas if mana.of}
    if any(mana.n != Number(1) or mana.anew for mana in manas) or places - {"chosen"}:
        raise Unclear
    letters = dict.fromkeys(choice for mana in manas for choice in mana.choices)
    return (Mana(tuple(letters), of="chosen" if places else ""),)


def _any_color(found: re.Match[str], chosen: str | None) -> tuple[Mana, ...]:
    n = _number(found[1].strip())
    if n == 0:
        raise Unclear
    letters = COLORS if found[2] == "color" else (*COLORS, "C")
    return (Mana(tuple(letter * n for letter in letters)),)


def _combination(found: re.Match[str], chosen: str | None) -> tuple[Mana, ...]:
    letters = tuple(_letters(found[2])) or COLORS
    return (Mana(letters, Number(_number(found[1].strip())), anew=True),)


def _for_each(found: re.Match[str], chosen: str | None) -> tuple[Mana, ...]:
    (mana,) = _amounts(found[1], chosen)
    if mana.n != Number(1):
        raise Unclear
    return (replace(mana, n=_count(found[2])),)


def _equal_to(found: re.Match[str], chosen: str | None) -> tuple[Mana, ...]:
    return (Mana((_letters(found[1]),), _quantity(found[2])),)


def _x_of_any(found: re.Match[str], chosen: str | None) -> tuple[Mana, ...]:
    return (Mana(COLORS, _quantity(found[2]), anew=found[1] is not None),)


def _x_symbols(found: re.Match[str], chosen: str | None) -> tuple[Mana, ...]:
    return (Mana((_letters(found[1]),), _quantity(found[2])),)


def _of_that_color(found: re.Match[str], chosen: str | None) -> tuple[Mana, ...]:
    if chosen == "Choose a color":
        return (Mana(COLORS),)
    if chosen:
        return (Mana(of="among", which=fx.ControlledBy("you")),)
    return (Mana(of="chosen"),)


def _that_color_devotion(found: re.Match[str], chosen: str | None) -> tuple[Mana, ...]:
    """The amount depends on the color that is chosen."""
    if chosen != "Choose a color":
        raise Unclear
    return (Mana(COLORS, fx.Devotion("you", ("chosen",))),)


def _could_produce(found: re.Match[str], chosen: str | None) -> tuple[Mana, ...]:
    return (Mana(of="could produce", which=which(found[2]), colors_only=found[1] == "color"),)


def _identity(found: re.Match[str], chosen: str | None) -> tuple[Mana, ...]:
    return (Mana(of="identity"),)


def _among(found: re.Match[str], chosen: str | None) -> tuple[Mana, ...]:
    return (Mana(of="among", which=which(found[1])),)


def _produced(found: re.Match[str], chosen: str | None) -> tuple[Mana, ...]:
    return (Mana(of="produced"),)


_AMOUNTS: Final[tuple[tuple[str, Callable[[re.Match[str], str | None], tuple[Mana, ...]]], ...]] = (
    (_SYMBOLS, _symbols),
    (rf"({_WORD})mana of any one color|({_WORD})mana of any color", lambda found, chosen: _any_one(found)),
    (rf"({_WORD})mana of any (?:one )?(color|type)", _any_color),
    (rf"({_WORD})mana in any combination of (colors|{_SYMBOLS}(?:,? (?:and/or )?{_SYMBOLS})*)", _combination),
    (rf"({_SYMBOLS}|{_WORD}mana of any (?:one )?color) for each (.+)", _for_each),
    (rf"(?:an amount of|X) ({_SYMBOLS}) equal to (.+)", _equal_to),
    (rf"X ({_SYMBOLS}|mana), where X is (.+)", _x_symbols),
    (r"X mana (?:of any one color|(in any combination of colors)), where X is (.+)", _x_of_any),
    (r"an amount of mana of that color equal to your devotion to that color", _that_color_devotion),
    (r"one mana of (?:the chosen|that) color", _of_that_color),
    (r"one mana of any (color|type) that (.+?) could produce", _could_produce),
    (r"one mana of any (?:color|of the colors) among (.+)", _among),
    (r"one mana of any color in your commander's color identity", _identity),
    (r"one mana of any type (?:that )?(?:that (?:land|permanent|creature)|it|the land) produced", _produced),
    (
        rf"(?:{_SYMBOLS}|one mana [^,]+?)(?:, (?:{_SYMBOLS}|one mana [^,]+?))*,? or (?:{_SYMBOLS}|one mana .+)",
        _choice,
    ),
)


def _any_one(found: re.Match[str]) -> tuple[Mana, ...]:
    n = _number((found[1] or found[2]).strip())
    return (Mana(tuple(letter * n for letter in COLORS)),)


# --- whom and how many: read as part of a sentence about blocking ---------------------------------------------------------


def _effect_of(sentence: str) -> Effect:
    read = [effect for clause in read_text(sentence) if not clause.unread for effect in clause.effects]
    if len(read) != 1:
        raise Unclear
    return read[0]


def _count(each: str) -> Quantity:
    """ "creature you control", "charge counter on this artifact", "card in your hand"."""
    each = re.sub(r"\bcounters? on (?:~|this \w+|it)$", "counter on this creature", each)
    effect = _effect_of(f"This creature can't block unless its controller pays {{1}} for each {each}.")
    if not isinstance(effect, fx.BlockCost) or effect.times == Number(1):
        raise Unclear
    return effect.times


def _quantity(said: str) -> Quantity:
    said = re.sub(r"^(?:~'s|this \w+'s|its) ", "its ", said)
    if found := re.fullmatch(r"its (power|toughness|mana value)", said):
        return fx.StatOf(found[1], "this")  # type: ignore[arg-type]
    if found := re.fullmatch(r"your devotion to (\w+)(?: and (\w+))?", said):
        colors = tuple(_color(word) for word in found.groups() if word)
        return fx.Devotion("you", colors)
    if found := re.fullmatch(r"the number of (.+)", said):
        return _count(found[1].replace("cards", "card").replace("counters", "counter"))
    if found := re.fullmatch(r"the (?:greatest|highest) (power|toughness|mana value) among (.+)", said):
        return fx.GreatestOf(found[1], which(found[2]))  # type: ignore[arg-type]
    raise Unclear


def _color(word: str) -> fx.Color:
    if word not in _NAMED or word == "colorless":
        raise Unclear
    return _NAMED[word]  # type: ignore[return-value]


def which(whom: str) -> fx.Filter:
    """The permanents that words mean: "creatures you control", "a land an opponent controls", "enchanted land"."""
    if re.fullmatch(r"(?:~|this \w+)", whom, re.IGNORECASE):
        return fx.THIS
    if re.fullmatch(r"(?:enchanted|equipped) \w+", whom, re.IGNORECASE):
        return fx.Is("host")
    bare = re.sub(r"^(?:an?|the|each|all) ", "", whom, flags=re.IGNORECASE)
    times = _count(bare[:1].lower() + bare[1:] if bare.split()[0].lower() in _COMMON else bare)
    if not isinstance(times, fx.CountOf):
        raise Unclear
    return times.filter


_COMMON: Final = frozenset(
    """
    land lands creature creatures artifact artifacts enchantment enchantments permanent permanents basic nonbasic legendary snow
    untapped tapped other another white blue black red green colorless multicolored monocolored nontoken token
    """.split()
)


def _whom(to: str) -> fx.Filter:
    return which(to)


def _condition(said: str) -> fx.Condition:
    """ "you control five or more lands"; several that are all needed may be joined by "and"."""
    said = said.replace("~", "this creature")
    if found := re.fullmatch(r"you control an? ([^,]+?) (and|or) an? ([^,]+)", said):
        both = tuple(_condition(f"you control a {one}") for one in (found[1], found[3]))
        return fx.Both(both) if found[2] == "and" else fx.Either(both)
    named = re.fullmatch(r"you control an? (Urza's [\w-]+)", said)
    if named:
        subtype = fx.HasSubtype(named[1].removeprefix("Urza's "))
        wanted = fx.AllOf((fx.HasSubtype("Urza's"), subtype, fx.ControlledBy("you")))
        return fx.Compare(fx.CountOf(wanted), ">=", Number(1))
    effect = _effect_of(f"This creature can't block if {said}.")
    if not isinstance(effect, fx.While):
        raise Unclear
    return effect.condition


# --- triggers (605.1b) and replacements (106.12b) -------------------------------------------------------------------------

_TAPPED: Final = expression(
    r"^(?:(?P<by>you|a player|an opponent) taps? (?P<whom>.+?)|(?P<what>.+?) (?:is|are) tapped) "
    r"for (?:mana|(?P<least>two or more) mana|\{(?P<color>[WUBRGC])\})$"
)
_BY: Final[dict[str, fx.Who]] = {"you": "you", "an opponent": "opponent"}
_GETS: Final[dict[str, fx.Who]] = {
    "": "you",
    "you": "you",
    "its controller": "its controller",
    "that player": "its controller",
    "that land's controller": "its controller",
    "that creature's controller": "its controller",
}


def _tapped(what: str) -> tuple[fx.Filter, fx.Who, re.Match[str]]:
    """The permanents that are tapped for mana, and who has to tap them."""
    found = _TAPPED.match(what)
    if found is None:
        raise Unclear
    by: fx.Who = _BY.get(found["by"] or "", "any player")
    return which(found["whom"] or found["what"]), by, found


def _triggered(what: str, body: str) -> Iterator[Effect]:
    of, by, tapped = _tapped(what)
    found = re.match(r"^(?:(?P<who>[\w' ]+?) )?adds? (?P<what>[^.]+)\.?(?P<rest>.*)$", body)
    if found is None:
        return
    who = (found["who"] or "").removesuffix(" may")
    if who not in _GETS or found["rest"].strip():
        raise Unclear
    said = re.sub(r"^(?:an additional|additional) (?=one|\{)", "", found["what"])
    yield ManaTrigger(of, _amounts(said), _GETS[who], by, tapped["color"] or "")


def _changed(what: str, body: str) -> Effect:
    of, by, tapped = _tapped(what)
    least = 2 if tapped["least"] else 1
    if found := re.fullmatch(r"it produces (twice|three times) as much of that mana instead\.?", body):
        return ManaChange(of, 2 if found[1] == "twice" else 3, by=by, least=least)
    pattern = (
        r"it produces (?P<what>\{[WUBRGC]\}|colorless mana) instead of any other type(?P<all> and amount)?\.?"
    )
    if found := re.fullmatch(pattern, body):
        letter = "C" if found["what"] == "colorless mana" else _letters(found["what"])
        return ManaChange(of, 1, letter, found["all"] is not None, least, by)
    raise Unclear
