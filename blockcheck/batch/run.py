"""A batch from its files to its answers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from typing import TypeAlias

from blockcheck.batch.lines import Chunk
from blockcheck.batch.order import Answered
from blockcheck.batch.output import Output

Judging: TypeAlias = Callable[[Iterable[Chunk]], Generator[Answered, None, None]]
"""Pairs chunks with their answers, in order."""

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how many bytes have been read and how many lines are answered."""


def run(
    lines: Iterable[Chunk],
    judging: Judging,
    output: Output,
    progress: Progress,
) -> None:
    """Write the answer to every line that has none yet, in order.

    Args:
        lines: all lines.
        judging: whoever judges.
        output: where answers go; its tally counts them.
        progress: is told after every chunk.

    Raises:
        InputError: a file cannot be read, or nobody can judge; every answer before is written.
    """
    with closing(judging(output.rest_of(lines))) as answered:
        for chunk, answers in answered:
            for answer in answers:
                output.write(answer)
            output.mark(chunk)
            progress(chunk.read, output.tally.lines)
