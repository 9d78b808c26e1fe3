"""From a legal declaration to the state of combat after it; from that state, and from windows, to the public answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from blockcheck.aftermath import Aftermath, Fired, begin
from blockcheck.aftermath.firing import Occasion as Time
from blockcheck.aftermath.firing import Pair
from blockcheck.aftermath.moments import Moment
from blockcheck.board import Board
from blockcheck.board import Declaration as Declared
from blockcheck.errors import DeclarationError, Illegal, Undecided
from blockcheck.ground.conditions import truth
from blockcheck.ground.inside import words
from blockcheck.ground.scope import Bindings
from blockcheck.ground.truth import Truth
from blockcheck.judge.assembly import Telling
from blockcheck.judge.texts import texts_of
from blockcheck.outcome import (
    AftermathAnswer,
    AttackerLine,
    Occasion,
    SlotLine,
    TriggerGroup,
    TriggerLine,
    UnreadTrigger,
    WindowAnswer,
)
from blockcheck.reading.paragraphs import masked
from blockcheck.reading.printing import printed
from blockcheck.reading.triggers import read_condition
from blockcheck.reading.words import MASK
from blockcheck.verdict import Id, Verdict
from blockcheck.window import Conditions, Window
from blockcheck.words import trigger_message, verdict_line, window_message


def aftermath_of(board: Board, declarations: Sequence[Declared], verdict: Verdict) -> Aftermath:
    """The state of combat after judged declarations (509.1g-i).

    Args:
        board: the board that was judged.
        declarations: one for each declaring side.
        verdict: the judgement of them all.

    Raises:
        Illegal: the declaration is illegal; the error carries the verdict.
        Undecided: the board does not decide whether it is legal, or whether its costs can be paid.
        DeclarationError: another player is attacked and has not declared (802.4).
    """
    if verdict.legal is False:
        raise Illegal(f"There is no aftermath. {verdict_line(verdict)}", verdict)
    if verdict.legal is None:
        raise Undecided(f"There is no aftermath. {verdict_line(verdict)}", verdict)
    if verdict.costs.payable is None and not any(declared.pay for declared in declarations):
        message = "There is no aftermath: whether the costs can be paid is not settled (509.1f)"
        raise Undecided(message, verdict)
    _everybody_declared(board, declarations)
    pairs = [pair for declared in declarations for pair in declared.pairs]
    return begin(board, pairs, texts_of, _payments(declarations, verdict))


def _everybody_declared(board: Board, declarations: Sequence[Declared]) -> None:
    declared = {player for one in declarations for player in board.declaring_side(one.player)}
    missing = [side for side in board.defending_sides if not side & declared]
    if missing:
        names = ", ".join(sorted(missing[0]))
        expected = f"a declaration of {names}, who is attacked too (802.4)"
        raise DeclarationError("declarations", None, expected, None, f"declarations: expected {expected}")


def _payments(
    declarations: Sequence[Declared], verdict: Verdict
) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """What each declaring side paid: as it was stated, else as the verdict says."""
    verdicts = verdict.declarations or (verdict,)
    found: dict[str, Sequence[Mapping[str, Any]]] = {}
    for declared, one in zip(declarations, verdicts, strict=True):
        stated = declared.pay
        if stated is None:
            found[declared.player] = one.costs.payment or ()
        else:
            found[declared.player] = [entry.model_dump(exclude_unset=True) for entry in stated]
    return found


def conditions_of(board: Board, source: str | None, you: str | None) -> Conditions:
    """What settles the conditions of a timing line on a board (506.8).

    Args:
        board: the battlefield now.
        source: the permanent whose ability it is; none for a spell.
        you: who would cast the spell or activate the ability.
    """
    moment = Moment(board, texts_of)
    where = "" if source is None else board.where(source)
    bindings = Bindings(this=source, you=you, where=where)

    def met(text: str) -> Truth | None:
        own = None if source is None else board.permanent(source).name
        condition = read_condition(masked(text, own, "").replace(MASK, ""))
        if condition is None or not _bound(condition, bindings):
            return None
        return truth(condition, moment.scope(bindings, None, None))

    return met


def _bound(condition: object, bindings: Bindings) -> bool:
    """Whether it is known whom the words of a condition mean."""
    said = words(condition)
    return not (bindings.this is None and said & {"this", "host", "paired", "it"}) and not (
        bindings.you is None and said & {"you", "opponent"}
    )


def aftermath_answer(state: Aftermath) -> AftermathAnswer:
    """The public answer that tells a state of combat; ids come back as the board gave them."""
    telling = Telling(state.known)
    return AftermathAnswer(
        id=state.board.id,
        attackers=tuple(_attacker(telling, state, key) for key in state.attackers),
        blocking=_blocks(telling, state.blocking, state.blocks),
        chosen=_blocks(telling, (blocker for blocker, _ in state.chosen), state.chosen),
        never_blocking=telling.ids(state.never_blocking),
        gone=telling.ids(one.key for one in state.gone),
        triggers=tuple(
            TriggerGroup(player=telling.id(player), triggers=tuple(_trigger(telling, one) for one in group))
            for player, group in groupby(state.triggers, key=lambda one: one.controller)
        ),
        unread=tuple(
            UnreadTrigger(
                source=None if one.source is None else telling.id(one.source),
                text=one.text,
                field=one.field or None,
            )
            for one in state.unread
        ),
        note=state.note or None,
        over=state.over,
    )


def _attacker(telling: Telling, state: Aftermath, key: str) -> AttackerLine:
    target = state.board.attacked(key)
    return AttackerLine(
        attacker=telling.id(key),
        attacks=None if target is None else telling.id(target),
        defending_player=telling.id(state.board.defending_player(key)),
        state="blocked" if key in state.blocked else "unblocked",
        blocked_by=telling.ids(blocker for blocker, attacker in state.blocks if attacker == key),
        was_blocked_by=telling.ids(state.blocked_by.get(key, ())),
        band=telling.ids(mate for mate in state.of_band(key) if mate != key),
    )


def _blocks(telling: Telling, blockers: Iterable[str], pairs: Sequence[Pair]) -> dict[str, tuple[Id, ...]]:
    told: dict[str, tuple[Id, ...]] = dict.fromkeys(blockers, ())
    for blocker, attacker in pairs:
        told[blocker] = (*told[blocker], telling.id(attacker))
    return told


def _trigger(telling: Telling, one: Fired) -> TriggerLine:
    return TriggerLine(
        source=None if one.source is None else telling.id(one.source),
        bearer=None if one.bearer is None else telling.id(one.bearer),
        text=one.trigger.text,
        cr=one.cr,
        when=one.when,
        count=one.count,
        at_most=one.at_most if one.at_most != one.count else None,
        condition=_condition(one).replace("~", telling.names.one(one.bearer or "")) or None,
        times=tuple(_occasion(telling, time) for time in one.times),
        message=trigger_message(telling.names, one),
    )


def _condition(one: Fired) -> str:
    """The "if" of an ability in words."""
    trigger = one.trigger
    if trigger.condition is not None and not trigger.condition_text:
        return printed(trigger.condition)
    return trigger.condition_text


def _occasion(telling: Telling, time: Time) -> Occasion:
    return Occasion(
        blockers=telling.ids(time.blockers),
        attackers=telling.ids(time.attackers),
        permanents=telling.ids(time.permanents),
        players=telling.ids(time.players),
        certain=time.certain,
        open=tuple(path for path in time.open if path),
        again=None if time.again is None else telling.id(time.again),
    )


def window_answer(window: Window) -> WindowAnswer:
    """The public answer about a timing line."""
    slot = window.next
    return WindowAnswer(
        line=window.line,
        now=window.now,
        cr=window.cr,
        reason=window.reason or None,
        needs=window.needs,
        provided=window.provided,
        next=None if slot is None else SlotLine(phase=slot.phase, step=slot.step, combat_phase=slot.combat),
        in_another_combat=window.in_another_combat,
        message=window_message(window),
    )
