"""From abilities in force to sentences: one small function for each kind of effect, in a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from blockcheck import effects as fx
from blockcheck.board import Board, Permanent
from blockcheck.ground.conditions import truth
from blockcheck.ground.filters import fits, has_keyword, number, on_battlefield
from blockcheck.ground.keywords import meaning
from blockcheck.ground.questions import Interview
from blockcheck.ground.scope import Pretend, Scope, players
from blockcheck.ground.state import Ability, State, unwrapped
from blockcheck.ground.truth import Truth, Unknown
from blockcheck.theory import Count, Each, Kind, Origin, Price, PriceAction, Rectangle, Sentence, bits

Columns = dict[int, int]
"""For each attacker's index the set of blockers: pairs, column by column."""


@dataclass(frozen=True)
class Combat:
    """Who may be declared for whom: creatures of the declaring side and the attackers that attack it, in board order."""

    board: Board
    side: frozenset[str]
    blockers: tuple[Permanent, ...]
    attackers: tuple[Permanent, ...]

    @property
    def everyone(self) -> Rectangle:
        """Every blocker times every attacker."""
        return Rectangle((1 << len(self.blockers)) - 1, (1 << len(self.attackers)) - 1)


@dataclass(frozen=True)
class Case:
    """One ability about to become sentences: its effect without conditions, the conditions, and where they are asked."""

    combat: Combat
    state: State
    interview: Interview
    ability: Ability
    effect: Any
    condition: fx.Condition | None
    able: int
    permissions: tuple[Permission, ...] = ()

    @property
    def scope(self) -> Scope:
        """The scope in which the ability's filters and conditions are evaluated."""
        return Scope(
            self.combat.board, self.combat.side, self.ability.bindings, self.state.keywords, self.state.bare
        )

    def settled(self, value: Truth, asks: fx.Filter | fx.Condition, subject: Permanent | None) -> bool:
        """A truth value as known, as answered, or as asked now."""
        key = None if subject is None else subject.key
        return self.interview.settle(value, asks, key, self.ability.source, self.ability.text)

    def ignored(self, blocker: Permanent) -> bool:
        """Whether the blocker's player has bought themselves out of the source's effect."""
        source = self.ability.source
        return source is not None and blocker.controller in self.combat.board.permanent(source).ignored_by


@dataclass(frozen=True)
class Permission:
    """An "as though" in force and the pairs it covers."""

    effect: fx.AsThough
    pairs: Columns


PLAINLY = Pretend()


# --- pairs that fit two filters ---------------------------------------------------------------------------------------


def columns(case: Case, blockers: fx.Filter, attackers: fx.Filter, pretend: Pretend = PLAINLY) -> Columns:
    """The pairs whose sides fit the filters while the ability's condition holds."""
    apart = _words(blockers) | _words(case.condition)
    if not apart & _OF_THE_ATTACKER and not _words(attackers) & {"blocker"} and pretend == PLAINLY:
        return _independent(case, blockers, attackers)
    found: Columns = {}
    for index, attacker in enumerate(case.combat.attackers):
        mask = _column(case, blockers, attackers, attacker, pretend)
        if mask:
            found[index] = mask
    return found


_OF_THE_ATTACKER = frozenset(
    {"attacker", "defending player", "attacking player", "subject", "blocker", "its controller"}
)


def _independent(case: Case, blockers: fx.Filter, attackers: fx.Filter) -> Columns:
    """Each side by itself: the attackers that fit, all with the same blockers."""
    if case.condition is not None and not case.settled(
        truth(case.condition, case.scope), case.condition, None
    ):
        return {}
    fitting = [
        index
        for index, attacker in enumerate(case.combat.attackers)
        if _attacker_fits(case, attackers, attacker)
    ]
    mask = blockers_that_fit(case, blockers) if fitting else 0
    return dict.fromkeys(fitting, mask) if mask else {}


def _attacker_fits(case: Case, wanted: fx.Filter, attacker: Permanent) -> bool:
    return case.settled(fits(wanted, attacker, case.scope.with_pair(None, attacker)), wanted, attacker)


