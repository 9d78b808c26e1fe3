"""How the costs of a judged declaration are paid, and who may decline to (509.1d-f)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from blockcheck import effects as fx
from blockcheck.answers.check import Judgement
from blockcheck.ask import Found
from blockcheck.board import Board
from blockcheck.board import Declaration as Declared
from blockcheck.ground import Grounded
from blockcheck.ground.scope import Scope, players
from blockcheck.ground.truth import Unknown
from blockcheck.judge.worlds import Worlds
from blockcheck.legal import Legal
from blockcheck.payment import NOTHING_TO_PAY, Settlement
from blockcheck.theory import Declaration, Kind, incurred
from blockcheck.values import dataclass

if TYPE_CHECKING:
    from blockcheck.payment import Treasury


@dataclass(frozen=True, slots=True)
class Paying:
    """What a verdict tells about paying: how, and who may decline though somebody else declares."""

    settlement: Settlement = NOTHING_TO_PAY
    consent: tuple[str, ...] = ()


def treasuries_of(worlds: Worlds) -> tuple[Treasury, ...]:
    """What the declaring players can pay in each world; none where no world has a cost item."""
    if not any(world.grounded.theory.of(Kind.COST) for world in worlds.all):
        return ()
    return _treasuries(worlds)


def _treasuries(worlds: Worlds) -> tuple[Treasury, ...]:
    from blockcheck.payment import Treasury

    return tuple(Treasury(world.grounded) for world in worlds.all)


def settlements_of(
    worlds: Worlds, treasuries: Sequence[Treasury], declared: Declared, declaration: Declaration
) -> list[Settlement]:
    """How the costs of a declaration are paid in each world: as it states, or in the way that keeps most.

    Args:
        worlds: what the board may mean.
        treasuries: what the players can pay in each world; none where there is nothing to pay.
        declared: the declaration as it was made.
        declaration: its pairs.

    Raises:
        DeclarationError: a stated payment can't be made, or does not pay exactly what is asked for.
    """
    if not treasuries and declared.pay is None:
        return [NOTHING_TO_PAY for _ in worlds.all]
    board = worlds.first.combat.board
    return [
        _settlement(board, declared, treasury, declaration) for treasury in treasuries or _treasuries(worlds)
    ]


def _settlement(board: Board, declared: Declared, treasury: Treasury, declaration: Declaration) -> Settlement:
    items = incurred(treasury.theory, declaration)
    blockers = frozenset(blocker for blocker, _ in declaration)
    if declared.pay is None:
        return treasury.settlement(items, blockers)
    from blockcheck.payment import stated_settlement

    return stated_settlement(board, declared, treasury, items, blockers)


def as_settled(
    judgement: Judgement, settlement: Settlement, legal: Legal, declaration: Declaration
) -> Judgement:
    """A judgement under the payment that was stated: whoever declines to pay does not block (509.1d)."""
    if judgement.payable is not settlement.payable:
        judgement = replace(judgement, payable=settlement.payable)
    if not settlement.declined or judgement.legal is False:
        return judgement
    paid = incurred(legal.theory, declaration) - settlement.declined
    match legal.inquiry().witness(declaration, paid):
        case Found(declaration=witness):
            return replace(judgement, legal=False, stage="509.1d", witness=witness, nearest=witness)
        case _:
            return replace(judgement, legal=False, stage="509.1d", witness=None, nearest=None)


def consenting(grounded: Grounded, declared: Declared, judgement: Judgement) -> tuple[str, ...]:
    """The players who have to pay though somebody else declares for them: each may decline (509.1c, last sentence but one)."""
    if not judgement.costs:
        return ()
    choosers = _choosers(grounded) if declared.declared_by is None else {declared.declared_by}
    payers = dict.fromkeys(row.payer for row in judgement.costs)
    board = grounded.combat.board
    return tuple(
        player for player in board.player_keys if player in payers and choosers and player not in choosers
    )


def _choosers(grounded: Grounded) -> set[str]:
    """The players whom an effect in force lets choose the blocks."""
    found: set[str] = set()
    for _, ability, effect, _ in grounded.state.of(fx.ChoosesBlocks):
        scope = Scope(grounded.combat.board, grounded.combat.side, ability.bindings, grounded.state.keywords)
        who: Iterable[str] | Unknown = players(effect.who, scope, None)
        found |= set() if isinstance(who, Unknown) else set(who)
    return found
