"""From a board to means: which mana abilities a player can activate while blockers are declared, and what they come to.

Twice: what is sure, and what one may hope for where the board leaves a value open or a text about mana was not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations_with_replacement, product

from blockcheck import effects as fx
from blockcheck.board import Board, BoardEffect, Permanent
from blockcheck.board.mana import colors_of
from blockcheck.ground.conditions import truth
from blockcheck.ground.filters import fits, number, on_battlefield, untapped_left_out
from blockcheck.ground.lands import UNTOUCHED, Land
from blockcheck.ground.scope import Bindings, Scope, chosen, players
from blockcheck.ground.state import State, unwrapped
from blockcheck.ground.truth import Truth, Unknown, every
from blockcheck.patterns import expression
from blockcheck.payment.bill import Unit
from blockcheck.payment.means import PLENTY, Holding, Means, Source
from blockcheck.reading.lands import read_land_types
from blockcheck.reading.mana import BASIC, COLORS, ManaText, read_mana
from blockcheck.values import dataclass

MOST_MANA = 24
"""Mana of one activation beyond this makes no difference to a bill that people pay."""

_TOKENS: dict[str, fx.ManaAbility] = {
    "Treasure": fx.ManaAbility((fx.Mana(COLORS),), (fx.PricePart("sacrifice", what=fx.THIS),)),
    "Gold": fx.ManaAbility((fx.Mana(COLORS),), (fx.PricePart("sacrifice", what=fx.THIS),), taps=False),
}
"""The mana abilities of predefined tokens, which a board may list without their text (111.10)."""


@dataclass(frozen=True, slots=True)
class _Said:
    """An effect about mana in force: what it says, on which condition, and where its words are bound."""

    effect: fx.Effect
    condition: fx.Condition | None
    bindings: Bindings
    bearer: str | None


class Wealth:
    """What the players of one side have to pay with; the texts about mana are read once, and only when someone has to pay.

    Args:
        board: the board at the moment of declaration.
        side: the players who declare together.
        state: the abilities in force.
    """

    def __init__(self, board: Board, side: frozenset[str], state: State) -> None:
        self.board, self.side, self.state = board, side, state

    def means(self, player: str, *, hoping: bool, activating: bool = True) -> Means:
        """What a player has: surely, or (``hoping``) at best.

        The board does not say which mana in a pool is of a snow source: surely none is, at best all of it. ``activating``: mana
        abilities may be activated; what else they do may bring life and cards, at best.
        """
        known = self.board.player(player)
        gaining = hoping and activating and self._gains(player)
        unread = hoping and any(_concerns(bindings, text, player) for bindings, _, text in self._texts)
        return Means(
            player=player,
            pool="" if hoping else _word(known.mana_pool),
            life=PLENTY if gaining else _known(known.life, hoping),
            hand=PLENTY if gaining else _known(known.hand_size, hoping),
            graveyard=PLENTY if gaining else _known(_cards(known.graveyard), hoping),
            counters=known.counters,
            holdings=tuple(
                self._holding(permanent, hoping)
                for permanent in self.board.phased_in
                if permanent.controller == player
            ),
            snow_pool=("WUBRGC" * MOST_MANA if unread else _word(known.mana_pool)) if hoping else "",
        )

    def _gains(self, player: str) -> bool:
        """Whether a mana ability of the player's may bring life or cards."""
        mine = (one for one in self.board.phased_in if one.controller == player)
        said = (ability.effect for one in mine for ability in self._abilities(one, True))
        return any(isinstance(effect, fx.ManaAbility) and effect.more for effect in said)

    # --- what is said about mana ---

    @cached_property
    def _texts(self) -> tuple[tuple[Bindings, str | None, ManaText], ...]:
        """Every text in force with whom it binds, who bears it and what it says about mana."""
        own = [
            (self._own(permanent), permanent.key, _read(permanent))
            for permanent in self.board.phased_in
            if permanent.key not in self.state.silenced and self._land(permanent).keeps is not False
        ]
        left = [(_left(effect), None, read_mana(effect.text)) for effect in self.board.effects if effect.text]
        return tuple(one for one in (*own, *left) if one[2] != ManaText())

    def _own(self, permanent: Permanent) -> Bindings:
        return Bindings(this=permanent.key, you=permanent.controller, where=self.board.where(permanent.key))

    @cached_property
    def _said(self) -> tuple[_Said, ...]:
        """Every effect about mana, of texts and of typed abilities."""
        found = [
            _Said(*unwrapped(effect), bindings, bearer)
            for bindings, bearer, text in self._texts
            for effect in text.effects
        ]
        for ability in self.state.abilities:
            effect, condition = unwrapped(ability.effect)
            if isinstance(effect, _ABOUT_MANA):
                found.append(_Said(effect, condition, ability.bindings, ability.bearer))
        return tuple(found)

    @cached_property
    def _retyped(self) -> frozenset[str]:
        """Lands whose types an effect changes that no text tells: that may have taken the abilities of their text away (305.7)."""
        found: set[str] = set()
        said = [
            (ability.effect, ability.bindings)
            for ability in self.state.abilities
            if not (read_land_types(ability.text) or "in addition" in ability.text)
        ]
        said += [(one.effect, one.bindings) for one in self._said]
        for effect, bindings in said:
            if isinstance(effect, fx.Changes) and "types" in effect.what:
                scope = self._scope(bindings)
                lands = (p for p in self.board.phased_in if "land" in p.types)
                found |= {land.key for land in lands if fits(effect.of, land, scope) is not False}
        return frozenset(found)

    @cached_property
    def _grants(self) -> tuple[_Said, ...]:
        return tuple(said for said in self._said if isinstance(said.effect, fx.Grant))

    @cached_property
    def _extras(self) -> tuple[_Said, ...]:
        """Triggers and changes, in board order."""
        return tuple(said for said in self._said if isinstance(said.effect, fx.ManaTrigger | fx.ManaChange))

    @cached_property
    def _by_bearer(self) -> dict[str, list[_Said]]:
        own: dict[str, list[_Said]] = {}
        for said in self._said:
            if isinstance(said.effect, fx.ManaAbility) and said.bearer is not None:
                own.setdefault(said.bearer, []).append(said)
        return own

    @cached_property
    def _feared(self) -> bool:
        """Whether a text that was not read might take mana away or make it dearer."""
        return any(text.fears for _, _, text in self._texts)

    def _scope(self, bindings: Bindings) -> Scope:
        return Scope(self.board, self.side, bindings, self.state.keywords, self.state.bare)

    def _is_so(self, value: Truth, hoping: bool) -> bool:
        return hoping if isinstance(value, Unknown) else value

    def _applies(self, said: _Said, subject: Permanent | None, hoping: bool) -> bool:
        """Whether the condition of an effect is met."""
        if said.condition is None:
            return True
        return self._is_so(truth(said.condition, self._scope(said.bindings), subject), hoping)

    def mana_abilities(self, permanent: Permanent, *, hoping: bool) -> Iterator[tuple[int, fx.ManaAbility]]:
        """The mana abilities of a permanent, each with its number in a payment (``activate``, ``ability``)."""
        for n, said in enumerate(self._abilities(permanent, hoping)):
            if isinstance(said.effect, fx.ManaAbility):
                yield n, said.effect

    def words_of(self, ability: fx.ManaAbility, permanent: Permanent, *, hoping: bool) -> tuple[str, ...]:
        """The words of mana of which a mana ability adds one."""
        return self._paying_words(ability, self._scope(self._own(permanent)), permanent, hoping)

    def _paying_words(
        self, ability: fx.ManaAbility, scope: Scope, permanent: Permanent, hoping: bool
    ) -> tuple[str, ...]:
        """The words of mana that can pay here: none of its own where that may be spent on something else only."""
        words = self._added(ability.adds, scope, permanent, hoping)
        if ability.taps:
            return self._tapped_for(words, permanent, hoping, kept=not ability.restricted)
        return () if ability.restricted else words

    # --- one permanent ---

    def _holding(self, permanent: Permanent, hoping: bool) -> Holding:
        sources = tuple(
            source
            for n, said in enumerate(self._abilities(permanent, hoping))
            for source in self._sources(n, said, permanent, hoping)
        )
        snow = "snow" in permanent.supertypes
        return Holding(permanent.key, permanent.tapped, snow, permanent.counters, sources)

    def _abilities(self, permanent: Permanent, hoping: bool) -> Iterator[_Said]:
        """The mana abilities a permanent has: of its basic land types, its text, and those given to it (305.6)."""
        bindings = self._own(permanent)
        if permanent.key not in self.state.silenced:
            for subtype in self._land_types(permanent, hoping):
                if subtype in BASIC:
                    yield _Said(fx.ManaAbility((fx.Mana((BASIC[subtype],)),)), None, bindings, permanent.key)
            if permanent.token and not permanent.oracle_text:
                for subtype in permanent.subtypes:
                    if subtype in _TOKENS:
                        yield _Said(_TOKENS[subtype], None, bindings, permanent.key)
        if hoping or (permanent.key not in self._retyped and self._land(permanent).keeps):
            for said in self._by_bearer.get(permanent.key, ()):
                if self._applies(said, permanent, hoping):
                    yield said
        for grant in self._grants:
            yield from self._granted(grant, permanent, bindings, hoping)

    def _land(self, permanent: Permanent) -> Land:
        return self.state.lands.get(permanent.key, UNTOUCHED)

    def _land_types(self, permanent: Permanent, hoping: bool) -> tuple[str, ...]:
        """The land types of a land: surely none where texts do not agree with those given, at best those they give besides."""
        if "land" not in permanent.types:
            return ()
        land = self._land(permanent)
        if hoping:
            return (*permanent.subtypes, *land.hoped)
        return () if land.doubted else permanent.subtypes

    def _granted(
        self, grant: _Said, permanent: Permanent, bindings: Bindings, hoping: bool
    ) -> Iterator[_Said]:
        effect = grant.effect
        if not isinstance(effect, fx.Grant):
            return
        if grant.bearer != permanent.key and permanent.text_is == "current":
            return
        reached = fits(effect.to, permanent, self._scope(grant.bindings))
        if not self._is_so(reached, hoping) or not self._applies(grant, permanent, hoping):
            return
        for ability in effect.abilities:
            inner, condition = unwrapped(ability)
            given = _Said(inner, condition, bindings, permanent.key)
            if isinstance(inner, fx.ManaAbility) and self._applies(given, permanent, hoping):
                yield given

    def _sources(self, n: int, said: _Said, permanent: Permanent, hoping: bool) -> Iterator[Source]:
        """An ability as it can be activated now: none where something forbids it, or where its mana pays nothing here."""
        ability = said.effect
        if not isinstance(ability, fx.ManaAbility):
            return
        if not self._may_activate(ability, permanent, hoping) or (self._feared and not hoping):
            return
        scope = self._scope(said.bindings)
        words = tuple(word for word in self._paying_words(ability, scope, permanent, hoping) if word)
        if words:
            source = Source(n, words, ability.taps, untaps=ability.untaps)
            yield from self._priced(source, ability, scope, permanent, hoping)

    def _may_activate(self, ability: fx.ManaAbility, permanent: Permanent, hoping: bool) -> bool:
        """Not with {T} or {Q} in its cost by a creature that is summoning-sick (302.6), nor where an effect forbids it."""
        if (
            (ability.taps or ability.untaps)
            and permanent.is_creature
            and "haste" not in self.state.keywords[permanent.key]
        ):
            sick = permanent.summoning_sick
            if sick or (sick is None and not hoping):
                return False
        return not any(self._forbids(said, ability, permanent, hoping) for said in self._bans)

    @cached_property
    def _bans(self) -> tuple[_Said, ...]:
        found = [said for said in self._said if isinstance(said.effect, fx.NoActivation)]
        for ability in self.state.abilities:
            effect, condition = unwrapped(ability.effect)
            if isinstance(effect, fx.NoActivation) and effect.mana_too:
                found.append(_Said(effect, condition, ability.bindings, ability.bearer))
        return tuple(found)

    def _forbids(self, said: _Said, ability: fx.ManaAbility, permanent: Permanent, hoping: bool) -> bool:
        ban = said.effect
        if not isinstance(ban, fx.NoActivation) or (ban.with_cost == "{T}" and not ability.taps):
            return False
        scope = self._scope(said.bindings)
        ignored = said.bindings.this is not None and permanent.controller in (
            self.board.permanent(said.bindings.this).ignored_by
        )
        met = True if said.condition is None else truth(said.condition, scope, permanent)
        return not ignored and self._is_so(every([fits(ban.of, permanent, scope), met]), not hoping)

    # --- its cost ---

    def _priced(
        self, source: Source, ability: fx.ManaAbility, scope: Scope, permanent: Permanent, hoping: bool
    ) -> Iterator[Source]:
        mana, life, units = list[str](), 0, list[Unit]()
        counters, energy, leaves = list[tuple[str, int]](), list[tuple[str, int]](), False
        for part in ability.cost:
            n = number(part.n, scope, permanent)
            if isinstance(n, Unknown):
                return
            itself = part.what == fx.THIS
            match part.verb:
                case "mana":
                    mana += _symbols(part.mana)
                case "life":
                    life += n
                case "sacrifice" | "return" if itself:
                    leaves = True
                case "remove":
                    (counters if itself else energy).append((part.counter, n))
                case "counter":
                    units.append(Unit("counter", frozenset({permanent.key}), n, part.counter))
                case verb:
                    units += [Unit(verb, self._among(part, scope, permanent, hoping))] * n
        mana += self._taxes(permanent, not hoping)
        for symbols, paid in _without_phyrexian(mana):
            yield replace(
                source,
                mana=symbols,
                life=life + paid,
                units=tuple(units),
                leaves=leaves,
                counters=tuple(counters),
                energy=tuple(energy),
                damage=ability.damage,
                once=ability.once,
            )

    def _among(self, part: fx.PricePart, scope: Scope, permanent: Permanent, hoping: bool) -> frozenset[str]:
        wanted = part.what or fx.Anything()
        if part.verb == "tap":
            wanted = untapped_left_out(wanted)
        return frozenset(
            p.key
            for p in on_battlefield(scope)
            if p.controller == permanent.controller and self._is_so(fits(wanted, p, scope), hoping)
        )

    def _taxes(self, permanent: Permanent, fearing: bool) -> list[str]:
        """What effects add to the cost of each of its activated abilities."""
        found: list[str] = []
        for said in self._said:
            if isinstance(said.effect, fx.ManaTax) and self._applies(said, permanent, fearing):
                scope = self._scope(said.bindings)
                if self._is_so(fits(said.effect.of, permanent, scope), fearing):
                    found += _symbols(said.effect.mana)
        return found

    # --- what it adds ---

    def _added(
        self, adds: Sequence[fx.Mana], scope: Scope, permanent: Permanent, hoping: bool
    ) -> tuple[str, ...]:
        """The words of mana of which one is added."""
        each = [self._words(mana, scope, permanent, hoping) for mana in adds]
        return _distinct("".join(parts) for parts in product(*each))

    def _words(self, mana: fx.Mana, scope: Scope, permanent: Permanent, hoping: bool) -> tuple[str, ...]:
        choices = (*mana.choices, *self._elsewhere(mana, scope, hoping))
        words: list[str] = []
        if mana.anew:
            n = self._amount(mana.n, scope, permanent, hoping)
            return _distinct("".join(word) for word in combinations_with_replacement(choices, n))
        for choice in choices:
            quantity = mana.n
            if isinstance(quantity, fx.Devotion) and quantity.colors == ("chosen",):
                quantity = replace(quantity, colors=(_as_color(choice),))
            words.append(choice * self._amount(quantity, scope, permanent, hoping))
        return _distinct(words)

    def _amount(self, quantity: fx.Quantity, scope: Scope, permanent: Permanent, hoping: bool) -> int:
        amount = number(quantity, scope, permanent)
        if isinstance(amount, Unknown):
            return MOST_MANA if hoping else 0
        return max(0, min(amount, MOST_MANA))

    def _elsewhere(self, mana: fx.Mana, scope: Scope, hoping: bool) -> tuple[str, ...]:
        """Choices that the board gives: the chosen color, colors of permanents, what lands could produce."""
        match mana.of:
            case "chosen":
                color = chosen(scope).color
                return (color,) if color is not None else (COLORS if hoping else ())
            case "among":
                return self._colors_among(mana.which, scope, hoping)
            case "could produce":
                letters = self._could_produce(mana.which, scope, hoping, frozenset())
                return tuple(letter for letter in letters if letter in COLORS or not mana.colors_only)
            case "identity":
                return COLORS if hoping else self._identity(scope)
            case _:
                return ()

    def _identity(self, scope: Scope) -> tuple[str, ...]:
        """The colors surely in your commander's color identity (903.4): those of a commander of yours that is on the battlefield."""
        found: set[str] = set()
        for permanent in self.board.permanents:
            mine = permanent.owner == scope.bindings.you and "commander" in permanent.designations
            if mine and not permanent.face_down:
                found |= set(colors_of(permanent.mana_cost or ""))
        return tuple(color for color in COLORS if color in found)

    def _colors_among(self, wanted: fx.Filter, scope: Scope, hoping: bool) -> tuple[str, ...]:
        found: set[str] = set()
        for permanent in on_battlefield(scope):
            if self._is_so(fits(wanted, permanent, scope), hoping):
                found |= set(permanent.colors if permanent.colors is not None else COLORS if hoping else ())
        return tuple(color for color in COLORS if color in found)

    def _could_produce(
        self, wanted: fx.Filter, scope: Scope, hoping: bool, asked: frozenset[str]
    ) -> tuple[str, ...]:
        """The types of mana that abilities of permanents that fit could produce, whatever they cost (106.7)."""
        found: set[str] = set()
        for permanent in on_battlefield(scope):
            if permanent.key in asked or not self._is_so(fits(wanted, permanent, scope), hoping):
                continue
            for said in self._abilities(permanent, hoping):
                if isinstance(said.effect, fx.ManaAbility):
                    inner = self._scope(said.bindings)
                    for mana in said.effect.adds:
                        found |= self._types_of(mana, inner, permanent, hoping, asked | {permanent.key})
        return tuple(letter for letter in (*COLORS, "C") if letter in found)

    def _types_of(
        self, mana: fx.Mana, scope: Scope, permanent: Permanent, hoping: bool, asked: frozenset[str]
    ) -> set[str]:
        if mana.of == "could produce":
            return set(self._could_produce(mana.which, scope, hoping, asked))
        return {letter for word in self._words(mana, scope, permanent, hoping) for letter in word}

    # --- tapped for mana (106.12) ---

    def _tapped_for(
        self, words: tuple[str, ...], permanent: Permanent, hoping: bool, *, kept: bool
    ) -> tuple[str, ...]:
        """What tapping a permanent for mana adds in all: changed by replacements, then with what triggers add.

        With ``kept`` False its own mana pays nothing here, and only that of triggers counts (106.6).
        """
        for said in self._extras:
            if isinstance(said.effect, fx.ManaChange) and self._reaches(said, permanent, hoping):
                words = _distinct(_changed(word, said.effect) for word in words)
        triggers = [
            said
            for said in self._extras
            if isinstance(said.effect, fx.ManaTrigger) and self._reaches(said, permanent, hoping)
        ]
        return _distinct(
            (word if kept else "") + more
            for word in words
            for more in self._triggered(word, triggers, permanent, hoping)
        )

    def _reaches(self, said: _Said, permanent: Permanent, hoping: bool) -> bool:
        effect = said.effect
        if not isinstance(effect, fx.ManaTrigger | fx.ManaChange):
            return False
        scope = self._scope(said.bindings)
        by = players(effect.by, scope, permanent)
        mine = isinstance(by, Unknown) or permanent.controller in by
        found = self._is_so(fits(effect.of, permanent, scope), hoping)
        return mine and found and self._applies(said, permanent, hoping)

    def _triggered(
        self, word: str, triggers: Iterable[_Said], permanent: Permanent, hoping: bool
    ) -> Iterator[str]:
        each: list[tuple[str, ...]] = []
        for said in triggers:
            effect = said.effect
            if not isinstance(effect, fx.ManaTrigger) or not word or effect.color not in word:
                continue
            scope = self._scope(said.bindings)
            gets = players(effect.who, scope, permanent)
            if not isinstance(gets, Unknown) and permanent.controller in gets:
                made = [
                    tuple(dict.fromkeys(word))
                    if mana.of == "produced"
                    else self._words(mana, scope, permanent, hoping)
                    for mana in effect.adds
                ]
                each.append(_distinct("".join(parts) for parts in product(*made)))
        return ("".join(parts) for parts in product(*each))