def blockers_that_fit(case: Case, wanted: fx.Filter) -> int:
    """The set of the side's creatures that fit a filter."""
    scope, mask = case.scope, 0
    for index, blocker in enumerate(case.combat.blockers):
        if not case.ignored(blocker) and case.settled(fits(wanted, blocker, scope), wanted, blocker):
            mask |= 1 << index
    return mask


def _column(
    case: Case, blockers: fx.Filter, attackers: fx.Filter, attacker: Permanent, pretend: Pretend
) -> int:
    """The blockers that make a fitting pair with one attacker."""
    mask = 0
    for index, blocker in enumerate(case.combat.blockers):
        scope = replace(case.scope, blocker=blocker, attacker=attacker, pretend=pretend)
        if (
            not case.ignored(blocker)
            and case.settled(fits(attackers, attacker, scope), attackers, attacker)
            and case.settled(fits(blockers, blocker, scope), blockers, blocker)
            and _condition_holds(case, scope, attacker)
        ):
            mask |= 1 << index
    return mask


def _condition_holds(case: Case, scope: Scope, subject: Permanent) -> bool:
    condition = case.condition
    return condition is None or case.settled(truth(condition, scope, subject), condition, subject)


def _words(value: Any) -> frozenset[str]:
    """Every reference and player word inside a filter or condition."""
    if isinstance(value, str):
        return frozenset({value})
    if isinstance(value, tuple):
        return frozenset(word for item in value for word in _words(item))
    if is_dataclass(value):
        return frozenset(
            word for f in fields(value) if f.name != "kind" for word in _words(getattr(value, f.name))
        )
    return frozenset()


def rectangles(pairs: Columns) -> Iterator[Rectangle]:
    """Pairs as rectangles: attackers with the same blockers together, in order."""
    together: dict[int, int] = {}
    for attacker, mask in sorted(pairs.items()):
        together[mask] = together.get(mask, 0) | 1 << attacker
    return (Rectangle(blockers, attackers) for blockers, attackers in together.items() if blockers)


def attackers_that_fit(case: Case, wanted: fx.Filter) -> int:
    """The set of attackers that fit a filter while the condition holds for them."""
    mask = 0
    for index, attacker in enumerate(case.combat.attackers):
        scope = case.scope.with_pair(None, attacker)
        if _attacker_fits(case, wanted, attacker) and _condition_holds(case, scope, attacker):
            mask |= 1 << index
    return mask


# --- one function for each kind of effect -----------------------------------------------------------------------------


def _cant_block(case: Case) -> Iterator[Sentence]:
    effect: fx.CantBlock = case.effect
    pairs = columns(case, effect.blockers, effect.attackers)
    liftable = isinstance(case.ability.effect, fx.Keyword) and case.ability.effect.name not in _NEVER_LIFTED
    for permission in case.permissions:
        pairs = _lifted(case, effect, pairs, permission)
    for rectangle in rectangles(pairs):
        yield Sentence(Kind.RESTRICTION, rectangle, hi=0, liftable=liftable)


_NEVER_LIFTED = frozenset({"decayed", "unleash"})


def _lifted(case: Case, effect: fx.CantBlock, pairs: Columns, permission: Permission) -> Columns:
    """Pairs less those for which the reason is gone under an "as though"; it never adds one (609.4)."""
    pretend = Pretend(has=permission.effect.has, lacks=permission.effect.lacks)
    if not _asks_for(effect, pretend):
        return pairs
    still = columns(case, effect.blockers, effect.attackers, pretend)
    return {a: mask & (still.get(a, 0) | ~permission.pairs.get(a, 0)) for a, mask in pairs.items()}


def _asks_for(effect: fx.CantBlock, pretend: Pretend) -> bool:
    """Whether an effect's filters ask for the keyword in question."""
    asked = _keywords_asked(effect)
    wanted = [keyword for keyword in (pretend.has, pretend.lacks) if keyword is not None]
    return any(
        has_keyword(keyword, asked) or has_keyword(one, frozenset(wanted))
        for keyword in wanted
        for one in asked
    )


