"""The one printed form of every value of the vocabulary, in rules English; reading it gives an equal value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, TypeAlias

from blockcheck import effects as fx
from blockcheck.effects import (
    CREATURES,
    AllOf,
    AnyOf,
    Anything,
    Condition,
    ControlledBy,
    CountOf,
    Effect,
    Filter,
    HasColor,
    HasCounters,
    HasKeyword,
    HasStat,
    HasSubtype,
    HasType,
    Is,
    Keyword,
    NoneOf,
    Number,
    PlayerNumber,
    Quantity,
    StatOf,
)
from blockcheck.reading.names import plural
from blockcheck.reading.normal import all_of

Value: TypeAlias = Effect | Filter | Condition | Quantity | fx.PricePart

_COLOR: Final = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_REF: Final[dict[str, str]] = {
    "this": "this creature",
    "host": "enchanted creature",
    "it": "the creature spoken of",
    "paired": "the paired creature",
    "subject": "the creature itself",
    "blocker": "the blocker",
    "attacker": "the attacker",
    "target": "the target creature",
    "target 2": "the second target creature",
    "target 3": "the third target creature",
    "target 4": "the fourth target creature",
}
_WHO: Final[dict[str, str]] = {
    "opponent": "your opponents",
    "monarch": "the monarch",
    "chosen player": "the chosen player",
    "any player": "any player",
    "active player": "the active player",
    "target's controller": "the target's controller",
}
_NUMBER: Final = (
    "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
).split()


def printed(value: Value) -> str:
    """A value in rules English: an effect as a sentence, anything else as a phrase.

    Args:
        value: an effect, filter, condition, quantity or price.
    """
    if isinstance(value, Keyword):
        return _capital(_keyword(value))
    if type(value) in _EFFECTS:
        return _capital(_EFFECTS[type(value)](value)) + "."
    if type(value) in _CONDITIONS:
        return _CONDITIONS[type(value)](value)
    if isinstance(value, fx.PricePart):
        return _price((value,))
    return _quantity(value) if type(value) in _QUANTITIES else _np(value, combat=False)  # type: ignore[arg-type]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _who(who: str) -> str:
    return _WHO.get(who, who)


def _a(text: str) -> str:
    return ("an " if text[0].lower() in "aeio" else "a ") + text


def _number(n: int) -> str:
    return _NUMBER[n] if 0 < n < len(_NUMBER) else str(n)


def _list(texts: list[str], word: str) -> str:
    if len(texts) < 3:
        return f" {word} ".join(texts)
    return ", ".join(texts[:-1]) + f", {word} {texts[-1]}"


# --- which permanents -------------------------------------------------------------------------------------------------


def _parts(one: Filter) -> tuple[Filter, ...]:
    return one.of if isinstance(one, AllOf) else () if one == Anything() else (one,)


def _alternatives(one: Filter) -> list[Filter]:
    """The filter as alternatives, each of them printed in full."""
    if isinstance(one, AnyOf):
        return [a for option in one.of for a in _alternatives(option)]
    choice = next((p for p in _parts(one) if isinstance(p, AnyOf)), None)
    if choice is None:
        return [one]
    rest = [p for p in _parts(one) if p != choice]
    return [a for option in choice.of for a in _alternatives(all_of(option, *rest))]


def _np(one: Filter, *, many: bool = True, combat: bool = True, noun: str = "") -> str:
    """Permanents that fit; in combat they are creatures without saying so."""
    if isinstance(one, Is):
        return _REF[one.ref]
    noun = noun or ("creature" if combat else "permanent")
    choices = sorted(_alternatives(one), key=lambda choice: (not isinstance(choice, Is), _ownerless(choice)))
    joined = " and " if any(isinstance(c, Is) for c in choices) and many else " and/or " if many else " or "
    return joined.join(_one_kind(choice, many, noun) for choice in choices)


def _ownerless(one: Filter) -> bool:
    """Alternatives with a controller come first: one at the end would speak for all of them."""
    return not any(isinstance(p, (ControlledBy, fx.OwnedBy)) for p in _parts(one))


def _one_kind(one: Filter, many: bool, noun: str) -> str:
    if isinstance(one, Is):
        return _REF[one.ref]
    before, nouns, after = _placed(one)
    if not nouns or (
        noun == "creature" and not nouns[-1][0].isupper() and nouns[-1] not in ("creature", "token")
    ):
        nouns.append(noun)
    if many:
        nouns[-1] = _many(nouns[-1])
    return " ".join([*before, *nouns, *after])


def _placed(one: Filter) -> tuple[list[str], list[str], list[str]]:
    """The words of a filter: those before the noun, the nouns, those after."""
    before: list[str] = []
    nouns: list[str] = []
    after: list[str] = []
    for part in _parts(one):
        if isinstance(part, NoneOf):
            _without(part, before, after)
        elif part in _OF_CHOSEN:
            after.append(_OF_CHOSEN[part])
        elif isinstance(part, (HasSubtype, HasType)):
            nouns.append(part.subtype if isinstance(part, HasSubtype) else part.type)
        elif type(part) in _ADJECTIVES:
            before.append(_ADJECTIVES[type(part)](part))
        else:
            after.append(_AFTER[type(part)](part))
    nouns.sort(key=lambda n: n in ("creature", "permanent"))
    after.sort(key=lambda text: not text.startswith("with"))
    return before, nouns, after


_OF_CHOSEN: Final[dict[Filter, str]] = {
    HasColor("chosen"): "of the chosen color",
    HasSubtype("chosen"): "of the chosen type",
}


def _many(noun: str) -> str:
    if noun[0].isupper():
        return plural(noun)
    return noun[:-1] + "ies" if noun.endswith("y") else noun + "s"


def _without(part: NoneOf, before: list[str], after: list[str]) -> None:
    """What does not fit, word by word: "nonblack", "untapped", "without flying"."""
    for one in part.of:
        if isinstance(one, Is):
            after.append(f"other than {_REF[one.ref]}")
        elif one == fx.Status("tapped"):
            before.append("untapped")
        elif isinstance(one, HasKeyword):
            after.append(f"without {one.keyword}")
        elif isinstance(one, fx.HasNoAbilities):
            after.append("with abilities")
        elif isinstance(one, ControlledBy):
            after.append(f"{_who(one.who)} {_not(one.who)} control")
        elif isinstance(one, HasSubtype):
            before.append(f"non-{one.subtype}")
        elif isinstance(one, HasType) or type(one) in _ADJECTIVES:
            before.append("non" + (one.type if isinstance(one, HasType) else _ADJECTIVES[type(one)](one)))
        else:
            after.append(f"that aren't {_np(one)}")


def _not(who: str) -> str:
    return "don't" if who in ("you", "opponent") else "doesn't"


def _have(who: str) -> str:
    return "have" if who in ("you", "opponent") else "has"


def _s(who: str) -> str:
    """The ending of a verb for a player."""
    return "" if who in ("you", "opponent") else "s"


_STATUS: Final = {"face down": "face-down"}
_ADJECTIVES: Final[dict[type, Callable[[Any], str]]] = {
    HasColor: lambda f: _COLOR.get(f.color, f.color),
    fx.HasSupertype: lambda f: f.supertype,
    fx.Status: lambda f: _STATUS.get(f.status, f.status),
    fx.HasDesignation: lambda f: f.designation,
}


def _comparison(op: str, than: Quantity, less: str = "less", more: str = "greater") -> str:
    text = _quantity(than)
    if isinstance(than, (Number, fx.X)):
        return {"<=": f"{text} or {less}", ">=": f"{text} or {more}", "=": text}.get(
            op
        ) or f"{_OP[op]} {text}"
    return f"{_OP[op]} {text}"


_OP: Final = {
    "<": "less than",
    ">": "greater than",
    "=": "equal to",
    "<=": "less than or equal to",
    ">=": "greater than or equal to",
    "!=": "other than",
}


def _stat_filter(one: HasStat) -> str:
    of = one.than.of if isinstance(one.than, StatOf) and one.than.stat == one.stat else None
    if one.op in "<>" and of in ("attacker", "blocker"):
        return f"with {'greater' if one.op == '>' else 'lesser'} {one.stat}"
    return f"with {one.stat} {_comparison(one.op, one.than)}"


def _counters(counter: str, op: str, n: int, parity: str = "") -> str:
    kind = f"{counter} counter" if counter else "counter"
    if parity:
        return f"an {parity} number of {kind}s on it"
    return f"{_amount(op, Number(n), kind)} on it"


def _amount(op: str, n: Quantity, noun: str, nouns: str | None = None) -> str:
    """ "a Forest", "three or more Forests", "no Forests"."""
    nouns = nouns or noun + "s"
    if not isinstance(n, Number):
        return f"{_quantity(n)} {nouns}"
    if (op, n.n) == (">=", 1):
        return _a(noun)
    if (op, n.n) in (("=", 0), ("<", 1)):
        return f"no {nouns}"
    said = _number(n.n)
    forms = {">=": f"{said} or more", "<=": f"{said} or fewer", "=": f"exactly {said}"}
    forms |= {">": f"more than {said}", "<": f"fewer than {said}", "!=": f"other than {said}"}
    return f"{forms[op]} {noun if n.n == 1 and op in ('=', '>') else nouns}"


_DID: Final = {f"{verb}_this_turn": f"{verb} this turn" for verb in ("attacked", "blocked", "entered")}
_AFTER: Final[dict[type, Callable[[Any], str]]] = {
    HasStat: _stat_filter,
    fx.HasParity: lambda f: (
        f"with {f.stat} of the chosen quality" if f.parity == "chosen" else f"with {f.parity} {f.stat}"
    ),
    HasKeyword: lambda f: f"with {f.keyword}",
    fx.HasNoAbilities: lambda _f: "with no abilities",
    HasCounters: lambda f: f"with {_counters(f.counter, f.op, f.n, f.parity)}",
    ControlledBy: lambda f: f"{_who(f.who)} control{_s(f.who)}",
    fx.OwnedBy: lambda f: f"{_who(f.who)} own{_s(f.who)}",
    fx.AttachedTo: lambda f: f"attached to {_REF[f.ref]}",
    fx.Named: lambda f: "with the chosen name" if f.name == "chosen" else f"named {f.name}",
    fx.Attacks: lambda f: f"attacking {_who(f.who)}" + (_and_permanents(f.who) if f.permanents else ""),
    AnyOf: lambda f: f"that are {' or '.join(map(_relative, f.of))}",
    fx.SharesWith: lambda f: f"that share a {f.what} with {_REF[f.ref]}",
    fx.HasFact: lambda f: f"that {_DID[f.key]}" if f.key in _DID else f'with the fact "{f.key}"',
    fx.HasLabel: lambda f: (
        "in a pile with the chosen label" if f.label == "attacker" else f"in the {f.label} pile"
    ),
    Is: lambda f: _REF[f.ref],
    Anything: lambda _f: "",
}


def _and_permanents(who: str) -> str:
    return f" or a planeswalker {_who(who) if who in _ATTACKED else 'they'} control{_s(who)}"


_ATTACKED: Final = frozenset({"you", "opponent", "defending player", "that player"})


def _relative(one: Filter) -> str:
    """One of the alternatives after "that are": "enchanted", "a Wall", "red"."""
    before, nouns, after = _placed(one)
    words = " ".join([*before, *nouns, *after])
    return _a(words) if nouns else words


# --- quantities -------------------------------------------------------------------------------------------------------


_QUANTITIES: Final[dict[type, Callable[[Any], str]]] = {
    Number: lambda q: str(q.n),
    fx.X: lambda _q: "X",
    fx.MostSharing: lambda q: (
        f"the greatest number of {_np(q.filter, combat=False)} that share a creature type"
    ),
    fx.ChosenNumber: lambda _q: "the chosen number",
    StatOf: lambda q: f"{_REF[q.of]}'s {q.stat}",
    CountOf: lambda q: f"the number of {_np(q.filter, combat=False)}",
    fx.GreatestOf: lambda q: f"the greatest {q.stat} among {_np(q.filter, combat=False)}",
    fx.CountersOn: lambda q: f"the number of {(q.counter + ' counters').strip()} on {_REF[q.on]}",
    PlayerNumber: lambda q: (
        f"{_possessive(q.who)} life total" if q.what == "life" else f"the number of {_owned(q)}"
    ),
    fx.Devotion: lambda q: (
        f"{_possessive(q.who)} devotion to {_list([_COLOR.get(c, c) for c in q.colors], 'and')}"
    ),
    fx.FactNumber: lambda q: f'the fact "{q.key}" of {_REF[q.of] if q.of in _REF else _who(q.of)}',
    fx.Times: lambda q: f"{'twice' if q.n == 2 else _number(q.n) + ' times'} {_quantity(q.of)}",
    fx.Plus: lambda q: " plus ".join(map(_quantity, q.of)),
}


def _quantity(value: Quantity) -> str:
    return _QUANTITIES[type(value)](value)


def _possessive(who: str) -> str:
    return {"you": "your", "opponent": "an opponent's"}.get(who, f"{_who(who)}'s")


def _cards(number: PlayerNumber, many: bool) -> str:
    if number.what == "life":
        return "life"
    if number.what in ("hand", "graveyard", "exile"):
        return (
            _np(number.cards, many=many, combat=False, noun="card")
            if number.cards
            else "cards"
            if many
            else "card"
        )
    return f"{number.what} counter{'s' if many else ''}"


def _owned(number: PlayerNumber) -> str:
    place = f"in {_possessive(number.who)} {number.what}"
    return f"{_cards(number, True)} " + (
        place if number.what in ("hand", "graveyard", "exile") else f"{_who(number.who)} have"
    )


# --- conditions -------------------------------------------------------------------------------------------------------


def _condition(value: Condition) -> str:
    return _CONDITIONS[type(value)](value)


def _compare(value: fx.Compare) -> str:
    left, op, right = value.left, value.op, value.right
    if isinstance(left, PlayerNumber) and left.what == "life" and not isinstance(right, Number):
        return f"{_possessive(left.who)} life total is {_comparison(op, right)}"
    if isinstance(left, fx.MostSharing):
        return _compare_count(CountOf(left.filter), op, right) + " that share a creature type"
    if isinstance(left, CountOf):
        return _compare_count(left, op, right)
    if isinstance(left, PlayerNumber):
        return _compare_player(left, op, right)
    return f"{_quantity(left)} is {_comparison(op, right)}"


_THAN: Final = {">": "more", "<": "fewer"}


def _compare_count(left: CountOf, op: str, right: Quantity) -> str:
    owner = next((p for p in _parts(left.filter) if isinstance(p, ControlledBy)), None)
    rest = all_of(*(p for p in _parts(left.filter) if p != owner))
    one, many = _np(rest, many=False, combat=False), _np(rest, combat=False)
    if owner is not None and isinstance(right, CountOf) and op in _THAN:
        other = next((p for p in _parts(right.filter) if isinstance(p, ControlledBy)), None)
        if other is not None and all_of(*(p for p in _parts(right.filter) if p != other)) == rest:
            return f"{_who(owner.who)} control{_s(owner.who)} {_THAN[op]} {many} than {_who(other.who)}"
    if not isinstance(right, (Number, fx.X)):
        return f"{_quantity(left)} is {_comparison(op, right)}"
    amount = _amount(op, right, one, many)
    return (
        f"there {'is' if amount.startswith(('a ', 'an ')) else 'are'} {amount}"
        if owner is None
        else f"{_who(owner.who)} control{_s(owner.who)} {amount}"
    )


def _their(who: str) -> str:
    return "your" if who == "you" else "their"


def _compare_player(left: PlayerNumber, op: str, right: Quantity) -> str:
    have = _have(left.who)
    if isinstance(right, PlayerNumber) and right.what == left.what and op in _THAN:
        place = f"in {_their(left.who)} {left.what}"
        return f"{_who(left.who)} {have} {_THAN[op]} cards {place} than {_who(right.who)}"
    if left.what == "exile" and left.who == "any player":
        return f"there are {_amount(op, right, _cards(left, False), _cards(left, True))} in exile"
    if left.what == "card types":
        amount = _amount(op, right, "card type among cards", "card types among cards")
        return f"{_who(left.who)} {have} {amount} in {_their(left.who)} graveyard"
    if left.what == "life" and isinstance(right, Number):
        exactly = "exactly " if op == "=" and right.n else ""
        return f"{_who(left.who)} {have} {exactly}{_comparison(op, right, more='more')} life"
    amount = _amount(op, right, _cards(left, False), _cards(left, True))
    if left.what in ("hand", "graveyard", "exile"):
        return f"{_who(left.who)} {have} {amount} in {_their(left.who)} {left.what}"
    return f"{_who(left.who)} {have} {amount}"


def _fits(value: fx.Fits, negated: bool = False) -> str:
    who, one, no = _REF[value.ref], value.filter, "n't" if negated else ""
    if one == Anything():
        return (
            "this creature is paired with another creature"
            if value.ref == "paired"
            else f"{who} remains on the battlefield"
        )
    if one == fx.HasDesignation("ring-bearer"):
        return f"{who} is{no} your Ring-bearer"
    if one == NoneOf((ControlledBy("you"),)) and not negated:
        return f"another player controls {who}"
    if isinstance(one, HasCounters) and not negated:
        return f"{who} has {_counters(one.counter, one.op, one.n, one.parity)}"
    if isinstance(one, ControlledBy):
        return f"{_who(one.who)} {_not(one.who) + ' ' if negated else ''}control{'' if negated else _s(one.who)} {who}"
    if isinstance(one, AnyOf):
        return f"{who} is{no} {' or '.join(map(_relative, one.of))}"
    if isinstance(one, HasKeyword) and not negated:
        return f"{who} has {one.keyword}"
    if isinstance(one, fx.HasFact) and one.key in _DID and not negated:
        return f"{who} {_DID[one.key]}"
    before, nouns, after = _placed(one)
    if not nouns and not after:
        return f"{who} is{no} {' '.join(before)}"
    return f"{who} is{no} {_a(_np(one, many=False, combat=False))}"


def _player_has(value: fx.PlayerHas) -> str:
    have = "have" if value.who in ("you", "opponent") else "has"
    be = {"you": "are", "opponent": "is"}.get(value.who, "is")
    who = "an opponent" if value.who == "opponent" else _who(value.who)
    if value.designation == "monarch":
        return f"{who} {be} the monarch"
    the = "" if value.designation == "max speed" else "the "
    return f"{who} {'has' if who == 'an opponent' else have} {the}{value.designation}"


def _neither(value: fx.Neither) -> str:
    (one, *more) = value.of
    if not more and isinstance(one, fx.TurnOf):
        return f"it's not {_possessive(one.who)} turn"
    if not more and isinstance(one, fx.Fits) and not isinstance(one.filter, NoneOf):
        return _fits(one, negated=True)
    return "not: " + "; nor: ".join(map(_condition, value.of))


def _of_one(value: Any, who: str, article: str) -> Any:
    """A condition in which a word for several players is one for one of them or for each."""
    if value == who:
        return f"{article} {who.removeprefix('any ')}"
    if isinstance(value, tuple):
        return tuple(_of_one(item, who, article) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        inside = {
            f.name: _of_one(getattr(value, f.name), who, article) for f in fields(value) if f.name != "kind"
        }
        return replace(value, **inside)
    return value


_CONDITIONS: Final[dict[type, Callable[[Any], str]]] = {
    fx.Compare: _compare,
    fx.Fits: _fits,
    fx.ControlsMost: lambda c: (
        f"{_who(c.who)} control{_s(c.who)} the most {_np(c.filter, combat=False)} or is tied for the most"
    ),
    fx.PlayerHas: _player_has,
    fx.TurnOf: lambda c: f"it's {_possessive(c.who)} turn",
    fx.Fact: lambda c: f'{_who(c.of)} {_have(c.of)} the fact "{c.key}"',
    fx.Both: lambda c: " and ".join(map(_condition, c.of)),
    fx.SomePlayer: lambda c: _condition(_of_one(c.condition, c.who, "a" if c.who == "any player" else "an")),
    fx.EveryPlayer: lambda c: _condition(_of_one(c.condition, c.who, "each")),
    fx.Either: lambda c: ", or if ".join(map(_condition, c.of)),
    fx.Neither: _neither,
}


# --- effects ----------------------------------------------------------------------------------------------------------


def _effect(value: Effect) -> str:
    return _EFFECTS[type(value)](value)


def _keyword(value: Keyword) -> str:
    if value.name == "landwalk":
        return _landwalk(value.quality)
    if value.name == "bands with other" and value.quality is not None:
        return f"bands with other {_np(value.quality, combat=False)}"
    n = "" if value.n is None else f" {value.n}"
    return f"{value.name}{n}" if value.quality is None else f"{value.name} from {_from(value.quality)}"


def _landwalk(quality: Filter | None) -> str:
    parts = _parts(quality) if quality is not None else ()
    land = next((p.subtype for p in parts if isinstance(p, HasSubtype)), "land")
    before = [
        _one_kind(p, False, "").strip()
        for p in parts
        if not isinstance(p, HasSubtype) and p != HasType("land")
    ]
    if land == "chosen":
        return "landwalk of the chosen type"
    return " ".join([*before, land.lower() + "walk"])


_FROM: Final[dict[Filter, str]] = {
    Anything(): "everything",
    AnyOf(tuple(HasColor(c) for c in ("W", "U", "B", "R", "G"))): "each color",
    HasColor("chosen"): "the chosen color",
    ControlledBy("chosen player"): "the chosen player",
    ControlledBy("opponent"): "opponents",
    HasSubtype("chosen"): "the chosen type",
}


def _from(quality: Filter) -> str:
    if quality in _FROM:
        return _FROM[quality]
    if isinstance(quality, HasColor):
        return _COLOR.get(quality.color, quality.color)
    if isinstance(quality, HasStat):
        return f"{quality.stat} {_comparison(quality.op, quality.than)}"
    if isinstance(quality, fx.HasParity):
        return f"{quality.parity} {quality.stat}s"
    return _np(quality, combat=False, noun="")


def _verb(one: Filter, verb: str) -> str:
    return verb + ("s" if isinstance(one, Is) else "")


def _has(one: Filter) -> str:
    return "has" if isinstance(one, Is) else "have"


def _cant_block(value: fx.CantBlock) -> str:
    blockers, attackers = value.blockers, value.attackers
    if blockers == Anything():
        return f"{_np(attackers)} can't be blocked"
    if attackers == Anything() and not (isinstance(blockers, NoneOf) and not _said_before(blockers)):
        return f"{_np(blockers)} can't block"
    if isinstance(blockers, NoneOf):
        return f"{_np(attackers)} can't be blocked except by {_either(AnyOf(blockers.of))}"
    if isinstance(attackers, NoneOf):
        return f"{_np(blockers)} can block only {_either(AnyOf(attackers.of))}"
    if isinstance(attackers, Is) and not isinstance(blockers, Is):
        return f"{_np(attackers)} can't be blocked by {_either(blockers)}"
    return f"{_np(blockers)} can't block {_either(attackers)}"


def _said_before(one: NoneOf) -> bool:
    """Whether "non-", "without" or "other than" says it."""
    plain = (Is, HasKeyword, fx.HasNoAbilities, ControlledBy, HasSubtype, HasType, *_ADJECTIVES)
    return all(isinstance(option, plain) for option in one.of)


def _either(one: Filter) -> str:
    """Permanents that a verb is about: "this creature or enchanted creature"."""
    refs = isinstance(one, AnyOf) and any(isinstance(option, Is) for option in one.of)
    return _np(one).replace(" and ", " or ") if refs else _np(one)


def _company(value: fx.NeedsCompany) -> str:
    text = f"{_np(value.blockers)} can't block"
    if value.n == 1 and value.others == CREATURES:
        return f"{text} alone"
    if value.n == 1:
        return f"{text} unless a {_np(value.others, many=False)} also blocks"
    others = Anything() if value.others == CREATURES else value.others
    return f"{text} unless at least {_number(value.n)} other {_np(others)} block"


def _must_be_blocked(value: fx.MustBeBlocked) -> str:
    who = Anything() if value.blockers == CREATURES else value.blockers
    plain = (value.lo, value.hi) == (1, None)
    by = ""
    if not plain and value.hi is not None:
        by = f" by {_amount('=', Number(value.lo), _np(who, many=False), _np(who))}"
    elif not plain:
        by = f" by {_amount('>=', Number(value.lo), _np(who, many=False), _np(who))}"
    elif who != Anything():
        by = f" by {_a(_np(who, many=False))}"
    return f"{_np(value.attackers)} must be blocked{by} if able"


def _must_block_these(value: fx.MustBlockThese) -> str:
    if isinstance(value.blockers, Is):
        whom = "each attacking creature" if value.attackers == Anything() else _np(value.attackers)
        return f"{_np(value.blockers)} blocks {whom} each combat if able"
    return f"all {_np(value.blockers)} able to block {_np(value.attackers).replace(' and ', ' or ')} do so"


def _max_blocking(value: fx.MaxBlocking) -> str:
    many = f"more than {_number(value.n)} {_np(_less(value.blockers, value.each), many=value.n != 1)}"
    if value.each is not None:
        who = "each opponent" if value.each == "opponent" else _who(value.each)
        return f"{who} can't block with {many}"
    return f"no {many} can block each combat"


def _less(one: Filter, who: str | None) -> Filter:
    return all_of(*(p for p in _parts(one) if p != ControlledBy(who))) if who else one  # type: ignore[arg-type]


def _extra(value: fx.ExtraBlocks) -> str:
    text = f"{_np(value.blockers)} can block"
    if value.n is None:
        return f"{text} any number of creatures"
    if value.n == Number(1):
        return f"{text} an additional creature"
    if isinstance(value.n, Number):
        return f"{text} an additional {_number(value.n.n)} creatures"
    if isinstance(value.n, CountOf):
        return f"{text} an additional creature for each {_np(value.n.filter, many=False, combat=False)}"
    return f"{text} an additional {_quantity(value.n)} creatures"


def _price(parts: tuple[fx.PricePart, ...], who: str = "") -> str:
    """What is paid; the verbs agree with who pays."""
    said = [_price_part(part) for part in parts]
    if who in ("you", "opponent"):
        said = [
            verb.removesuffix("s") + rest
            for verb, rest in ((t.split(" ")[0], t[t.index(" ") :]) for t in said)
        ]
    return " and ".join(said)


def _price_part(part: fx.PricePart) -> str:
    if part.verb == "mana":
        return f"pays {part.mana * part.n.n if isinstance(part.n, Number) else '{X}'}"
    if part.verb == "remove":
        return f"pays {'{E}' * part.n.n if isinstance(part.n, Number) else '{E}'}"
    if part.verb == "life":
        return f"pays {_quantity(part.n)} life"
    what = part.what if part.what is not None else Anything()
    if part.verb == "counter":
        counters = _amount_paid(part.n, f"{part.counter} counter", f"{part.counter} counters")
        return f"puts {counters} on {_a(_np(what, many=False, combat=False))}"
    noun = "card" if part.verb in ("discard", "exile") else ""
    one, many = _np(what, many=False, combat=False, noun=noun), _np(what, combat=False, noun=noun)
    place = " from their graveyard" if part.verb == "exile" else ""
    noted = f" {part.text}" if part.text else ""
    return f"{part.verb}s {_amount_paid(part.n, one, many)}{place}{noted}"


def _amount_paid(n: Quantity, one: str, many: str) -> str:
    if n == Number(1):
        return one if one.startswith(("this ", "the ", "enchanted ")) else _a(one)
    return f"{_number(n.n) if isinstance(n, Number) else _quantity(n)} {many}"


def _block_cost(value: fx.BlockCost) -> str:
    if value.attackers is not None and value.payer == "defending player":
        by = "" if value.blockers in (Anything(), CREATURES) else f" by {_np(value.blockers)}"
        text = f"{_np(value.attackers)} can't be blocked{by}"
    else:
        text = f"{_np(value.blockers)} can't block" + (
            "" if value.attackers is None else f" {_np(value.attackers)}"
        )
    price = _price(value.price, value.payer)
    each = (
        f" for each {_np(value.times.filter, many=False, combat=False)}"
        if isinstance(value.times, CountOf)
        else ""
    )
    if isinstance(value.times, PlayerNumber):
        each = f" for each {_cards(value.times, False)} in {_possessive(value.times.who)} {value.times.what}"
    if isinstance(value.times, fx.CountersOn):
        each = f" for each {(value.times.counter + ' counter').strip()} on {_REF[value.times.on]}"
    if value.each == "pair" and value.payer == "defending player":
        each = " for each creature they control that's blocking it"
    counted = [part.n for part in value.price if part.verb == "mana" and not isinstance(part.n, Number)]
    where = f", where X is {_quantity(counted[0])}" if counted else ""
    return f"{text} unless {_who(value.payer)} {price}{each}{where}"


def _as_though(value: fx.AsThough) -> str:
    text = f"{_np(value.blockers)} can block"
    if value.untapped:
        return f"{text} as though they were untapped"
    if value.has is not None:
        return f"{text} {_np(value.attackers)} as though they had {value.has}"
    return f"{text} {_np(value.attackers)} as though they didn't have {value.lacks}"


def _chooses(value: fx.ChoosesBlocks) -> str:
    who = f"{_who(value.who)} choose{_s(value.who)}"
    if value.which:
        return f"{who} which {_np(value.blockers, combat=False)} block" + (
            " and how those creatures block" if value.how else ""
        )
    return f"{who} how {'each creature blocks' if value.blockers == CREATURES else _np(value.blockers, combat=False) + ' block'}"


def _grant(value: fx.Grant) -> str:
    said = [_keyword(a) if isinstance(a, Keyword) else f'"{_capital(_effect(a))}"' for a in value.abilities]
    return f"{_np(value.to, combat=False)} {_verb(value.to, 'gain')} {_list(said, 'and')}"


def _lose(value: fx.Lose) -> str:
    text = f"{_np(value.which, combat=False)} {'loses' if isinstance(value.which, Is) else 'lose'} "
    text += _list(list(value.keywords), "and") if value.keywords else "all abilities"
    return text + (f" and can't have or gain {_list(list(value.keywords), 'or')}" if value.for_good else "")


def _changes(value: fx.Changes) -> str:
    said: list[str] = []
    rest = list(value.what)
    if rest[:2] == ["power", "toughness"]:
        said, rest = ["changed power and toughness"], rest[2:]
    said += [f"changed {'controller' if what == 'control' else what}" for what in rest]
    return f"{_np(value.of, combat=False)} {_has(value.of)} " + " and ".join(
        f"{'has ' if n and isinstance(value.of, Is) else 'have ' if n else ''}{one}"
        for n, one in enumerate(said)
    )


def _while(value: fx.While) -> str:
    effect = value.effect
    said = f"this creature has {_keyword(effect)}" if isinstance(effect, Keyword) else _effect(effect)
    if isinstance(value.condition, fx.Neither) and len(value.condition.of) == 1:
        return f"{said} unless {_condition(value.condition.of[0])}"
    return f"as long as {_condition(value.condition)}, {said}"


# --- mana abilities ---------------------------------------------------------------------------------------------------


def _mana(value: fx.Mana) -> str:
    """What is added: "{G}", "{B} or {G}", "two mana in any combination of {R} and/or {G}", "{G} for each Elf you control"."""
    words = [f"{{{'}{'.join(word)}}}" for word in value.choices]
    match value.of:
        case "chosen":
            words.append("one mana of the chosen color")
        case "among":
            words.append(f"one mana of any color among {_np(value.which, combat=False)}")
        case "could produce":
            kind = "color" if value.colors_only else "type"
            words.append(
                f"one mana of any {kind} that {_a(_np(value.which, many=False, combat=False))} could produce"
            )
        case "identity":
            words.append("one mana of any color in your commander's color identity")
        case "produced":
            words.append("one mana of any type that permanent produced")
        case _:
            pass
    if value.anew:
        return f"{_how_many(value.n)} mana in any combination of {' and/or '.join(words)}"
    text = _list(words, "or")
    return text if value.n == Number(1) else f"an amount of {text} equal to {_quantity(value.n)}"


def _how_many(n: Quantity) -> str:
    return _number(n.n) if isinstance(n, Number) else f"X, where X is {_quantity(n)},"


def _mana_ability(value: fx.ManaAbility) -> str:
    symbols = [symbol for symbol, asked in (("{T}", value.taps), ("{Q}", value.untaps)) if asked]
    cost = [*symbols, *map(_activation_part, value.cost)]
    text = f"{', '.join(cost) or '{0}'}: Add {' and '.join(map(_mana, value.adds))}"
    if value.damage:
        text += f". This permanent deals {value.damage} damage to you"
    if value.restricted:
        text += ". Spend this mana only on something else"
    if value.more:
        text += ". You gain life or cards"
    return text + (". Activate only once each turn" if value.once else "")


def _activation_part(part: fx.PricePart) -> str:
    match part.verb:
        case "mana":
            return part.mana
        case "life":
            return f"Pay {_quantity(part.n)} life"
        case "remove" | "counter":
            verb, place = ("Remove", "from") if part.verb == "remove" else ("Put", "on")
            whose = "this permanent" if part.what is not None else "yourself"
            return f"{verb} {_quantity(part.n)} {part.counter} counters {place} {whose}"
        case _ if part.what == fx.THIS:
            return f"{part.verb.capitalize()} this permanent"
        case verb:
            what = part.what or Anything()
            noun = "card" if verb in ("discard", "exile") else ""
            return f"{verb.capitalize()} {_quantity(part.n)} {_np(what, combat=False, noun=noun)}"


def _mana_trigger(value: fx.ManaTrigger) -> str:
    tapped = _tapping(value.by, value.of)
    adds = " and ".join(map(_mana, value.adds))
    gets = "you add" if value.who == "you" else f"{_who(value.who)} adds"
    return f"whenever {tapped} for {f'{{{value.color}}}' if value.color else 'mana'}, {gets} {adds}"


def _tapping(who: str, what: Filter) -> str:
    return f"{_who(who)} {'tap' if who == 'you' else 'taps'} {_a(_np(what, many=False, combat=False))}"


def _mana_change(value: fx.ManaChange) -> str:
    tapped = _tapping(value.by, value.of)
    more = "two or more mana" if value.least > 1 else "mana"
    made = f"{_number(value.times)} times as much of that mana instead"
    if value.instead:
        both = "type and amount" if value.amount_too else "type"
        made = f"{{{value.instead}}} instead of any other {both}"
    return f"if {tapped} for {more}, it produces {made}"


def _mana_tax(value: fx.ManaTax) -> str:
    return f"activated abilities of {_np(value.of, combat=False)} cost {value.mana} more to activate"


# --- triggered abilities ----------------------------------------------------------------------------------------------


def _trigger(value: fx.Trigger) -> str:
    """What a triggered ability waits for; what it does stands in its own words, if anywhere."""
    if value.text:
        return value.text.rstrip(".")
    events = " or ".join(map(_event, value.awaited)) or "something happens"
    condition = f" if {_condition(value.condition)}," if value.condition is not None else ""
    limit = "" if value.limit is None else f". This ability triggers only {_times(value.limit)} each turn"
    once = ". Do this only once each turn" if value.does_once else ""
    first = " for the first time each turn" if value.first_time else ""
    return f"whenever {events}{first},{condition} this ability triggers{limit}{once}"


def _times(n: int) -> str:
    return {1: "once", 2: "twice"}.get(n) or f"{_number(n)} times"


def _event(value: fx.Awaited) -> str:
    """One event: "this creature becomes blocked by a creature with flying"."""
    combat = "block" in value.verb
    many = value.together > 0 and value.verb not in _PLAYERS_DO
    if value.verb in _PLAYERS_DO:
        cards = "one or more cards" if value.together else "a card"
        return f"{_a_player(value.player)} {_PLAYERS_DO[value.verb].format(_s(value.player or ''), cards)}"
    who = _np(value.who, many=many, combat=combat)
    subject = f"{_number(value.together)} or more {who}" if many else _one(value.who, who)
    return (
        _OTHER_EVENTS[value.verb](value, subject)
        if value.verb in _OTHER_EVENTS
        else _block(value, subject, many)
    )


_PLAYERS_DO: Final = {
    "discards": "discard{0} {1}",
    "loses life": "lose{0} life",
    "card leaves graveyard": "see{0} {1} leave their graveyard",
}
_OTHER_EVENTS: Final[dict[str, Callable[[fx.Awaited, str], str]]] = {
    "is sacrificed": lambda one, what: f"{_a_player(one.player)} sacrifice{_s(one.player or '')} {what}",
    "is tapped for mana": lambda one, what: (
        f"{_a_player(one.player)} tap{_s(one.player or '')} {what} for mana"
    ),
    "gets a counter": lambda one, what: f"{_counters_of(one)} put on {what}",
    "loses a counter": lambda one, what: f"{_counters_of(one)} removed from {what}",
}
_BLOCK_VERBS: Final = {
    "blocks": ("blocks", "block"),
    "becomes blocked": ("becomes blocked", "become blocked"),
    "isn't blocked": ("attacks and isn't blocked", "attack and aren't blocked"),
    "dies": ("dies", "die"),
    "leaves": ("leaves the battlefield", "leave the battlefield"),
    "becomes tapped": ("becomes tapped", "become tapped"),
}


def _block(value: fx.Awaited, subject: str, many: bool) -> str:
    said = f"{subject} {_BLOCK_VERBS[value.verb][many]}{' alone' if value.alone else ''}"
    if value.other is None:
        return said
    by = " by" if value.verb == "becomes blocked" else ""
    single = _np(value.other, many=False)
    if not value.least and value.most is None:
        return f"{said}{by} {_one(value.other, single)}"
    if value.most == value.least:
        return f"{said}{by} {_amount('=', Number(value.least), single, _np(value.other))}"
    upto = "" if value.most is None else f" and at most {_number(value.most)}"
    return f"{said}{by} {_number(value.least)} or more{upto} {_np(value.other)}"


def _one(one: Filter, said: str) -> str:
    return said if isinstance(one, Is) else _a(said)


def _a_player(who: str | None) -> str:
    return {"opponent": "an opponent", "any player": "a player", None: "a player"}.get(who) or _who(who or "")


def _counters_of(one: fx.Awaited) -> str:
    kind = f"{one.counter} counter" if one.counter else "counter"
    return f"one or more {kind}s are" if one.together else f"{_a(kind)} is"


def _triggers_again(value: fx.TriggersAgain) -> str:
    whose = _one(value.of, _np(value.of, many=False, combat=False))
    n = "an additional time" if value.n == 1 else f"{_number(value.n)} additional times"
    if value.cause is None:
        return f"if a triggered ability of {whose} triggers, that ability triggers {n}"
    cause = _one(value.cause.who, _np(value.cause.who, many=False, combat=False))
    does = {"dies": "dying", "leaves": "leaving the battlefield"}.get(value.cause.verb, value.cause.verb)
    return f"if {cause} {does} causes a triggered ability of {whose} to trigger, that ability triggers {n}"


_EFFECTS: Final[dict[type, Callable[[Any], str]]] = {
    Keyword: _keyword,
    fx.Grant: _grant,
    fx.Lose: _lose,
    fx.CantBlock: _cant_block,
    fx.MinBlockers: lambda e: (
        f"{_np(e.attackers)} can't be blocked except by {_number(e.n)} or more creatures"
    ),
    fx.MaxBlockers: lambda e: (
        f"{_np(e.attackers)} can't be blocked by more than {_number(e.n)} creature{'' if e.n == 1 else 's'}"
    ),
    fx.AllOrNone: lambda e: (
        f"{_np(e.attackers)} can't be blocked unless all "
        f"{_np(all_of(Anything() if e.blockers == CREATURES else e.blockers, ControlledBy('defending player')))} block it"
    ),
    fx.MaxBlocking: _max_blocking,
    fx.NeedsCompany: _company,
    fx.ExtraBlocks: _extra,
    fx.MustBlock: lambda e: f"{_np(e.blockers)} {_verb(e.blockers, 'block')} each combat if able",
    fx.MustBlockThese: _must_block_these,
    fx.MustBeBlocked: _must_be_blocked,
    fx.BlockCost: _block_cost,
    fx.AsThough: _as_though,
    fx.ChoosesBlocks: _chooses,
    fx.NoDeclaration: lambda _e: (
        "this turn, instead of declaring blockers, creatures are put into piles that are assigned to attackers at random"
    ),
    fx.Changes: _changes,
    fx.NoActivation: lambda e: (
        f"activated abilities {f'with {e.with_cost} in their costs ' if e.with_cost else ''}"
        f"of {_np(e.of, combat=False)} can't be activated"
        + ("" if e.mana_too else " unless they're mana abilities")
    ),
    fx.ManaAbility: _mana_ability,
    fx.ManaTrigger: _mana_trigger,
    fx.ManaChange: _mana_change,
    fx.ManaTax: _mana_tax,
    fx.Trigger: _trigger,
    fx.TriggersAgain: _triggers_again,
    fx.While: _while,
}
