"""Filters and quantities on a board: whether a permanent fits, and how many; unknown where the board does not say."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, TypeAlias, get_args

from blockcheck import effects as fx
from blockcheck.board import Permanent
from blockcheck.ground.scope import PLAINLY, Scope, chosen, chosen_field, last_known, permanents, players
from blockcheck.ground.truth import Truth, Unknown, every, negated, some

Amount: TypeAlias = int | Unknown

LANDWALK_SUFFIX = "walk"


def fits(wanted: fx.Filter, permanent: Permanent, scope: Scope) -> Truth:
    """Whether a permanent fits a filter."""
    return _FILTERS[type(wanted)](wanted, permanent, scope)


def number(quantity: fx.Quantity, scope: Scope, subject: Permanent | None = None) -> Amount:
    """The value of a quantity; ``subject`` is the permanent that is being asked about."""
    return _QUANTITIES[type(quantity)](quantity, scope, subject)


def compared(left: Amount, op: fx.Op, right: Amount) -> Truth:
    """A relation between two amounts; decided where it is the same for everything that they may be."""
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        (low, high), (least, most) = _range(left), _range(right)
        if op in _FOR_ALL and _FOR_ALL[op](low, high, least, most):
            return True
        if op in _FOR_ALL and _FOR_ALL[_OPPOSITE[op]](low, high, least, most):
            return False
        return Unknown(
            tuple(field for side in (left, right) if isinstance(side, Unknown) for field in side.fields)
        )
    return _OPS[op](left, right)


def _range(amount: Amount) -> tuple[float, float]:
    """The least and the most that an amount may be."""
    if not isinstance(amount, Unknown):
        return amount, amount
    least = -inf if amount.least is None else amount.least
    return least, inf if amount.most is None else amount.most


_FOR_ALL: dict[fx.Op, Callable[[float, float, float, float], bool]] = {
    "<": lambda low, high, least, most: high < least,
    "<=": lambda low, high, least, most: high <= least,
    ">=": lambda low, high, least, most: low >= most,
    ">": lambda low, high, least, most: low > most,
}
"""Whether a relation holds for every amount in two ranges."""

_OPPOSITE: dict[fx.Op, fx.Op] = {"<": ">=", "<=": ">", ">=": "<", ">": "<="}

_OPS: dict[fx.Op, Callable[[int, int], bool]] = {
    "<": int.__lt__,
    "<=": int.__le__,
    "=": int.__eq__,
    ">=": int.__ge__,
    ">": int.__gt__,
    "!=": int.__ne__,
}


# --- filters --------------------------------------------------------------------------------------------------------


def _is(wanted: fx.Is, permanent: Permanent, scope: Scope) -> Truth:
    meant = permanents(wanted.ref, scope, permanent)
    return meant if isinstance(meant, Unknown) else any(permanent.key == other.key for other in meant)


def _has_color(wanted: fx.HasColor, permanent: Permanent, scope: Scope) -> Truth:
    color = chosen(scope).color if wanted.color == "chosen" else wanted.color
    if permanent.colors is None:
        return _absent(scope, permanent, "colors") if color else chosen_field(scope, "color")
    if color is None:
        none_or_all = len(permanent.colors) in (0, 5)
        return bool(permanent.colors) if none_or_all else chosen_field(scope, "color")
    match color:
        case "colorless":
            return not permanent.colors
        case "multicolored":
            return len(permanent.colors) > 1
        case "monocolored":
            return len(permanent.colors) == 1
        case _:
            return color in permanent.colors


def _has_type(wanted: fx.HasType, permanent: Permanent, scope: Scope) -> Truth:
    return wanted.type == "permanent" or wanted.type in permanent.types


def _has_subtype(wanted: fx.HasSubtype, permanent: Permanent, scope: Scope) -> Truth:
    subtype = chosen(scope).type if wanted.subtype == "chosen" else wanted.subtype
    if subtype is None:
        return chosen_field(scope, "type")
    return has_subtype(permanent, subtype, scope)


def has_subtype(permanent: Permanent, subtype: str, scope: Scope) -> bool:
    """Whether a permanent has a subtype; changeling is every creature type (702.73a)."""
    if subtype in permanent.subtypes:
        return True
    creature = "creature" in permanent.types or "kindred" in permanent.types
    return (
        creature
        and subtype not in _NOT_CREATURE_TYPES
        and "changeling" in scope.keywords.get(permanent.key, ())
    )


_NOT_CREATURE_TYPES = frozenset(
    "Plains Island Swamp Mountain Forest Desert Gate Lair Locus Cave Sphere Town Tower Mine Power-Plant Urza's Cloud Equipment Aura "
    "Vehicle Clue Food Treasure Blood Gold Map Powerstone Incubator Junk Fortification Contraption Attraction Siege Saga Shrine Class "
    "Case Room Role Curse Cartouche Background Rune Shard Omen Adventure Arcane Lesson Trap Spacecraft Mutagen Lander Infinity".split()
)


def _has_supertype(wanted: fx.HasSupertype, permanent: Permanent, scope: Scope) -> Truth:
    return wanted.supertype in permanent.supertypes or (
        wanted.supertype == "legendary" and scope.board.is_tempted_ring_bearer(permanent)
    )


def _named(wanted: fx.Named, permanent: Permanent, scope: Scope) -> Truth:
    name = chosen(scope).name if wanted.name == "chosen" else wanted.name
    if name is None:
        return chosen_field(scope, "name")
    return _absent(scope, permanent, "name") if permanent.name is None else permanent.name == name


def _has_stat(wanted: fx.HasStat, permanent: Permanent, scope: Scope) -> Truth:
    if _lacks(permanent, wanted.stat):
        return False
    return compared(_stat(permanent, wanted.stat, scope), wanted.op, number(wanted.than, scope, permanent))


def _has_parity(wanted: fx.HasParity, permanent: Permanent, scope: Scope) -> Truth:
    parity = chosen(scope).parity if wanted.parity == "chosen" else wanted.parity
    if parity is None:
        return chosen_field(scope, "parity")
    value = _stat(permanent, wanted.stat, scope)
    return value if isinstance(value, Unknown) else (value % 2 == 0) == (parity == "even")


def _has_keyword(wanted: fx.HasKeyword, permanent: Permanent, scope: Scope) -> Truth:
    if scope.pretend is PLAINLY:
        return has_keyword(wanted.keyword, scope.keywords[permanent.key])
    if scope.pretend.has is not None and scope.blocker is not None and permanent.key == scope.blocker.key:
        return wanted.keyword == scope.pretend.has or has_keyword(
            wanted.keyword, scope.keywords[permanent.key]
        )
    keywords = scope.keywords[permanent.key]
    lacking = scope.blocker if scope.pretend.lacking == "blocker" else scope.attacker
    if scope.pretend.lacks is not None and lacking is not None and permanent.key == lacking.key:
        keywords = frozenset(word for word in keywords if not _same_keyword(scope.pretend.lacks, word))
    return has_keyword(wanted.keyword, keywords)


def has_keyword(wanted: str, keywords: frozenset[str]) -> bool:
    """Whether keywords in force include a wanted one; ``landwalk`` is every landwalk (702.14)."""
    return wanted in keywords or (
        wanted == "landwalk" and any(keyword.endswith(LANDWALK_SUFFIX) for keyword in keywords)
    )


def _same_keyword(wanted: str, keyword: str) -> bool:
    return wanted == keyword or (wanted == "landwalk" and keyword.endswith(LANDWALK_SUFFIX))


def _has_no_abilities(wanted: fx.HasNoAbilities, permanent: Permanent, scope: Scope) -> Truth:
    return permanent.key in scope.bare


def _has_counters(wanted: fx.HasCounters, permanent: Permanent, scope: Scope) -> Truth:
    return compared(_counters(permanent, wanted.counter), wanted.op, wanted.n)


def _status(wanted: fx.Status, permanent: Permanent, scope: Scope) -> Truth:
    match wanted.status:
        case "token":
            return permanent.token
        case "tapped":
            return permanent.tapped
        case "face down":
            return permanent.face_down
        case "phased out":
            return permanent.phased_out
        case "attacking":
            return permanent.attacking is not None
        case "attacking alone":
            return permanent.attacking is not None and len(scope.board.attackers) == 1
        case "enchanted":
            return _carries(permanent, scope, "Aura")
        case "equipped":
            return _carries(permanent, scope, "Equipment")
        case "modified":
            return _modified(permanent, scope)


def _carries(permanent: Permanent, scope: Scope, subtype: str) -> bool:
    return any(subtype in other.subtypes for other in scope.board.attachments(permanent.key))


def _modified(permanent: Permanent, scope: Scope) -> bool:
    """Equipped, enchanted by its controller, or with a counter on it (700.9)."""
    attached = scope.board.attachments(permanent.key)
    mine = any("Aura" in aura.subtypes and aura.controller == permanent.controller for aura in attached)
    return mine or any("Equipment" in other.subtypes for other in attached) or _counters(permanent, "") > 0


def _has_designation(wanted: fx.HasDesignation, permanent: Permanent, scope: Scope) -> Truth:
    return wanted.designation in permanent.designations


def _controlled_by(wanted: fx.ControlledBy, permanent: Permanent, scope: Scope) -> Truth:
    who = players(wanted.who, scope, permanent)
    return who if isinstance(who, Unknown) else permanent.controller in who


def _owned_by(wanted: fx.OwnedBy, permanent: Permanent, scope: Scope) -> Truth:
    who = players(wanted.who, scope, permanent)
    return who if isinstance(who, Unknown) else permanent.owner in who


def _attacks(wanted: fx.Attacks, permanent: Permanent, scope: Scope) -> Truth:
    target = scope.board.attacked(permanent)
    if target is None:
        return False
    who = players(wanted.who, scope, permanent)
    if isinstance(who, Unknown):
        return who
    return target in who or (wanted.permanents and scope.board.defending_player(permanent) in who)


def _shares_with(wanted: fx.SharesWith, permanent: Permanent, scope: Scope) -> Truth:
    others = permanents(wanted.ref, scope, permanent)
    if isinstance(others, Unknown):
        return others
    return some(_share(wanted.what, permanent, other, scope) for other in others)


def _share(what: str, one: Permanent, other: Permanent, scope: Scope) -> Truth:
    if what == "creature type":
        return _share_creature_type(one, other, scope)
    field = "colors" if what == "color" else "name"
    absent = [_absent(scope, p, field) for p in (one, other) if getattr(p, field) is None]
    if absent:
        return Unknown(tuple(path for unknown in absent for path in unknown.fields))
    if what == "name":
        return one.name == other.name and one.name != ""
    return bool(frozenset(one.colors or ()) & frozenset(other.colors or ()))


def _share_creature_type(one: Permanent, other: Permanent, scope: Scope) -> bool:
    types = [frozenset(p.subtypes) - _NOT_CREATURE_TYPES for p in (one, other)]
    changeling = ["changeling" in scope.keywords[p.key] for p in (one, other)]
    return (
        bool(types[0] & types[1])
        or (changeling[0] and bool(types[1] or changeling[1]))
        or (changeling[1] and bool(types[0]))
    )


def _attached_to(wanted: fx.AttachedTo, permanent: Permanent, scope: Scope) -> Truth:
    hosts = permanents(wanted.ref, scope, permanent)
    return hosts if isinstance(hosts, Unknown) else any(permanent.attached_to == host.key for host in hosts)


def _has_fact(wanted: fx.HasFact, permanent: Permanent, scope: Scope) -> Truth:
    fact = permanent.facts.get(wanted.key)
    return _absent(scope, permanent, f"facts.{wanted.key}") if fact is None else bool(fact)


def _has_label(wanted: fx.HasLabel, permanent: Permanent, scope: Scope) -> Truth:
    label = None if permanent.chosen is None else permanent.chosen.label
    meant = _label_meant(wanted.label, scope)
    absent = [] if label is not None else [_absent(scope, permanent, "chosen.label")]
    absent += [meant] if isinstance(meant, Unknown) else []
    if absent:
        return Unknown(tuple(path for one in absent for path in one.fields))
    return str(label).casefold() == str(meant).casefold()


def _label_meant(label: str, scope: Scope) -> str | Unknown:
    """A label by itself, the one chosen for the effect, or the one chosen for the attacker that the effect speaks of."""
    if label not in ("chosen", "attacker"):
        return label
    attacker = scope.attacker if label == "attacker" else None
    if attacker is not None and attacker.chosen is not None and attacker.chosen.label is not None:
        return attacker.chosen.label
    found = chosen(scope).label
    return chosen_field(scope, "label") if found is None else found


def _all_of(wanted: fx.AllOf, permanent: Permanent, scope: Scope) -> Truth:
    return _until(False, wanted.of, permanent, scope)


def _any_of(wanted: fx.AnyOf | fx.NoneOf, permanent: Permanent, scope: Scope) -> Truth:
    return _until(True, wanted.of, permanent, scope)


def _until(decisive: bool, of: tuple[fx.Filter, ...], permanent: Permanent, scope: Scope) -> Truth:
    """What `every` and `some` say of filters: decided by the first whose truth is ``decisive``; written out, as most time is spent here."""
    fields: tuple[str, ...] = ()
    for wanted in of:
        truth = _FILTERS[type(wanted)](wanted, permanent, scope)
        if truth is decisive:
            return decisive
        if isinstance(truth, Unknown):
            fields += truth.fields
    return Unknown(tuple(dict.fromkeys(fields))) if fields else not decisive


def _absent(scope: Scope, permanent: Permanent, field: str) -> Unknown:
    return Unknown((f"{scope.board.where(permanent.key)}.{field}",))


_FILTERS: dict[type, Callable[[Any, Permanent, Scope], Truth]] = {
    fx.Anything: lambda wanted, permanent, scope: True,
    fx.Is: _is,
    fx.HasColor: _has_color,
    fx.HasType: _has_type,
    fx.HasSubtype: _has_subtype,
    fx.HasSupertype: _has_supertype,
    fx.Named: _named,
    fx.HasStat: _has_stat,
    fx.HasParity: _has_parity,
    fx.HasKeyword: _has_keyword,
    fx.HasNoAbilities: _has_no_abilities,
    fx.HasCounters: _has_counters,
    fx.Status: _status,
    fx.HasDesignation: _has_designation,
    fx.ControlledBy: _controlled_by,
    fx.OwnedBy: _owned_by,
    fx.Attacks: _attacks,
    fx.SharesWith: _shares_with,
    fx.AttachedTo: _attached_to,
    fx.HasFact: _has_fact,
    fx.HasLabel: _has_label,
    fx.AllOf: _all_of,
    fx.AnyOf: _any_of,
    fx.NoneOf: lambda wanted, permanent, scope: negated(_any_of(wanted, permanent, scope)),
}


# --- quantities -----------------------------------------------------------------------------------------------------


def _lacks(permanent: Permanent, stat: fx.Stat) -> bool:
    """Whether a permanent has no such value at all: only creatures have power and toughness (208.3)."""
    return stat != "mana value" and not permanent.is_creature


def _stat(permanent: Permanent, stat: fx.Stat, scope: Scope) -> Amount:
    if _lacks(permanent, stat):
        return 0  # The value of what is not there (107.2).
    if stat in ("base power", "base toughness"):
        return _fact(permanent.facts, stat.replace(" ", "_"), scope.board.where(permanent.key))
    field = {"power": "power", "toughness": "toughness", "mana value": "cmc"}[stat]
    value = getattr(permanent, field)
    return _absent(scope, permanent, field) if value is None else int(value)


def _counters(permanent: Permanent, counter: str) -> int:
    return permanent.counters.get(counter, 0) if counter else sum(permanent.counters.values())


def _added(amounts: list[Amount]) -> Amount:
    """A sum; of amounts that are partly unknown, with the bounds that are known."""
    fields = tuple(field for amount in amounts if isinstance(amount, Unknown) for field in amount.fields)
    low, high = (sum(end) for end in zip(*map(_range, amounts), strict=True)) if amounts else (0, 0)
    if not fields:
        return int(low)
    return Unknown(fields, None if low == -inf else int(low), None if high == inf else int(high))


def _x(quantity: fx.X, scope: Scope, subject: Permanent | None) -> Amount:
    x = scope.bindings.x
    return Unknown((f"{scope.bindings.where}.x",)) if x is None else x


def _chosen_number(quantity: fx.ChosenNumber, scope: Scope, subject: Permanent | None) -> Amount:
    chosen_number = chosen(scope).number
    return chosen_field(scope, "number") if chosen_number is None else chosen_number


def _stat_of(quantity: fx.StatOf, scope: Scope, subject: Permanent | None) -> Amount:
    meant = permanents(quantity.of, scope, subject)
    if isinstance(meant, Unknown):
        return meant
    if meant:
        return _stat(meant[0], quantity.stat, scope)
    return last_known(quantity.of, scope) or 0


def on_battlefield(scope: Scope) -> tuple[Permanent, ...]:
    """The permanents that exist: phased-out ones are treated as though they didn't (702.26b)."""
    return scope.board.phased_in


