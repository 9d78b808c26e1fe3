"""The judge of one board: it reads the texts once, and keeps theories, maxima and cuts.

What only some questions need is loaded when one is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from blockcheck.answers.check import Fault, Judgement, check_declaration
from blockcheck.ask import Asker, Limit
from blockcheck.askers import ASKERS
from blockcheck.board import Board, Permanent, Turn, key
from blockcheck.board import Declaration as Declared
from blockcheck.board.telling import shown, suggestion
from blockcheck.errors import DeclarationError, InputError, Undecided, closest, raise_if_any, renamed
from blockcheck.ground import Note, Texts, outside
from blockcheck.judge.assembly import Telling, solve_answer, verdict_of
from blockcheck.judge.payments import Paying, as_settled, consenting, settlements_of, treasuries_of
from blockcheck.judge.sides import Chosen, Side
from blockcheck.judge.texts import texts_of
from blockcheck.judge.worlds import MOST_GUIDED, MOST_WORLDS, Worlds, worlds_of
from blockcheck.legal import Legal
from blockcheck.loading import load_board, load_declaration
from blockcheck.theory import CostItem, Origin, Pair, Theory
from blockcheck.values import dataclass
from blockcheck.verdict import Id, Nearest, SolveAnswer, Verdict, together
from blockcheck.words import changes_words

if TYPE_CHECKING:
    from blockcheck.aftermath import Aftermath
    from blockcheck.guide import Explain, Options
    from blockcheck.judge.listing import LegalDeclarations
    from blockcheck.payment import Treasury
    from blockcheck.window import Window

Blocks: TypeAlias = Mapping[Any, Id | Sequence[Id]]
"""Each blocker's id with the id of the attacker it blocks, or several."""

Pay: TypeAlias = Sequence[Mapping[str, Any]]
"""A payment: entries such as ``{"activate": "forest", "add": "G"}``, ``{"sacrifice": "goblin"}`` or ``{"life": 2}``."""

EFFORT = 10.0
"""The effort allowed for one verdict, in CP-SAT's deterministic seconds: about ten seconds of work."""

DEFAULT_LIMIT = Limit(effort=EFFORT)


def check(
    board: Board | str | Path | Mapping[str, Any], blocks: Blocks | None = None, *, player: Id | None = None
) -> Verdict:
    """Judge one declaration of blockers (509.1a-d).

    Args:
        board: a board, or anything that ``load_board`` reads.
        blocks: the declaration; the one that stands on the board when left out.
        player: who declares; the only player or team that is attacked when left out.

    Returns:
        The verdict. ``legal`` is None where the board does not decide it.

    Raises:
        InputError: the board is wrong, or the blocks do not fit it.
    """
    loaded = board if isinstance(board, Board) else load_board(board)
    return Judge(loaded).check(blocks, player=player)


@dataclass(frozen=True)
class _Bench:
    """One declaring side: its worlds, legality in each, and what can be paid in each (none where nothing has to be)."""

    side: frozenset[str]
    worlds: Worlds
    legals: tuple[Legal, ...]
    treasuries: tuple[Treasury, ...]


