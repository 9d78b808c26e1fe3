"""The least that a command in Python can be: a typer app with one command and one pydantic model."""

from pathlib import Path
from typing import Any

import typer
from pydantic import BaseModel

app = typer.Typer()


class Board(BaseModel):
    """A board, hardly looked at."""

    players: list[Any]
    permanents: list[dict[str, Any]]


@app.command()
def main(file: Path) -> None:
    """Print how many permanents a board has."""
    board = Board.model_validate_json(file.read_bytes())
    typer.echo(f"{len(board.permanents)} permanents")


if __name__ == "__main__":
    app()
