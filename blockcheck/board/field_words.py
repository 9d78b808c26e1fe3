"""The words that stand under the fields of a class, for people who read its JSON Schema."""

from __future__ import annotations

from inspect import cleandoc
from itertools import pairwise


def words_under_fields(cls: type) -> dict[str, str]:
    """The text that stands under each field of a class, in its source."""
    import ast
    import inspect
    from textwrap import dedent

    (found,) = ast.parse(dedent(inspect.getsource(cls))).body
    words = {}
    for field, below in pairwise(found.body if isinstance(found, ast.ClassDef) else ()):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                words[name] = cleandoc(text)
    return words
