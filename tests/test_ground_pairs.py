"""Pairs found side by side, once for what is alike, are the pairs found one by one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from blockcheck import effects as fx
from blockcheck.board import Board
from blockcheck.ground import Texts, ground
from blockcheck.ground.conditions import truth
from blockcheck.ground.filters import fits
from blockcheck.ground.scope import Bindings, Scope
from blockcheck.loading import load_board
from blockcheck.theory import Declaration, disobeyed
from tests.boards import board

PLAYERS: tuple[fx.Who, ...] = ("you", "defending player", "attacking player", "opponent", "its controller")


def random_filter(random: Random, depth: int = 0) -> fx.Filter:
    """A filter of any kind that a small board can decide."""
    leaf = random.randrange(14 if depth < 2 else 11)
    match leaf:
        case 0:
            return fx.Anything()
        case 1:
            return fx.Is(random.choice(("this", "host", "it", "attacker", "blocker")))
        case 2:
            return fx.HasColor(random.choice(("W", "G", "colorless", "multicolored", "monocolored")))
        case 3:
            return fx.HasType(random.choice(("artifact", "creature")))
        case 4:
            return fx.HasSubtype(random.choice(("Wall", "Beast")))
        case 5:
            than = random.choice((fx.Number(2), fx.StatOf("power", "attacker"), fx.StatOf("power", "this")))
            return fx.HasStat("power", random.choice(("<", "<=", "=", ">=", ">", "!=")), than)
        case 6:
            return fx.HasKeyword(random.choice(("flying", "menace", "landwalk")))
        case 7:
            return fx.HasCounters(random.choice(("", "+1/+1")))
        case 8:
            return fx.Status(random.choice(("tapped", "attacking", "enchanted", "token")))
        case 9:
            return fx.ControlledBy(random.choice(PLAYERS))
        case 10:
            return fx.SharesWith("color", random.choice(("attacker", "this")))
        case _:
            parts = tuple(random_filter(random, depth + 1) for _ in range(random.randint(1, 2)))
            return random.choice((fx.AllOf, fx.AnyOf, fx.NoneOf))(parts)


def random_condition(random: Random) -> fx.Condition:
    """A condition about the board, or about a creature of the pair."""
    if random.random() < 0.5:
        who = random.choice(PLAYERS[:3])
        counted = fx.CountOf(fx.AllOf((random_filter(random, 2), fx.ControlledBy(who))))
        return fx.Compare(counted, random.choice((">=", "<")), fx.Number(random.randint(1, 3)))
    return fx.Fits(random.choice(("this", "attacker", "host")), random_filter(random, 2))


def random_board(random: Random) -> Board:
    """Two to four creatures on each side, some of them twins of one entry, one Aura."""
    creatures: list[dict[str, Any]] = []
    for side, player in (("a", "alice"), ("b", "bob")):
        for n in range(random.randint(1, 3)):
            entry: dict[str, Any] = {
                "id": f"{side}{n}",
                "controller": player,
                "name": "Thing",
                "type_line": random.choice(("Creature — Beast", "Artifact Creature — Wall")),
                "power": random.randint(1, 3),
                "toughness": 1,
                "colors": random.choice(([], ["W"], ["W", "G"])),
                "oracle_text": random.choice(("", "Flying", "Menace", "Swampwalk")),
                "tapped": side == "a",
            }
            if side == "a":
                entry["attacking"] = "bob"
            if random.random() < 0.3:
                entry["counters"] = {"+1/+1": 1}
            if random.random() < 0.3:
                entry["count"] = 2
            creatures.append(entry)
    hosts = [entry["id"] for entry in creatures if "count" not in entry]
    if hosts:
        creatures.append(
            {
                "id": "aura",
                "controller": "alice",
                "name": "Aura",
                "type_line": "Enchantment — Aura",
                "colors": [],
                "attached_to": random.choice(hosts),
            }
        )
    return load_board(board(*creatures))


def naive_pairs(
    given: Board, effect: fx.CantBlock, condition: fx.Condition | None, source: str
) -> Declaration:
    """The pairs that an effect forbids, asked one by one of plain evaluation."""
    grounded = ground(given, frozenset({"bob"}), Texts({}, ()))
    bindings = Bindings(this=source, you=given.permanent(source).controller, where="")
    pairs: set[tuple[int, int]] = set()
    for b, blocker in enumerate(grounded.combat.blockers):
        for a, attacker in enumerate(grounded.combat.attackers):
            scope = Scope(
                given, frozenset({"bob"}), bindings, keywords(given), blocker=blocker, attacker=attacker
            )
            if (
                fits(effect.blockers, blocker, scope) is True
                and fits(effect.attackers, attacker, scope) is True
                and (condition is None or truth(condition, scope, attacker) is True)
            ):
                pairs.add((b, a))
    return frozenset(pairs)


def keywords(given: Board) -> dict[str, frozenset[str]]:
    """The keywords that the little texts give."""
    spoken = {"Swampwalk": frozenset({"landwalk", "swampwalk"}), "": frozenset[str]()}
    return {p.key: spoken.get(p.oracle_text, frozenset({p.oracle_text.lower()})) for p in given.permanents}


def grounded_pairs(given: Board, effect: fx.Effect, source: str) -> Declaration:
    """The pairs that are forbidden by an ability of ``source`` once the board is ground."""
    meanings = {"Swampwalk": fx.Keyword("landwalk", fx.HasSubtype("Swamp")), "": None}
    clauses: dict[str, tuple[fx.Clause, ...]] = {}
    for permanent in given.permanents:
        word = permanent.oracle_text
        keyword = meanings[word] if word in meanings else fx.Keyword(word.lower())
        own = [] if keyword is None else [fx.Clause(word, (0, len(word)), "keyword", (keyword,))]
        if permanent.key == source:
            own.append(fx.Clause("text", (0, 4), "static", (effect,)))
        clauses[permanent.key] = tuple(own)
    theory = ground(given, frozenset({"bob"}), Texts(clauses, ())).theory
    found = set()
    for b in range(len(theory.blockers)):
        for a in range(len(theory.attackers)):
            broken = disobeyed(theory, frozenset({(b, a)}))
            if any(theory.sentences[one.sentence].origin.text == "text" for one in broken):
                found.add((b, a))
    return frozenset(found)


@pytest.mark.parametrize("seed", range(12))
def test_the_same_pairs_either_way(seed: int) -> None:
    random = Random(seed)
    decisive = 0
    for _ in range(60):
        given = random_board(random)
        effect = fx.CantBlock(random_filter(random), random_filter(random))
        condition = random_condition(random) if random.random() < 0.4 else None
        source = random.choice([p.key for p in given.permanents])
        said: fx.Effect = effect if condition is None else fx.While(condition, effect)
        expected = naive_pairs(given, effect, condition, source)
        assert grounded_pairs(given, said, source) == expected, (given.model_dump_json(), said, source)
        decisive += bool(expected)
    assert decisive >= 8