def _count_of(quantity: fx.CountOf, scope: Scope, subject: Permanent | None) -> Amount:
    truths = [
        _fits_counted(quantity.filter, permanent, scope, subject) for permanent in on_battlefield(scope)
    ]
    return _added([_one_or_none(truth) for truth in truths])


def _one_or_none(truth: Truth) -> Amount:
    """What a permanent adds to a count."""
    return Unknown(truth.fields, 0, 1) if isinstance(truth, Unknown) else int(truth)


def _fits_counted(wanted: fx.Filter, permanent: Permanent, scope: Scope, subject: Permanent | None) -> Truth:
    """A counted permanent fits; "another" and "defending player" there speak of the subject, not of what is counted."""
    return fits(wanted, permanent, _about(scope, subject))


def _about(scope: Scope, subject: Permanent | None) -> Scope:
    if subject is None or scope.attacker is not None or subject.attacking is None:
        return scope
    return scope.with_pair(scope.blocker, subject)


def _greatest_of(quantity: fx.GreatestOf, scope: Scope, subject: Permanent | None) -> Amount:
    values: list[int] = []
    for permanent in on_battlefield(scope):
        truth = _fits_counted(quantity.filter, permanent, scope, subject)
        value = _stat(permanent, quantity.stat, scope) if truth is not False else 0
        for unknown in (truth, value):
            if isinstance(unknown, Unknown):
                return unknown
        if truth and isinstance(value, int):
            values.append(value)
    return max(values, default=0)


