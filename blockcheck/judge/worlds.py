"""What a board may mean: one theory for each way to answer the questions it leaves open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from blockcheck.board import Board
from blockcheck.ground import Grounded, Question, Texts, UnreadText, ground
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

    ``questions`` are those whose answers may change the theory, ``open_ended`` those that no yes or no answers, in any
    world; ``unread`` is text in force in any world. With ``too_many`` questions only the first world is kept; where all
    that the answers do is to forbid pairs (``are_bounds``) also the last one, in which every answer is "yes": the
    declarations of any world are then among those of the first, and those of the last among its own.
    """

    all: tuple[World, ...]
    questions: tuple[Question, ...]
    open_ended: tuple[Question, ...]
    too_many: bool = False
    unread: tuple[UnreadText, ...] = ()
    are_bounds: bool = False

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
        return not (self.questions or self.open_ended or self.unread)


def worlds_of(board: Board, side: frozenset[str], texts: Texts) -> Worlds:
    """The worlds of the declaration of ``side`` on a board."""
    found: list[World] = []
    for world in _combinations(board, side, texts, {}):
        if world is None:
            return _too_many(board, side, texts)
        found.append(world)
    asked = _deciding(found)
    return _worlds(found if asked else found[:1], asked, [world.grounded for world in found])


def _worlds(
    kept: list[World], questions: tuple[Question, ...], seen: list[Grounded], *, too_many: bool = False
) -> Worlds:
    """Worlds with what was left open or unread in any of those that were seen."""
    open_ended = (q for grounded in seen for q in grounded.questions if not q.answerable)
    unread = (text for grounded in seen for text in grounded.unread)
    return Worlds(
        tuple(kept), questions, tuple(dict.fromkeys(open_ended)), too_many, tuple(dict.fromkeys(unread))
    )


def _combinations(
    board: Board, side: frozenset[str], texts: Texts, answers: Mapping[Question, bool]
) -> Iterator[World | None]:
    """A world for each way to answer everything that is asked under it; None where that is too much."""
    grounded = ground(board, side, texts, answers)
    unanswered = [q for q in grounded.questions if q.answerable and q not in answers]
    if not unanswered:
        yield World(answers, grounded)
    elif len(answers) == MOST_QUESTIONS:
        yield None
    else:
        for answer in (False, True):
            yield from _combinations(board, side, texts, {**answers, unanswered[0]: answer})


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


def _too_many(board: Board, side: frozenset[str], texts: Texts) -> Worlds:
    """With many questions: the two worlds between which all lie, where there are such.

    Else the questions that by themselves change the theory; all of them where only several together could.
    """
    plain = World({}, ground(board, side, texts))
    least, most = plain.grounded, ground(board, side, texts, default=True)
    answerable = tuple(question for question in most.questions if question.answerable)
    if least.only_forbids and most.only_forbids:
        bounds = [plain, World(dict.fromkeys(answerable, True), most)]
        return replace(_worlds(bounds, answerable, [least, most], too_many=True), are_bounds=True)
    answerable = tuple(question for question in least.questions if question.answerable)
    said = _said(least.theory)
    flipped = {question: ground(board, side, texts, {question: True}) for question in answerable}
    changing = tuple(question for question, other in flipped.items() if _said(other.theory) != said)
    return _worlds([plain], changing or answerable, [least, *flipped.values()], too_many=True)
