"""What can be played on this box, and why not: the one place that decides it. Pure.

The check of box.toml, the menu of the box, the pages and Home Assistant all ask here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from boxctl.journal.entry_kinds import GameAsked, HouseGame
from boxctl.journal.recorded_match import house_game
from boxctl.presentation.menu_notices import BoxLack, OtherDice, TooFewTiles
from boxctl.presentation.sentences.menu import lack_in_words
from boxctl.referee.players import (
    ToldHandicaps,
    as_typed,
    check_names,
    handicaps_by_name,
    handicaps_by_seat,
    handicaps_kept,
)
from boxctl.rules.contradictions import WITHOUT_HANDICAP, check
from boxctl.rules.faults import RuleFault
from boxctl.rules.match_settings import SENSORS
from boxctl.rules.money import Money
from boxctl.rules.ruleset import Dice, RuleSet
from boxctl.rules.settings import SETTINGS, with_settings
from boxctl.rules.variant_titles import variant_title
from boxctl.rules.variants import by_family, own_name, variant
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.printing import look_of
from hardware.config.box_file import RulesTable
from hardware.config.read import DeclaredParts
from hardware.config.tables.roller import SIDES
from hardware.devices import RollerDice

MOST_SEATS = 8
"""The most seats that the menu offers; a page may name more players."""

STAKES = (10, 20, 50, 100, 200, 500, 1000)
"""The stakes that are offered, in minor units."""

STAKES_WITHOUT_CURRENCY = (1, 2, 5, 10, 20, 50, 100)


@frozen_dataclass
class PlannedMatch:
    """The match to be played next: its rules, its players, and the name of its variant.

    ``instead_of`` is what box.toml asked for when people chose this game; None if it is played
    because box.toml says so. The ``variant`` is empty where nobody has told it; ``house`` is what
    its record will hold of it, if the house has written it. A ``guided`` match is somebody's first.
    """

    rules: RuleSet
    players: tuple[str, ...]
    variant: str = ""
    instead_of: GameAsked | None = None
    house: HouseGame | None = None
    guided: bool = False

    @property
    def stake(self) -> Money:
        """The stake."""
        return Money(self.rules.stake, self.rules.currency)

    @property
    def handicap(self) -> dict[str, int]:
        """The handicaps of those who have one (R7.16)."""
        return handicaps_by_name(self.rules, self.players)


@frozen_dataclass
class WantedGame:
    """A game that somebody wants, by any of its names.

    Without ``players`` they stay, as far as it is for so many; so does the ``stake``, if none is
    told. Whoever is not among the ``handicaps`` keeps his, in a game that can have any (R7.16).
    ``seen`` is how many choices had been made when it was asked for; None does not say.
    """

    variant: str
    players: tuple[str, ...] = ()
    stake: Money | None = None
    seen: int | None = None
    handicaps: ToldHandicaps = ()


@frozen_dataclass
class Offer:
    """A game that is offered: whether the box has what it needs, and what can be chosen of it.

    ``stakes`` and ``seats`` are in rising order; there is at least one of each. ``own_stake`` is
    that of the game itself, 0 for none. ``handicap``: players may have one (R7.16).
    """

    variant: str
    lack: BoxLack | None
    stakes: tuple[Money, ...]
    seats: tuple[int, ...]
    own_stake: Money = Money(0)
    handicap: bool = False


def lacks(rules: RuleSet, parts: DeclaredParts) -> Iterator[BoxLack]:
    """Yield the parts that a box of these parts lacks for these rules.

    A roller can be told to throw fewer dice, never others. Seven LEDs show a die of six sides, and
    each die needs its own.
    """
    dice = rules.dice
    if parts.wired is not None and parts.wired < rules.tiles:
        yield TooFewTiles(rules.tiles, parts.wired)
    if (leds := parts.dice_of_leds) and (dice.sides != SIDES or leds < dice.count):
        yield OtherDice(dice, Dice(leds, SIDES), shown=True)
    roller = parts.roller
    if roller is not None and (roller.sides != dice.sides or roller.count < dice.count):
        yield OtherDice(dice, Dice(roller.count, roller.sides))


def first_lack(
    rules: RuleSet, parts: DeclaredParts, roller: RollerDice | None = None
) -> BoxLack | None:
    """Return the first lack of a box of these parts; ``roller`` are dice one has told."""
    parts = parts if roller is None else parts._replace(roller=roller)
    return next(lacks(rules, parts), None)


def of_the_wood(settings: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return those of a box's settings that say how its wood behaves: no game changes them."""
    return tuple((key, text) for key, text in settings if SETTINGS[key].group == SENSORS)