def _most_sharing(quantity: fx.MostSharing, scope: Scope, subject: Permanent | None) -> Amount:
    fitting = [
        (permanent, _one_or_none(_fits_counted(quantity.filter, permanent, scope, subject)))
        for permanent in on_battlefield(scope)
    ]
    kinds = {kind for permanent, _ in fitting for kind in permanent.subtypes} - _NOT_CREATURE_TYPES
    sharing = [
        _added([amount for permanent, amount in fitting if has_subtype(permanent, kind, scope)])
        for kind in sorted(kinds)
        or [""]  # changelings alone share every type, also one that nothing else has
    ]
    return _greatest(sharing)


def _greatest(amounts: list[Amount]) -> Amount:
    """The greatest amount; of amounts that are partly unknown, with the bounds that are known."""
    low, high = (max(end) for end in zip(*map(_range, amounts), strict=True))
    if low == high:
        return int(low)
    fields = tuple(field for amount in amounts if isinstance(amount, Unknown) for field in amount.fields)
    return Unknown(fields, int(low), int(high))


def _counters_on(quantity: fx.CountersOn, scope: Scope, subject: Permanent | None) -> Amount:
    meant = permanents(quantity.on, scope, subject)
    return (
        meant
        if isinstance(meant, Unknown)
        else sum(_counters(permanent, quantity.counter) for permanent in meant)
    )


