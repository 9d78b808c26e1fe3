"""Trigger conditions in rules text: the triggered abilities that wait for blocks (509.3), and those that a payment can set off.

The words after the verb decide which paragraph of 509.3 an ability falls under, so they are read in plain code; whom they speak of, and
conditions, are read by the clause grammar, put into a sentence about blocking.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from blockcheck import effects as fx
from blockcheck.effects import Awaited, Trigger, TriggersAgain, Verb
from blockcheck.reading import read_text
from blockcheck.reading.paragraphs import Sentence, masked, sentences
from blockcheck.reading.words import MASK, NUMBERS
from blockcheck.values import dataclass


@lru_cache(maxsize=20_000)
def trigger_clauses(
    text: str, *, name: str | None = None, type_line: str = "", resolved: bool = False
) -> tuple[fx.Clause, ...]:
    """The triggered abilities of a text that wait for blocks or for what a payment does, and the grants of such abilities.

    Args:
        text: the text of a permanent, or of an effect that lasts.
        name: the permanent's own name, which the text may use for itself.
        type_line: tells legends from others.
        resolved: the text is what a spell or an ability left in force: delayed triggers (603.7).

    Returns:
        Static clauses whose effects are ``Trigger`` values or grants of them, so that they are had, granted and lost as
        every ability is.
    """
    if not _WORTH_READING.search(text):
        return ()
    clear = masked(text, name, type_line)
    found: dict[int, fx.Clause] = {}
    for sentence in sentences(clear, type_line, resolved):
        if sentence.cls in ("reminder", "keyword"):
            continue
        said = _plain(clear[sentence.start : sentence.end])
        if sentence.ability in found and (limited := _limited(said, found[sentence.ability])):
            found[sentence.ability] = limited
            continue
        whole = text[sentence.start : sentence.end].strip()
        effects = _effects(said, whole, _plain(clear[sentence.body : sentence.end]), sentence, resolved)
        if effects:
            key = sentence.ability if sentence.ability not in found else sentence.start
            found[key] = fx.Clause(whole, (sentence.start, sentence.end), "static", effects)
    return tuple(found.values())


_WORTH_READING: Final = re.compile(
    r"\bwhen(?:ever)?\b[^.]*\b(?:block|sacrific|dies\b|graveyard\b|exile\b|leaves the|becomes tapped|for mana|mana ability"
    r"|discard|life\b|counters?\b)|\badditional times?\b",
    re.IGNORECASE | re.DOTALL,
)
_REMINDER: Final = re.compile(r"\([^()]*\)|</?i>")


def _plain(text: str) -> str:
    return " ".join(_REMINDER.sub("", text.replace(MASK, "")).split())


def _effects(said: str, whole: str, body: str, sentence: Sentence, resolved: bool) -> tuple[fx.Effect, ...]:
    """What a sentence says of abilities that trigger, held to the level or the counters that it needs."""
    effects = _own(said, whole, sentence, resolved) or _granted(body, sentence) or _again(body, sentence)
    gate = sentence.gate
    return effects if gate is None else tuple(fx.While(gate, effect) for effect in effects)


def triggers_among(effects: Iterable[object]) -> Iterator[Trigger]:
    """The triggers that stand among effects."""
    return (effect for effect in effects if isinstance(effect, Trigger))


# --- how often ------------------------------------------------------------------------------------------------------------

_LIMIT: Final = re.compile(
    r"^This ability triggers only (?P<n>once|twice|\w+ times) each turn\b", re.IGNORECASE
)
_DOES_ONCE: Final = re.compile(r"^Do this only once each turn\b", re.IGNORECASE)


def _limited(said: str, clause: fx.Clause) -> fx.Clause | None:
    """The ability with the limit that a sentence after it sets; None where the sentence sets none (603.2h-i)."""
    changes = _limits(said)
    if not changes:
        return None
    return replace(clause, effects=tuple(_with(effect, changes) for effect in clause.effects))


def _limits(said: str) -> dict[str, int | bool]:
    if _DOES_ONCE.match(said):
        return {"does_once": True}
    found = _LIMIT.match(said)
    if found is None:
        return {}
    word = found["n"].lower().removesuffix(" times")
    n = {"once": 1, "twice": 2}.get(word) or NUMBERS.get(word)
    return {} if n is None else {"limit": n}


def _with(effect: fx.Effect, changes: dict[str, int | bool]) -> fx.Effect:
    if isinstance(effect, fx.While):
        return replace(effect, effect=_with(effect.effect, changes))
    return replace(effect, **changes) if isinstance(effect, Trigger) else effect  # type: ignore[arg-type]


# --- the ability itself ---------------------------------------------------------------------------------------------------

_HEAD: Final = re.compile(
    r"(?:^|(?<=[—\-,.:|•*] )|(?<=^Until end of turn, )|(?<=^This turn, ))(?:When|Whenever) (?P<rest>.+)$",
    re.IGNORECASE,
)
_LASTS: Final = re.compile(
    r"^(?:Until end of turn|This turn|Until your next turn|Until end of combat|This combat),", re.IGNORECASE
)
_BEFORE: Final = re.compile(
    r"^(?:[^.,:]*? ?(?:—|--|-|•|\||\*) |(?:Until|This|During) [^.,:]*, )+$", re.IGNORECASE
)
"""What may stand before "when": an ability word, a bullet, how long it lasts."""
_DURING: Final = re.compile(r"^During (?P<whose>your|each opponent's|an opponent's) turns?, $", re.IGNORECASE)
_DURATION: Final = re.compile(r" (?:this turn|this combat|each turn|each combat)$", re.IGNORECASE)
_FIRST_TIME: Final = re.compile(r" for the first time (?:each|this) turn$", re.IGNORECASE)
_GOES_ON: Final = re.compile(
    r"\s*(?:(?:or|and/or|and)\b|non|(?:enters|attacks|blocks|dies|becomes|leaves|isn't)\b|[\w~' -]+, (?:or|and/or)\b)"
)


def _own(said: str, whole: str, sentence: Sentence, resolved: bool) -> tuple[fx.Effect, ...]:
    """The ability that a sentence is, if it is a triggered one in force and waits for something that is told here."""
    if not resolved and (sentence.start != sentence.ability or sentence.cls not in ("triggered", "static")):
        return ()
    head = _HEAD.search(_without_quotes(said))
    if head is None:
        return ()
    before = said[: head.start()]
    if before and not resolved and not _BEFORE.match(before):
        return ()  # a delayed trigger that another ability sets up
    event, condition = _heading(said[head.start("rest") :])
    trigger = _trigger(event, condition, whole)
    if trigger is None:
        return ()
    lasts = _LASTS.match(said) or _DURATION.search(event)
    return (_in_whose_turn(before, replace(trigger, once=resolved and not lasts)),)


def _in_whose_turn(before: str, trigger: Trigger) -> fx.Effect:
    """The ability, had only in somebody's turns where the text begins so."""
    during = _DURING.match(before)
    if during is None:
        return trigger
    return fx.While(fx.TurnOf("you" if during["whose"].lower() == "your" else "opponent"), trigger)