class GameOffers:
    """The games that a landlord offers on a box.

    ``house`` is what box.toml asks for, ``parts`` are those of the box. ``only`` are the variants
    that may be chosen, by any of their names; None is every one. Of those that are ``gone`` it has
    the fault (BX201, or what is wrong with the file of the house). Files of the house may change
    meanwhile: what reads them may raise what is wrong with them.
    """

    def __init__(
        self, house: RulesTable, parts: DeclaredParts, only: Sequence[str] | None = None
    ) -> None:
        self._house = house
        self._house_game = own_name(house.variant)
        self._parts = parts
        self.gone: list[RuleFault] = []
        self._only = None if only is None else frozenset(self._known(only))

    def _known(self, names: Sequence[str]) -> Iterator[str]:
        """Yield the own names of those that there are, and keep the faults of the others."""
        for name in names:
            try:
                yield own_name(name)
            except RuleFault as fault:
                self.gone.append(fault)

    @property
    def gone_in_words(self) -> list[str]:
        """What is wrong with each game of the menu that is gone, a sentence each."""
        return [
            tr(
                "{code}: {sentence}; [table] menu of box.toml names it, and the others are "
                "offered.",
                code=fault.code,
                sentence=fault.sentence,
            )
            for fault in self.gone
        ]

    @property
    def asked(self) -> GameAsked:
        """What box.toml asks for; a handicap stands behind its name, as people type it."""
        house = self._house
        players = as_typed(house.players, house.handicaps)
        return GameAsked(self._house_game, dict(house.settings), players)

    @property
    def players(self) -> tuple[str, ...]:
        """The players that box.toml names."""
        return self._house.players

    def handicaps(self, following: PlannedMatch) -> ToldHandicaps:
        """Return the handicaps that stay with their names (R7.16) after the match played next.

        That match may be one that can have no handicaps: then those of box.toml count again.
        """
        if not _may_have_handicaps(following.rules):
            return self._house.handicaps
        return tuple((name, str(points)) for name, points in following.handicap.items())

    @property
    def families(self) -> tuple[tuple[str, ...], ...]:
        """The games that may be chosen, by family, as they are listed everywhere."""
        families = (tuple(filter(self.may_be_chosen, family)) for family in by_family().values())
        return tuple(family for family in families if family)

    @property
    def are_named(self) -> bool:
        """Whether the landlord has named the games that he offers: no other joins them."""
        return self._only is not None

    def may_be_chosen(self, name: str) -> bool:
        """Return whether the landlord offers the variant of this name, its own."""
        return self._only is None or name in self._only

    def offer(self, name: str, following: PlannedMatch, roller: RollerDice | None) -> Offer:
        """Return the offer of the variant of this name.

        ``following`` is the match that would be played next: its stake is offered, too. ``roller``
        are the dice that a roller has told.
        """
        rules = self._rules(name)
        seats = tuple(seats for seats in range(1, MOST_SEATS + 1) if _can_be(rules, seats))
        usual = seats or (max(1, len(following.players)),)
        stakes = self._stakes(rules, following, usual[-1])
        own = Money(rules.stake, rules.currency)
        lack = self.lack(rules, roller)
        return Offer(name, lack, stakes, usual, own, _may_have_handicaps(rules))

    def lack(self, rules: RuleSet, roller: RollerDice | None = None) -> BoxLack | None:
        """Return the first lack of the box for these rules; ``roller`` are dice one has told."""
        return first_lack(rules, self._parts, roller)

    def settings_here(self, name: str) -> tuple[tuple[str, str], ...]:
        """Return the settings with which the game of this own name is played here, as text.

        They are those of box.toml for its own game. How the wood behaves is none of a game's.
        """
        if name != self._house_game:
            return ()
        return tuple(
            (key, text) for key, text in self._house.settings if SETTINGS[key].group != SENSORS
        )

    def _stakes(self, rules: RuleSet, following: PlannedMatch, seats: int) -> tuple[Money, ...]:
        usual = Money(rules.stake, rules.currency)
        currency = usual.currency if usual.minor else following.stake.currency
        steps = STAKES if currency else STAKES_WITHOUT_CURRENCY
        amounts = {
            0,
            *steps,
            *(m.minor for m in (usual, following.stake) if m.currency == currency),
        }
        stakes = [Money(minor, currency if minor else "") for minor in sorted(amounts)]
        possible = [stake for stake in stakes if _can_be(_staking(rules, stake), seats)]
        return tuple(possible) or (usual,)

    def plan(
        self, wanted: WantedGame, following: PlannedMatch, roller: RollerDice | None
    ) -> PlannedMatch:
        """Return the match of this game, after the one that would have followed.

        Raises :class:`RuleFault`: as the rules do (BX201, BX204, BX206), or for a game that the
        landlord does not offer, or that the box cannot play (BX524).
        """
        own = self._checked(wanted.variant)
        offer = self.offer(own, following, roller)
        if offer.lack is not None:
            raise _cannot_be_played(own, offer.lack)
        stake = nearest_stake(following.stake, offer) if wanted.stake is None else wanted.stake
        players = wanted.players or _who_stays(following, offer)
        rules = _staking(self._rules(own), stake)
        check_names(players)
        kept = self._kept_handicaps(following, players) if offer.handicap else {}
        told = (kept | dict(wanted.handicaps)).items()
        rules = replace(rules, handicaps=handicaps_by_seat(told, players))
        check(rules, len(players))
        return PlannedMatch(rules, players, own, self.asked, house_game(own))

    def _kept_handicaps(self, following: PlannedMatch, players: Sequence[str]) -> dict[str, str]:
        given = dict(self.handicaps(following))
        return dict(handicaps_kept(given, following.players, players))

    def kept(self, asked: GameAsked, plan: PlannedMatch) -> PlannedMatch | None:
        """Return a choice from the record, if it still holds: it was made beside today's box.toml.

        It is played by the rules of today. Raises :class:`RuleFault` if it cannot be any more.
        """
        if asked != self.asked:
            return None
        own, today = self._checked(plan.variant), self.today(plan)
        if (lack := self.lack(today.rules)) is not None:
            raise _cannot_be_played(own, lack)
        return today

    def today(self, plan: PlannedMatch) -> PlannedMatch:
        """Return a match that was chosen with the rules that its game has by now.

        Raises :class:`RuleFault` if it cannot be played by them, or its file cannot be used.
        """
        own = own_name(plan.variant)
        rules = replace(_staking(self._rules(own), plan.stake), handicaps=plan.rules.handicaps)
        check(rules, len(plan.players))
        return replace(plan, rules=rules, house=house_game(own))

    def _checked(self, name: str) -> str:
        """Return the variant's own name; raise unless it may be chosen."""
        own = own_name(name)
        if not self.may_be_chosen(own):
            raise _not_offered(own)
        return own

    def _rules(self, name: str) -> RuleSet:
        """Return the rules of a game: those of box.toml for its own, else with its sensors' times.

        How the wood behaves does not change with the game.
        """
        settings = self._house.settings
        if name != self._house_game:
            settings = of_the_wood(settings)
        return with_settings(variant(name), settings)


