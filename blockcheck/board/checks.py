"""From the board as it was given to the board.

Ids looked up, sides told apart, and one clear problem for each field that is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from blockcheck.board.board import Board
from blockcheck.board.declarations import Declaration, effect_of
from blockcheck.board.given import (
    Activate,
    Chosen,
    Departed,
    GivenBoard,
    GivenDeclaration,
    GivenEffect,
    GivenPermanent,
    PutCounter,
    Sacrifice,
    Tap,
)
from blockcheck.board.permanents import Permanent, permanents_of
from blockcheck.board.players import Player, players_of, teams_act_together
from blockcheck.board.scalars import FrozenMap, key
from blockcheck.board.telling import inside, missing, shown, unknown_id, wrong
from blockcheck.errors import DeclarationError, InputError, raise_if_any

MOST_PERMANENTS = 100_000

Id = str | int


def board_of(given: GivenBoard) -> Board:
    """The board with every default filled in and every id looked up.

    Raises:
        InputError: something on it does not fit together; InputErrors where several things do not.
    """
    raise_if_any(list(_too_many(given)))
    problems: list[InputError] = []
    players = players_of(given, problems)
    raise_if_any(problems)
    together = teams_act_together(given, players, problems)
    entries = [
        tuple(permanents_of(entry, n, given.text_is or "printed", problems))
        for n, entry in enumerate(given.permanents)
    ]
    permanents = tuple(chain.from_iterable(entries))
    problems += _doubled(players, permanents)
    controllers = {permanent.key: permanent.controller for permanent in permanents}
    board = Board(
        given=given,
        players=players,
        active_player=_active_player(given, players, permanents, together, problems),
        shared_team_turns=together,
        permanents=permanents,
        effects=tuple(effect_of(effect, n, controllers) for n, effect in enumerate(given.effects or ())),
    )
    problems += _unknown_names(board)
    raise_if_any(problems)
    problems += _attack_faults(board, entries)
    raise_if_any(problems)
    declarations = _declarations(board, problems)
    raise_if_any(problems)
    return board.with_declarations(declarations)


def _too_many(given: GivenBoard) -> Iterator[InputError]:
    total = sum(permanent.count or 1 for permanent in given.permanents)
    if total > MOST_PERMANENTS:
        expected = f"at most {MOST_PERMANENTS:,} permanents"
        yield wrong("permanents", total, expected, f"expected {expected}, got {shown(total)}")


def _doubled(players: tuple[Player, ...], permanents: tuple[Permanent, ...]) -> Iterator[InputError]:
    """Ids that two things have; ids are compared by their text."""
    seen: dict[str, str] = {}
    for n, player in enumerate(players):
        first = seen.setdefault(player.key, f"players[{n}]")
        if first != f"players[{n}]":
            yield _again(f"players[{n}]", player.id, first)
    entries: dict[str, int] = {}
    for permanent in permanents:
        entry = entries.setdefault(permanent.key, permanent.entry)
        if entry != permanent.entry or permanent.key in seen:
            first = seen.get(permanent.key, f"permanents[{entry}]")
            yield _again(f"permanents[{permanent.entry}].id", permanent.id, first)


def _again(where: str, name: Id, first: str) -> InputError:
    return wrong(where, name, "an id of its own", f"the id {shown(name)} is also that of {first}")


def _active_player(
    given: GivenBoard,
    players: tuple[Player, ...],
    permanents: tuple[Permanent, ...],
    together: bool,
    problems: list[InputError],
) -> str:
    """As given, or the only player (or team) that has attackers."""
    keys = [player.key for player in players]
    if given.active_player is not None:
        if key(given.active_player) not in keys:
            problems.append(unknown_id("active_player", given.active_player, "player", keys))
        return key(given.active_player)
    attacking = {permanent.controller for permanent in permanents if permanent.attacking is not None}
    found = [player for player in players if player.key in attacking]
    sides = {player.team if together and player.team is not None else player.key for player in found}
    if len(sides) != 1:
        names = ", ".join(player.key for player in found)
        why = f"several players have attackers ({names})" if found else "nothing attacks"
        problems.append(missing("active_player", "the attacking player", why))
    return found[0].key if found else ""


# --- names that nothing has ---


def _unknown_names(board: Board) -> Iterator[InputError]:
    for n, permanent in enumerate(board.given.permanents):
        if not _names_only_known(board, permanent):
            yield from unknown_in_permanent(board, permanent, f"permanents[{n}]")
    for n, effect in enumerate(board.given.effects or ()):
        yield from _unknown_in_effect(board, effect, f"effects[{n}]")
    turn = board.given.turn
    if turn is not None:
        yield from _unknown_players(
            board, "turn", [("player", turn.player), *_listed("attacked", turn.attacked)]
        )


def _names_only_known(board: Board, given: GivenPermanent) -> bool:
    """Whether it is plain that an entry names nothing unknown: most name a controller and a player whom they attack, and nobody else."""
    attacking = given.attacking
    return (
        given.model_fields_set.isdisjoint(_NAMING)
        and board.has_player(given.controller)
        and (attacking is None or (isinstance(attacking, str | int) and board.has_player(attacking)))
    )


_NAMING = ("owner", "protector", "ignored_by", "chosen", "attached_to", "paired_with")
"""Other fields of an entry in which something is named."""


def unknown_in_permanent(board: Board, given: GivenPermanent, where: str) -> Iterator[InputError]:
    """The ids in an entry that nothing on the board has."""
    names = [("controller", given.controller), ("owner", given.owner), ("protector", given.protector)]
    yield from _unknown_players(board, where, names)
    yield from _unknown_players(board, where, _listed("ignored_by", given.ignored_by))
    yield from _unknown_choice(board, where, given.chosen)
    if given.attached_to is not None:
        yield from _unknown_things(board, where, [("attached_to", given.attached_to)])
    if given.paired_with is not None:
        yield from _unknown_permanents(board, where, [("paired_with", given.paired_with)])
    match given.attacking:
        case None:
            return
        case Departed(defending_player=player):
            yield from _unknown_players(board, where, [("attacking.defending_player", player)])
        case target if not (board.has_player(target) or board.has_permanent(target)):
            known = [*board.player_keys, *(p.key for p in board.permanents if _attackable(p))]
            yield unknown_id(f"{where}.attacking", target, "player, planeswalker or battle", known)


def _unknown_in_effect(board: Board, given: GivenEffect, where: str) -> Iterator[InputError]:
    if (given.text is None) == (given.effect is None):
        what = "neither text nor effect is given" if given.text is None else "both text and effect are given"
        yield wrong(where, None, "either text or effect", f"{what}; expected one of them")
    yield from _unknown_permanents(board, where, [("source", given.source)])
    yield from _unknown_players(board, where, [("controller", given.controller)])
    yield from _unknown_choice(board, where, given.chosen)
    for field, names in (("targets", given.targets), ("it", given.it), ("affected", given.affected)):
        yield from _unknown_things(board, where, _listed(field, names))


def _listed(step: str, names: object) -> Iterator[tuple[str, Id]]:
    """The ids in an id, a list, or a list of lists, each with its path."""
    if isinstance(names, tuple):
        for n, name in enumerate(names):
            yield from _listed(f"{step}[{n}]", name)
    elif isinstance(names, str | int):
        yield step, names


def _unknown_choice(board: Board, where: str, chosen: Chosen | None) -> Iterator[InputError]:
    if chosen is not None:
        yield from _unknown_players(board, where, [("chosen.player", chosen.player)])


def _unknown_players(
    board: Board, where: str, names: Iterable[tuple[str, Id | None]]
) -> Iterator[InputError]:
    for step, name in names:
        if name is not None and not board.has_player(name):
            yield unknown_id(f"{where}.{step}", name, "player", board.player_keys)


def _unknown_permanents(
    board: Board, where: str, names: Iterable[tuple[str, Id | None]]
) -> Iterator[InputError]:
    for step, name in names:
        if name is not None and not board.has_permanent(name):
            yield unknown_id(f"{where}.{step}", name, "permanent", board.positions)


def _unknown_things(board: Board, where: str, names: Iterable[tuple[str, Id]]) -> Iterator[InputError]:
    for step, name in names:
        if not (board.has_permanent(name) or board.has_player(name)):
            known = chain(board.player_keys, board.positions)
            yield unknown_id(f"{where}.{step}", name, "permanent or player", known)


# --- attacks ---


def _attackable(permanent: Permanent) -> bool:
    return "planeswalker" in permanent.types or "battle" in permanent.types


def _attack_faults(board: Board, entries: list[tuple[Permanent, ...]]) -> Iterator[InputError]:
    unprotected: dict[str, Permanent] = {}
    for first in (entry[0] for entry in entries if entry[0].attacking is not None):
        if _plainly_attacks(board, first):
            continue
        fault = _attack_fault(board, first)
        if fault is not None:
            yield fault
        target = board.attacked(first)
        if target is not None and board.has_permanent(target):
            battle = board.permanent(target)
            if "battle" in battle.types and battle.protector is None:
                unprotected[target] = battle
    for battle in unprotected.values():
        yield missing(
            f"{board.where(battle.key)}.protector", "the player who protects this battle", "it is attacked"
        )


def _plainly_attacks(board: Board, attacker: Permanent) -> bool:
    """Whether it is a creature of the active player or team that attacks a player outside it."""
    target = None if attacker.attacking is None else attacker.attacking.target
    return (
        target is not None
        and board.has_player(target)
        and not board.has_permanent(target)
        and attacker.is_creature
        and attacker.controller in board.active_side
        and target not in board.team_mates(attacker.controller)
    )


def _attack_fault(board: Board, attacker: Permanent) -> InputError | None:
    where, target = f"{board.where(attacker.key)}.attacking", board.attacked(attacker)
    told = "what has left" if target is None else shown(target)
    if not attacker.is_creature:
        return wrong(
            where,
            target,
            "a creature that attacks",
            f"{shown(attacker.key)} attacks {told}, but is not a creature",
        )
    if attacker.controller not in board.active_side:
        controller = shown(attacker.controller)
        what = f"{shown(attacker.key)} attacks, but its controller {controller} is not {_active(board)}"
        return wrong(where, target, "an attacker of the active player", what)
    if target is not None and board.has_permanent(target) and not _attackable(board.permanent(target)):
        expected = "a player, planeswalker or battle"
        return wrong(where, target, expected, f"expected {expected}, but {told} is none of them")
    return _attacks_own_side(board, attacker, where, target)


def _attacks_own_side(board: Board, attacker: Permanent, where: str, target: str | None) -> InputError | None:
    defending = board.defending_player(attacker)
    if defending not in board.team_mates(attacker.controller):
        return None
    mate = "its own controller" if defending == attacker.controller else "a team mate of its controller"
    whose = shown(defending)
    if target is not None and board.has_permanent(target):
        battle = "battle" in board.permanent(target).types
        if battle and board.permanent(target).protector is None:
            return None
        whose, mate = shown(target), f"which {mate} {'protects' if battle else 'controls'}"
    what = f"{shown(attacker.key)} attacks {whose}, {mate}; expected an opponent"
    return wrong(where, target, "an opponent, or what an opponent controls or protects", what)


def _active(board: Board) -> str:
    if board.active_side == {board.active_player}:
        return f"the active player {shown(board.active_player)}"
    return f"on the active team ({', '.join(p for p in board.player_keys if p in board.active_side)})"


# --- declarations ---


def _declarations(board: Board, problems: list[InputError]) -> tuple[Declaration, ...]:
    given = board.given
    if given.declaration is not None and given.declarations is not None:
        expected = "either declaration or declarations"
        problems.append(
            wrong(
                "declarations",
                None,
                expected,
                "given beside declaration; expected one of them",
                DeclarationError,
            )
        )
        return ()
    if given.declaration is not None:
        return (declaration_of(given.declaration, board, "declaration", problems),)
    made = tuple(
        declaration_of(one, board, f"declarations[{n}]", problems)
        for n, one in enumerate(given.declarations or ())
    )
    doubled = list(_declared_twice(board, made))
    problems += doubled or _out_of_order(board, made)
    return made


def _out_of_order(board: Board, declarations: tuple[Declaration, ...]) -> Iterator[InputError]:
    """Defending players declare in APNAP order, the first all blocks before the next (802.4)."""
    known = [one for one in declarations if board.has_player(one.player)]
    places = [min(map(board.turn_order.index, board.declaring_side(one.player))) for one in known]
    for one, place, before in zip(known[1:], places[1:], places, strict=False):
        if place < before:
            names = [key for key in board.turn_order if key in {declared.player for declared in known}]
            expected = f"declarations in turn order ({', '.join(names)})"
            what = f"{shown(one.player)} declares too late; expected {expected} (802.4)"
            yield wrong(f"{one.where}.player", one.player, expected, what, DeclarationError)
            return


def _declared_twice(board: Board, declarations: tuple[Declaration, ...]) -> Iterator[InputError]:
    seen: dict[frozenset[str], str] = {}
    for one in declarations:
        first = (
            seen.setdefault(board.declaring_side(one.player), one.where)
            if board.has_player(one.player)
            else one.where
        )
        if first != one.where:
            what = f"{shown(one.player)} declares here and in {first}; expected one declaration a side"
            place = f"{one.where}.player"
            yield wrong(place, one.player, "a player who has not declared", what, DeclarationError)


def declaration_of(
    given: GivenDeclaration, board: Board, where: str, problems: list[InputError]
) -> Declaration:
    """A declaration with its ids looked up; what is wrong with it is added to ``problems``.

    ``where`` is its path, or empty.
    """
    player = _declaring_player(given, board, where, problems)
    known = board.positions
    if given.declared_by is not None and not board.has_player(given.declared_by):
        place = inside(where, "declared_by")
        problems.append(unknown_id(place, given.declared_by, "player", board.player_keys, DeclarationError))
    problems += _unknown_payers(given, board, where)
    blocks = {}
    for blocker, attackers in given.blocks.items():
        in_list = isinstance(attackers, tuple)
        listed = [key(name) for name in (attackers if isinstance(attackers, tuple) else (attackers,))]
        distinct = set(listed)
        if blocker not in known or len(distinct) < len(listed) or not distinct <= known.keys():
            problems += _block_faults(board, blocker, listed, inside(where, "blocks", blocker), in_list)
        elif listed:
            blocks[blocker] = board.in_board_order(listed)
    ordered = FrozenMap({blocker: blocks[blocker] for blocker in board.in_board_order(blocks)})
    declared_by = None if given.declared_by is None else key(given.declared_by)
    return Declaration(player=player, blocks=ordered, declared_by=declared_by, pay=given.pay, where=where)


def _block_faults(
    board: Board, blocker: str, attackers: list[str], where: str, in_list: bool
) -> Iterator[InputError]:
    if not board.has_permanent(blocker):
        yield unknown_id(where, blocker, "permanent", board.positions, DeclarationError)
    for n, attacker in enumerate(attackers):
        place = f"{where}[{n}]" if in_list else where
        if not board.has_permanent(attacker):
            known = [one.key for one in board.attackers] or list(board.positions)
            yield unknown_id(place, attacker, "permanent", known, DeclarationError)
        elif attacker in attackers[:n]:
            what = f"{shown(blocker)} blocks {shown(attacker)} twice; expected each attacker once"
            yield wrong(place, attacker, "each attacker once", what, DeclarationError)


def _unknown_payers(given: GivenDeclaration, board: Board, where: str) -> Iterator[InputError]:
    for n, payment in enumerate(given.pay or ()):
        match payment:
            case (
                Activate(activate=name)
                | Tap(tap=name)
                | Sacrifice(sacrifice=name)
                | PutCounter(counter=(name, _, _))
            ):
                if not board.has_permanent(name):
                    field = next(iter(payment.model_fields_set & {"activate", "tap", "sacrifice", "counter"}))
                    place = inside(where, "pay", n, field) + ("[0]" if field == "counter" else "")
                    yield unknown_id(place, name, "permanent", board.positions, DeclarationError)


def _declaring_player(given: GivenDeclaration, board: Board, where: str, problems: list[InputError]) -> str:
    if given.player is None:
        return board.default_player or _no_default_player(board, inside(where, "player"), problems)
    player, place = key(given.player), inside(where, "player")
    if not board.has_player(player):
        others = [one for one in board.player_keys if one not in board.active_side]
        problems.append(unknown_id(place, given.player, "player", others, DeclarationError))
    elif player in board.active_side:
        whom = "the active player" if player == board.active_player else "on the active team"
        what = f"{shown(player)} is {whom}; expected a defending player"
        problems.append(wrong(place, given.player, "a defending player", what, DeclarationError))
    return player


def _no_default_player(board: Board, where: str, problems: list[InputError]) -> str:
    what = "several players are attacked" if board.defending_sides else "nobody is attacked"
    message = f"{where}: missing; expected the player who declares, as {what}"
    problems.append(DeclarationError(where, None, "the player who declares", None, message))
    return ""