def _without_quotes(text: str) -> str:
    return re.sub(r'"[^"]*"?', lambda found: '"' + "_" * (len(found.group()) - 2) + '"', text)


def _heading(rest: str) -> tuple[str, str]:
    """The event and the intervening "if" of a trigger (603.4), cut at the commas that end them."""
    end = _comma(rest)
    event, after = rest[:end], rest[end + 1 :].lstrip()
    if after[:3].lower() == "if " and (stop := after.find(",")) > 0:
        return event, after[3:stop]
    return event, ""


def _comma(text: str) -> int:
    for found in re.finditer(",", text):
        if not _GOES_ON.match(text, found.end()):
            return found.start()
    return len(text.rstrip("."))


def _trigger(event: str, condition: str, whole: str) -> Trigger | None:
    first = _FIRST_TIME.search(event)
    bare = _DURATION.sub("", _FIRST_TIME.sub("", event))
    bare, _, while_ = bare.partition(" while ")
    told = while_ or condition
    try:
        awaited = tuple(_awaited(bare))
    except _Unread:
        return Trigger((), whole, unread="blocks" if _OF_BLOCKS.search(event) else "payment")
    if not awaited or _ADDS_MANA.search(whole):
        return None
    return Trigger(awaited, whole, read_condition(told) if told else None, told, first_time=bool(first))


_ADDS_MANA: Final = re.compile(r"\bfor mana, [^.]*\badds? ", re.IGNORECASE)
"""A triggered mana ability: it is done at once and does not go on the stack (605.4a)."""
_OF_BLOCKS: Final = re.compile(r"\bblocks?\b|\b(?:becomes?|isn't|aren't) blocked\b", re.IGNORECASE)


