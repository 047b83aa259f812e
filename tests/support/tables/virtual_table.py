"""People at a table in virtual time: the runtime as it is, and no waiting."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from boxctl.journal.disk.file import open_to_read
from boxctl.journal.query import newest
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.presentation.display.pages import DisplayPresenter
from boxctl.presentation.journal.start_sentences import start_remark_in_words
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.notices import Notice
from boxctl.presentation.phrases import WRITTEN
from boxctl.referee.players import handicaps_by_seat, typed_players
from boxctl.referee.ruling import Ruling
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import TileSet, numbers, tile_set
from boxctl.rules.variants import variant
from boxctl.table.check_rules import players_of, rules_of
from boxctl.table.loop import AllTimed, take_step
from boxctl.table.open_table import Audience, GameRequest, TableWatcher, open_table
from boxctl.table.outputs import Outputs
from boxctl.table.resume import OpenedMatch
from boxctl.table.sensors.contact_state import open_tiles
from boxctl.table.tonight.offers import GameOffers
from hardware.config.box_file import RulesTable
from hardware.config.read import DeclaredParts
from hardware.devices import (
    BUTTONS,
    Box,
    ButtonName,
    Contact,
    Contacts,
    DeviceEvent,
    Display,
    Edge,
    Voice,
)
from hardware.virtual import GOOD_WOOD, MILLISECOND, VirtualBox, Wood
from tests.support.records.journals import DiskAtOnce
from tests.support.tables.match import Match
from tests.support.tables.records import Records, RecordsAtOnce
from tests.support.tables.rollers import DiceInHand, Roller
from tests.support.tables.wiring import InMemory, Wiring

SECOND = 1_000_000
HOUR = 3600 * SECOND

BuildTable = Callable[..., "VirtualTable"]
"""The fixture ``a_table``: takes what :class:`VirtualTable` takes."""


class SomeButtons:
    """Some of the buttons of a box."""

    def __init__(self, buttons: Contacts, there: tuple[ButtonName, ...]) -> None:
        self._buttons, self._there = buttons, there

    def read(self) -> dict[Contact, bool]:
        return {name: on for name, on in self._buttons.read().items() if name in self._there}


class VirtualTable:
    """A table whose clock only moves when a test says so; it does not begin at 0, as no real one.

    A method that does something returns when all of it has been ruled on; :attr:`new` are the
    rulings on it.

    A table is put together from parts. People move the levers and buttons of the ``wood``, a
    virtual box; ``wiring`` is what its contacts are connected to, and ``roller`` throws the dice.
    ``journal`` records the matches: a file, in which each entry is at once, or other
    :class:`Records`; without it nothing is recorded. ``display`` and ``voice`` tell what happens,
    and so does ``audience``; ``watcher`` follows it all.

    ``wood`` and ``seed`` say how the contacts bounce, ``wired`` how many tiles have one,
    ``already_shut`` which of them are down before the program starts. With ``as_left`` the levers
    stand as the match was left by another program. ``settings`` are those of the rules; where the
    wiring has a box.toml, that says what is played and by whom. Players may have handicaps behind
    their names (``Ann +5``). With a ``menu`` people may choose
    these games, or any with True; ``buttons`` are those that the box has.
    """

    def __init__(
        self,
        name: str = "classic",
        players: str | Sequence[str] = "Ann",
        *,
        wiring: Wiring | None = None,
        roller: Roller | None = None,
        journal: Path | Records | None = None,
        display: Display | None = None,
        voice: Voice | None = None,
        audience: Audience | None = None,
        watcher: TableWatcher | None = None,
        seed: int = 0,
        wood: Wood = GOOD_WOOD,
        wired: int | None = None,
        already_shut: tuple[int, ...] = (),
        as_left: bool = False,
        menu: bool | tuple[str, ...] = False,
        buttons: tuple[ButtonName, ...] = BUTTONS,
        **settings: object,
    ) -> None:
        self._buttons = buttons
        self.wiring: Wiring = wiring or InMemory()
        self.request = self._request(name, players, settings)
        self.now = 78 * SECOND
        self.events: list[DeviceEvent] = []
        self.kept: list[tuple[int, int]] = []
        self.rulings: list[Ruling] = []
        self.new: list[Ruling] = []
        self.notices: list[Notice] = []
        self.after_step: Callable[[], None] = lambda: None
        self._audience = audience
        self._watcher = watcher
        self._display, self._voice = display, voice
        self._wood, self._seed = wood, seed
        self._wired = wired or self.rules.tiles
        self.offers_games(menu)
        self._as_left = as_left
        self._closing = ExitStack()
        self.records = _records(journal)
        self._put_down(~self.rules.down_tiles & ~tile_set(already_shut))
        self._roller: Roller = roller or DiceInHand()
        self._roller.report_to(self.events.append)
        self.sit_down()

    def _request(
        self, name: str, players: str | Sequence[str], settings: Mapping[str, object]
    ) -> GameRequest:
        box_file = self.wiring.box_file
        self._settings: tuple[tuple[str, str], ...] = ()
        self._handicaps: tuple[tuple[str, str], ...] = ()
        if box_file is not None:
            rules = rules_of(box_file.rules)
            return GameRequest(
                box_file.rules.variant, rules, tuple(players_of(box_file.rules, rules))
            )
        changes = [(key, str(value)) for key, value in settings.items()]
        seats = players.split(",") if isinstance(players, str) else players
        self._settings = tuple(changes)
        named, self._handicaps = typed_players(seats)
        rules = with_settings(variant(name), changes)
        rules = replace(rules, handicaps=handicaps_by_seat(self._handicaps, named))
        return GameRequest(name, rules, named)

    def offers_games(self, menu: bool | tuple[str, ...]) -> None:
        """Let people choose these games from the next start on, or any with True."""
        request, offers = self.request, None
        if menu is not False:
            house = RulesTable(request.variant, request.players, self._settings, self._handicaps)
            only = None if menu is True else menu
            offers = GameOffers(house, DeclaredParts(self._wired), only)
        self.request = replace(request, offers=offers)

    def _put_down(self, standing: TileSet) -> None:
        """Put a box on the table, with these tiles open."""
        self.wood = VirtualBox(
            self._wired, self._edge, standing=standing, seed=self._seed, wood=self._wood
        )
        box = self.wiring.connect(self.wood, lambda: self.now, self.events.append)
        if self._buttons != BUTTONS:
            box.buttons = SomeButtons(box.buttons, self._buttons)
        box.kept = lambda series, serial: self.kept.append((series, serial))
        if self._display is not None:
            box.display = self._display
        if self._voice is not None:
            box.voice = self._voice
        self.box = box

    def _edge(self, edge: DeviceEvent) -> None:
        assert isinstance(edge, Edge)
        self.wiring.edge(edge)

    # ------------------------------------------------------------------------------- the program

    def sit_down(self) -> None:
        """Start a program: it reads the journal, then the box."""
        with ExitStack() as closing:
            self.runtime = open_table(
                closing,
                self.request,
                self,
                self.records.open,
                clock=lambda: self.now,
                wake=self.records.wake,
                audience_for=self._outputs,
            )
            if self.records.stays_open:
                self._closing = closing.pop_all()
        self.outputs.follow(self.runtime)
        self.outputs.advance(self.now)
        if self._watcher is not None:
            self._watcher.follow(self.runtime)
            self._watcher.advance(self.now)

    def open(self, _seen_throws: Mapping[int, int]) -> Callable[[], object]:
        """The devices of this box are open."""
        return lambda: None

    @property
    def levers(self) -> TileSet:
        """The tiles whose sensors show them open."""
        return open_tiles(self.box.read()) & self.rules.on_the_box

    def set_up(self, levers: TileSet) -> tuple[Box, Mapping[Contact, bool]]:
        """Return the devices and a reading of them."""
        if self._as_left:
            self._as_left = False
            self._put_down(levers)
        return self.box, self.box.read()

    def _outputs(self, opened: OpenedMatch, box: Box) -> Audience:
        self.opened = opened
        self.outputs = Outputs(box, opened.referee.play, self._heard, self._told, can_ask=True)
        if self._watcher is None:
            return Audience(self.outputs.say, self.outputs.tell)
        self._watcher.opened(opened, self.request.variant)
        box.buttons_elsewhere = self._watcher.has_buttons
        return Audience(self.outputs.say, self.outputs.tell, self._watcher.observe)

    def _heard(self, ruling: Ruling) -> None:
        self.rulings.append(ruling)
        self.new.append(ruling)
        if self._audience is not None:
            self._audience.say(ruling)
        if self._watcher is not None:
            self._watcher.say(ruling)

    def _told(self, notice: Notice) -> None:
        self.notices.append(notice)
        if self._audience is not None:
            self._audience.tell(notice)
        if self._watcher is not None:
            self._watcher.tell(notice)

    def loses_power(self) -> None:
        """End the program without warning: what it had not written is lost, the levers stay."""
        self.events.clear()

    def starts_again(self, *, players: Sequence[str] | None = None) -> list[str]:
        """Start the program again an hour later; return its notices as sentences.

        ``players`` are other people, who ask for a match of their own.
        """
        if players is not None:
            self.request = replace(self.request, players=tuple(players))
        self.new.clear()
        self.notices.clear()
        self.now += HOUR
        self.sit_down()
        return self.said

    def leaves(self) -> None:
        """Leave the match and end the program."""
        self.runtime.leave()
        self.close()

    def close(self) -> None:
        """End the program; its devices are closed, then its journal."""
        self.box.close()
        self._closing.close()

    # -------------------------------------------------------------------------------- the people

    def until(self, time: int) -> None:
        """Let time run to this moment, in microseconds, step by step as the loop does."""
        # The wiring before the wood: what moves now finds its wires at this moment.
        also = AllTimed(self.wiring, self.wood, self.outputs)
        while True:
            dues = [self.runtime.due, also.due, time]
            self.now = max(self.now, min(due for due in dues if due is not None))
            take_step(self.runtime, self, self.now, also)
            if self._watcher is not None:
                self._watcher.advance(self.now)
            self.after_step()
            if self.now >= time and not self.events and not self._display_is_due:
                break
        self.records.catch_up(self.step)

    def take(self, _until: int) -> list[DeviceEvent]:
        """Return what was handed over."""
        taken, self.events[:] = list(self.events), []
        return taken

    def step(self) -> None:
        """Let the runtime take a step, without an event."""
        self.runtime.step(self.now, [])

    @property
    def _display_is_due(self) -> bool:
        due = self.outputs.due
        return due is not None and due <= self.now

    def waits(self, milliseconds: float) -> None:
        """Let this many milliseconds pass."""
        self.new.clear()
        self.until(self.now + round(milliseconds * 1000))

    def shuts(self, *tiles: int) -> None:
        """Shut these tiles one after the other, half a second apart."""
        self.new.clear()
        for number in tiles:
            self.until(self.wood.shut(number, self.now) + SECOND // 2)

    def opens(self, *tiles: int) -> None:
        """Open these tiles one after the other, half a second apart."""
        self.new.clear()
        for number in tiles:
            self.until(self.wood.open(number, self.now) + SECOND // 2)

    def throws(self, *values: int | None) -> None:
        """Throw the dice; None is a die that cannot be read."""
        self.new.clear()
        self._roller.throw(values, self.now)
        self.until(self.now + SECOND)

    def makes_ready(self) -> None:
        """Put the levers as the next turn needs them."""
        back = self.runtime.referee.play.put_back
        self.opens(*numbers(back.open))
        self.shuts(*numbers(back.shut))

    def knocks(self, tile: int) -> None:
        """Knock this tile: its contact changes and returns within the bump time."""
        away = self.wood.shut(tile, self.now) + 30 * MILLISECOND
        self.wood.open(tile, away)
        self.until(self.now + SECOND)

    def presses(self, button: ButtonName, milliseconds: float = 100) -> None:
        """Press a button for so long."""
        self.new.clear()
        held = round(milliseconds * MILLISECOND)
        self.until(self.wood.press(button, self.now, held) + SECOND)

    def topples(self, *tiles: int, apart: float = 20) -> None:
        """The box is knocked over: these tiles fall so many milliseconds apart."""
        self.new.clear()
        each = round(apart * MILLISECOND)
        still = [self.wood.shut(n, self.now + place * each) for place, n in enumerate(tiles)]
        self.until(max(still) + SECOND)

    def holds_confirm(self) -> None:
        """Hold confirm down for a second: a long press."""
        self.presses("confirm", 1000)

    def plays(self, match: Match, beginning_at: int = 0, ending_at: int | None = None) -> None:
        """Play these steps of a match, then let 20 seconds pass."""
        for kind, values in match.steps[beginning_at:ending_at]:
            if kind == "throw":
                self.throws(*values)
            elif kind == "knock":
                self.knocks(*values)
            elif kind == "topple":
                self.topples(*values)
            elif kind == "shut":
                self.shuts(*values)
            else:
                self.opens(*values)
        self.until(self.now + 20 * SECOND)

    # -------------------------------------------------------------------------- what came of it

    @property
    def rules(self) -> RuleSet:
        """The rules that were asked for."""
        return self.request.rules

    @property
    def path(self) -> Path:
        """The file of the journal, which this table has to have."""
        return self.records.path

    @property
    def disk(self) -> DiskAtOnce:
        """The disk that each entry is written to at once."""
        assert isinstance(self.records, RecordsAtOnce)
        return self.records.disk

    @property
    def presenter(self) -> DisplayPresenter:
        """What drives the display, which this table has to have."""
        assert self.outputs.display_presenter is not None
        return self.outputs.display_presenter

    @property
    def ruled(self) -> list[str]:
        """The verdicts on what happened last, each with its rule."""
        return [f"{ruling.verdict} {ruling.rule}" for ruling in self.new]

    @property
    def remarks(self) -> tuple[str, ...]:
        """What people were told when the program started, besides notices."""
        return tuple(map(start_remark_in_words, self.opened.remarks))

    @property
    def said(self) -> list[str]:
        """The notices since the program started, as sentences."""
        return [notice_sentence(notice, WRITTEN) for notice in self.notices]

    def read(self, number: int | None = None) -> RecordedMatch:
        """The match of this number, or the newest, as it is on the disk."""
        connection = open_to_read(self.path)
        try:
            wanted = number or newest(connection)
            match = None if wanted is None else read_match(connection, wanted)
        finally:
            connection.close()
        assert match is not None
        return match


def _records(journal: Path | Records | None) -> Records:
    return RecordsAtOnce(journal) if journal is None or isinstance(journal, Path) else journal
