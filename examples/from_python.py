"""Judge every example from Python: ``python examples/from_python.py``."""

from pathlib import Path

from blockcheck import check, load_board

WORDS = {True: "legal", False: "illegal", None: "not decided"}


def main() -> None:
    """Print a line for each board of this folder."""
    here = Path(__file__).parent
    for path in sorted((*here.glob("[0-9]*.json"), *here.glob("[0-9]*.yaml"))):
        verdict = check(load_board(path))
        print(f"{path.name}: {WORDS[verdict.legal]}")


if __name__ == "__main__":
    main()