_ABOUT_MANA = (fx.ManaAbility, fx.ManaTrigger, fx.ManaChange, fx.ManaTax)


def _read(permanent: Permanent) -> ManaText:
    line = " ".join(word.capitalize() for word in (*permanent.supertypes, *permanent.types))
    return read_mana(permanent.oracle_text, name=permanent.name, type_line=line)


def _left(effect: BoardEffect) -> Bindings:
    """The bindings of what a resolved spell or ability left in force."""
    return Bindings(
        effect.source,
        effect.controller,
        effect.where,
        effect.it,
        effect.targets,
        effect.affected,
        effect.x,
        effect.chosen,
    )


def _concerns(bindings: Bindings, text: ManaText, player: str) -> bool:
    """Whether a text that was not read might add mana for a player: one's own, or one that speaks of tapping or gives abilities."""
    own = bindings.you in (player, None)
    return bool(text.hopes) and (own or any("for mana" in said or _GIVES.search(said) for said in text.hopes))


_GIVES = expression(r"\b(?:gains?|has|have)\s+[\"“]")


def _changed(word: str, change: fx.ManaChange) -> str:
    """What a permanent produces instead (106.12b)."""
    if len(word) < change.least:
        return word
    if change.instead:
        return change.instead if change.amount_too else change.instead * len(word)
    return word * change.times


def _word(pool: dict[str, int]) -> str:
    return "".join(letter * min(n, PLENTY) for letter, n in pool.items())


def _known(value: int | None, hoping: bool) -> int:
    if value is None:
        return PLENTY if hoping else 0
    return max(0, value)


def _cards(zone: tuple[object, ...] | int | None) -> int | None:
    return zone if zone is None or isinstance(zone, int) else len(zone)


def _symbols(mana: str) -> list[str]:
    return [symbol.rstrip("}") for symbol in mana.split("{") if symbol]


def _without_phyrexian(mana: list[str]) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every way to pay the Phyrexian symbols of an activation cost (118.13a): with mana or with life."""
    phyrexian = [symbol for symbol in mana if "P" in symbol]
    plain = tuple(symbol for symbol in mana if "P" not in symbol)
    for n in range(len(phyrexian) + 1):
        kept = tuple(symbol.removesuffix("/P") for symbol in phyrexian[n:])
        yield plain + kept, 2 * n


def _as_color(letter: str) -> fx.Color:
    return letter  # type: ignore[return-value]


def _distinct(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
