"""YAML of the shape of JSON: the data in a text, and nothing that JSON does not have.

Read only when a text is not JSON.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

from blockcheck.board.scalars import Odd
from blockcheck.board.telling import inside, shown, wrong
from blockcheck.errors import InputError

LONGEST = 1024 * 1024
_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,999})")
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]{0,20})\.[0-9]{1,20}")
_PLAIN_TAGS = ("tag:yaml.org,2002:map", "tag:yaml.org,2002:seq")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


class _Loader(yaml.SafeLoader):
    """The safe loader without aliases: a text of a kilobyte with aliases in aliases unfolds to gigabytes."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            mark = self.get_mark()
            raise _unreadable(f"{_place(mark)}: expected no alias (*name); write the value out")
        return super().compose_node(parent, index)


def read_yaml(text: str, deepest: int) -> Any:
    """The data in a YAML text; scalars that JSON does not have are :class:`Odd`.

    Raises:
        InputError: it is no YAML, holds more than one document, an alias or a key twice, or is nested too
            deeply.
    """
    if len(text) > LONGEST:
        raise _unreadable("expected at most 1 MB of YAML, got more; write large boards as JSON")
    try:
        node = _Loader(text).get_single_node()
    except yaml.MarkedYAMLError as error:
        raise _not_yaml(error) from None
    except yaml.YAMLError:
        raise _unreadable("neither JSON nor YAML: it holds characters that neither allows") from None
    except RecursionError:
        raise _too_deep(deepest) from None
    return _value(node, "", deepest, deepest)


def _value(node: yaml.Node | None, where: str, depth: int, deepest: int) -> Any:
    if depth < 0:
        raise _too_deep(deepest)
    if isinstance(node, yaml.CollectionNode) and node.tag not in _PLAIN_TAGS:
        raise wrong(where, node.tag, "no tag", f"expected no tag, got {shown(node.tag)}")
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, where, depth, deepest)
    if isinstance(node, yaml.SequenceNode):
        return [_value(inner, f"{where}[{n}]", depth - 1, deepest) for n, inner in enumerate(node.value)]
    return _scalar(node) if isinstance(node, yaml.ScalarNode) else None


def _mapping(node: yaml.MappingNode, where: str, depth: int, deepest: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name_node, value_node in node.value:
        name = _key(name_node, where)
        step = inside(where, name)
        if name in found:
            raise wrong(step, name, "each key once", "this key is there twice")
        found[name] = _value(value_node, step, depth - 1, deepest)
    return found


def _key(node: yaml.Node, where: str) -> str:
    """A key is its text; a whole number may stand for an id."""
    name = _scalar(node) if isinstance(node, yaml.ScalarNode) else []
    if isinstance(name, str):
        return name
    if isinstance(name, int) and not isinstance(name, bool):
        return str(name)
    told = node.value if isinstance(node, yaml.ScalarNode) else shown(node.value)
    hint = f'; quote it: "{told}"' if isinstance(node, yaml.ScalarNode) else ""
    raise wrong(where, told, "text as key", f"expected text as key, got {told}{hint}")


def _scalar(node: yaml.ScalarNode) -> Any:
    """A scalar as JSON would have it.

    What YAML reads as something else (no, 012, a date) stays as it was written.
    """
    written = node.value
    if node.style is not None or node.tag == "tag:yaml.org,2002:str":
        return written
    if node.tag in ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:null") and written in _WORDS:
        return _WORDS[written]
    if node.tag == "tag:yaml.org,2002:int" and _WHOLE.fullmatch(written):
        return int(written)
    if node.tag == "tag:yaml.org,2002:float" and _DECIMAL.fullmatch(written):
        return float(written)
    return Odd(written)


def _not_yaml(error: yaml.MarkedYAMLError) -> InputError:
    mark = error.problem_mark or error.context_mark
    told = error.problem or error.context or "not understood"
    if told == "but found another document":
        told = "expected one document, got a second one"
    return _unreadable(
        f"neither JSON nor YAML: {_place(mark)}: {told}" if mark else f"neither JSON nor YAML: {told}"
    )


def _place(mark: yaml.Mark) -> str:
    return f"line {mark.line + 1}, column {mark.column + 1}"


def _too_deep(deepest: int) -> InputError:
    return _unreadable(f"expected lists and objects nested at most {deepest} deep, got more")


def _unreadable(what: str) -> InputError:
    return InputError("", None, "a board as JSON or YAML", None, what)
