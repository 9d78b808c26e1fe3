"""What may still be done, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from blockcheck.answers.check import Fault, RequirementRow
from blockcheck.guide import OptionLists, Options
from blockcheck.values import dataclass
from blockcheck.verdict import Id
from blockcheck.words.changes import Block, block_words, blocks_to_make
from blockcheck.words.faults import fault_message
from blockcheck.words.names import Names, listed
from blockcheck.words.requirements import requirement_message
from blockcheck.words.verdicts import open_words


@dataclass(frozen=True, slots=True)
class Lacking:
    """What the chosen blocks lack, by id: forced blocks, creatures that have to block, what is not right with these added.

    ``completion`` are the blocks that a smallest complete declaration adds.
    """

    forced: tuple[Block, ...]
    must_block: Mapping[str, tuple[str, ...]]
    faults: tuple[Fault, ...]
    requirements: tuple[RequirementRow, ...]
    completion: tuple[Block, ...]


def missing_messages(names: Names, lacking: Lacking) -> tuple[str, ...]:
    """What still has to be added, a line for each thing; the last line is a smallest way to complete the declaration."""
    lines = [blocks_to_make(names, lacking.forced)] if lacking.forced else []
    lines += [
        f"block with {names.one(blocker)}: {names.all(attackers, 'or')}"
        for blocker, attackers in lacking.must_block.items()
    ]
    lines += [f"block with more creatures: {fault_message(names, fault)}" for fault in lacking.faults]
    lines += [f"still to be obeyed: {requirement_message(names, row)}" for row in lacking.requirements]
    if lacking.completion != lacking.forced:
        lines.append(f"for example: {blocks_to_make(names, lacking.completion)}")
    return tuple(lines)


def options_line(names: Names, options: Options) -> str:
    """The options in one line: "Legal as it stands: …", "Not legal yet: …", "Dead end: …", "Not decided: …"."""
    if options.legal_now is None:
        return f"Not decided: {open_words(options)}."
    if options.dead_end:
        return f"Dead end: {_conflict(names, options.conflict or ())}."
    if options.legal_now:
        return "Legal as it stands: nothing has to be added."
    return "Not legal yet: something has to be added."


def _conflict(names: Names, conflict: Sequence[Block]) -> str:
    words = [block_words(names, block) for block in conflict]
    if len(words) == 1:
        return f"no legal declaration has this block: {words[0]}"
    return f"no legal declaration has these blocks together: {listed(words)}"


def may_block_lines(names: Names, options: OptionLists) -> list[str]:
    """For the creatures that could block, whom they may still block; creatures with the same attackers together."""
    busy = set(map(str, options.must_block or ()))
    together: dict[tuple[tuple[Id, ...], bool], list[str]] = {}
    for blocker, attackers in (options.attackers or {}).items():
        together.setdefault((attackers, blocker in busy), []).append(blocker)
    return [
        f"{names.all(blockers)}: {names.all(attackers, 'or') or ('nobody else' if block else 'nobody')}"
        for (attackers, block), blockers in together.items()
    ]
