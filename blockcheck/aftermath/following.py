"""What an event makes of a state of combat: the next state, with the abilities that trigger (506.3, 506.4, 509.3, 509.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from blockcheck.aftermath.boards import (
    attacking_now,
    changed,
    characteristics,
    no_longer_attacked,
    permanent_of,
    with_permanent,
    without,
)
from blockcheck.aftermath.events import (
    BecomesBlocked,
    BecomesUnblocked,
    Changes,
    ChangesControl,
    Enters,
    Event,
    Leaves,
    MakesBlock,
    NewCombatPhase,
    PhasesOut,
    Regenerates,
    RemovedFromCombat,
    Taps,
)
from blockcheck.aftermath.firing import Deed, Happened, Pair, fired
from blockcheck.aftermath.moments import Moment
from blockcheck.aftermath.state import Aftermath, in_order, remembering, used_by
from blockcheck.board import Attack, Board, FrozenMap, Permanent
from blockcheck.errors import Impossible
from blockcheck.values import dataclass


def then(state: Aftermath, event: Event) -> Aftermath:
    """The state of combat after an event, with the abilities that trigger on it.

    Raises:
        Impossible: the event cannot happen in this state; the message says why.
        InputError: a permanent or a characteristic of the event is written wrong.
    """
    if state.over:
        raise Impossible("The combat phase has ended", "511.3")
    return _EVENTS[type(event)](state, event)


@dataclass(frozen=True, slots=True)
class _Step:
    """What an event changes. ``formed`` by an effect, ``entered`` by entering; ``blocked`` and ``blocks`` are all from now on."""

    board: Board
    blocks: tuple[Pair, ...]
    blocking: tuple[str, ...]
    blocked: tuple[str, ...]
    formed: tuple[Pair, ...] = ()
    entered: tuple[Pair, ...] = ()
    deeds: tuple[Deed, ...] = ()
    gone: tuple[Permanent, ...] = ()
    note: str = ""


def _still(state: Aftermath) -> _Step:
    return _Step(state.board, state.blocks, state.blocking, state.blocked)


def _next(state: Aftermath, step: _Step) -> Aftermath:
    """The next state; whatever is new in it triggers (509.3a-e)."""
    order = step.board.positions
    blocked = tuple(sorted(step.blocked, key=order.__getitem__))
    new = (*step.formed, *step.entered)
    never_blocked = state.entered | {b for b, _ in step.entered}
    happened = Happened(
        "event",
        formed=step.formed,
        entered=step.entered,
        began=tuple(dict.fromkeys(b for b, _ in step.formed if b not in state.blocking)),
        became_blocked=tuple(a for a in blocked if a not in state.blocked),
        before=state.blocks,
        after=step.blocks,
        never_blocked=never_blocked,
        deeds=step.deeds,
    )
    moment = Moment(step.board, state.read)
    triggers = fired(moment, happened, last_known=state.moment, used=state.used)
    return replace(
        state,
        board=remembering(moment, happened.began, happened.became_blocked),
        blocks=step.blocks,
        blocking=tuple(sorted(step.blocking, key=order.__getitem__)),
        blocked=blocked,
        blocked_by=_remembered(state, new),
        entered=never_blocked,
        gone=(*state.gone, *step.gone),
        triggers=triggers,
        used=used_by(triggers, state.used),
        note=step.note,
    )


def _remembered(state: Aftermath, new: Iterable[Pair]) -> FrozenMap[str, tuple[str, ...]]:
    """Every creature that blocked an attacker this combat, with the new ones."""
    known = dict(state.blocked_by)
    for blocker, attacker in new:
        known[attacker] = tuple(dict.fromkeys((*known.get(attacker, ()), blocker)))
    return FrozenMap(known)


# --- what can be asked of a state ------------------------------------------------------------------------------------------


def _permanent(state: Aftermath, key: str) -> Permanent:
    if not state.board.has_permanent(key):
        raise Impossible(f"{key} is not on the battlefield", "506.4")
    if state.board.permanent(key).phased_out:
        raise Impossible(f"{key} is phased out", "702.26b")
    return state.board.permanent(key)


def _attackers(state: Aftermath, keys: Iterable[str]) -> tuple[str, ...]:
    wanted = tuple(keys)
    for key in wanted:
        if _permanent(state, key).attacking is None:
            raise Impossible(f"{key} is not attacking", "509.1h")
    return wanted


def _defends_against(board: Board, blocker: Permanent, attacker: str) -> bool:
    """Whether an attacker attacks a creature's controller, a planeswalker of theirs or a battle they protect."""
    return blocker.controller in board.declaring_side(board.defending_player(attacker))


