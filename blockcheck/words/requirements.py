"""Requirements (509.1c) in words."""

from __future__ import annotations

from blockcheck.answers.check import RequirementRow
from blockcheck.words.claims import Spoken, claimed
from blockcheck.words.names import Names


def requirement_message(names: Names, row: RequirementRow) -> str:
    """What a requirement asks for: "Gatehouse Hound blocks each combat if able (509.1c)"."""
    return claimed(names, Spoken(row.origin, row.blockers, row.attackers))
