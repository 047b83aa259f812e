"""The choice of a game on a laptop, and who follows its tables, such as the pages in a browser.

The game of somebody's first match, which :mod:`boxctl.screens.coaching.guide` guides, is one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, Protocol

from boxctl.referee.players import (
    as_typed,
    check_names,
    handicaps_by_seat,
    typed_players,
    usual_players,
)
from boxctl.rules.contradictions import check
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import load, own_name, variant
from boxctl.screens.coaching.guide import ROBOT, VARIANT
from boxctl.screens.laptop.virtual_box import LaptopBox, SimulatedParts, parts_of
from boxctl.screens.laptop.virtual_hands import VirtualHands
from boxctl.table.open_table import TableWatcher
from boxctl.table.outputs import Outputs
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import Tapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hardware.config.box_file import BoxFile

Taps = Literal[""] | Tapped
"""What people tap of a real box; nothing where one is simulated."""

NOTHING: Literal[""] = ""


def read_taps(told: object) -> Taps | None:
    """Read the name of what people tap; None for anything else."""
    known: tuple[Taps, ...] = (NOTHING, *Tapped)
    return next((taps for taps in known if taps == told), None)


TAKE_BACK = "take_back"
"""The setting of R4.8."""

BOX = "play"
"""The name of the simulated box in the journal."""


@frozen_dataclass
class GameChoice:
    """A variant with single settings changed, the players in seat order, and the dice.

    ``changes`` are names of settings and their values as text; ``seed`` of None is real chance.
    ``emulated`` dice are thrown by the real firmware of a roller; dice ``by_hand`` are real ones.
    Of a real box without sensors people tell what is ``tapped``.
    ``parts`` are those of the box that is simulated; None is a box with everything. ``handicaps``
    are names of players and numbers as text (R7.16). A ``guided`` match is somebody's first: its
    dice are arranged, and each ruling is explained (:mod:`boxctl.screens.coaching.guide`).
    """

    variant: str
    changes: tuple[tuple[str, str], ...]
    players: tuple[str, ...]
    seed: int | None = None
    emulated: bool = False
    by_hand: bool = False
    tapped: Tapped | None = None
    parts: SimulatedParts | None = None
    handicaps: tuple[tuple[str, str], ...] = ()
    guided: bool = False

    def with_taps(self, taps: Taps) -> GameChoice:
        """Return this choice at a real box of which people tap this, or at a simulated one."""
        tapped = taps or None
        return replace(self, tapped=tapped, by_hand=tapped is Tapped.BOX_AND_DICE)

    @property
    def with_second_thoughts(self) -> GameChoice:
        """This choice; at a box that people tap, moves stay open until the next throw (R4.8).

        Nothing senses a slip of the thumb there. Rules that say themselves how long a tile may be
        taken back, or that end a turn with one throw, are left as they are.
        """
        said = TAKE_BACK in dict(self.changes) or TAKE_BACK in load(self.variant).settings
        if self.tapped is None or said or self.rules.turn_is_one_throw:
            return self
        return replace(self, changes=(*self.changes, (TAKE_BACK, "until_next_throw")))

    @property
    def as_typed(self) -> tuple[str, ...]:
        """The players, each with his handicap behind the name."""
        return as_typed(self.players, self.handicaps)

    @property
    def rules(self) -> RuleSet:
        """The rules with changes and handicaps. Raises :class:`RuleFault` for one that cannot be.

        Handicaps count for the players who sit at the table.
        """
        rules = with_settings(variant(self.variant), self.changes)
        if not (self.handicaps and self.players):
            return rules
        return replace(rules, handicaps=handicaps_by_seat(self.handicaps, self.players))

    def check(self) -> None:
        """Raise :class:`RuleFault` unless these players can play by these rules."""
        check_names(self.players)
        check(self.rules, len(self.players))


@frozen_dataclass
class WantedMatch:
    """A match that somebody wants to begin elsewhere.

    It has the name of a variant, the players, and settings that are changed, as text. ``taps`` says
    whether people tap how a real box stands, and its dice; None leaves that as it is. A ``guided``
    match is somebody's first.
    """

    variant: str
    players: tuple[str, ...]
    taps: Taps | None = None
    changes: tuple[tuple[str, str], ...] = ()
    guided: bool = False

    @property
    def chosen(self) -> GameChoice:
        """The choice of that match, with the handicaps that are typed behind names."""
        players, handicaps = typed_players(self.players)
        return GameChoice(self.variant, self.changes, players, handicaps=handicaps)

    def chosen_after(self, before: GameChoice) -> GameChoice:
        """Return the choice of that match, with the dice and the box of the table before."""
        chosen = self.chosen
        if self.taps is not None:
            before = before.with_taps(self.taps)
        return replace(
            before,
            variant=chosen.variant,
            changes=chosen.changes,
            players=chosen.players,
            handicaps=chosen.handicaps,
            guided=self.guided,
        ).with_second_thoughts


class LaptopWatcher(TableWatcher, Protocol):
    """Follows the tables on a laptop, one after the other. Its hands are those of the table."""

    @property
    def note(self) -> str:
        """First line in the log of each table, and in its help: where the pages are, and the code.

        Empty without pages.
        """
        ...

    def sit_down(self, box: LaptopBox, hands: VirtualHands) -> None:
        """Take the box of the table that is opened next, and the hands at it."""
        ...

    def invites_by(self, outputs: Outputs) -> None:
        """Take what shows invitations on the box, until the next one comes or the power goes."""
        ...

    def take_news(self) -> str | None:
        """Return the next line for the log of the table, None if there is none."""
        ...

    def take_wanted(self) -> WantedMatch | None:
        """Return the match that somebody wants to begin, once; None if nobody does."""
        ...

    def unplugged(self) -> None:
        """Note that the box has lost its power."""
        ...

    def remark(self, text: str) -> None:
        """Take a remark of the moment: why the last key or act does nothing."""
        ...


def game_of_box(box_file: BoxFile) -> GameChoice:
    """Return the game that is played at this box, with its players, its dice and its parts.

    A roller that is plugged in, or on the Pi, is simulated. The file has to be checked
    (:func:`boxctl.table.check_rules.check_box_file`).
    """
    # Only a game of a box needs these.
    from boxctl.table.check_rules import players_of, rules_of
    from hardware.config.tables.roller import EmulatedTable, HandTable

    rules, roller = box_file.rules, box_file.roller
    emulated = roller if isinstance(roller, EmulatedTable) else None
    return GameChoice(
        own_name(rules.variant),
        rules.settings,
        tuple(players_of(rules, rules_of(rules))),
        seed=None if emulated is None else emulated.seed,
        emulated=emulated is not None,
        by_hand=isinstance(roller, HandTable),
        parts=parts_of(box_file),
        handicaps=rules.handicaps,
    )


def first_match(learner: str = "") -> GameChoice:
    """Return the game: one person, who begins, against one robot."""
    learner = learner or usual_players(variant(VARIANT))[0]
    return GameChoice(VARIANT, (), (learner, ROBOT), guided=True)