def read_condition(text: str) -> fx.Condition | None:
    """A condition, read as that of a sentence about blocking; None where it is not understood."""
    effect = _only_effect(f"As long as {text}, creatures can't block.")
    return effect.condition if isinstance(effect, fx.While) else None


def _only_effect(sentence: str) -> fx.Effect | None:
    """What a sentence says, if it is wholly understood and says one thing."""
    clauses = read_text(sentence)
    if len(clauses) != 1 or clauses[0].unread is not None or len(clauses[0].effects) != 1:
        return None
    return clauses[0].effects[0]


# --- granted abilities ----------------------------------------------------------------------------------------------------

_QUOTE: Final = re.compile(r'"([^"]*)"')
_STANDS_IN: Final = fx.Keyword("banding")
"""A keyword that stands in for a quoted ability while the sentence that grants it is read."""


def _granted(said: str, sentence: Sentence) -> tuple[fx.Effect, ...]:
    """Grants of quoted abilities that wait for blocks: "Equipped creature has "Whenever this creature blocks, …""."""
    if sentence.cls != "static":
        return ()
    given = tuple(one for quote in _QUOTE.findall(said) if (one := _quoted(quote)) is not None)
    if not given:
        return ()
    effects = [effect for clause in read_text(_QUOTE.sub(_STANDS_IN.name, said)) for effect in clause.effects]
    grants = tuple(again for effect in effects if (again := _regranted(effect, given)))
    return grants or (Trigger((), said, unread="blocks"),)


def _quoted(quote: str) -> fx.Effect | None:
    head = _HEAD.search(quote)
    if head is None:
        return _triggers_again(quote)
    trigger = _trigger(*_heading(head["rest"]), quote)
    if trigger is None:
        return None
    for said in re.split(r"(?<=\.) ", quote)[1:]:
        trigger = replace(trigger, **_limits(said))  # type: ignore[arg-type]
    return trigger


def _regranted(effect: fx.Effect, triggers: tuple[fx.Effect, ...]) -> fx.Effect | None:
    """The grant of the keyword that stood in, with the triggers in its place."""
    if isinstance(effect, fx.While):
        inner = _regranted(effect.effect, triggers)
        return None if inner is None else replace(effect, effect=inner)
    if isinstance(effect, fx.Grant) and _STANDS_IN in effect.abilities:
        return replace(effect, abilities=triggers)
    return None


# --- additional times (603.2d) -----------------------------------------------------------------------------------------------

_AGAIN: Final = re.compile(
    r"^If (?:(?P<cause>.+?) causes? )?an? (?:triggered )?ability of (?P<of>.+?) (?:to trigger|triggers), "
    r"(?:it|that ability) triggers (?P<n>an|two|three) additional times?\.?$",
    re.IGNORECASE,
)
_ANY_AGAIN: Final = re.compile(r"\btriggers? \w+ additional times?\b", re.IGNORECASE)
_CAUSE: Final = re.compile(r"^(?P<who>.+?) (?P<verb>dying|leaving the battlefield)$", re.IGNORECASE)
_OTHER_CAUSE: Final = re.compile(
    r"\b(?:entering|attacking|casting|copying|dealing|being dealt|drawing)\b", re.IGNORECASE
)
"""Causes that are none of what is told here: whoever attacks has done so before blockers are declared."""


def _again(said: str, sentence: Sentence) -> tuple[fx.Effect, ...]:
    if sentence.cls not in ("static", "replacement", "unrelated", "unread"):
        return ()
    effect = _triggers_again(said)
    return () if effect is None else (effect,)


def _triggers_again(said: str) -> fx.Effect | None:
    """What makes abilities trigger additional times; None where it says no such thing, or only of causes that are not told here."""
    if not _ANY_AGAIN.search(said):
        return None
    found = _AGAIN.match(said)
    try:
        if found is None:
            raise _Unread
        cause = _cause(found["cause"])
        of = fx.THIS if _EMBLEM.search(found["of"]) else _permanent(found["of"])
    except _OfOthers:
        return None
    except _Unread:
        return Trigger((), said, unread="blocks")
    return TriggersAgain(of, cause, 1 if found["n"].lower() == "an" else NUMBERS[found["n"].lower()])


_EMBLEM: Final = re.compile(r"^this \w+ or an emblem you own$", re.IGNORECASE)


class _OfOthers(Exception):
    """A cause that has nothing to do with blocks or payments."""


