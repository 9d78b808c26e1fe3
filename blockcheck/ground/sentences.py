"""From abilities in force to sentences: one small function for each kind of effect, in a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from blockcheck import effects as fx
from blockcheck.board import Permanent
from blockcheck.ground.choosing import choosing, permissions_of
from blockcheck.ground.filters import card_fits, fits, has_keyword, number, on_battlefield, untapped_left_out
from blockcheck.ground.inside import keywords_asked, words
from blockcheck.ground.keywords import meaning
from blockcheck.ground.merging import merged
from blockcheck.ground.pairs import (
    Case,
    Columns,
    Combat,
    Permission,
    attackers_that_fit,
    blockers_that_fit,
    blockers_under_condition,
    columns,
    plain_condition,
    rectangles,
    rows,
)
from blockcheck.ground.questions import Interview
from blockcheck.ground.scope import Pretend, Scope, players
from blockcheck.ground.state import Ability, State, unwrapped
from blockcheck.ground.truth import Unknown
from blockcheck.theory import Count, Each, Kind, Origin, Price, PriceAction, Rectangle, Sentence, bits

# --- one function for each kind of effect -----------------------------------------------------------------------------


def _cant_block(case: Case) -> Iterator[Sentence]:
    """Pairs that may not be. Each answer is asked for as it stands, never denied: a yes can only add pairs."""
    effect: fx.CantBlock = case.effect
    pairs = columns(case, effect.blockers, effect.attackers)
    liftable = isinstance(case.ability.effect, fx.Keyword) and case.ability.effect.name not in _NEVER_LIFTED
    for permission in case.permissions:
        pairs = _lifted(case, effect, pairs, permission)
    for rectangle in rectangles(pairs):
        yield Sentence(Kind.RESTRICTION, rectangle, hi=0, liftable=liftable, origin=case.origin)


_NEVER_LIFTED = frozenset({"decayed", "unleash"})


def _lifted(case: Case, effect: fx.CantBlock, pairs: Columns, permission: Permission) -> Columns:
    """Pairs less those for which the reason is gone under an "as though"; it never adds one (609.4)."""
    allowed = permission.effect
    pretend = Pretend(allowed.has, allowed.lacks, allowed.lacking)
    if not _asks_for(effect, pretend):
        return pairs
    still = columns(case, effect.blockers, effect.attackers, pretend)
    return {a: mask & (still.get(a, 0) | ~permission.pairs.get(a, 0)) for a, mask in pairs.items()}


def _asks_for(effect: fx.CantBlock, pretend: Pretend) -> bool:
    """Whether an effect's filters ask for the keyword in question."""
    asked = keywords_asked(effect)
    wanted = [keyword for keyword in (pretend.has, pretend.lacks) if keyword is not None]
    return any(
        has_keyword(keyword, asked) or has_keyword(one, frozenset(wanted))
        for keyword in wanted
        for one in asked
    )


def _min_blockers(case: Case) -> Iterator[Sentence]:
    everyone = case.combat.everyone
    attackers = attackers_that_fit(case, case.effect.attackers)
    if attackers:
        guards = dict.fromkeys(bits(attackers), everyone.blockers)
        for permission in case.permissions:
            if _lifts_menace(case, permission):
                guards = {a: mask & ~permission.pairs.get(a, 0) for a, mask in guards.items()}
        for guard in rectangles(guards):
            whole = Rectangle(everyone.blockers, guard.attackers)
            yield Sentence(
                Kind.RESTRICTION, whole, lo=case.effect.n, guard=guard, each=Each.ATTACKER, origin=case.origin
            )


def _lifts_menace(case: Case, permission: Permission) -> bool:
    """Whether creatures can block as though the attacker didn't have menace: then they may also block it alone."""
    said, effect = case.ability.effect, permission.effect
    return isinstance(said, fx.Keyword) and effect.lacks == said.name and effect.lacking == "attacker"


def _max_blockers(case: Case) -> Iterator[Sentence]:
    attackers = attackers_that_fit(case, case.effect.attackers)
    if attackers:
        whole = Rectangle(case.combat.everyone.blockers, attackers)
        yield Sentence(Kind.RESTRICTION, whole, hi=case.effect.n, each=Each.ATTACKER, origin=case.origin)