# --- an effect makes a creature block ----------------------------------------------------------------------------------------


def _makes_block(state: Aftermath, event: MakesBlock) -> Aftermath:
    blocker = _permanent(state, event.blocker)
    if not event.attackers:
        raise Impossible(f"{blocker.key} is made to block no attacker", "509.1g")
    if not blocker.is_creature:
        raise Impossible(f"{blocker.key} is no creature; only a creature can block", "506.3")
    if "battle" in blocker.types:
        raise Impossible(f"{blocker.key} is a battle, which cannot become a blocking creature", "506.3f")
    for attacker in _attackers(state, event.attackers):
        if not _defends_against(state.board, blocker, attacker):
            message = f"{attacker} does not attack {blocker.controller}, who controls {blocker.key}"
            raise Impossible(message, "802.4a")
    board = state.board
    wanted = {(blocker.key, mate) for a in event.attackers for mate in state.of_band(a)}
    kept = {pair for pair in state.blocks if not (event.instead and pair[0] == blocker.key)}
    return _next(
        state,
        replace(
            _still(state),
            blocks=in_order(board, kept | wanted),
            blocking=_with(state.blocking, blocker.key),
            blocked=_with(state.blocked, *(a for _, a in wanted)),
            formed=in_order(board, wanted - set(state.blocks)),
        ),
    )


def _with(keys: tuple[str, ...], *more: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*keys, *more)))


# --- an effect makes an attacker blocked or unblocked --------------------------------------------------------------------------


def _becomes_blocked(state: Aftermath, event: BecomesBlocked) -> Aftermath:
    """A whole band becomes blocked with one of its members (702.22i)."""
    named = _attackers(state, event.attackers)
    bands = [mate for attacker in named for mate in state.of_band(attacker)]
    return _next(state, replace(_still(state), blocked=_with(state.blocked, *bands)))


def _becomes_unblocked(state: Aftermath, event: BecomesUnblocked) -> Aftermath:
    named = _attackers(state, event.attackers)
    blocks = tuple(pair for pair in state.blocks if pair[1] not in named)
    blocked = tuple(key for key in state.blocked if key not in named)
    return _next(state, replace(_still(state), blocks=blocks, blocked=blocked))


# --- a permanent enters ----------------------------------------------------------------------------------------------------------


def _enters(state: Aftermath, event: Enters) -> Aftermath:
    if event.blocking is not None and event.attacking is not None:
        raise Impossible("What enters blocking cannot enter attacking too", "506.3")
    permanent = permanent_of(event.permanent, state.board)
    permanent = permanent._replace(
        triggered=permanent.triggered or ()
    )  # it is new: nothing it had has triggered
    board = with_permanent(state.board, permanent)
    step = replace(_still(state), board=board)
    if event.blocking is not None:
        reason = _never_blocks(state.board, permanent, event.blocking)
        return _next(
            state, replace(step, note=reason) if reason else _blocking(state, step, permanent, event)
        )
    if event.attacking is not None:
        reason = _never_attacks(state.board, permanent, event.attacking)
        attack = None if reason else Attack(event.attacking)
        return _next(state, replace(step, board=changed(board, permanent.key, attacking=attack), note=reason))
    return _next(state, step)


def _blocking(state: Aftermath, step: _Step, permanent: Permanent, event: Enters) -> _Step:
    """It blocks without having been declared: no restriction or requirement matters (509.4b)."""
    mates = state.of_band(event.blocking or "")
    entered = tuple((permanent.key, mate) for mate in mates)
    return replace(
        step,
        blocks=in_order(step.board, (*state.blocks, *entered)),
        blocking=_with(state.blocking, permanent.key),
        blocked=_with(state.blocked, *mates),
        entered=entered,
    )


def _never_blocks(board: Board, permanent: Permanent, attacker: str) -> str:
    """Why a permanent that enters blocking is never a blocking creature; empty where it is one."""
    key = permanent.key
    if "battle" in permanent.types:
        return f"{key} enters, but it is a battle and never a blocking creature (506.3e)"
    if not permanent.is_creature:
        return f"{key} enters, but it is no creature and never a blocking one (506.3a)"
    if not board.has_permanent(attacker) or board.permanent(attacker).attacking is None:
        return (
            f"{key} enters, but {attacker} is not attacking, so {key} is never a blocking creature (509.4a)"
        )
    if not _defends_against(board, permanent, attacker):
        return f"{key} enters, but {attacker} does not attack {permanent.controller}, so {key} never blocks it (506.3d)"
    return ""