def _cause(text: str | None) -> Awaited | None:
    if text is None:
        return None
    found = _CAUSE.match(text)
    if found is None:
        raise _OfOthers if _OTHER_CAUSE.search(text) else _Unread
    who = re.sub(r"^.*\bentering or ", "", found["who"]) if " entering or" in found["who"] else found["who"]
    verb: Verb = "dies" if found["verb"].lower() == "dying" else "leaves"
    return Awaited(verb, _permanent(re.sub(r" entering(?: the battlefield)? or$", "", who)))


# --- the event ------------------------------------------------------------------------------------------------------------


class _Unread(Exception):
    """Words that are not understood here."""


_VERBS: Final = (
    r"blocks? or becomes? blocked|becomes? blocked"
    r"|attacks?(?: (?P<whom>you|a player|an opponent|one of your opponents))? and (?:isn't|aren't) blocked"
    r"|attacks?|blocks?|dies|die|enters?(?: the battlefield)?|leaves? the battlefield|becomes? tapped|becomes? the target"
    r"|(?:is|are) put into (?:a|your|an opponent's) graveyard from the battlefield|(?:is|are) tapped for mana"
)
_SUBJECT: Final = re.compile(rf"^(?P<who>.+?) (?P<verbs>(?:{_VERBS})\b.*)$", re.IGNORECASE)
_PLAYER_DOES: Final = re.compile(
    r"^(?P<who>you|an opponent|a player|each player|defending player|another player) "
    r"(?P<verb>sacrifices?|discards?|loses? life|lose life|pays? life|taps?)(?: (?P<what>.+))?$",
    re.IGNORECASE,
)
_COUNTERS: Final = re.compile(
    r"^(?:(?P<who>you) (?P<does>put|remove) )?(?P<many>one or more|an?|another|the last) (?:(?P<counter>\S+(?: \w+)?) )?counters?"
    r"(?: (?:is|are) (?P<done>put|placed|removed))? (?:on|from) (?P<which>.+)$",
    re.IGNORECASE,
)
_FROM_GRAVEYARD: Final = re.compile(
    r"^(?P<many>one or more cards|a card) leaves? (?P<whose>your|an opponent's|a) graveyard$", re.IGNORECASE
)
_OF_PAYMENT: Final = re.compile(
    r"\b(?:sacrific\w+|discard\w*|los(?:e|es) life|pays? life|becomes? tapped|for mana|dies?"
    r"|put into (?:a|your|an opponent's|their|exile)\b|leaves? (?:a|your|an opponent's) graveyard|leaves? the battlefield"
    r"|counters? (?:is|are) (?:put|placed|removed)|(?:put|remove) (?:\S+ ){1,4}counters?|activates? a mana ability)\b",
    re.IGNORECASE,
)
_PLAYERS: Final[dict[str, fx.Who]] = {
    "you": "you",
    "an opponent": "opponent",
    "defending player": "defending player",
    "a player": "any player",
    "each player": "any player",
}
_ONE_VERB: Final = re.compile(rf"^(?P<verb>{_VERBS})(?:(?P<by> by)? (?P<rest>.+))?$", re.IGNORECASE)
_NEXT_VERB: Final = re.compile(
    rf"(?:, or |,? or |, )(?=(?:{_VERBS})\b)".replace("(?P<whom>", "(?:"), re.IGNORECASE
)


def _awaited(event: str) -> Iterator[Awaited]:
    """Everything a trigger condition waits for that is told here; nothing for events of other kinds."""
    if (found := _PLAYER_DOES.match(event)) is not None:
        yield from _deeds(found)
        return
    if (found := _COUNTERS.match(event)) is not None:
        yield _of_counters(found)
        return
    if (found := _FROM_GRAVEYARD.match(event)) is not None:
        together = 1 if found["many"].startswith("one") else 0
        yield Awaited("card leaves graveyard", together=together, player=_OWNERS[found["whose"].lower()])
        return
    subject = _SUBJECT.match(event)
    if subject is None:
        told = r"\bblocks?\b|\bblocked\b"
        if re.search(told, event) and not re.match(r"(?:you|an opponent|a player)\b", event):
            raise _Unread
        if _OF_PAYMENT.search(event):
            raise _Unread
        return
    verbs = _split(subject["verbs"])
    if not any(_TOLD.match(verb) for verb in verbs):
        return
    for verb in verbs:
        if _TOLD.match(verb):
            yield from _event(subject["who"], verb)


