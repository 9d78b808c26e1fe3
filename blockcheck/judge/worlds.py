"""What a board may mean: one theory for each way to answer the questions it leaves open."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import replace

from blockcheck import effects as fx
from blockcheck.board import Board
from blockcheck.ground import Grounded, Question, Texts, UnreadText, ground
from blockcheck.ground.inside import kinds
from blockcheck.ground.questions import entry_of
from blockcheck.ground.state import State
from blockcheck.judge.bindings import ways
from blockcheck.patterns import expression
from blockcheck.theory import Kind, Sentence
from blockcheck.values import dataclass

MOST_QUESTIONS = 4
"""How many questions are answered in every combination; with more, only what each would change is looked at.

What an entry of ``effects`` means by one of its words is one question, with as many answers as there are permanents.
"""

MOST_WORLDS = 200
"""How many combinations of answers are looked at, on a board of up to a hundred permanents; fewer on a larger one."""

MOST_GUIDED = 16
"""How many worlds are looked at for options and explanations, which take longer than a verdict."""

_MOST_PERMANENTS = 20_000
"""How many permanents are looked at in all combinations together."""


@dataclass(frozen=True, slots=True)
class World:
    """The theory under one choice of answers.

    Of what words of effects are bound to, the answer says whether it is another than the first that it could be.
    """

    answers: Mapping[Question, bool]
    grounded: Grounded


@dataclass(frozen=True, slots=True)
class Worlds:
    """Every world of a declaration's side; the first takes each open question as answered "no".

    ``questions`` are those whose answers may change the theory, ``bindings`` the same of what words of effects are bound to, as they
    are asked where nobody says it; ``open_ended`` is what can't be tried, in any world; ``unread`` is text in force in any world. With
    ``too_many`` questions only the first world is kept; where all that the answers do is to forbid pairs (``are_bounds``) also the
    last one, in which every answer is "yes": the declarations of any world are then among those of the first, and those of the last
    among its own. ``requires``: some text could require a block.
    ``gives_abilities``: what is open or unread could give abilities or take them away.
    """

    all: tuple[World, ...]
    questions: tuple[Question, ...]
    open_ended: tuple[Question, ...]
    too_many: bool = False
    unread: tuple[UnreadText, ...] = ()
    are_bounds: bool = False
    bindings: tuple[Question, ...] = ()
    requires: bool = True
    gives_abilities: bool = False

    @property
    def asked(self) -> tuple[Question, ...]:
        """Everything that was tried both ways and may change the theory."""
        return (*self.questions, *self.bindings)

    def is_plain(self, world: World) -> bool:
        """Whether a world takes words of effects for the first that they could mean, and so belongs to answers of the questions alone."""
        return not any(world.answers.get(binding) for binding in self.bindings)

    @property
    def without_blocks(self) -> Worlds:
        """What has to be looked at to judge no blocks at all: nothing restricts them, so one world will do if none can require any."""
        if self.requires or self.unread:
            return self
        return Worlds(self.all[:1], (), (), requires=False)

    def at_most(self, most: int) -> Worlds:
        """The same where there are no more worlds than that; else only the first, as one of too many."""
        return self if len(self.all) <= most else replace(self, all=self.all[:1], too_many=True)

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
    worlds = _worlds_of(board, side, texts)
    return replace(worlds, requires=_may_require(texts), gives_abilities=_may_give_abilities(worlds, texts))


_REQUIREMENTS = frozenset({fx.MustBlock, fx.MustBlockThese, fx.MustBeBlocked})


def _may_require(texts: Texts) -> bool:
    """Whether some text, given to whomever, could require a block; no keyword and no designation does."""
    clauses = (clause for read in (*texts.permanents.values(), *texts.effects) for clause in read)
    return any(kinds(clause.effects) & _REQUIREMENTS for clause in clauses)


_UNREAD_GIVES = expression(
    r"\b(?:loses?|lost|gains?|gained|abilit(?:y|ies)|becomes?|no text|blank|exchanges?)\b"
)


def _may_give_abilities(worlds: Worlds, texts: Texts) -> bool:
    """Whether something that can't be tried, or was not read, might give abilities or take them away."""
    if any(_UNREAD_GIVES.search(text.clause.text.lower()) for text in worlds.unread):
        return True
    asking = {question.text for question in worlds.open_ended}
    clauses = (clause for read in (*texts.permanents.values(), *texts.effects) for clause in read)
    return bool(asking) and any(
        kinds(clause.effects) & _GIVING for clause in clauses if clause.text in asking
    )


_GIVING = frozenset({fx.Grant, fx.Lose, fx.AsThough})