def _player_number(quantity: fx.PlayerNumber, scope: Scope, subject: Permanent | None) -> Amount:
    who = players(quantity.who, scope, subject)
    if isinstance(who, Unknown):
        return who
    return _added([_number_of(quantity, key, scope) for key in sorted(who)])


def _number_of(quantity: fx.PlayerNumber, key: str, scope: Scope) -> Amount:
    board, player = scope.board, scope.board.player(key)
    where = board.where_player(key)
    match quantity.what:
        case "hand":
            return Unknown((f"{where}.hand_size",)) if player.hand_size is None else player.hand_size
        case "life" | "speed" as what:
            value = getattr(player, what)
            return Unknown((f"{where}.{what}",)) if value is None else int(value)
        case "graveyard" | "exile" | "card types" as zone:
            return _cards(quantity, player, f"{where}.{'graveyard' if zone == 'card types' else zone}")
        case counter:
            return int(player.counters.get(counter, 0))


def _cards(quantity: fx.PlayerNumber, player: Any, where: str) -> Amount:
    """Cards in a zone: a count answers only how many; cards given by name alone do not say what they are."""
    zone = getattr(player, where.rsplit(".", 1)[1])
    if zone is None:
        return Unknown((where,))
    if quantity.what != "card types" and quantity.cards is None:
        return zone if isinstance(zone, int) else len(zone)
    if isinstance(zone, int):
        return 0 if zone == 0 else Unknown((where,))
    if quantity.what == "card types":
        types = [card.types for card in zone]
        if any(one is None for one in types):
            return Unknown((where,))
        return len({word for one in types for word in one or () if word in _CARD_TYPES})
    found = [card_fits(quantity.cards or fx.Anything(), card, where) for card in zone]
    sure, open_ = found.count(True), sum(isinstance(one, Unknown) for one in found)
    return Unknown((where,), sure, sure + open_) if open_ else sure