def _never_attacks(board: Board, permanent: Permanent, target: str) -> str:
    """Why a permanent that enters attacking is never an attacking creature; empty where it is one."""
    key = permanent.key
    if "battle" in permanent.types:
        return f"{key} enters, but it is a battle and never an attacking creature (506.3e)"
    if not permanent.is_creature:
        return f"{key} enters, but it is no creature and never an attacking one (506.3a)"
    if permanent.controller not in board.active_side:
        return f"{key} enters, but {permanent.controller} is not attacking, so it never attacks (506.3b)"
    if not _can_be_attacked(board, target):
        return f"{key} enters, but {target} cannot be attacked, so it never attacks (506.3c)"
    return ""


def _can_be_attacked(board: Board, target: str) -> bool:
    """Whether it is a player who is not on the attacking side, a planeswalker of theirs, or a battle they protect."""
    if board.has_player(target):
        return target not in board.active_side
    if not board.has_permanent(target) or board.permanent(target).phased_out:
        return False
    one = board.permanent(target)
    if "battle" in one.types:
        return one.protector is not None and one.protector not in board.active_side
    return "planeswalker" in one.types and one.controller not in board.active_side


# --- removal from combat (506.4) --------------------------------------------------------------------------------------------------


def _in_combat(state: Aftermath, key: str) -> bool:
    attacked = any(one.attacking is not None and one.attacking.target == key for one in state.board.attackers)
    return attacked or key in state.blocking or key in state.attackers


def _no_longer_fighting(step: _Step, key: str) -> _Step:
    """A creature stops being an attacking, blocking, blocked or unblocked creature; whatever it blocked stays blocked (509.1h)."""
    board = step.board
    if board.has_permanent(key) and board.permanent(key).attacking is not None:
        board = changed(board, key, attacking=None, band=None)
    return replace(
        step,
        board=board,
        blocks=tuple(pair for pair in step.blocks if key not in pair),
        blocking=tuple(one for one in step.blocking if one != key),
        blocked=tuple(one for one in step.blocked if one != key),
    )


def _removed(step: _Step, key: str) -> _Step:
    """Out of combat altogether: as a creature, and as what is attacked (506.4c)."""
    return _no_longer_fighting(replace(step, board=no_longer_attacked(step.board, key)), key)


def _removed_from_combat(state: Aftermath, event: RemovedFromCombat) -> Aftermath:
    _permanent(state, event.permanent)
    if not _in_combat(state, event.permanent):
        raise Impossible(f"{event.permanent} is not in combat", "506.4")
    return _next(state, _removed(_still(state), event.permanent))


def _leaves(state: Aftermath, event: Leaves) -> Aftermath:
    key = _permanent(state, event.permanent).key
    step = _removed(_still(state), key)
    board, gone = without(step.board, key)
    deeds = tuple(Deed("leaves", one.key, one.controller) for one in gone)
    return _next(state, replace(step, board=board, gone=gone, deeds=deeds))


def _changes_control(state: Aftermath, event: ChangesControl) -> Aftermath:
    one = _permanent(state, event.permanent)
    if not state.board.has_player(event.to):
        raise Impossible(f"There is no player {event.to}", "506.4")
    if one.controller == event.to:
        raise Impossible(f"{event.to} controls {one.key} already", "506.4")
    step = _removed(_still(state), one.key)
    return _next(state, replace(step, board=changed(step.board, one.key, controller=event.to)))


def _phases_out(state: Aftermath, event: PhasesOut) -> Aftermath:
    """What is attached to it phases out with it (702.26g)."""
    step = _still(state)
    waiting = [_permanent(state, event.permanent).key]
    while waiting:
        name = waiting.pop()
        step = _removed(step, name)
        waiting += (one.key for one in step.board.attachments(name))
        step = replace(step, board=changed(step.board, name, phased_out=True))
    return _next(state, step)