def _keywords_asked(value: Any) -> frozenset[str]:
    if isinstance(value, fx.HasKeyword):
        return frozenset({value.keyword})
    if isinstance(value, tuple):
        return frozenset(word for item in value for word in _keywords_asked(item))
    if is_dataclass(value):
        return frozenset(word for f in fields(value) for word in _keywords_asked(getattr(value, f.name)))
    return frozenset()


def _min_blockers(case: Case) -> Iterator[Sentence]:
    everyone = case.combat.everyone
    attackers = attackers_that_fit(case, case.effect.attackers)
    if attackers:
        whole = Rectangle(everyone.blockers, attackers)
        yield Sentence(Kind.RESTRICTION, whole, lo=case.effect.n, guard=whole, each=Each.ATTACKER)


def _max_blockers(case: Case) -> Iterator[Sentence]:
    attackers = attackers_that_fit(case, case.effect.attackers)
    if attackers:
        whole = Rectangle(case.combat.everyone.blockers, attackers)
        yield Sentence(Kind.RESTRICTION, whole, hi=case.effect.n, each=Each.ATTACKER)


def _all_or_none(case: Case) -> Iterator[Sentence]:
    """Every creature of the attacker's defending player counts, also one that is tapped or can't block it."""
    combat, together = case.combat, dict[tuple[int, int], int]()
    for index in bits(attackers_that_fit(case, case.effect.attackers)):
        scope = case.scope.with_pair(None, combat.attackers[index])
        theirs = [p for p in on_battlefield(scope) if _is_counted(case, p, combat.attackers[index], scope)]
        mask = sum(1 << i for i, b in enumerate(combat.blockers) if any(b.key == p.key for p in theirs))
        together[mask, len(theirs)] = together.get((mask, len(theirs)), 0) | 1 << index
    for (mask, n), attackers in together.items():
        guard = Rectangle(combat.everyone.blockers, attackers)
        if n:
            yield Sentence(
                Kind.RESTRICTION, Rectangle(mask, attackers), lo=n, guard=guard, each=Each.ATTACKER
            )


def _is_counted(case: Case, permanent: Permanent, attacker: Permanent, scope: Scope) -> bool:
    if (
        permanent.controller != case.combat.board.defending_player(attacker)
        or "creature" not in permanent.types
    ):
        return False
    return case.settled(fits(case.effect.blockers, permanent, scope), case.effect.blockers, permanent)


def _max_blocking(case: Case) -> Iterator[Sentence]:
    if not _plain_condition(case):
        return
    mask = blockers_that_fit(case, case.effect.blockers)
    for part in _parts(case, mask):
        if part:
            whole = Rectangle(part, case.combat.everyone.attackers)
            yield Sentence(Kind.RESTRICTION, whole, hi=case.effect.n, count=Count.BLOCKERS)


def _parts(case: Case, mask: int) -> list[int]:
    """The whole, or where it is said of each player the creatures of each."""
    if case.effect.each is None:
        return [mask]
    who = players(case.effect.each, case.scope, None)
    if isinstance(who, Unknown):
        who = case.combat.side
    blockers = case.combat.blockers
    return [sum(1 << i for i in bits(mask) if blockers[i].controller == player) for player in sorted(who)]


def _plain_condition(case: Case) -> bool:
    """A condition that speaks of no creature in particular."""
    condition = case.condition
    return condition is None or case.settled(truth(condition, case.scope), condition, None)


def _needs_company(case: Case) -> Iterator[Sentence]:
    everyone, together = case.combat.everyone, dict[int, int]()
    for index in bits(_blockers_under_condition(case, case.effect.blockers)):
        scope = case.scope.with_pair(case.combat.blockers[index], None)
        company = _company(case, scope) | 1 << index
        together[company] = together.get(company, 0) | 1 << index
    for company, mask in together.items():
        yield Sentence(
            Kind.RESTRICTION,
            Rectangle(company, everyone.attackers),
            lo=case.effect.n,
            count=Count.BLOCKERS,
            each=Each.BLOCKER,
            guard=Rectangle(mask, everyone.attackers),
            others=True,
        )


