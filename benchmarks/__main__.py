"""Make all tables: ``python -m benchmarks [--smoke] [--long] [--only FAMILY] [--json FILE]``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from rich.console import Console

from benchmarks import reading
from benchmarks.families import FAMILIES
from benchmarks.figures import Run, full_plan, smoke_plan
from benchmarks.table import show, tables_json
from benchmarks.tables import tables


def main() -> int:
    """Exit status: 0; 1 when answers differ, or in CI when a peer is not installed."""
    arguments = _arguments()
    families = [FAMILIES[name] for name in arguments.only or FAMILIES]
    plan = smoke_plan(families) if arguments.smoke else full_plan(families, long=arguments.long)
    with _progress() as tell:
        figures = Run(plan, tell).everything()
        made = tables(figures, plan)
        if not arguments.only:
            tell("reading rules text")
            made += reading.tables(arguments.smoke)
    console = Console() if sys.stdout.isatty() else Console(width=200)
    for table in made:
        show(table, console)
    if arguments.json:
        arguments.json.write_text(tables_json(made), encoding="utf-8")
    for difference in figures.differences:
        print(f"benchmarks: {difference}", file=sys.stderr)
    missing = figures.missing if os.environ.get("CI") else []
    for name in missing:
        print(f"benchmarks: {name} is not installed, and CI needs it", file=sys.stderr)
    return 1 if figures.differences or missing else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Make all tables.")
    parser.add_argument("--smoke", action="store_true", help="small sizes, less than a minute")
    parser.add_argument(
        "--long", action="store_true", help="20,000 boards for batch, and 200,000 for its memory"
    )
    parser.add_argument(
        "--only", action="append", choices=list(FAMILIES), metavar="FAMILY", help="this family"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the tables as JSON, too")
    return parser.parse_args()


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """A line on a terminal that says what is being measured."""
    start = perf_counter()
    with Console(stderr=True).status("") as status:
        yield lambda what: status.update(f"{perf_counter() - start:5.0f} s  {what}")


if __name__ == "__main__":
    sys.exit(main())
