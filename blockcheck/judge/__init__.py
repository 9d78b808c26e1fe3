"""The judge: made once for a board, asked as often as one likes."""

from blockcheck.judge.judge import Judge, check

__all__ = ["Judge", "check"]
