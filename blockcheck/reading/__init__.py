"""Rules text to typed effects, in two stages: paragraphs and sentences in plain code, then one grammar for clauses."""

from __future__ import annotations

import functools
import re
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Final

from blockcheck.effects import (
    Clause,
    ClauseClass,
    Condition,
    Effect,
    Fits,
    Grant,
    HasLabel,
    Neither,
    NoDeclaration,
    Unread,
    While,
)
from blockcheck.patterns import expression
from blockcheck.reading.names import BLOCKING_KEYWORDS
from blockcheck.reading.paragraphs import Sentence, masked, sentences
from blockcheck.reading.printing import printed
from blockcheck.reading.words import Mentions, Scanner, Word

if TYPE_CHECKING:
    from blockcheck.reading.verbs import Meaning

__all__ = ["printed", "read_text"]


@functools.lru_cache(maxsize=50_000)
def read_text(
    text: str, *, name: str | None = None, type_line: str = "", resolved: bool = False
) -> tuple[Clause, ...]:
    """Every clause of a rules text, in order, with its class and what it says about blocking.

    Args:
        text: the text of a permanent or spell, or the words of an effect.
        name: the card's own name, which the text may use for the object itself.
        type_line: tells spells from permanents and legends from others.
        resolved: the text is what a spell or an ability left in force, not the text of a permanent: "this turn" is then a
            duration and targets are chosen.
    """
    clear = masked(text, name, type_line)
    mentions = Mentions()
    spell = _SPELL.search(type_line) and not _PERMANENT.search(type_line)
    if spell or (resolved and _CHOOSES.search(clear)):
        mentions.other = "it"
    clauses: list[Clause] = []
    ability = -1
    for sentence in sentences(clear, type_line, resolved):
        if sentence.ability != ability and not resolved:
            mentions = mentions.next()
        above = clauses[-1] if clauses and sentence.ability == ability else None
        ability = sentence.ability
        clause = _clause(text, clear, sentence, mentions)
        clause = _otherwise(clause, above) if sentence.otherwise else clause
        clauses.append(_gated(clause, sentence.gate))
    return tuple(clauses if resolved else map(_where_chosen, clauses))


_ANCHOR: Final = expression(r"•\s*([A-Z][\w' ]*?)\s*(?:[—–]|--)\s")


def _where_chosen(clause: Clause) -> Clause:
    """An ability behind an anchor word is there only if that word was chosen for the permanent (614.12b)."""
    anchor = _ANCHOR.match(clause.text)
    return clause if anchor is None else _gated(clause, Fits("this", HasLabel(anchor[1])))


def _gated(clause: Clause, gate: Condition | None) -> Clause:
    """What the object only has from some level on, in force while it is reached."""
    if gate is None or clause.cls not in ("keyword", "static"):
        return clause
    return replace(clause, effects=tuple(While(gate, effect) for effect in clause.effects))


def _otherwise(clause: Clause, above: Clause | None) -> Clause:
    """ "Otherwise": the condition of the sentence before is not true."""
    before = [effect for effect in above.effects if isinstance(effect, While)] if above is not None else []
    if not before:
        return clause
    condition = Neither((before[-1].condition,))
    return replace(clause, effects=tuple(While(condition, effect) for effect in clause.effects))


_AT_RANDOM: Final = expression(r"\binstead of declaring blockers, .*\bpiles\b.*\.\s*$", re.IGNORECASE)
_PILE: Final = expression(r"\bpiles?\b", re.IGNORECASE)


def _at_random(whole: str, span: tuple[int, int], cls: ClauseClass, mentions: Mentions) -> Clause | None:
    """Piles that are assigned at random instead of a declaration, and the sentences that go on about them."""
    if _AT_RANDOM.search(whole):
        mentions.piles = True
        return Clause(whole, span, cls, (NoDeclaration(),), "this turn")
    return Clause(whole, span, cls) if mentions.piles and _PILE.search(whole) else None