def seated(seats: int, known: Sequence[str]) -> tuple[str, ...]:
    """Return so many players: those who are known first, then ones without a name of their own."""
    players = list(known[:seats])
    looks = set(map(look_of, players))
    numbers = count(len(players) + 1)
    while len(players) < seats:
        name = f"Player {next(numbers)}"
        if look_of(name) not in looks:
            players.append(name)
    return tuple(players)


def nearest_stake(stake: Money, offer: Offer) -> Money:
    """Return the stake of the game itself, else this one, or the nearest that the game allows."""
    if offer.own_stake.minor and offer.own_stake in offer.stakes:
        return offer.own_stake
    if stake in offer.stakes:
        return stake
    return min(offer.stakes, key=lambda each: abs(each.minor - stake.minor))


def _who_stays(following: PlannedMatch, offer: Offer) -> tuple[str, ...]:
    players = following.players
    return players if len(players) in offer.seats else seated(offer.seats[0], players)


def too_late(following: PlannedMatch) -> RuleFault:
    """Return why a choice does not count: somebody else has chosen meanwhile (BX759)."""
    return RuleFault(
        "BX759",
        tr("somebody else has just chosen {game}", game=variant_title(following.variant)),
        tr("choose again if it is to be another one"),
    )


def _not_offered(variant: str) -> RuleFault:
    return RuleFault(
        "BX524",
        tr(
            "{game} is not among the games that may be chosen on this box",
            game=variant_title(variant),
        ),
        tr("choose another one, or name it in [table] menu of box.toml"),
    )


def _cannot_be_played(variant: str, lack: BoxLack) -> RuleFault:
    cannot = tr("{game} cannot be played here", game=variant_title(variant))
    return RuleFault("BX524", tr("{sentence}: {cure}", sentence=cannot, cure=lack_in_words(lack)))


def _staking(rules: RuleSet, stake: Money) -> RuleSet:
    if stake == Money(rules.stake, rules.currency):
        return rules
    return with_settings(rules, [("stake", str(stake))])


def _may_have_handicaps(rules: RuleSet) -> bool:
    return rules.match not in WITHOUT_HANDICAP


def _can_be(rules: RuleSet, players: int) -> bool:
    try:
        check(rules, players)
    except RuleFault:
        return False
    return True