def _worlds_of(board: Board, side: frozenset[str], texts: Texts) -> Worlds:
    found = _Search(board, side, texts).all()
    if found is not None:
        asked = _deciding(found)
        worlds = _worlds(found if asked else found[:1], asked, [world.grounded for world in found])
        left = (q for world in found for q in _unanswered(world) if not q.answerable)
        return replace(worlds, open_ended=tuple(dict.fromkeys(left)))
    plain = World({}, ground(board, side, texts))
    return _bounds(board, side, texts, plain) or _untried(board, side, texts) or _too_many(board, side, texts)


def _unanswered(world: World) -> Iterator[Question]:
    """What is open in a world; of what an effect means by a word that is its last known information, where that has left."""
    return (q for q in world.grounded.questions if not q.answerable or q not in world.answers)


@dataclass(frozen=True)
class _Search:
    """A world for each combination of answers; with ``bindings``, also of all that words of effects could be bound to."""

    board: Board
    side: frozenset[str]
    texts: Texts
    bindings: bool = True

    def all(self) -> list[World] | None:
        """Every world, those that say the same under the same answers left out; None where there are too many."""
        found: dict[object, World] = {}
        for n, world in enumerate(self._below(World({}, self._ground(self.board, {})))):
            if world is None or n >= self._most:
                return None
            answers = tuple(answer for answer in world.answers.items() if answer[0].answerable)
            found.setdefault((answers, tuple(_unanswered(world)), _said(world.grounded)), world)
        return list(found.values())

    @property
    def _most(self) -> int:
        fewer = _MOST_PERMANENTS // max(1, len(self.board.permanents))
        return min(MOST_WORLDS, max(1 << MOST_QUESTIONS, fewer))

    def _below(self, world: World) -> Iterator[World | None]:
        """The worlds in which a world's own answers hold; None where that is too much."""
        bound = {question.field for question in world.answers if not question.answerable}
        asked = (q for q in _unanswered(world) if q.answerable or q.field not in bound)
        open_now = next(filter(self._can_be_tried, asked), None)
        if open_now is None:
            yield world
        elif len(world.answers) == MOST_QUESTIONS:
            yield None
        else:
            for answered in self._answered(world, open_now):
                yield from self._below(answered) if answered else (None,)

    def _can_be_tried(self, question: Question) -> bool:
        return question.answerable or (self.bindings and entry_of(question.field) is not None)

    def _answered(self, world: World, question: Question) -> Iterator[World | None]:
        """The worlds in which one more question is answered."""
        board, place = world.grounded.combat.board, entry_of(question.field)
        if question.answerable or place is None:
            for answer in (False, True):
                answers = {**world.answers, question: answer}
                yield World(answers, self._ground(board, answers))
            return
        filled_in = ways(board, self.side, question.field, self.texts.effects[place], self._most)
        for n, entry in enumerate(filled_in or ()):
            bound = board.with_effects((*board.effects[:place], entry, *board.effects[place + 1 :]))
            yield World({**world.answers, question: n > 0}, self._ground(bound, world.answers))
        if filled_in is None:
            yield None

    def _ground(self, board: Board, answers: Mapping[Question, bool]) -> Grounded:
        known = {question: answer for question, answer in answers.items() if question.answerable}
        return ground(board, self.side, self.texts, known)


def _untried(board: Board, side: frozenset[str], texts: Texts) -> Worlds | None:
    """With too many permanents that effects could be bound by: the worlds of the other questions, where these are not too many."""
    found = _Search(board, side, texts, bindings=False).all()
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


def _deciding(found: list[World]) -> tuple[Question, ...]:
    """The questions whose answers change what is said; none where every world says the same."""
    if len({_said(world.grounded) for world in found}) == 1:
        return ()
    return tuple(dict.fromkeys(question for world in found for question in world.answers))


def _said(grounded: Grounded) -> Hashable:
    """What a theory says, without where it comes from; where it has costs, also what bears on the means to pay them."""
    said = tuple(map(_meaning, grounded.theory.sentences))
    return (said, _means(grounded.state)) if grounded.theory.of(Kind.COST) else said


def _means(state: State) -> Hashable:
    abilities = (
        (one.effect, one.bearer, one.bindings if one.bearer is None else None) for one in state.abilities
    )
    return state.silenced, tuple(state.keywords.items()), tuple(state.lands.items()), tuple(abilities)


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
    said = _said(plain.grounded)
    flipped = {question: ground(board, side, texts, {question: True}) for question in tried}
    changing = tuple(question for question, other in flipped.items() if _said(other) != said)
    return _worlds([plain], changing or tried, [plain.grounded, *flipped.values()], too_many=True)