def _regenerates(state: Aftermath, event: Regenerates) -> Aftermath:
    """It is tapped too (701.19a); only a permanent that would be destroyed regenerates, which is up to the players."""
    _permanent(state, event.permanent)
    step = _no_longer_fighting(_still(state), event.permanent)
    return _next(state, _tapping(step, event.permanent, True))


def _tapping(step: _Step, key: str, tapped: bool) -> _Step:
    one = step.board.permanent(key)
    deeds = (Deed("becomes tapped", key, one.controller),) if tapped and not one.tapped else ()
    return replace(step, board=changed(step.board, key, tapped=tapped), deeds=deeds)


def _taps(state: Aftermath, event: Taps) -> Aftermath:
    """Tapped or untapped, it stays in combat (506.4b)."""
    one = _permanent(state, event.permanent)
    if one.tapped == event.tapped:
        word = "tapped" if event.tapped else "untapped"
        raise Impossible(f"{one.key} is {word} already", "701.26")
    return _next(state, _tapping(_still(state), one.key, event.tapped))


# --- characteristics change ----------------------------------------------------------------------------------------------------


def _changes(state: Aftermath, event: Changes) -> Aftermath:
    """Nothing triggers on a block that is there already (509.3f); what stops being what it was may leave combat (506.4)."""
    before = _permanent(state, event.permanent)
    step = replace(_still(state), board=characteristics(state.board, before.key, event.to))
    now = step.board.permanent(before.key)
    if not now.is_creature or "battle" in now.types:
        step = _no_longer_fighting(step, now.key)
    if not _still_attackable(before, now):
        step = replace(step, board=no_longer_attacked(step.board, now.key))
    return _next(state, step)


def _still_attackable(before: Permanent, now: Permanent) -> bool:
    """Whether an attacked permanent is still attacked (506.4, 506.4d-e)."""
    was_battle, is_battle = "battle" in before.types, "battle" in now.types
    if "planeswalker" in before.types and was_battle:
        return is_battle or ("planeswalker" in now.types and now.controller == now.protector)
    return is_battle if was_battle else "planeswalker" in now.types


def _new_combat_phase(state: Aftermath, event: NewCombatPhase) -> Aftermath:
    """Nobody blocks or is blocked any more; ``board`` is ready to be judged when its creatures attack."""
    for key, target in event.attacking.items():
        one = _permanent(state, key)
        if not one.is_creature or one.controller not in state.board.active_side:
            raise Impossible(f"{key} is no creature of the attacking player", "506.3")
        if not _can_be_attacked(state.board, target):
            raise Impossible(f"{target} cannot be attacked", "506.3")
    return Aftermath(
        board=attacking_now(_with_memory(state), event.attacking),
        read=state.read,
        gone=state.gone,
        over=True,
    )


def _with_memory(state: Aftermath) -> Board:
    """The board with what has triggered only so often this turn, for the next combat phase; unknown where it is not certain."""
    by_owner: dict[str, list[str]] = {}
    unknown: set[str] = set()
    for one in state.moment.waiting:
        owner, _, _ = one.memory
        sure, most = state.used.get(one.memory, (0, 0))
        by_owner.setdefault(owner, []).extend([one.trigger.text] * sure)
        if most > sure:
            unknown.add(owner)
    board = state.board
    first = (board.turn.combat_phase or 1) == 1
    permanents = tuple(
        one._replace(
            triggered=None if one.key in unknown else _told(one.triggered, first, by_owner.get(one.key, ())),
        )
        for one in board.permanents
    )
    effects = tuple(
        replace(one, triggered=(*(one.triggered or ()), *by_owner.get(one.where, ())))
        for one in board.effects
    )
    return replace(board, permanents=permanents, effects=effects)


def _told(known: tuple[str, ...] | None, first: bool, more: Iterable[str]) -> tuple[str, ...] | None:
    """What is known to have triggered, with more; nothing told before is nothing in the first combat phase only."""
    return None if known is None and not first else (*(known or ()), *more)


_EVENTS: dict[type, Callable[[Aftermath, Any], Aftermath]] = {
    MakesBlock: _makes_block,
    BecomesBlocked: _becomes_blocked,
    BecomesUnblocked: _becomes_unblocked,
    Enters: _enters,
    Leaves: _leaves,
    ChangesControl: _changes_control,
    PhasesOut: _phases_out,
    RemovedFromCombat: _removed_from_combat,
    Regenerates: _regenerates,
    Taps: _taps,
    Changes: _changes,
    NewCombatPhase: _new_combat_phase,
}
