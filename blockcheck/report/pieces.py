"""What is printed, as pieces that rich lays out on a terminal, and that are laid out here where nobody looks at them there.

Loading rich takes longer than judging. Where output goes to a file or another program, and every line of it fits, it is
the same without: a :class:`Page` takes the pieces that a console would take.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Literal, TypeAlias

from blockcheck.values import dataclass

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    Paper: TypeAlias = Console | "Page"
    """Where pieces are printed."""

WIDTH = 80
"""How wide a line is where no terminal says it."""

_SPEAK_OF_TERMINALS = ("COLUMNS", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "JUPYTER_COLUMNS")


class DoesNotFit(Exception):
    """A line is too long, or has characters of another width than one."""


@dataclass(frozen=True)
class Text:
    """Words in one style; ``opening`` stands before them in a style of its own."""

    words: str
    style: str = ""
    opening: tuple[str, str] = ("", "")
    no_wrap: bool = False

    def __rich__(self) -> RenderableType:
        from rich.text import Text as Rich

        if self.opening[0]:
            return Rich.assemble(self.opening, self.words)
        return Rich(self.words, style=self.style, no_wrap=self.no_wrap)

    def lines(self, width: int) -> list[str]:
        """The words as they stand on a page."""
        return [_narrow(self.opening[0] + self.words)]


@dataclass(frozen=True)
class Column:
    """A column of a table: ``ratio`` is its share where not everything fits."""

    header: str
    ratio: int | None = None
    right: bool = False


@dataclass(frozen=True)
class Table:
    """Cells in rows; with no columns named, one beside the other without a line between."""

    columns: tuple[Column, ...] = ()
    rows: list[tuple[str, ...]] = field(default_factory=list)

    def __rich__(self) -> RenderableType:
        from rich.box import SIMPLE_HEAD
        from rich.table import Table as Rich
        from rich.text import Text as RichText

        if not self.columns:
            table = Rich.grid(padding=(0, 1))
        else:
            table = Rich(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
        for column in self.columns:
            justify: Literal["left", "right"] = "right" if column.right else "left"
            table.add_column(column.header, ratio=column.ratio, justify=justify, no_wrap=column.right)
        for row in self.rows:
            table.add_row(*map(RichText, row))
        return table

    def lines(self, width: int) -> list[str]:
        """The rows as they stand on a page: with named columns below a header and a line, else wrapped in the last column."""
        if not self.columns:
            return self._side_by_side(width)
        cells = [tuple(map(_narrow, row)) for row in (tuple(c.header for c in self.columns), *self.rows)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        header, *rows = (
            "   ".join(
                cell.rjust(size) if column.right else cell.ljust(size)
                for cell, size, column in zip(row, widths, self.columns, strict=True)
            )
            for row in cells
        )
        return [header, "─" * len(header), *rows]

    def _side_by_side(self, width: int) -> list[str]:
        cells = [tuple(map(_narrow, row)) for row in self.rows]
        *sizes, _ = (max(map(len, column)) + 1 for column in zip(*cells, strict=True))
        told = []
        for *before, last in cells:
            lead = "".join(cell.ljust(size) for cell, size in zip(before, sizes, strict=True))
            first, *others = _wrapped(last, width - len(lead))
            told += [lead + first, *(" " * len(lead) + line for line in others)]
        return told


@dataclass(frozen=True)
class Indented:
    """A piece with blanks before each line."""

    piece: Text | Table
    by: int

    def __rich__(self) -> RenderableType:
        from rich.padding import Padding

        return Padding(self.piece, (0, 0, 0, self.by))

    def lines(self, width: int) -> list[str]:
        """The lines of the piece, each further in."""
        return [" " * self.by + line for line in self.piece.lines(width - self.by)]


Piece: TypeAlias = Text | Table | Indented


class Page:
    """Takes pieces as a console does, and lays them out as plain text of :data:`WIDTH`."""

    width = WIDTH
    is_terminal = False

    def __init__(self) -> None:
        self._lines: list[str] = []

    def print(self, *pieces: Piece, soft_wrap: bool = False) -> None:
        """Put a piece below the others, or an empty line.

        Raises:
            DoesNotFit: rich has to lay it out.
        """
        for piece in pieces:
            lines = piece.lines(self.width)
            may_be_long = soft_wrap and isinstance(piece, Text)
            if not may_be_long and any(len(line) > self.width for line in lines):
                raise DoesNotFit
            self._lines += lines
        if not pieces:
            self._lines.append("")

    @property
    def text(self) -> str:
        """Everything, without blanks at the end of a line."""
        return "\n".join(line.rstrip() for line in self._lines)


def is_plain(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether output goes to no terminal, and nothing says how wide it should be or that it should look as if it did."""
    return (
        not sys.stdout.isatty()
        and not any(name in environment for name in _SPEAK_OF_TERMINALS)
        and _no_width()
    )


def _no_width() -> bool:
    for stream in (0, 1, 2):
        try:
            os.get_terminal_size(stream)
        except OSError:
            continue
        return False
    return True


def _wrapped(words: str, width: int) -> list[str]:
    """Words in lines, each as long as it can be.

    Raises:
        DoesNotFit: a word is longer than a line, or blanks stand together.
    """
    if len(words) <= width:
        return [words]
    lines: list[str] = []
    for word in words.split(" "):
        if not word or len(word) > width:
            raise DoesNotFit
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _narrow(words: str) -> str:
    """Words of which each character is one column wide.

    Raises:
        DoesNotFit: they have others.
    """
    if words.isprintable() and (words.isascii() or all(map(_is_narrow, words))):
        return words
    raise DoesNotFit


def _is_narrow(character: str) -> bool:
    """Latin letters, dashes, quotation marks and dots; others are left to rich."""
    return character < "\u0300" or "\u2010" <= character <= "\u2027"