_CARD_TYPES = frozenset(
    "artifact battle creature enchantment instant kindred land planeswalker sorcery".split()
)


def untapped_left_out(wanted: fx.Filter) -> fx.Filter:
    """What is to be tapped, without "untapped": that is asked when it is tapped, and mana abilities may have untapped it before."""
    untapped = fx.NoneOf((fx.Status("tapped"),))
    if wanted == untapped:
        return fx.Anything()
    if isinstance(wanted, fx.AllOf):
        return fx.AllOf(tuple(one for one in wanted.of if one != untapped))
    return wanted


def card_fits(wanted: fx.Filter, card: Any, where: str) -> Truth:
    """Whether a card in a graveyard or in exile fits; the board says types and a name of it, if that."""
    unknown = Unknown((where,))
    match wanted:
        case fx.Anything() | fx.HasType(type="card"):
            return True
        case fx.HasType(type="permanent"):
            return unknown if card.types is None else not {"instant", "sorcery"} & set(card.types)
        case fx.HasType(type=name):
            return unknown if card.types is None else name in card.types
        case fx.HasSubtype(subtype=name):
            return unknown if card.subtypes is None else name in card.subtypes
        case fx.HasSupertype(supertype=name):
            return unknown if card.supertypes is None else name in card.supertypes
        case fx.Named(name=name):
            return unknown if card.name is None else name == card.name
        case fx.AllOf(of=filters):
            return every(card_fits(one, card, where) for one in filters)
        case fx.AnyOf(of=filters):
            return some(card_fits(one, card, where) for one in filters)
        case fx.NoneOf(of=filters):
            return negated(some(card_fits(one, card, where) for one in filters))
        case _:
            return unknown