def _company(case: Case, scope: Scope) -> int:
    """The creatures that fit as company of the scope's blocker."""
    mask = 0
    for index, other in enumerate(case.combat.blockers):
        if case.settled(fits(case.effect.others, other, scope), case.effect.others, other):
            mask |= 1 << index
    return mask


def _blockers_under_condition(case: Case, wanted: fx.Filter) -> int:
    mask = 0
    for index in bits(blockers_that_fit(case, wanted)):
        blocker = case.combat.blockers[index]
        if _condition_holds(case, case.scope.with_pair(blocker, None), blocker):
            mask |= 1 << index
    return mask


def _must_block(case: Case) -> Iterator[Sentence]:
    mask = _blockers_under_condition(case, case.effect.blockers) & case.able
    if mask and case.combat.attackers:
        whole = Rectangle(mask, case.combat.everyone.attackers)
        yield Sentence(Kind.REQUIREMENT, whole, lo=1, each=Each.BLOCKER, step="509.1c")


def _must_block_these(case: Case) -> Iterator[Sentence]:
    pairs = columns(case, case.effect.blockers, case.effect.attackers)
    for rectangle in rectangles({a: mask & case.able for a, mask in pairs.items()}):
        yield Sentence(Kind.REQUIREMENT, rectangle, lo=1, each=Each.PAIR, step="509.1c")


def _must_be_blocked(case: Case) -> Iterator[Sentence]:
    effect: fx.MustBeBlocked = case.effect
    for rectangle in rectangles(columns(case, effect.blockers, effect.attackers)):
        if rectangle.blockers & case.able:
            yield Sentence(
                Kind.REQUIREMENT, rectangle, lo=effect.lo, hi=effect.hi, each=Each.ATTACKER, step="509.1c"
            )


def _block_cost(case: Case) -> Iterator[Sentence]:
    effect: fx.BlockCost = case.effect
    pairs = columns(case, effect.blockers, effect.attackers or fx.Anything())
    for rectangle in _by_blocker({a: mask & case.able for a, mask in pairs.items()}):
        for payer, price, mask in _bills(case, rectangle.blockers):
            guard = Rectangle(mask, rectangle.attackers)
            each = Each.PAIR if effect.each == "pair" else Each.BLOCKER
            yield Sentence(Kind.COST, guard, guard=guard, each=each, step="509.1d", payer=payer, price=price)


def _by_blocker(pairs: Columns) -> Iterator[Rectangle]:
    """Pairs as rectangles, one for each set of attackers that blockers share: a price is due once for any of the set."""
    rows: dict[int, int] = {}
    for attacker, mask in pairs.items():
        for blocker in bits(mask):
            rows[blocker] = rows.get(blocker, 0) | 1 << attacker
    together: dict[int, int] = {}
    for blocker, attackers in sorted(rows.items()):
        together[attackers] = together.get(attackers, 0) | 1 << blocker
    return (Rectangle(blockers, attackers) for attackers, blockers in together.items())


def _bills(case: Case, mask: int) -> Iterator[tuple[str, Price, int]]:
    """Who pays what for which blockers; blockers with one payer and one price together."""
    bills: dict[tuple[str, Price], int] = {}
    for index in bits(mask):
        blocker = case.combat.blockers[index]
        scope = case.scope.with_pair(blocker, None)
        who = players(case.effect.payer, scope, blocker)
        payer = blocker.controller if isinstance(who, Unknown) or len(who) != 1 else next(iter(who))
        bill = payer, _price(case.effect, scope, blocker)
        bills[bill] = bills.get(bill, 0) | 1 << index
    return ((payer, price, blockers) for (payer, price), blockers in bills.items())


