"""What can happen in combat after blockers are declared, one value for each event; ids are told by their text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, TypeAlias, get_args, get_type_hints

from blockcheck.board import key
from blockcheck.board.telling import shown, suggestion
from blockcheck.errors import InputError, closest
from blockcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class MakesBlock:
    """An effect makes a creature block attackers; ``instead``: in place of those it blocks now, else also (509.3a-b)."""

    blocker: str
    attackers: tuple[str, ...]
    instead: bool = False


@dataclass(frozen=True, slots=True)
class BecomesBlocked:
    """An effect makes attackers blocked, all at once, and no creature does (509.1h, 509.3c)."""

    attackers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BecomesUnblocked:
    """An effect makes attackers unblocked (509.1h); whatever blocks them does not any more."""

    attackers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Enters:
    """A permanent enters the battlefield: ``permanent`` as on a board, with the attacker it blocks or what it attacks, by id.

    ``attacking`` may name what has left or does not exist: then it never attacks (506.3c). So with ``blocking`` (509.4a).
    """

    permanent: Mapping[str, Any]
    blocking: str | None = None
    attacking: str | None = None


@dataclass(frozen=True, slots=True)
class Leaves:
    """A permanent leaves the battlefield (506.4)."""

    permanent: str


@dataclass(frozen=True, slots=True)
class ChangesControl:
    """A player gains control of a permanent (506.4)."""

    permanent: str
    to: str


@dataclass(frozen=True, slots=True)
class PhasesOut:
    """A permanent phases out (506.4)."""

    permanent: str


@dataclass(frozen=True, slots=True)
class RemovedFromCombat:
    """An effect removes an attacking or blocking creature, or an attacked permanent, from combat (506.4)."""

    permanent: str


@dataclass(frozen=True, slots=True)
class Regenerates:
    """A creature regenerates: it is tapped and removed from combat (506.4, 701.19a)."""

    permanent: str


@dataclass(frozen=True, slots=True)
class Taps:
    """A permanent becomes tapped, or untapped: nothing changes in combat (506.4b)."""

    permanent: str
    tapped: bool = True


@dataclass(frozen=True, slots=True)
class Changes:
    """Characteristics of a permanent change; ``to`` has the board's fields with their new values.

    Fields: ``type_line``, ``name``, ``oracle_text``, ``keywords``, ``power``, ``toughness``, ``colors``.
    """

    permanent: str
    to: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NewCombatPhase:
    """The combat phase ends and another begins; ``attacking`` says who attacks what in it, by id."""

    attacking: Mapping[str, str]


Event: TypeAlias = (
    MakesBlock
    | BecomesBlocked
    | BecomesUnblocked
    | Enters
    | Leaves
    | ChangesControl
    | PhasesOut
    | RemovedFromCombat
    | Regenerates
    | Taps
    | Changes
    | NewCombatPhase
)


def _kind(cls: type) -> str:
    """The name of an event: "makes block" for ``MakesBlock``."""
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in cls.__name__).strip()


KINDS: dict[str, type] = {_kind(cls): cls for cls in get_args(Event)}
"""Every event by its name."""


def event_of(data: Mapping[str, Any]) -> Event:
    """An event written as an object: ``{"event": "makes block", "blocker": "bear", "attackers": ["ogre"]}``.

    Raises:
        InputError: an unknown event or field, a missing field, or a value of the wrong form.
    """
    kind = data.get("event")
    cls = KINDS.get(kind) if isinstance(kind, str) else None
    if cls is None:
        near = closest(kind, KINDS) if isinstance(kind, str) else None
        expected = f"one of {', '.join(KINDS)}"
        raise InputError(
            "event", kind, expected, near, f"event: expected {expected}, got {shown(kind)}{suggestion(near)}"
        )
    known = {field.name: field for field in fields(cls)}
    for name in data:
        if name != "event" and name not in known:
            near = closest(name, known)
            message = f"{name}: unknown field of the event {kind}{suggestion(near)}"
            raise InputError(name, name, f"one of {', '.join(known)}", near, message)
    for name, field in known.items():
        if name not in data and field.default is MISSING:
            raise InputError(name, None, f"{name} of the event", None, f"{name}: missing; {kind} needs it")
    forms = get_type_hints(cls)
    event: Event = cls(
        **{name: _value(name, value, forms[name]) for name, value in data.items() if name != "event"}
    )
    return event


def _value(name: str, value: Any, form: Any) -> Any:
    """A field of an event: ids become keys, a list of ids a tuple of them; what maps ids to ids keeps doing so."""
    if form is bool and isinstance(value, bool):
        return value
    if form == Mapping[str, str] and isinstance(value, Mapping):
        return {key(one): _id(name, target) for one, target in value.items()}
    if form == Mapping[str, Any] and isinstance(value, Mapping):
        return value
    if form == tuple[str, ...] and isinstance(value, list | tuple):
        return tuple(_id(name, one) for one in value)
    if form in (str, str | None):
        return _id(name, value)
    raise _unexpected(name, value, _FORMS.get(form, "an object"))


_FORMS: dict[Any, str] = {bool: "true or false", tuple[str, ...]: "a list of ids"}


def _id(name: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise _unexpected(name, value, "an id")
    return key(value)


def _unexpected(name: str, value: Any, expected: str) -> InputError:
    return InputError(name, value, expected, None, f"{name}: expected {expected}, got {shown(value)}")
