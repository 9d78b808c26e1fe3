"""How far a file has been read: a bar on a terminal, nothing elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
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