_SPELL: Final = expression(r"\b(?:Instant|Sorcery)\b")
_PERMANENT: Final = expression(r"\b(?:Creature|Artifact|Enchantment|Land|Planeswalker|Battle)\b")
_CHOOSES: Final = expression(r"\bchooses?\b", re.IGNORECASE)
_BLOCK: Final = expression(r"\b(?:un)?block(?:s|ed|er|ers|ing|able)?\b", re.IGNORECASE)
_DESCRIBES: Final = expression(
    r"\bblocking\b|(?<!be )\b(?:un)?blocked\b|\bblockers are declared\b|\bdeclare blockers step\b|\bwhen(?:ever)?\b[^,]*,"
    r"|\bhave (?:it|that creature) block an attacking creature of your choice\b",
    re.IGNORECASE,
)
_EVASION: Final = "|".join(
    sorted((BLOCKING_KEYWORDS - {"landwalk", "bushido", "defender", "flanking", "rampage"}) | {r"\w*walk"})
)
_GRANTS: Final = expression(
    r"\b(?:has|have|gains?|loses?|lost|(?:is|are|becomes?) (?:(?!\bthat\b)[^.\"])*?\bwith)\b(?:[^.\"]|\"[^\"]*\")*?"
    rf"(?:\b(?:{_EVASION})\b|\b(?:all|all other|same|that|the chosen|those) abilit(?:y|ies)\b|\bkeyword abilit)",
    re.IGNORECASE,
)
_KEYWORD_LINE: Final = expression(
    rf"(?:^\W*|[,;]\s*(?:and )?)(?:non-\w+ )?(?:{_EVASION})\b(?:\s*[,;.]|\s+from\b|\s*$)", re.IGNORECASE
)
"""A line that names a keyword which bears on blocking, in a form that was not read as one."""

_QUOTE: Final = expression(r'"[^"]*"?')
_WORTH_READING: Final = expression(
    r"\bblock|\bactivated abilities|\b(?:has|have|gets?|gains?|loses?|is|isn't|are|becomes?)\b|^you control\b",
    re.IGNORECASE,
)


def _bears(body: str) -> bool:
    """Whether a sentence says something about blocking beyond describing creatures that block or are blocked."""
    told = _DESCRIBES.sub(" ", _QUOTE.sub(" ", body))
    return bool(_BLOCK.search(told) or _GRANTS.search(_QUOTE.sub(" ", body)) or _quotes_bear(body))


_GIVES: Final = expression(r"\b(?:has|have|gains?)\b", re.IGNORECASE)


def _quotes_bear(body: str) -> bool:
    """Whether it gives a quoted ability that bears on blocking (a token's own ability is no grant)."""
    if not _GIVES.search(_QUOTE.sub(" ", body)) or re.search(r"\btokens?\b", body.split('"')[0]):
        return False
    return any(_bears(quote.strip('"')) for quote in _QUOTE.findall(body))


def _clause(text: str, clear: str, sentence: Sentence, mentions: Mentions) -> Clause:
    span = _trim(clear, sentence.start, sentence.end)
    whole = text[span[0] : span[1]]
    if sentence.cls in ("keyword", "reminder", "window"):
        return Clause(whole, span, sentence.cls, sentence.keywords)
    _mention_heading(clear, sentence, mentions)
    body = clear[sentence.body : sentence.end]
    if (random := _at_random(whole, span, sentence.cls, mentions)) is not None:
        return random
    bears = _bears(body) or (sentence.cls == "static" and bool(_KEYWORD_LINE.search(body)))
    words = _words(clear, sentence, mentions)
    if not bears and not (_WORTH_READING.search(body)):
        return _without_effect(whole, span, clear, sentence)
    return _read(text, clear, sentence, words, span, bears)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


_STRIPS: Final = expression(
    r"\b(?:have|has) no abilities(?=[.,;]| until| and)|\bbecomes? [^.]*\bwith no abilities\b|\btext box(?:es)?\b|\bblank\b",
    re.IGNORECASE,
)
"""Words that may take abilities away, those that bear on blocking among them."""


def _without_effect(whole: str, span: tuple[int, int], clear: str, sentence: Sentence) -> Clause:
    """A clause that says nothing about blocking, unless it may take away abilities that do."""
    found = _STRIPS.search(clear, sentence.start, sentence.end)
    if found is None or sentence.cls not in ("static", "spell"):
        return Clause(whole, span, _unrelated(clear, sentence))
    return Clause(whole, span, "unread", unread=Unread(whole, span, found.start(), ("lose all abilities",)))


def _unrelated(clear: str, sentence: Sentence) -> ClauseClass:
    """A clause without effects is unrelated, unless its trigger speaks of blocking or it replaces an event."""
    if sentence.cls == "replacement" or _BLOCK.search(clear, sentence.start, sentence.end):
        return sentence.cls if sentence.cls not in ("static", "unread") else "unrelated"
    return "unrelated"


_HEADING_CREATURE: Final = expression(r"\b(?:an?|another|one or more|two or more)\b", re.IGNORECASE)


