"""How far a file has been read: a bar on a terminal, nothing elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from blockcheck.cards.stream import Progress as Told


@contextmanager
def bytes_read(file: Path) -> Iterator[Told | None]:
    """A function that moves the bar to so many bytes of the file; None where standard error is no terminal."""
    console = Console(stderr=True)
    if not console.is_terminal or not file.is_file():
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(file.name, total=file.stat().st_size)
        yield lambda count: bar.update(task, completed=count)


@contextmanager
def lines_answered(size: int | None, already: int) -> Iterator[Callable[[int, int], None]]:
    """A function that moves the bar to so many bytes read and lines answered, with the rate and the time left.

    Args:
        size: how many bytes there are in all; None where nobody knows.
        already: how many lines were answered before.
    """
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("0 lines", total=size, rate="")

        def tell(read: int, lines: int) -> None:
            elapsed = bar.tasks[0].elapsed or 0.0
            rate = f"{(lines - already) / elapsed:.0f} a second" if elapsed > 1 else ""
            bar.update(task, completed=read, description=f"{lines} lines", rate=rate)

        yield tell