_TOLD: Final = re.compile(
    r"(?:blocks?\b|becomes? (?:blocked|tapped)\b|attacks?\b.* (?:isn't|aren't) blocked|dies?\b|leaves?\b|(?:is|are) (?:put|tapped)\b)",
    re.IGNORECASE,
)


def _split(verbs: str) -> list[str]:
    """The verbs of a list, "enters, attacks, or blocks"; "blocks or becomes blocked" stays together."""
    kept = verbs.replace("blocks or becomes blocked", "blocks_or_becomes blocked")
    kept = kept.replace("block or become blocked", "blocks_or_becomes blocked")
    return [part.replace("blocks_or_becomes", "blocks or becomes") for part in _NEXT_VERB.split(kept)]


def _event(who: str, said: str) -> Iterator[Awaited]:
    found = _ONE_VERB.match(said)
    if found is None:
        raise _Unread
    verb, rest = found["verb"].lower(), found["rest"]
    together, subject = _who(who, any_permanent="block" not in verb)
    if "block" not in verb:
        yield Awaited(_other_verb(verb), subject, together=together)
    elif verb.startswith("attack"):
        yield Awaited("isn't blocked", _attacking(subject, found["whom"]), together=together)
    else:
        alone = rest == "alone"
        limits = _Others() if rest is None or alone else _others(rest)
        for one in ("blocks", "becomes blocked") if " or " in verb else (verb,):
            role: fx.Ref = "blocker" if one.startswith("block") else "attacker"
            yield Awaited(
                "blocks" if role == "blocker" else "becomes blocked",
                subject,
                None if limits.other is None else _toward(limits.other, role),
                limits.least,
                limits.most,
                together,
                alone,
            )


def _other_verb(said: str) -> Verb:
    if said.endswith("for mana"):
        return "is tapped for mana"
    return "leaves" if said.startswith("leave") else "becomes tapped" if said.startswith("become") else "dies"


def _attacking(subject: fx.Filter, whom: str | None) -> fx.Filter:
    if whom is None:
        return subject
    player: fx.Who = {"you": "you", "a player": "any player"}.get(whom, "opponent")  # type: ignore[assignment]
    return fx.AllOf((subject, fx.Attacks(player)))


_TOGETHER: Final = re.compile(r"^(?P<n>one|two|three|four|five) or more (?P<which>.+)$", re.IGNORECASE)


def _who(text: str, *, any_permanent: bool = False) -> tuple[int, fx.Filter]:
    """The subject of a trigger: how many have to do it together (0: each for itself), and which."""
    found = _TOGETHER.match(text)
    which = _permanent if any_permanent else _which
    if found is not None:
        return NUMBERS[found["n"].lower()], which(found["which"])
    if text == "~" or _NAME.match(text):
        return 0, fx.THIS
    if text.startswith("~ or ") and not text.endswith((" equipped creature", " enchanted creature")):
        return 0, fx.AnyOf((fx.THIS, which(text.removeprefix("~ or "))))
    return 0, which(text)


_NAME: Final = re.compile(
    r"^(?!(?:An?|Another|Each|The|Target|Enchanted|Equipped) )(?:[A-Z][\w'-]*|~(?= (?:of|the) ))(?:,? (?:(?:of|the|and) )*[A-Z][\w'-]*)*$"
)
"""A name alone is the object's own: that of its other face, as every name of its own is masked."""


@dataclass(frozen=True, slots=True)
class _Others:
    """The other end of a block: which creatures, and how many of them at once."""

    other: fx.Filter | None = None
    least: int = 0
    most: int | None = None


_AT_LEAST: Final = re.compile(
    r"^(?:at least )?(?P<n>\w+) or more (?P<which>.+)$|^at least (?P<m>\w+) (?P<whom>.+)$", re.IGNORECASE
)
_EXACTLY: Final = re.compile(
    r"^(?:exactly )?(?P<n>one|two|three|four|five|six) (?P<which>.+)$", re.IGNORECASE
)


def _others(text: str) -> _Others:
    if found := _AT_LEAST.match(text):
        n = NUMBERS.get((found["n"] or found["m"]).lower())
        if n is None:
            raise _Unread
        return _Others(_which(found["which"] or found["whom"]), n)
    if found := _EXACTLY.match(text):
        n = NUMBERS[found["n"].lower()]
        return _Others(_which(f"a {found['which']}" if n == 1 else found["which"]), n, n)
    return _Others(_which(text))