def _all_or_none(case: Case) -> Iterator[Sentence]:
    """Every creature of the attacker's defending player counts, also one that is tapped or can't block it."""
    combat, together = case.combat, dict[tuple[int, int], int]()
    for index in bits(attackers_that_fit(case, case.effect.attackers)):
        scope = case.scope.with_pair(None, combat.attackers[index])
        theirs = [p for p in on_battlefield(scope) if _is_counted(case, p, combat.attackers[index], scope)]
        mask = sum(1 << combat.blocker_places[p.key] for p in theirs if p.key in combat.blocker_places)
        together[mask, len(theirs)] = together.get((mask, len(theirs)), 0) | 1 << index
    for (mask, n), attackers in together.items():
        guard = Rectangle(combat.everyone.blockers, attackers)
        if n:
            counted = Rectangle(mask, attackers)
            yield Sentence(
                Kind.RESTRICTION, counted, lo=n, guard=guard, each=Each.ATTACKER, origin=case.origin
            )


def _is_counted(case: Case, permanent: Permanent, attacker: Permanent, scope: Scope) -> bool:
    if (
        permanent.controller != case.combat.board.defending_player(attacker)
        or "creature" not in permanent.types
    ):
        return False
    return case.settled(fits(case.effect.blockers, permanent, scope), case.effect.blockers, permanent, scope)


def _max_blocking(case: Case) -> Iterator[Sentence]:
    if not plain_condition(case):
        return
    mask = blockers_that_fit(case, case.effect.blockers)
    for part in _parts(case, mask):
        if part:
            whole = Rectangle(part, case.combat.everyone.attackers)
            yield Sentence(
                Kind.RESTRICTION, whole, hi=case.effect.n, count=Count.BLOCKERS, origin=case.origin
            )


def _parts(case: Case, mask: int) -> list[int]:
    """The whole, or where it is said of each player the creatures of each."""
    if case.effect.each is None:
        return [mask]
    who = players(case.effect.each, case.scope, None)
    if isinstance(who, Unknown):
        case.wonder(who, case.effect.each)
        who = case.combat.side
    blockers = case.combat.blockers
    return [sum(1 << i for i in bits(mask) if blockers[i].controller == player) for player in sorted(who)]


def _needs_company(case: Case) -> Iterator[Sentence]:
    attackers = case.combat.everyone.attackers
    for company, mask in _company(case, blockers_under_condition(case, case.effect.blockers)):
        yield Sentence(
            Kind.RESTRICTION,
            Rectangle(company, attackers),
            lo=case.effect.n,
            count=Count.BLOCKERS,
            each=Each.BLOCKER,
            guard=Rectangle(mask, attackers),
            others=True,
            origin=case.origin,
        )


def _company(case: Case, mask: int) -> Iterator[tuple[int, int]]:
    """The creatures that fit as company, with the blockers that they are company for (who never count themselves)."""
    others: fx.Filter = case.effect.others
    if not mask:
        return
    if "blocker" not in words(others):
        yield blockers_that_fit(case, others), mask
        return
    together: dict[int, int] = {}
    for index in bits(mask):
        scope = case.scope.with_pair(case.combat.blockers[index], None)
        company = blockers_that_fit(case, others, scope)
        together[company] = together.get(company, 0) | 1 << index
    yield from together.items()


def _must_block(case: Case) -> Iterator[Sentence]:
    mask = blockers_under_condition(case, case.effect.blockers) & case.able
    if mask and case.combat.attackers:
        whole = Rectangle(mask, case.combat.everyone.attackers)
        yield _requirement(case, whole, Each.BLOCKER)


def _must_block_these(case: Case) -> Iterator[Sentence]:
    pairs = columns(case, case.effect.blockers, case.effect.attackers)
    for rectangle in rectangles({a: mask & case.able for a, mask in pairs.items()}):
        yield _requirement(case, rectangle, Each.PAIR)


def _must_be_blocked(case: Case) -> Iterator[Sentence]:
    effect: fx.MustBeBlocked = case.effect
    for rectangle in rectangles(columns(case, effect.blockers, effect.attackers)):
        if rectangle.blockers & case.able:
            yield _requirement(case, rectangle, Each.ATTACKER, effect.lo, effect.hi)


def _requirement(case: Case, counted: Rectangle, each: Each, lo: int = 1, hi: int | None = None) -> Sentence:
    return Sentence(Kind.REQUIREMENT, counted, lo=lo, hi=hi, each=each, step="509.1c", origin=case.origin)


def _block_cost(case: Case) -> Iterator[Sentence]:
    effect: fx.BlockCost = case.effect
    pairs = columns(case, effect.blockers, effect.attackers or fx.Anything())
    pairs = {a: mask & case.able for a, mask in pairs.items()}
    if effect.each == "attacker":
        for rectangle in rectangles(pairs):
            for payer, price, attackers in _bills_of_attackers(case, rectangle.attackers):
                yield _cost(case, Rectangle(rectangle.blockers, attackers), Each.ATTACKER, payer, price)
        return
    for defender, theirs in _by_payer(case, pairs):
        for rectangle in rows(theirs):
            for payer, price, blockers in _bills(case, rectangle.blockers, defender):
                each = Each.PAIR if effect.each == "pair" else Each.BLOCKER
                yield _cost(case, Rectangle(blockers, rectangle.attackers), each, payer, price)


