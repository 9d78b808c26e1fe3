"""How the costs of a judged declaration are paid, and who may decline to (509.1d-f)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from blockcheck import effects as fx
from blockcheck.answers.check import Judgement
from blockcheck.ask import Found
from blockcheck.board import Board
from blockcheck.board import Declaration as Declared
from blockcheck.ground import Grounded
from blockcheck.ground.scope import Scope, players
from blockcheck.ground.truth import Unknown
from blockcheck.legal import Legal
from blockcheck.payment import NOTHING_TO_PAY, Settlement, Treasury, stated_settlement
from blockcheck.theory import Declaration, incurred


@dataclass(frozen=True, slots=True)
class Paying:
    """What a verdict tells about paying: how, and who may decline though somebody else declares."""

    settlement: Settlement = NOTHING_TO_PAY
    consent: tuple[str, ...] = ()


def settlement_of(
    board: Board, declared: Declared, treasury: Treasury, declaration: Declaration
) -> Settlement:
    """How the costs of a declaration are paid: as it states, or in the way that keeps most.

    Raises:
        DeclarationError: a stated payment can't be made, or does not pay exactly what is asked for.
    """
    items = incurred(treasury.theory, declaration)
    blockers = frozenset(blocker for blocker, _ in declaration)
    if declared.pay is None:
        return treasury.settlement(items, blockers)
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