def _toward(one: fx.Filter, role: fx.Ref) -> fx.Filter:
    """A comparison with the creature at the other end: "a creature with lesser power"."""
    match one:
        case fx.HasStat(than=fx.StatOf(stat=stat, of="subject")):
            return replace(one, than=fx.StatOf(stat, role))
        case fx.AllOf(of=parts):
            return replace(one, of=tuple(_toward(part, role) for part in parts))
        case fx.NoneOf(of=parts):
            return replace(one, of=tuple(_toward(part, role) for part in parts))
        case _:
            return one


_DEED_VERBS: Final[dict[str, Verb]] = {
    "s": "is sacrificed",
    "d": "discards",
    "l": "loses life",
    "p": "loses life",
    "t": "is tapped for mana",
}
_OWNERS: Final[dict[str, fx.Who]] = {"your": "you", "an opponent's": "opponent", "a": "any player"}


def _of_counters(found: re.Match[str]) -> Awaited:
    """Counters that are put on or removed from something: one by one, or several as one event."""
    action = (found["done"] or found["does"] or "").lower()
    counter = (found["counter"] or "").lower()
    if not action or found["many"].lower() in ("another", "the last"):
        raise _Unread
    _, which = _who(found["which"], any_permanent=True)
    together = 1 if found["many"].lower() == "one or more" else 0
    player: fx.Who | None = "you" if found["who"] else None
    verb: Verb = "loses a counter" if action.startswith("remove") else "gets a counter"
    return Awaited(verb, which, together=together, player=player, counter=counter)


def _deeds(found: re.Match[str]) -> Iterator[Awaited]:
    """What a player does: "you sacrifice another permanent", "an opponent discards a card"."""
    verb = _DEED_VERBS[found["verb"][0].lower()]
    player = _PLAYERS.get(found["who"].lower())
    what = found["what"]
    if player is None:
        raise _Unread
    if verb == "is tapped for mana":
        if not what or not what.endswith(" for mana"):
            raise _Unread
        yield Awaited(verb, _permanent(what.removesuffix(" for mana")), player=player)
        return
    if verb != "is sacrificed":
        together = 1 if what and what.startswith("one or more") else 0
        if what and what not in ("a card", "one or more cards"):
            raise _Unread
        yield Awaited(verb, player=player, together=together)
        return
    together, which = _who(what or "a permanent", any_permanent=True)
    yield Awaited(verb, which, together=together, player=player)


# --- whom it speaks of -----------------------------------------------------------------------------------------------------

_STATUS_FIRST: Final = re.compile(
    r"\b(?P<a>[Aa]n?|[Aa]nother|[Oo]ther) (?P<status>equipped|enchanted) (?P<noun>creatures?|permanents?)"
)
_ONE_OF_THEM: Final = re.compile(r"^(?:an?|another)\b", re.IGNORECASE)
"""What is said of each where a sentence speaks of whichever one does something."""
_HAS_BEEN: Final = re.compile(r"that (?P<fact>(?:has|was|had|have|were)\b[^,]*)$")


@lru_cache(maxsize=5_000)
def _which(phrase: str) -> fx.Filter:
    """Which creatures a noun phrase means, where only creatures are in question: read as the subject of "… can't block"."""
    effect = _read(phrase, "can't block")
    if not isinstance(effect, fx.CantBlock):
        raise _Unread
    return effect.blockers


@lru_cache(maxsize=5_000)
def _permanent(phrase: str) -> fx.Filter:
    """Which permanents a noun phrase means: read as the subject of "… has banding"."""
    effect = _read(phrase, f"has {_STANDS_IN.name}")
    if effect == _STANDS_IN:
        return fx.THIS
    if not isinstance(effect, fx.Grant):
        raise _Unread
    return effect.to


def _read(phrase: str, predicate: str) -> fx.Effect:
    said = _STATUS_FIRST.sub(r"\g<a> \g<noun> that is \g<status>", phrase.strip().rstrip("."))
    said = said.replace(", non", " non")
    said = _ONE_OF_THEM.sub(lambda one: "each other" if "other" in one[0].lower() else "each", said)
    if found := _HAS_BEEN.search(said):
        said = f'{said[: found.start()]}with the fact "{"_".join(found["fact"].lower().split())}"'
    effect = _only_effect(f"{said[:1].upper()}{said[1:]} {predicate}.")
    if effect is None:
        raise _Unread
    return effect