def _cost(case: Case, guard: Rectangle, each: Each, payer: str, price: Price) -> Sentence:
    return Sentence(
        Kind.COST, guard, guard=guard, each=each, step="509.1d", payer=payer, price=price, origin=case.origin
    )


def _by_payer(case: Case, pairs: Columns) -> Iterator[tuple[str | None, Columns]]:
    """Pairs by the defending player who pays for them, the one whom that attacker attacks (805.10e); None where others pay."""
    if case.effect.payer != "defending player" or case.effect.attackers is None:
        yield None, pairs
        return
    attacked = [case.combat.board.defending_player(attacker) for attacker in case.combat.attackers]
    for player in dict.fromkeys(attacked):
        yield player, {a: mask for a, mask in pairs.items() if attacked[a] == player}


def _bills_of_attackers(case: Case, attackers: int) -> Iterator[tuple[str, Price, int]]:
    """Who pays what for which attackers that are blocked."""
    bills: dict[tuple[str, Price], int] = {}
    for index in bits(attackers):
        attacker = case.combat.attackers[index]
        bill = _bill(case, case.scope.with_pair(None, attacker), attacker, None)
        bills[bill] = bills.get(bill, 0) | 1 << index
    return ((payer, price, mask) for (payer, price), mask in bills.items())


def _bills(case: Case, blockers: int, defender: str | None) -> Iterator[tuple[str, Price, int]]:
    """Who pays what for which blockers; blockers with one payer and one price together."""
    bills: dict[tuple[str, Price], int] = {}
    for index in bits(blockers):
        blocker = case.combat.blockers[index]
        bill = _bill(case, case.scope.with_pair(blocker, None), blocker, defender)
        bills[bill] = bills.get(bill, 0) | 1 << index
    return ((payer, price, mask) for (payer, price), mask in bills.items())


def _bill(case: Case, scope: Scope, creature: Permanent, defender: str | None) -> tuple[str, Price]:
    """Who pays what for a creature; a payer that the board does not tell leaves the price open."""
    who = players(case.effect.payer, scope, creature) if defender is None else frozenset({defender})
    if not isinstance(who, Unknown) and len(who) == 1:
        (payer,) = who
        price = _price(case, scope, creature, payer)
        spared = case.effect.each == "pair" and defender not in (None, creature.controller)
        return payer, _NOTHING if spared else price
    payer = creature.controller
    if isinstance(who, Unknown):
        case.wonder(who, case.effect.payer)
    fields = who.fields if isinstance(who, Unknown) else (case.ability.bindings.where,)
    price = _price(case, scope, creature, payer)
    return payer, replace(price, unknown=(*price.unknown, *fields))


_NOTHING = Price("{0}")
"""What a team-mate's creature adds to a price "for each creature they control"; it still has to be chosen."""


def _price(case: Case, scope: Scope, blocker: Permanent, payer: str) -> Price:
    """The price with its numbers; a number that the board does not tell stays open (``Price.unknown``)."""
    effect: fx.BlockCost = case.effect
    times = number(effect.times, scope, blocker)
    unknown = times.fields if isinstance(times, Unknown) else ()
    mana, life, actions = "", 0, list[PriceAction]()
    for part in effect.price:
        amount = number(part.n, scope, blocker)
        unknown += amount.fields if isinstance(amount, Unknown) else ()
        n = 1 if isinstance(amount, Unknown) else amount
        n *= 1 if isinstance(times, Unknown) else times
        match part.verb:
            case "mana":
                symbols, open_x = _symbols(part.mana, scope)
                unknown += open_x
                mana += symbols * n or "{0}"
            case "life":
                life += n
            case verb:
                among, perhaps = _paid_with(case, part, scope, blocker, payer)
                spared = part.text.startswith("not declared")
                cards = _cards_that_fit(part, scope, payer)
                actions.append(
                    PriceAction(verb, n, part.text, part.what, among, perhaps, spared, part.counter, *cards)
                )
    return Price(mana, life, tuple(actions), unknown)


