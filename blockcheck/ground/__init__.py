"""From a board and what its texts were read as to the theory of one declaration."""

from __future__ import annotations

from collections.abc import Mapping

from blockcheck.board import Board, Permanent
from blockcheck.ground.notes import Note, notes
from blockcheck.ground.pairs import Combat
from blockcheck.ground.questions import Interview, Question
from blockcheck.ground.sentences import sentences
from blockcheck.ground.state import State, Texts, UnreadText, state_of
from blockcheck.theory import Theory
from blockcheck.values import dataclass

__all__ = ["Combat", "Grounded", "Note", "Question", "Texts", "UnreadText", "ground", "outside"]


@dataclass(frozen=True, slots=True)
class Grounded:
    """The theory of one declaration under given answers.

    ``questions`` are all that were asked on the way, answered or not; ``unread`` is text in force that was left out.
    ``only_forbids``: all that the answers do is to forbid pairs, and each yes forbids more of them than a no.
    """

    combat: Combat
    theory: Theory
    state: State
    questions: tuple[Question, ...]
    unread: tuple[UnreadText, ...]
    notes: tuple[Note, ...]
    only_forbids: bool = False


def ground(
    board: Board,
    side: frozenset[str],
    texts: Texts,
    answers: Mapping[Question, bool] | None = None,
    *,
    default: bool = False,
) -> Grounded:
    """Everything that 509.1a-d say about the declaration of ``side``, on a board, as sentences.

    Args:
        board: the board at the moment of declaration.
        side: the players who declare together (one player, or a team: 805.10d).
        texts: what the board's texts were read as.
        answers: truth values for questions that the board leaves open; a question without an answer counts as ``default``.
        default: the answer to all other questions.
    """
    interview = Interview(answers or {}, default)
    state = state_of(board, side, texts, interview)
    combat = Combat(board, side, _blockers(board, side), _attackers(board, side))
    found = sentences(combat, state, interview)
    theory = Theory(
        tuple(blocker.key for blocker in combat.blockers),
        tuple(attacker.key for attacker in combat.attackers),
        found,
    )
    return Grounded(
        combat,
        theory,
        state,
        tuple(interview.asked),
        state.unread,
        tuple(notes(board, side, texts, state)),
        only_forbids=not interview.decisive,
    )


def _blockers(board: Board, side: frozenset[str]) -> tuple[Permanent, ...]:
    """Creatures that the declaring players control; also those that may not be chosen, so that the reason can be told."""
    return tuple(p for p in board.permanents if p.controller in side and "creature" in p.types)


def _attackers(board: Board, side: frozenset[str]) -> tuple[Permanent, ...]:
    """Creatures attacking the declaring players, their planeswalkers or battles they protect; all others are ignored (802.4b)."""
    return tuple(p for p in board.attackers if board.defending_player(p) in side)


def outside(combat: Combat, blocker: str, attacker: str) -> str | None:
    """Why a pair is no pair of this declaration at all (509.1a, 802.4a): a reason code, or None when it is one."""
    if blocker in combat.blocker_places and attacker in combat.attacker_places:
        return None
    board, side = combat.board, combat.side
    chosen, blocked = board.permanent(blocker), board.permanent(attacker)
    if chosen.controller not in side:
        return "not yours"
    if "creature" not in chosen.types:
        return "not a creature"
    if blocked.attacking is None:
        return "not attacking"
    return "attacks another player"
