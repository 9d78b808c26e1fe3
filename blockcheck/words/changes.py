"""What to change in a declaration, and single blocks, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from blockcheck.verdict import Change, Id
from blockcheck.words.names import Names, verb

Block = tuple[Id, Id]


def changes_words(names: Names, changes: Sequence[Change]) -> str:
    """What to change: "also block Menace Ogre with Bear", "block Ogre instead of Drake with Hound"."""
    by_blocker: dict[Id, tuple[list[Id], list[Id]]] = {}
    for one in changes:
        added, removed = by_blocker.setdefault(one.blocker, ([], []))
        (added if one.change == "add" else removed).append(one.attacker)
    together: dict[tuple[tuple[Id, ...], tuple[Id, ...]], list[Id]] = {}
    for blocker, (added, removed) in by_blocker.items():
        together.setdefault((tuple(added), tuple(removed)), []).append(blocker)
    parts = [_change(names, blockers, *attackers) for attackers, blockers in together.items()]
    return "; ".join(parts) or "change nothing"


def _change(names: Names, blockers: list[Id], added: tuple[Id, ...], removed: tuple[Id, ...]) -> str:
    whom = names.each(blockers)
    if not removed:
        return f"also block {names.each(added)} with {whom}"
    if not added:
        return f"don't block {names.each(removed)} with {whom}"
    return f"block {names.each(added)} instead of {names.each(removed)} with {whom}"


def blocks_to_make(names: Names, blocks: Iterable[Block]) -> str:
    """Blocks in the imperative: "block Ogre with Hound and Bear; block Drake with Spider"."""
    together: dict[Id, list[Id]] = {}
    for blocker, attacker in blocks:
        together.setdefault(attacker, []).append(blocker)
    return "; ".join(
        f"block {names.one(attacker)} with {names.each(blockers)}" for attacker, blockers in together.items()
    )


def block_words(names: Names, block: Block) -> str:
    """One block as a statement: "Bear blocks Ogre"."""
    blocker, attacker = block
    return f"{names.one(blocker)} {verb([blocker], 'blocks', 'block')} {names.one(attacker)}"