def _paid_with(
    case: Case, part: fx.PricePart, scope: Scope, blocker: Permanent, payer: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The payer's permanents that a price may be paid with, and those of which the board does not say whether they fit."""
    if part.verb in ("discard", "exile"):
        return (), ()
    wanted = part.what or fx.Anything()
    if part.verb == "tap":
        wanted = untapped_left_out(wanted)
    about = blocker if {"blocker", "subject", "it", "its controller"} & words(wanted) else None
    known = case.prices.get((part, payer, about and about.key))
    if known is None:
        mine = [p for p in on_battlefield(scope) if p.controller == payer]
        found = [(p.key, fits(wanted, p, scope.with_pair(about, None))) for p in mine]
        sure = tuple(key for key, truth in found if truth is True)
        known = sure, tuple(key for key, truth in found if isinstance(truth, Unknown))
        case.prices[part, payer, about and about.key] = known
    return known


def _cards_that_fit(
    part: fx.PricePart, scope: Scope, payer: str
) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
    """The cards of the graveyard that fit, surely and at best; None where any card may. What is in a hand no board says."""
    if part.verb not in ("discard", "exile") or part.what in (None, fx.Anything(), fx.HasType("card")):
        return None, None
    zone = scope.board.player(payer).graveyard
    if part.verb == "discard" or not isinstance(zone, tuple):
        return (), None
    where = f"{scope.board.where_player(payer)}.graveyard"
    fitting = [(f"graveyard[{n}]", card_fits(part.what, card, where)) for n, card in enumerate(zone)]
    return (
        tuple(key for key, fit in fitting if fit is True),
        tuple(key for key, fit in fitting if fit is not False),
    )


def _symbols(mana: str, scope: Scope) -> tuple[str, tuple[str, ...]]:
    """Mana symbols with X replaced by its value (107.3)."""
    if "{X}" not in mana:
        return mana, ()
    x = number(fx.X(), scope)
    return (mana, x.fields) if isinstance(x, Unknown) else (mana.replace("{X}", f"{{{x}}}"), ())


_SENTENCES: dict[type, Callable[[Case], Iterable[Sentence]]] = {
    fx.CantBlock: _cant_block,
    fx.MinBlockers: _min_blockers,
    fx.MaxBlockers: _max_blockers,
    fx.AllOrNone: _all_or_none,
    fx.MaxBlocking: _max_blocking,
    fx.NeedsCompany: _needs_company,
    fx.MustBlock: _must_block,
    fx.MustBlockThese: _must_block_these,
    fx.MustBeBlocked: _must_be_blocked,
    fx.BlockCost: _block_cost,
}
"""What each kind of effect says; kinds that are not here (grants, permissions, notes) say nothing by themselves."""


# --- all of them ------------------------------------------------------------------------------------------------------


def sentences(combat: Combat, state: State, interview: Interview) -> tuple[Sentence, ...]:
    """Everything that 509.1a-d say about this combat, in the order of the rules and of the board."""
    if not combat.blockers or not combat.attackers:
        return ()
    permissions = permissions_of(combat, state, interview)
    first, able = choosing(combat, state, interview, permissions)
    found = [*first]
    # What forbids pairs remembers its own: a question that anything else asks too must be seen to be asked there.
    known: dict[bool, dict[fx.Filter, int]] = {True: {}, False: {}}
    for _, ability, _, _ in state.of(fx.Keyword, *_SENTENCES):
        for effect, cr in _meanings(ability):
            plain, condition = unwrapped(effect)
            make = _SENTENCES.get(type(plain))
            if make is not None:
                interview.forbidding = forbids = isinstance(plain, fx.CantBlock)
                scope = combat.scope(ability.bindings, state)
                origin = _origin(combat, ability, plain, cr)
                said = (ability, plain, condition, able, scope)
                case = Case(combat, state, interview, *said, permissions, origin, known[forbids])
                found += make(case)
                interview.forbidding = False
    return merged(found, combat)


def _meanings(ability: Ability) -> tuple[tuple[fx.Effect, str], ...]:
    """The effects an ability stands for: a keyword's meaning, or itself."""
    if isinstance(ability.effect, fx.Keyword):
        return meaning(ability.effect)
    return ((ability.effect, ability.cr),)


def _origin(combat: Combat, ability: Ability, effect: Any, cr: str) -> Origin:
    own = _own_side(combat, ability)
    said = ability.effect if isinstance(ability.effect, fx.Keyword) else effect
    numbers = (ability.cr or cr or effect.CR,)
    source = None if own else ability.source
    return Origin(
        numbers, ability.text, source, own, said, ability.reason if ability.reason != "counter" else ""
    )


def _own_side(combat: Combat, ability: Ability) -> str | None:
    """On which side of the combat the bearer of its own text stands, if on one."""
    if ability.bearer is None or ability.bearer != ability.source:
        return None
    if ability.bearer in combat.attacker_places:
        return "attacker"
    return "blocker" if ability.bearer in combat.blocker_places else None