def _devotion(quantity: fx.Devotion, scope: Scope, subject: Permanent | None) -> Amount:
    """Each mana symbol of the colors counts once (700.5); a permanent without a given mana cost is unknown."""
    who = players(quantity.who, scope, subject)
    if isinstance(who, Unknown):
        return who
    amounts: list[Amount] = []
    for permanent in on_battlefield(scope):
        if permanent.controller in who and "land" not in permanent.types:
            cost = permanent.mana_cost
            symbols = [] if cost is None else cost.upper().replace("{", " ").replace("}", " ").split()
            hits = sum(any(color in symbol for color in quantity.colors) for symbol in symbols)
            amounts.append(
                _absent(scope, permanent, "mana_cost") if cost is None and not permanent.token else hits
            )
    return _added(amounts)


def _fact_number(quantity: fx.FactNumber, scope: Scope, subject: Permanent | None) -> Amount:
    if quantity.of in _REFS:
        meant = permanents(quantity.of, scope, subject)  # type: ignore[arg-type]
        if isinstance(meant, Unknown):
            return meant
        return _added([_fact(p.facts, quantity.key, scope.board.where(p.key)) for p in meant])
    who = players(quantity.of, scope, subject)  # type: ignore[arg-type]
    if isinstance(who, Unknown):
        return who
    board = scope.board
    return _added(
        [_fact(board.player(key).facts, quantity.key, board.where_player(key)) for key in sorted(who)]
    )


_REFS = frozenset(get_args(fx.Ref))


def _fact(facts: Any, key: str, where: str) -> Amount:
    value = facts.get(key)
    return Unknown((f"{where}.facts.{key}",)) if value is None else int(value)


def _times(quantity: fx.Times, scope: Scope, subject: Permanent | None) -> Amount:
    amount = number(quantity.of, scope, subject)
    return amount if isinstance(amount, Unknown) else quantity.n * amount


_QUANTITIES: dict[type, Callable[[Any, Scope, Permanent | None], Amount]] = {
    fx.Number: lambda quantity, scope, subject: int(quantity.n),
    fx.X: _x,
    fx.ChosenNumber: _chosen_number,
    fx.StatOf: _stat_of,
    fx.CountOf: _count_of,
    fx.GreatestOf: _greatest_of,
    fx.MostSharing: _most_sharing,
    fx.CountersOn: _counters_on,
    fx.PlayerNumber: _player_number,
    fx.Devotion: _devotion,
    fx.FactNumber: _fact_number,
    fx.Times: _times,
    fx.Plus: lambda quantity, scope, subject: _added([number(part, scope, subject) for part in quantity.of]),
}
