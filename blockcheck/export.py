"""A theory for other solvers: data for ``models/declare_blockers.mzn``, and CP-SAT's own text form."""

from __future__ import annotations

from collections.abc import Iterable

from blockcheck.ask import Ask, Goal
from blockcheck.theory import CostItem, Count, Instance, Kind, Rectangle, Theory, bits

NO_ITEMS: frozenset[CostItem] = frozenset()


def minizinc_data(theory: Theory, allowed: frozenset[CostItem] = NO_ITEMS) -> str:
    """Data (.dzn) for the MiniZinc page: its optimum is the maximum of the cost items ``allowed`` (509.1c)."""
    rows = [*theory.restrictions, *theory.requirements]
    unpaid = [
        cost.guard
        for cost in theory.costs
        if cost.guard and CostItem(cost.sentence, cost.blocker, cost.attacker) not in allowed
    ]
    guards = [row.guard or Rectangle(0, 0) for row in rows]
    most = len(theory.blockers) * len(theory.attackers)
    fields = {
        "blockers": str(len(theory.blockers)),
        "attackers": str(len(theory.attackers)),
        "rows": str(len(rows)),
        "required": _array(_truth(_is_requirement(theory, row)) for row in rows),
        "guarded": _array(_truth(row.guard is not None) for row in rows),
        "guard_blockers": _array(_set(guard.blockers) for guard in guards),
        "guard_attackers": _array(_set(guard.attackers) for guard in guards),
        "counted_blockers": _array(_set(row.counted.blockers) for row in rows),
        "counted_attackers": _array(_set(row.counted.attackers) for row in rows),
        "counts_blockers": _array(_truth(row.count is Count.BLOCKERS) for row in rows),
        "lo": _array(str(row.lo) for row in rows),
        "hi": _array(str(most if row.hi is None else row.hi) for row in rows),
        "unpaid": str(len(unpaid)),
        "unpaid_blockers": _array(_set(guard.blockers) for guard in unpaid),
        "unpaid_attackers": _array(_set(guard.attackers) for guard in unpaid),
    }
    return "".join(f"{name} = {value};\n" for name, value in fields.items())


def cpsat_text(theory: Theory, allowed: frozenset[CostItem] = NO_ITEMS) -> str:
    """The CP-SAT model (a CpModelProto as text) whose optimum is the maximum of the cost items ``allowed``."""
    from blockcheck.askers.cpsat import model

    return str(model(Ask(theory, allowed=allowed, goal=Goal.OBEYED)))


def _is_requirement(theory: Theory, row: Instance) -> bool:
    return theory.sentences[row.sentence].kind is Kind.REQUIREMENT


def _array(values: Iterable[str]) -> str:
    return f"[{', '.join(values)}]"


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _set(mask: int) -> str:
    return "{" + ", ".join(map(str, bits(mask))) + "}"
