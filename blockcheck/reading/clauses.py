"""One clause's words through the grammar (``clause.lark``): a meaning, or the first word that did not fit."""

from __future__ import annotations

import functools
import hashlib
import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any, Final, cast

import lark
from lark import Lark, Token, Tree, UnexpectedInput
from lark.common import LexerConf
from lark.lexer import Lexer

from blockcheck.effects import Target
from blockcheck.reading.meaning import RULES
from blockcheck.reading.names import singular
from blockcheck.reading.nouns import target
from blockcheck.reading.phrases import Np, Unclear
from blockcheck.reading.verbs import Meaning
from blockcheck.reading.words import Word

GRAMMAR: Final = "clause.lark"
TABLE: Final = "clause.table"
_KINDS: Final = frozenset({"word", "Word", "MARK"})
_NAMED: Final[dict[str, str]] = {
    "THIS": "this creature",
    "HOST": "enchanted creature",
    "REF": "the other creature",
    "OTHER": "other",
    "ATTACKING": "attacking you",
    "THAT_ONE": "that creature",
    "THOSE": "those creatures",
    "IT": "it",
    "ITS": "its",
    "THEY": "they",
    "TARGET": "target",
    "WHO": "a player",
    "NO_ONE": "no opponent",
    "NUMBER": "a number",
    "X": "X",
    "MANA": "mana",
    "CHANGE": "+1/+1",
    "BASE": "1/1",
    "QUOTE": "an ability in quotes",
    "KEYWORD": "a keyword",
    "COUNTER": "counters",
    "COLOR": "a color",
    "TYPE": "a card type",
    "SUPERTYPE": "a supertype",
    "SUBTYPE": "a subtype",
    "STATUS": "tapped or untapped",
    "DESIGNATION": "a designation",
    "NON": "non",
    "NAME": "a name",
    "$END": "the end",
}


class Misfit(Exception):
    """A clause that is not read: the word that did not fit and what could stand there."""

    def __init__(self, at: int | None, expected: tuple[str, ...]) -> None:
        """``at`` is the index of the word in the clause, None for its end."""
        super().__init__(at, expected)
        self.at = at
        self.expected = expected


class _Phrases(Lexer):
    """Words to terminals: the longest phrase of the grammar first, then the word's own kind."""

    def __init__(self, lexer_conf: LexerConf) -> None:
        self.phrases = _phrases(lexer_conf)

    def lex(self, words: Sequence[Word]) -> Iterator[Token]:  # type: ignore[override]
        at = 0
        while at < len(words):
            count, kind, value = self._next(words, at)
            token = Token(kind, words[at].text, start_pos=at)
            token.value = value
            yield token
            at += count

    def _next(self, words: Sequence[Word], at: int) -> tuple[int, str, Any]:
        word = words[at]
        if (count := _or_if(words, at)) > 0:
            return count, "_OR_IF", "or if"
        for phrase, terminal in self.phrases.get(word.text, ()):
            if len(phrase) == 1 or all(
                at + n < len(words) and words[at + n].text == part for n, part in enumerate(phrase)
            ):
                own = len(phrase) == 1 and word.kind not in _KINDS
                return len(phrase), terminal, word.value if own else " ".join(phrase)
        if word.kind == "Word":
            return 1, "SUBTYPE", singular(word.value)
        return 1, "UNKNOWN" if word.kind in _KINDS else word.kind, word.value


def _or_if(words: Sequence[Word], at: int) -> int:
    """How many words an "or" between two conditions has here: what follows can't go on a list of permanents."""
    count = 2 if words[at].text == "," else 1
    if at + count >= len(words) or words[at + count - 1].text != "or":
        return 0
    following = words[at + count]
    return count if following.kind in _STARTS_A_CONDITION or following.text == "there" else 0


_STARTS_A_CONDITION: Final = frozenset({"WHO", "NO_ONE", "IT", "ITS"})


def _phrases(lexer_conf: LexerConf) -> dict[str, list[tuple[tuple[str, ...], str]]]:
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for terminal in lexer_conf.terminals:
        for phrase in _alternatives(terminal.pattern.value):
            parts = tuple(phrase.split(" "))
            found.setdefault(parts[0], []).append((parts, terminal.name))
    for phrases in found.values():
        phrases.sort(key=lambda p: -len(p[0]))
    return found


def _alternatives(pattern: str) -> list[str]:
    """The phrases of a terminal: lark writes several as ``(?:one|other)``."""
    bare = pattern.removeprefix("(?:").removesuffix(")").replace("\\", "")
    return bare.lower().split("|")


def _grammar() -> str:
    return resources.files(__package__).joinpath(GRAMMAR).read_text(encoding="utf-8")


def build() -> Lark:
    """The parser from the grammar itself; a conflict in the grammar is an error."""
    return Lark(_grammar(), parser="lalr", lexer=_Phrases, strict=True, maybe_placeholders=False)


def _header() -> bytes:
    """What a saved table has to be for: this lark and this grammar."""
    digest = hashlib.sha256(_grammar().encode()).hexdigest()
    return f"lark {lark.__version__} grammar {digest}\n".encode()


def save_table() -> None:
    """Write the parser's table beside the grammar, which saves building it in every process.

    To be called after each change of the grammar; the next test run says so otherwise.
    """
    file = io.BytesIO()
    build().save(file)
    Path(str(resources.files(__package__).joinpath(TABLE))).write_bytes(_header() + file.getvalue())


def load_table() -> Lark | None:
    """The parser from its saved table; None where there is none for this grammar and this lark."""
    table = resources.files(__package__).joinpath(TABLE)
    if not table.is_file():
        return None
    header, _, saved = table.read_bytes().partition(b"\n")
    return Lark.load(io.BytesIO(saved)) if header + b"\n" == _header() else None


@functools.cache
def _parser() -> Lark:
    return load_table() or build()


def _expected(error: UnexpectedInput) -> tuple[str, ...]:
    return _said(frozenset(getattr(error, "expected", None) or getattr(error, "accepts", None) or ()))


@functools.cache
def _said(names: frozenset[str]) -> tuple[str, ...]:
    """Terminals as words; many clauses stop where another one did."""
    terminals = {t.name: t for t in _parser().terminals}
    said = {
        _NAMED.get(name) or min(_alternatives(terminals[name].pattern.value), key=len)
        for name in names
        if name in _NAMED or name in terminals
    }
    return tuple(sorted(said))


def _fold(tree: Tree[Any] | Token, targets: list[Target]) -> Any:
    """The value of a tree, from its leaves up; what is said of targets is kept on the way, in order."""
    if isinstance(tree, Token):
        return tree
    value = RULES[tree.data](*[_fold(child, targets) for child in tree.children])
    if isinstance(value, Np) and tree.data == "np" and (said := target(value)) is not None:
        targets.append(said)
    return value


def meaning(words: Sequence[Word]) -> Meaning:
    """What a clause says.

    Raises:
        Misfit: where the words form no clause of the grammar or make no sense together.
    """
    parser = _parser()
    try:
        tree = parser.parse(cast(str, words))
    except UnexpectedInput as error:
        token = getattr(error, "token", None)
        at = token.start_pos if isinstance(token, Token) and token.type != "$END" else None
        raise Misfit(at, _expected(error)) from None
    try:
        targets: list[Target] = []
        return replace(cast(Meaning, _fold(tree, targets)), targets=tuple(targets))
    except Unclear as unclear:
        raise Misfit(0, unclear.args) from None