def _mention_heading(clear: str, sentence: Sentence, mentions: Mentions) -> None:
    """What a trigger or a cost speaks of: "it" is its subject, "that creature" the other one."""
    heading = clear[sentence.start : sentence.body]
    found = re.search(r"\bwhen(?:ever)?\b", heading, re.IGNORECASE)
    Scanner(clear, sentence.start, sentence.body, mentions).run()
    if found is None:
        return
    subject = heading[found.end() :].lstrip()[:12].lower()
    if not subject.startswith(("~", "this ", "enchanted", "equipped", "you ")):
        mentions.speak_of("it")
    elif _HEADING_CREATURE.search(heading, found.end()) and re.search(
        r"\bcreature|[A-Z]", heading[found.end() :]
    ):
        mentions.that.append("it")


def _words(clear: str, sentence: Sentence, mentions: Mentions) -> list[Word]:
    words = Scanner(clear, sentence.body, sentence.end, mentions).run()
    while words and words[-1].kind == "MARK" and words[-1].value in ".;":
        words.pop()
    return words


def _read(
    text: str, clear: str, sentence: Sentence, words: list[Word], span: tuple[int, int], bears: bool
) -> Clause:
    from blockcheck.reading.clauses import Misfit, meaning  # lark only where a clause needs it

    whole = text[span[0] : span[1]]
    try:
        clause = _meant(whole, span, sentence, meaning(words), words)
    except Misfit as misfit:
        if not bears:
            return _without_effect(whole, span, clear, sentence)
        at = words[misfit.at].start if misfit.at is not None and misfit.at < len(words) else span[1]
        unread = Unread(whole, span, at, misfit.expected)
        return Clause(whole, span, "unread" if sentence.cls == "static" else sentence.cls, unread=unread)
    return clause if clause.effects or clause.unread else _without_effect(whole, span, clear, sentence)


def _meant(
    whole: str, span: tuple[int, int], sentence: Sentence, meant: Meaning, words: list[Word]
) -> Clause:
    cls = sentence.cls
    if sentence.open:
        chosen = bool(meant.targets) or "ref='target" in repr(meant.effects)
        cls = "spell" if meant.duration or chosen else "static"
    effects: list[Effect] = []
    unread: Unread | None = None
    for effect in meant.effects:
        own, missed = _with_quotes(effect, words)
        unread = unread or (missed and replace(missed, text=whole, span=span))
        effects.extend(own)
    if meant.condition is not None:
        effects = [While(meant.condition, effect) for effect in effects]
    whose = next((word for word in words if word.value in _WHOSE), None)
    if whose is not None and any(map(_says_whose, effects)):
        return Clause(
            whole,
            span,
            cls if cls != "static" else "unread",
            unread=Unread(whole, span, whose.start, ("you",)),
        )
    return Clause(whole, span, cls, tuple(effects), meant.duration, unread, meant.targets)


_WHOSE: Final = frozenset({"its controller", "its owner"})


def _says_whose(value: object) -> bool:
    """Whether "its controller" stands elsewhere than for who pays: whose controller that is depends on the sentence around it."""
    if isinstance(value, tuple):
        return any(map(_says_whose, value))
    if not is_dataclass(value):
        return isinstance(value, str) and value in _WHOSE
    names = (part.name for part in fields(value) if part.name != "payer")
    return any(_says_whose(getattr(value, name)) for name in names)


def _with_quotes(effect: Effect, words: list[Word]) -> tuple[tuple[Effect, ...], Unread | None]:
    """Reads the quoted abilities that an effect gives; an ability that is not static says nothing as it stands."""
    from blockcheck.reading.verbs import Ability

    if isinstance(effect, Ability):
        return _quoted(effect.text, words[effect.at].start + 1)
    if not isinstance(effect, Grant):
        return (effect,), None
    given: list[Effect] = []
    unread: Unread | None = None
    for ability in effect.abilities:
        own, missed = _with_quotes(ability, words)
        given.extend(own)
        unread = unread or missed
    return ((replace(effect, abilities=tuple(given)),) if given else ()), unread


def _quoted(text: str, start: int) -> tuple[tuple[Effect, ...], Unread | None]:
    """What a quotation says, and what of it was not read, placed in the whole text."""
    clauses = read_text(text)
    unread = next((c.unread for c in clauses if c.unread is not None and c.cls == "unread"), None)
    if unread is not None:
        unread = replace(unread, at=start + unread.at)
    return tuple(e for c in clauses if c.cls in ("static", "keyword") for e in c.effects), unread