class Judge:
    """Judges declarations of blockers on one board; the texts are read and the theories made once.

    Args:
        board: the board at the moment of declaration.
        limit: when to stop; by default an effort of 10 (about ten seconds of work), no clock, one worker.
        asker: what answers asks: ``shipped`` (bounds, then CP-SAT), ``cpsat`` or ``enumerate``.

    Raises:
        InputError: a typed ability or effect of the board is none of the vocabulary.
    """

    def __init__(self, board: Board, *, limit: Limit = DEFAULT_LIMIT, asker: str | Asker = "shipped") -> None:
        self.board = board
        self.limit = limit
        self._asker = ASKERS[asker] if isinstance(asker, str) else asker
        self._telling = Telling(board)
        self._benches: dict[frozenset[str], _Bench] = {}

    @cached_property
    def texts(self) -> Texts:
        """What the board's texts were read as."""
        return texts_of(self.board)

    # --- what can be asked ---

    def check(
        self, blocks: Blocks | None = None, *, player: Id | None = None, pay: Pay | None = None
    ) -> Verdict:
        """Judge a declaration; without ``blocks`` the declaration (or the declarations) on the board.

        Args:
            blocks: who blocks whom.
            player: who declares; the only player or team that is attacked when left out.
            pay: how costs are paid, in the form of a declaration's ``pay``; a way is looked for when left out.

        Raises:
            DeclarationError: the blocks do not fit the board, there are none to judge, or the payment can't be made.
        """
        declarations = self._declarations(blocks, player, pay)
        verdicts = [self._judged(declared) for declared in declarations]
        verdict = verdicts[0] if len(verdicts) == 1 else together(verdicts, self.board.id)
        waiting = self._undeclared(declarations) if blocks is None else ()
        if not waiting:
            return verdict
        note = self._telling.note(Note("undeclared", waiting))
        return verdict.model_copy(update={"notes": (*verdict.notes, note)})

    def after(
        self, blocks: Blocks | None = None, *, player: Id | None = None, pay: Pay | None = None
    ) -> Aftermath:
        """The state of combat after a legal declaration, with the abilities that trigger (509.1g-i, 509.2a, 509.3).

        Without ``blocks`` the declarations on the board count. ``blockcheck.then`` takes the state through events,
        ``blockcheck.aftermath_answer`` makes the public answer of it.

        Raises:
            DeclarationError: the blocks do not fit the board, or a player who is attacked has not declared (802.4).
            Illegal: the declaration is illegal and taken back whole (733); the error carries the verdict.
            Undecided: the board does not decide whether it is legal, or whether its costs can be paid.
        """
        from blockcheck.judge.outcome import aftermath_of

        verdict = self.check(blocks, player=player, pay=pay)
        return aftermath_of(self.board, self._declarations(blocks, player, pay), verdict)

    def windows(
        self,
        text: str,
        turn: Turn | Mapping[str, Any] | None = None,
        *,
        player: Id | None = None,
        source: Id | None = None,
        name: str | None = None,
    ) -> tuple[Window, ...]:
        """For each timing line of a text: may the spell be cast, or the ability activated, now? (506.8)

        Conditions besides the time are asked of the board.

        Args:
            text: a timing line, or a card's text.
            turn: the turn so far; the board's when left out.
            player: who would cast or activate; the controller of ``source`` when left out.
            source: the permanent whose ability it is.
            name: the card's own name; that of ``source`` when left out.

        Raises:
            InputError: the text has no timing line, or one that is not understood; the turn is written wrong; or ``player`` or
                ``source`` is not on the board.
        """
        from blockcheck.judge.outcome import conditions_of
        from blockcheck.window import windows

        board = self.board
        owner = None if source is None else _known(board, source, "source")
        you = _player_known(board, player) if player is not None else owner.controller if owner else None
        facts = board.turn.model_dump(exclude_unset=True)
        facts |= (
            {} if turn is None else turn.model_dump(exclude_unset=True) if isinstance(turn, Turn) else turn
        )
        facts.setdefault("player", board.active_player)
        conditions = conditions_of(board, owner.key if owner else None, you)
        called = name if name is not None or owner is None else owner.name
        return windows(text, facts, player=you, name=called, conditions=conditions)

    def maximum(self, cost_items: Iterable[CostItem] = (), *, player: Id | None = None) -> int | None:
        """The most requirements obeyed by a declaration that disobeys no restriction and incurs only these cost items.

        None where the board does not decide it, or a limit came first. Nobody has to pay: without ``cost_items`` it is the
        figure that a declaration without costs is held to (509.1c).

        Raises:
            DeclarationError: several players are attacked and ``player`` does not say who declares.
        """
        bench = self._bench(self._side(player))
        worlds = bench.worlds
        if worlds.is_open:
            return None
        found = {legal.maximum(frozenset(cost_items)).obeyed for legal in bench.legals}
        return found.pop() if len(found) == 1 else None

    def solve(self, *, player: Id | None = None) -> SolveAnswer:
        """The maximum without paying anything, and the legal declaration nearest to no blocks that obeys it.

        Raises:
            DeclarationError: several players are attacked and ``player`` does not say who declares.
        """
        bench = self._bench(self._side(player))
        judgements = [_solved(legal) for legal in bench.legals]
        return solve_answer(self._telling, bench.side, bench.worlds, judgements, self.board.id)

    def nearest(self, blocks: Blocks | None = None, *, player: Id | None = None) -> Nearest:
        """The legal declaration with the fewest changes, then fewest pairs removed, then first in board order.

        A legal declaration is its own nearest. Without ``blocks`` the declarations on the board count.

        Raises:
            DeclarationError: the blocks do not fit the board, or there are none.
            Undecided: the board does not decide it; the error carries the verdict.
        """
        verdict = self.check(blocks, player=player)
        if verdict.nearest is not None:
            return verdict.nearest
        if verdict.legal and verdict.witness is not None:
            return Nearest(blocks=verdict.witness, changes=(), message=changes_words(self._telling.names, ()))
        raise Undecided("the nearest legal declaration is not decided", verdict)

    def options(self, blocks: Blocks | None = None, *, player: Id | None = None) -> Options:
        """What may still be done after some blocks have been chosen: which declarations can be reached by adding blocks.

        Without ``blocks`` those on the board count as chosen, or none. Where the board does not decide it, the lists
        are None and ``if_ignored`` says what holds if the unread text says nothing, and under each answer.

        Raises:
            DeclarationError: the blocks do not fit the board, or ``player`` is needed.
        """
        from blockcheck.judge.guiding import options_of

        declared = self._begun(blocks, player)
        bench = self._bench(self.board.declaring_side(declared.player))
        return options_of(self._guided(bench, MOST_GUIDED), self._chosen(declared, bench))

    def explain(
        self,
        blocks: Blocks | None = None,
        *,
        pair: tuple[Id, Id] | None = None,
        bound: bool = False,
        player: Id | None = None,
    ) -> Explain:
        """Why a declaration is as it is: what mends each fault, and what stands against each requirement not obeyed.

        Args:
            blocks: who blocks whom; those on the board when left out, or none.
            pair: a blocker and an attacker: why does no legal declaration have it?
            bound: whether to prove that no declaration obeys more than the maximum.
            player: who declares; the only player or team that is attacked when left out.

        Raises:
            DeclarationError: the blocks or the pair do not fit the board, or ``player`` is needed.
        """
        from blockcheck.judge.guiding import Asked, explanation_of

        declared = self._begun(blocks, player)
        bench = self._bench(self.board.declaring_side(declared.player))
        block = None if pair is None else self._pair(pair, bench)
        chosen = self._chosen(declared, bench)
        asked = Asked(chosen, block, bound)
        judgements, paying = self._judgements(declared, bench, chosen)
        verdict = self._verdict(bench, chosen, judgements, paying)
        side = self._guided(bench, MOST_GUIDED)
        known = [None if paying.settlement.declined else one for one in judgements[: len(side.legals)]]
        return explanation_of(side, asked, verdict, known)

    @property
    def legal(self) -> LegalDeclarations:
        """The legal declarations as a set: ``blocks in judge.legal``, iteration, ``judge.legal.count()``."""
        from blockcheck.judge.listing import LegalDeclarations

        return LegalDeclarations(self.check, lambda player: self._guided(self._bench(self._side(player))))

    def theories(self, *, player: Id | None = None) -> tuple[Theory, ...]:
        """The theory of the declaration; several where questions of the board are open, one for each way to answer them."""
        return tuple(legal.theory for legal in self._guided(self._bench(self._side(player))).legals)

    def is_certain(self, *, player: Id | None = None) -> bool:
        """Whether all text in force was read and the board leaves nothing open that could change the theory."""
        return self._bench(self._side(player)).worlds.is_certain

    # --- how it is found ---

    def _declarations(
        self, blocks: Blocks | None, player: Id | None, pay: Pay | None = None
    ) -> tuple[Declared, ...]:
        if blocks is not None:
            return (load_declaration(blocks, self.board, player=player, pay=pay),)
        if not self.board.declarations:
            expected = "the blocks to judge, on the board or given beside it"
            message = f"declaration: missing; expected {expected}"
            raise DeclarationError("declaration", None, expected, None, message)
        if pay is not None:
            return (self._paid(pay),)
        return self.board.declarations

    def _undeclared(self, declarations: Iterable[Declared]) -> tuple[str, ...]:
        """The players who are attacked and have not declared, where the board lists the declarations of several (802.4)."""
        if self.board.given.declarations is None:
            return ()
        declared = {self.board.declaring_side(one.player) for one in declarations}
        attacked = {self.board.defending_player(attacker) for attacker in self.board.attackers}
        waiting = [side for side in self.board.defending_sides if side not in declared]
        return tuple(key for side in waiting for key in self.board.turn_order if key in side & attacked)

    def _paid(self, pay: Pay) -> Declared:
        """The declaration on the board with a payment."""
        if len(self.board.declarations) != 1:
            expected = "one declaration that is paid for"
            message = f"pay: expected {expected}, got {len(self.board.declarations)}"
            raise DeclarationError("pay", None, expected, None, message)
        (declared,) = self.board.declarations
        return load_declaration(
            declared.blocks,
            self.board,
            player=declared.player,
            pay=pay,
            declared_by=declared.declared_by,
        )

    def _begun(self, blocks: Blocks | None, player: Id | None) -> Declared:
        """The blocks given; those on the board, or none, when there are none."""
        if blocks is not None:
            return load_declaration(blocks, self.board, player=player)
        side = self._side(player)
        for declared in self.board.declarations:
            if self.board.declaring_side(declared.player) == side:
                return declared
        return load_declaration({}, self.board, player=self._any_of(side))

    def _pair(self, pair: tuple[Id, Id], bench: _Bench) -> Chosen:
        """A block that is asked about."""
        if len(pair) != 2:
            expected = "a blocker and an attacker"
            raise DeclarationError("pair", pair, expected, None, f"pair: expected {expected}, got {pair!r}")
        blocker, attacker = pair
        try:
            declared = load_declaration({blocker: attacker}, self.board, player=self._any_of(bench.side))
        except DeclarationError as error:
            raise_if_any([renamed(problem, {"blocks": "pair"}) for problem in error.problems])
            raise
        return self._chosen(declared, bench)

    def _guided(self, bench: _Bench, most: int = MOST_WORLDS) -> Side:
        worlds = bench.worlds.at_most(most)
        kept = bench.legals[:1] if worlds.too_many else bench.legals
        return Side(self._telling, bench.side, worlds, kept)

    def _any_of(self, side: frozenset[str]) -> Id:
        """A player of a side, as the board gave the id."""
        return next(self._telling.id(key) for key in self.board.player_keys if key in side)

    def _side(self, player: Id | None) -> frozenset[str]:
        """The players who declare together: those of ``player``, of the board's declaration, or the only ones attacked."""
        if player is None and self.board.declaration is not None and len(self.board.declarations) == 1:
            player = self.board.declaration.player
        if player is not None:
            return self.board.declaring_side(load_declaration({}, self.board, player=player).player)
        return self.board.declaring_side(load_declaration({}, self.board).player)

    def _bench(self, side: frozenset[str]) -> _Bench:
        if side not in self._benches:
            worlds = worlds_of(self.board, side, self.texts)
            treasuries = treasuries_of(worlds)
            paying = zip_longest(worlds.all, treasuries)
            legals = tuple(self._legal(world.grounded.theory, treasury) for world, treasury in paying)
            self._benches[side] = _Bench(side, worlds, legals, treasuries)
        return self._benches[side]

    def _legal(self, theory: Theory, treasury: Treasury | None) -> Legal:
        """Legality on a theory, with what its players can pay where something may have to be paid."""
        if treasury is None:
            return Legal(theory, self._asker, self.limit)
        return Legal(
            theory,
            self._asker,
            self.limit,
            treasury.payable,
            treasury.payable_beside,
            treasury.budgets,
        )

    def _judged(self, declared: Declared) -> Verdict:
        bench = self._bench(self.board.declaring_side(declared.player))
        chosen = self._chosen(declared, bench)
        return self._verdict(bench, chosen, *self._judgements(declared, bench, chosen))

    def _verdict(
        self, bench: _Bench, chosen: Chosen, judgements: Sequence[Judgement], paying: Paying
    ) -> Verdict:
        return verdict_of(self._telling, bench.side, bench.worlds, judgements, chosen.keys, paying)

    def _judgements(
        self, declared: Declared, bench: _Bench, chosen: Chosen
    ) -> tuple[list[Judgement], Paying]:
        """What holds of a declaration in each world, and how it is paid for in the first."""
        declaration = chosen.declaration
        settlements = settlements_of(bench.worlds, bench.treasuries, declared, declaration)
        judgements: list[Judgement] = [
            as_settled(check_declaration(legal, declaration, chosen.faults), settlement, legal, declaration)
            for legal, settlement in zip(bench.legals, settlements, strict=True)
        ]
        consent = consenting(bench.worlds.first, declared, judgements[0])
        first, *others = settlements
        if any(other.payment != first.payment for other in others):
            first = replace(first, payment=None)
        return judgements, Paying(first, consent)

    def _chosen(self, declared: Declared, bench: _Bench) -> Chosen:
        """The declared pairs in board order: those that are pairs of the theory, and the faults of the others (509.1a)."""
        combat, places = bench.worlds.first.combat, self.board.positions
        blockers, attackers = combat.blocker_places, combat.attacker_places
        keys = tuple(sorted(declared.pairs, key=lambda pair: (places[pair[0]], places[pair[1]])))
        pairs: list[Pair | None] = []
        faults: list[Fault] = []
        for blocker, attacker in keys:
            reason = outside(combat, blocker, attacker)
            if reason is None:
                pairs.append((blockers[blocker], attackers[attacker]))
            else:
                cr = ("509.1a", "802.4a") if reason == "attacks another player" else ("509.1a",)
                faults.append(Fault("509.1a", Origin(cr, reason=reason), (blocker,), (attacker,)))
                pairs.append(None)
        return Chosen(keys, tuple(pairs), tuple(faults))


def _known(board: Board, name: Id, field: str) -> Permanent:
    if board.has_permanent(name):
        return board.permanent(name)
    near = closest(str(name), [one.key for one in board.permanents])
    message = f"{field}: {shown(name)} is no permanent of the board{suggestion(near)}"
    raise InputError(field, name, "a permanent of the board", near, message)


def _player_known(board: Board, name: Id) -> str:
    if board.has_player(name):
        return key(name)
    near = closest(str(name), board.player_keys)
    message = f"player: {shown(name)} is no player of the board{suggestion(near)}"
    raise InputError("player", name, "a player of the board", near, message)


def _solved(legal: Legal) -> Judgement:
    """No blocks at all, judged: its witness is the nearest legal declaration that obeys the maximum."""
    found = check_declaration(legal, frozenset())
    if found.witness is None:
        return found
    return check_declaration(legal, found.witness)