def _price(effect: fx.BlockCost, scope: Scope, blocker: Permanent) -> Price:
    """The price with its numbers; a number that the board does not tell stays open (``Price.unknown``)."""
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
                actions.append(PriceAction(verb, n, part.text, part.what))
    return Price(mana, life, tuple(actions), unknown)


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
    permissions = _permissions(combat, state, interview)
    first, able = _choosing(combat, state, interview, permissions)
    found = [*first]
    for ability in state.abilities:
        for effect, cr in _meanings(ability):
            plain, condition = unwrapped(effect)
            make = _SENTENCES.get(type(plain))
            if make is not None:
                case = Case(combat, state, interview, ability, plain, condition, able, permissions)
                found += [
                    replace(sentence, origin=_origin(combat, ability, plain, cr)) for sentence in make(case)
                ]
    return _merged(found, combat)


def _permissions(combat: Combat, state: State, interview: Interview) -> tuple[Permission, ...]:
    """Every "as though" in force with the pairs it covers."""
    found = []
    for case in _cases(combat, state, interview, fx.AsThough):
        pairs = columns(case, case.effect.blockers, case.effect.attackers)
        found.append(Permission(case.effect, pairs))
    return tuple(found)


def _cases(combat: Combat, state: State, interview: Interview, kind: type) -> Iterator[Case]:
    """The abilities in force whose effect is of a kind."""
    for ability in state.abilities:
        plain, condition = unwrapped(ability.effect)
        if isinstance(plain, kind):
            yield Case(combat, state, interview, ability, plain, condition, combat.everyone.blockers)


def _choosing(
    combat: Combat, state: State, interview: Interview, permissions: tuple[Permission, ...]
) -> tuple[list[Sentence], int]:
    """What 509.1a says of the creatures chosen, and the set of creatures that may be chosen at all."""
    everyone = combat.everyone
    gone = _mask(blocker.phased_out for blocker in combat.blockers)
    battles = _mask("battle" in blocker.types for blocker in combat.blockers)
    tapped = _tapped(combat, permissions)
    untouchable = _mask(attacker.phased_out for attacker in combat.attackers)
    found = [_never(rectangle, "tapped", "509.1a", liftable=True) for rectangle in rectangles(tapped)]
    if gone:
        found.append(_never(Rectangle(gone, everyone.attackers), "phased out", "702.26b"))
    if battles:
        found.append(_never(Rectangle(battles, everyone.attackers), "battle", "509.1a"))
    if untouchable:
        found.append(_never(Rectangle(everyone.blockers, untouchable), "attacker phased out", "702.26b"))
    found += _limits(combat, state, interview)
    fully_tapped = everyone.blockers
    for attacker in range(len(combat.attackers)):
        fully_tapped &= tapped.get(attacker, 0)
    return found, everyone.blockers & ~(gone | battles | fully_tapped)


def _never(rectangle: Rectangle, reason: str, cr: str, *, liftable: bool = False) -> Sentence:
    origin = Origin((cr,), reason=reason)
    return Sentence(Kind.RESTRICTION, rectangle, hi=0, step="509.1a", liftable=liftable, origin=origin)


def _mask(flags: Iterable[bool]) -> int:
    return sum(1 << index for index, flag in enumerate(flags) if flag)


def _tapped(combat: Combat, permissions: tuple[Permission, ...]) -> Columns:
    """Pairs that are out because the blocker is tapped, less those an effect lets it block as though it were untapped."""
    mask = _mask(blocker.tapped for blocker in combat.blockers)
    pairs = dict.fromkeys(range(len(combat.attackers)), mask)
    for permission in permissions:
        if permission.effect.untapped:
            pairs = {a: column & ~permission.pairs.get(a, 0) for a, column in pairs.items()}
    return pairs


