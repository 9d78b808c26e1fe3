"""Tables of figures: as text for people, as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TypeAlias

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

Cell: TypeAlias = str | int | float | None
"""A figure, a word, or None where there is nothing to say."""


@dataclass(frozen=True)
class Table:
    """Rows of cells under columns; ``notes`` say how the figures were taken and what is missing."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Cell, ...]]
    notes: tuple[str, ...] = ()


def show(table: Table, console: Console) -> None:
    """Print a table; a column that holds a number is set to the right."""
    shown = RichTable(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, column in enumerate(table.columns):
        numbers = any(isinstance(row[place], int | float) for row in table.rows)
        shown.add_column(Text(column), justify="right" if numbers else "left")
    for row in table.rows:
        shown.add_row(*(Text(words(cell)) for cell in row))
    console.print(Text(table.title, style="bold"))
    console.print(shown)
    for note in table.notes:
        console.print(Text(f"  {note}"))
    console.print()


def words(cell: Cell) -> str:
    """A cell as text: fractions with three figures that count, whole numbers whole, nothing as a dash."""
    match cell:
        case None:
            return "–"
        case float():
            return f"{cell:,.0f}" if abs(cell) >= 100 else f"{cell:#.3g}"
        case int():
            return f"{cell:,}"
        case _:
            return cell


def tables_json(tables: Iterable[Table]) -> str:
    """All tables as one JSON list, each with its title, columns, rows and notes."""
    return json.dumps([asdict(table) for table in tables], indent=1, ensure_ascii=False)
