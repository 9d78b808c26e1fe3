"""A caret under the words of a text that were not understood."""

from __future__ import annotations

import re

_ELLIPSIS = "…"
_COMMANDS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069]")


def plain(text: str) -> str:
    """A text without what a terminal takes as a command: tabs and returns are blanks, all else shows as �."""
    return _COMMANDS.sub("�", re.sub("[\t\r]", " ", text))


def under(text: str, span: tuple[int, int], width: int) -> tuple[str, str]:
    """The line of a text that a span begins in, and carets under the span; both cut to ``width`` around it."""
    start = text.rfind("\n", 0, span[0]) + 1
    end = text.find("\n", span[0])
    line = plain(text[start : len(text) if end < 0 else end])
    first, last = span[0] - start, min(span[1] - start, len(line))
    if len(line) > width:
        left = max(0, min(first - width // 4, len(line) - width))
        cut = line[left : left + width]
        line = _marked(cut, before=left > 0, behind=left + width < len(line))
        first, last = first - left, min(last - left, width)
    return line, " " * _cells(line[:first]) + "^" * max(1, _cells(line[first:last]))


def _cells(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _marked(cut: str, *, before: bool, behind: bool) -> str:
    """A cut-out line with dots where something was cut off."""
    cut = _ELLIPSIS + cut[1:] if before else cut
    return cut[:-1] + _ELLIPSIS if behind else cut