def _limits(combat: Combat, state: State, interview: Interview) -> Iterator[Sentence]:
    """One attacker for each blocker, and one more for each additional creature it can block (509.1a)."""
    limits: list[int | None] = [1] * len(combat.blockers)
    for case in _cases(combat, state, interview, fx.ExtraBlocks):
        for index in bits(_blockers_under_condition(case, case.effect.blockers)):
            limits[index] = _raised(limits[index], case, combat.blockers[index])
    together: dict[int, int] = {}
    for index, limit in enumerate(limits):
        if limit is not None and limit < len(combat.attackers):
            together[limit] = together.get(limit, 0) | 1 << index
    for limit, mask in sorted(together.items()):
        yield Sentence(
            Kind.RESTRICTION,
            Rectangle(mask, combat.everyone.attackers),
            hi=limit,
            each=Each.BLOCKER,
            step="509.1a",
            liftable=True,
            origin=Origin(("509.1a",), reason="one attacker"),
        )


def _raised(limit: int | None, case: Case, blocker: Permanent) -> int | None:
    """A limit with an ability's extra blocks added; None is no limit."""
    if limit is None or case.effect.n is None:
        return None
    extra = number(case.effect.n, case.scope, blocker)
    if isinstance(extra, Unknown):
        case.interview.wonder(extra, case.effect.n, blocker.key, case.ability.source, case.ability.text)
        return limit
    return limit + extra


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
    if any(attacker.key == ability.bearer for attacker in combat.attackers):
        return "attacker"
    return "blocker" if any(blocker.key == ability.bearer for blocker in combat.blockers) else None


# --- one sentence for all who say the same of themselves --------------------------------------------------------------


def _merged(found: list[Sentence], combat: Combat) -> tuple[Sentence, ...]:
    """Sentences with their own bearers as source, alike but for the bearer, become one about all of these bearers.

    Requirements, which are told row by row with their source, only where the bearers are one entry of the board.
    """
    kept: list[Sentence] = []
    places: dict[object, int] = {}
    for sentence in found:
        key = _but_for_the_bearer(sentence, combat)
        place = None if key is None else places.get(key)
        if place is not None and not _bearers(kept[place]) & _bearers(sentence):
            kept[place] = _together(kept[place], sentence)
            continue
        if key is not None:
            places[key] = len(kept)
        kept.append(sentence)
    return tuple(kept)


def _bearers(sentence: Sentence) -> int:
    """The own side of a sentence's domain."""
    return sentence.domain.blockers if sentence.origin.own == "blocker" else sentence.domain.attackers


def _but_for_the_bearer(sentence: Sentence, combat: Combat) -> object:
    """Everything about a sentence but who its bearers are; None where it is no sentence about each bearer."""
    own = sentence.origin.own
    if own is None or (sentence.each is Each.WHOLE and sentence.hi != 0):
        return None
    parts = tuple(
        None if part is None else _other_side(part, own, whole=sentence.others and part is sentence.counted)
        for part in (sentence.guard, sentence.counted)
    )
    said = (
        sentence.kind,
        sentence.lo,
        sentence.hi,
        sentence.count,
        sentence.each,
        sentence.others,
        sentence.step,
    )
    entry = _entry(sentence, combat) if sentence.kind is Kind.REQUIREMENT else None
    return said, sentence.liftable, sentence.payer, sentence.price, sentence.origin, parts, entry


def _entry(sentence: Sentence, combat: Combat) -> int:
    """The board's entry of a bearer."""
    side = combat.blockers if sentence.origin.own == "blocker" else combat.attackers
    return side[next(bits(_bearers(sentence)))].entry


def _other_side(part: Rectangle, own: str, *, whole: bool) -> object:
    if whole:
        return part
    return part.attackers if own == "blocker" else part.blockers


def _together(one: Sentence, other: Sentence) -> Sentence:
    own = one.origin.own
    guard = None if one.guard is None or other.guard is None else _joined(one.guard, other.guard, own)
    counted = one.counted if one.others else _joined(one.counted, other.counted, own)
    return replace(one, guard=guard, counted=counted)


def _joined(one: Rectangle, other: Rectangle, own: str | None) -> Rectangle:
    if own == "blocker":
        return Rectangle(one.blockers | other.blockers, one.attackers)
    return Rectangle(one.blockers, one.attackers | other.attackers)
