"""A caret under the words of a text that were not understood."""

from __future__ import annotations

_ELLIPSIS = "…"


def under(text: str, span: tuple[int, int], width: int) -> tuple[str, str]:
    """The line of a text that a span begins in, and carets under the span; both cut to ``width`` around it."""
    start = text.rfind("\n", 0, span[0]) + 1
    end = text.find("\n", span[0])
    line = text[start : len(text) if end < 0 else end]
    first, last = span[0] - start, min(span[1] - start, len(line))
    if len(line) > width:
        left = max(0, min(first - width // 4, len(line) - width))
        cut = line[left : left + width]
        line = _marked(cut, before=left > 0, behind=left + width < len(line))
        first, last = first - left, min(last - left, width)
    return line, " " * first + "^" * max(1, last - first)


def _marked(cut: str, *, before: bool, behind: bool) -> str:
    """A cut-out line with dots where something was cut off."""
    cut = _ELLIPSIS + cut[1:] if before else cut
    return cut[:-1] + _ELLIPSIS if behind else cut
