"""What a board may mean: one theory for each way to answer the questions it leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from blockcheck import effects as fx
from blockcheck.board import Board
from blockcheck.ground import Grounded, Question, Texts, UnreadText, ground
from blockcheck.ground.inside import kinds
from blockcheck.theory import Sentence, Theory

MOST_QUESTIONS = 4
"""How many questions are answered in every combination; with more, only what each would change is looked at."""


@dataclass(frozen=True, slots=True)
class World:
    """The theory under one choice of answers."""

    answers: Mapping[Question, bool]
    grounded: Grounded


@dataclass(frozen=True, slots=True)
class Worlds:
    """Every world of a declaration's side; the first takes each open question as answered "no".

    ``questions`` are those whose answers may change the theory, ``bindings`` what effects are bound by where that may, asked of each
    permanent that it could be; ``open_ended`` is what can't be tried, in any world; ``unread`` is text in force in any world. With
    ``too_many`` questions only the first world is kept; where all that the answers do is to forbid pairs (``are_bounds``) also the
    last one, in which every answer is "yes": the declarations of any world are then among those of the first, and those of the last
    among its own. ``requires``: some text could require a block.
    """

    all: tuple[World, ...]
    questions: tuple[Question, ...]
    open_ended: tuple[Question, ...]
    too_many: bool = False
    unread: tuple[UnreadText, ...] = ()
    are_bounds: bool = False
    bindings: tuple[Question, ...] = ()
    requires: bool = True

    @property
    def asked(self) -> tuple[Question, ...]:
        """Everything that was tried both ways and may change the theory."""
        return (*self.questions, *self.bindings)

    def is_plain(self, world: World) -> bool:
        """Whether a world takes what effects are bound by for no permanent, and so belongs to answers of the questions alone."""
        return not any(world.answers.get(binding) for binding in self.bindings)

    @property
    def without_blocks(self) -> Worlds:
        """What has to be looked at to judge no blocks at all: nothing restricts them, so one world will do if none can require any."""
        if self.requires or self.unread:
            return self
        return Worlds(self.all[:1], (), (), requires=False)

    @property
    def is_open(self) -> bool:
        """Whether what holds in each world kept is not all that may hold."""
        return bool((self.too_many and not self.are_bounds) or self.open_ended or self.unread)

    @property
    def first(self) -> Grounded:
        """What holds when every open question is answered "no"."""
        return self.all[0].grounded

    @property
    def is_certain(self) -> bool:
        """Whether there is one world, with all text in force read and nothing left open."""
        return not (self.asked or self.open_ended or self.unread)


def worlds_of(board: Board, side: frozenset[str], texts: Texts) -> Worlds:
    """The worlds of the declaration of ``side`` on a board."""
    return replace(_worlds_of(board, side, texts), requires=_may_require(texts))


_REQUIREMENTS = frozenset({fx.MustBlock, fx.MustBlockThese, fx.MustBeBlocked})


def _may_require(texts: Texts) -> bool:
    """Whether some text, given to whomever, could require a block; no keyword and no designation does."""
    clauses = (clause for read in (*texts.permanents.values(), *texts.effects) for clause in read)
    return any(kinds(clause.effects) & _REQUIREMENTS for clause in clauses)


def _worlds_of(board: Board, side: frozenset[str], texts: Texts) -> Worlds:
    if (found := _all_worlds(board, side, texts)) is not None:
        asked = _deciding(found)
        return _worlds(found if asked else found[:1], asked, [world.grounded for world in found])
    plain = World({}, ground(board, side, texts))
    return _bounds(board, side, texts, plain) or _untried(board, side, texts) or _too_many(board, side, texts)


def _all_worlds(
    board: Board, side: frozenset[str], texts: Texts, *, bindings: bool = True
) -> list[World] | None:
    """A world for each combination of answers, what effects are bound by among them; None where there are too many."""
    found: list[World] = []
    for world in _combinations(board, side, texts, {}, bindings):
        if world is None:
            return None
        found.append(world)
    return found


def _untried(board: Board, side: frozenset[str], texts: Texts) -> Worlds | None:
    """With too many permanents that effects could be bound by: the worlds of the other questions, where these are not too many."""
    found = _all_worlds(board, side, texts, bindings=False)
    if found is None:
        return None
    asked = _deciding(found)
    seen = [world.grounded for world in found]
    left = dict.fromkeys(q for grounded in seen for q in grounded.questions if not q.answerable)
    return replace(_worlds(found if asked else found[:1], asked, seen), open_ended=tuple(left))


def _worlds(
    kept: list[World], asked: Iterable[Question], seen: list[Grounded], *, too_many: bool = False
) -> Worlds:
    """Worlds with what was left open or unread in any of those that were seen."""
    asked = tuple(asked)
    open_ended = (q for grounded in seen for q in grounded.questions if q.number)
    unread = (text for grounded in seen for text in grounded.unread)
    return Worlds(
        tuple(kept),
        tuple(q for q in asked if q.answerable),
        tuple(dict.fromkeys(open_ended)),
        too_many,
        tuple(dict.fromkeys(unread)),
        bindings=tuple(q for q in asked if not q.answerable),
    )


def _combinations(
    board: Board, side: frozenset[str], texts: Texts, answers: Mapping[Question, bool], bindings: bool
) -> Iterator[World | None]:
    """A world for each way to answer everything that is asked under it; None where that is too much."""
    grounded = ground(board, side, texts, answers)
    tried = (q for q in grounded.questions if q.answerable or (bindings and not q.number))
    unanswered = [q for q in tried if q not in answers]
    if not unanswered:
        yield World(answers, grounded)
    elif len(answers) == MOST_QUESTIONS:
        yield None
    else:
        for answer in (False, True):
            yield from _combinations(board, side, texts, {**answers, unanswered[0]: answer}, bindings)


def _deciding(found: list[World]) -> tuple[Question, ...]:
    """The questions whose answers change the theory; none where every world says the same."""
    if len({_said(world.grounded.theory) for world in found}) == 1:
        return ()
    return tuple(dict.fromkeys(question for world in found for question in world.answers))


def _said(theory: Theory) -> tuple[object, ...]:
    """What a theory says, without where it comes from."""
    return tuple(map(_meaning, theory.sentences))


def _meaning(sentence: Sentence) -> tuple[object, ...]:
    return (
        sentence.kind,
        sentence.counted,
        sentence.lo,
        sentence.hi,
        sentence.count,
        sentence.each,
        sentence.guard,
        sentence.others,
        sentence.payer,
        sentence.price,
    )


def _bounds(board: Board, side: frozenset[str], texts: Texts, plain: World) -> Worlds | None:
    """With many questions: the two worlds between which all lie, where there are such."""
    least, most = plain.grounded, ground(board, side, texts, default=True)
    if not (least.only_forbids and most.only_forbids):
        return None
    tried = tuple(question for question in most.questions if not question.number)
    bounds = [plain, World(dict.fromkeys(tried, True), most)]
    return replace(_worlds(bounds, tried, [least, most], too_many=True), are_bounds=True)


def _too_many(board: Board, side: frozenset[str], texts: Texts) -> Worlds:
    """With many questions: those that by themselves change the theory; all of them where only several together could."""
    plain = World({}, ground(board, side, texts))
    tried = tuple(question for question in plain.grounded.questions if not question.number)
    said = _said(plain.grounded.theory)
    flipped = {question: ground(board, side, texts, {question: True}) for question in tried}
    changing = tuple(question for question, other in flipped.items() if _said(other.theory) != said)
    return _worlds([plain], changing or tried, [plain.grounded, *flipped.values()], too_many=True)
