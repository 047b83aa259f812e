"""People at a virtual box in virtual time: the runtime as it is, and no waiting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path

from boxctl.journal.disk.file import open_to_read
from boxctl.journal.query import newest
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.journal.session import Journal
from boxctl.presentation.display_presenter import DisplayPresenter
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.notices import Notice
from boxctl.presentation.start_remarks import start_remark_in_words
from boxctl.referee.ruling import Ruling
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import TileSet, numbers, tile_set
from boxctl.rules.variants import variant
from boxctl.table.contact_state import open_tiles
from boxctl.table.open_table import Audience, GameRequest, open_table
from boxctl.table.resume import OpenedMatch
from hardware.devices import Box, Contact, DeviceEvent, DiceRolled, Display
from hardware.virtual import GOOD_WOOD, VirtualBox, Wood
from tests.support.tables.journals import BOX, DiskAtOnce, JournalAtOnce, NoJournal
from tests.support.tables.match import Match

SECOND = 1_000_000
HOUR = 3600 * SECOND
QUIET = 5_000
"""Microseconds for which a contact rests before it is believed."""


class BoxTable:
    """A table whose clock only moves when a test says so; it does not begin at 0, as no real one.

    A method that does something returns when all of it has been ruled on; :attr:`new` are the
    rulings on it.

    ``journal`` is the file in which matches are recorded, each entry at once; without it nothing
    is. ``display`` shows what happens. ``wood`` and ``seed`` say how the contacts bounce, ``wired``
    how many tiles have one, ``already_shut`` which of them are down before the program starts.
    ``settings`` are those of the rules.
    """

    opened: OpenedMatch
    disk: DiskAtOnce

    def __init__(
        self,
        name: str = "classic",
        players: str = "Ann",
        *,
        journal: Path | None = None,
        display: Display | None = None,
        seed: int = 0,
        wood: Wood = GOOD_WOOD,
        wired: int | None = None,
        already_shut: tuple[int, ...] = (),
        **settings: object,
    ) -> None:
        self.variant = name
        self.rules = with_settings(variant(name), [(key, str(v)) for key, v in settings.items()])
        self.players = players.split(",")
        self._journal_file = journal
        self._presenter: DisplayPresenter | None = None
        self.display = display
        self.anew = False
        self.now = 78 * SECOND
        self.events: list[DeviceEvent] = []
        self.wood = VirtualBox(
            wired or self.rules.tiles,
            self.events.append,
            standing=~self.rules.down & ~tile_set(already_shut),
            seed=seed,
            wood=wood,
        )
        self.box = Box(self.wood.tiles, self.wood.buttons, self.wood.lamps, QUIET, QUIET)
        self.kept: list[tuple[int, int]] = []
        self.box.kept = lambda series, serial: self.kept.append((series, serial))
        self.rulings: list[Ruling] = []
        self.new: list[Ruling] = []
        self.notices: list[Notice] = []
        self.sit_down()

    # ------------------------------------------------------------------------------- the program

    def sit_down(self) -> None:
        """Start a program: it reads the journal, then the box."""
        request = GameRequest(self.variant, self.rules, tuple(self.players), self.anew)
        # The journal is let go at once: a program that loses its power does not close it.
        with ExitStack() as closing:
            self.runtime = open_table(
                closing,
                request,
                self,
                self._journal,
                clock=lambda: self.now,
                wake=lambda: None,
                audience_for=self._audience,
            )
        if self._presenter is not None:
            self._presenter.follow(self.runtime)
            self._presenter.advance(self.now)

    def _journal(self) -> Journal:
        if self._journal_file is None:
            return NoJournal()  # type: ignore[return-value]
        return JournalAtOnce(self.path, BOX, self._writes_to, locks=False)

    def _writes_to(self, disk: DiskAtOnce) -> None:
        self.disk = disk

    @property
    def remarks(self) -> tuple[str, ...]:
        """What people were told when the program started, besides notices."""
        return tuple(map(start_remark_in_words, self.opened.remarks))

    def _audience(self, opened: OpenedMatch, _box: Box) -> Audience:
        self.opened = opened
        if self.display is not None:
            self._presenter = DisplayPresenter(opened.referee.play, self.display)
        return Audience(self.heard, self.told)

    def open(self, _seen_throws: Mapping[int, int]) -> Callable[[], object]:
        """The devices of a virtual box are open."""
        return lambda: None

    @property
    def levers(self) -> TileSet:
        return open_tiles(self.box.read()) & self.rules.on_the_box

    def set_up(self, _levers: TileSet) -> tuple[Box, Mapping[Contact, bool]]:
        return self.box, self.box.read()

    def heard(self, ruling: Ruling) -> None:
        """Take a ruling that is announced."""
        self.rulings.append(ruling)
        self.new.append(ruling)
        if self._presenter is not None:
            self._presenter.say(ruling)

    def told(self, notice: Notice) -> None:
        """Take a notice that is shown."""
        self.notices.append(notice)
        if self._presenter is not None:
            self._presenter.tell(notice)

    def loses_power(self) -> None:
        """End the program without warning: what it had not written is lost, the levers stay."""
        self.events.clear()

    def starts_again(self) -> list[str]:
        """Start the program again an hour later; return its notices as sentences."""
        self.new.clear()
        self.notices.clear()
        self.now += HOUR
        self.sit_down()
        return self.said

    # -------------------------------------------------------------------------------- the people

    def until(self, time: int) -> None:
        """Let time run to this moment, in microseconds, step by step as the loop does."""
        while True:
            self.now = max(self.now, min([*self._dues(), time]))
            self.wood.advance(self.now)
            if self._presenter is not None:
                self._presenter.advance(self.now)
            taken, self.events[:] = list(self.events), []
            self.runtime.step(self.now, taken)
            if self.now >= time and not self.events and not self._display_is_due:
                return

    def _dues(self) -> list[int]:
        dues = [self.runtime.due, self.wood.due]
        if self._presenter is not None:
            dues.append(self._presenter.due)
        return [due for due in dues if due is not None]

    @property
    def _display_is_due(self) -> bool:
        due = self._presenter.due if self._presenter is not None else None
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
        """Report a throw; None is a die that cannot be read."""
        self.new.clear()
        self.events.append(DiceRolled(self.now, values))
        self.until(self.now + SECOND)

    def makes_ready(self) -> None:
        """Put the levers as the next turn needs them."""
        back = self.runtime.referee.play.put_back
        self.opens(*numbers(back.open))
        self.shuts(*numbers(back.shut))

    def knocks(self, tile: int) -> None:
        """Knock this tile: its contact changes and returns within the bump time."""
        self.wood.shut(tile, self.now)
        self.wood.open(tile, self.now)
        self.until(self.now + SECOND)

    def plays(self, match: Match, beginning_at: int = 0, ending_at: int | None = None) -> None:
        """Play these steps of a match, then let 20 seconds pass."""
        for kind, values in match.steps[beginning_at:ending_at]:
            if kind == "throw":
                self.throws(*values)
            elif kind == "knock":
                self.knocks(*values)
            elif kind == "shut":
                self.shuts(*values)
            else:
                self.opens(*values)
        self.until(self.now + 20 * SECOND)

    # -------------------------------------------------------------------------- what came of it

    @property
    def path(self) -> Path:
        """The file of the journal, which this table has to have."""
        assert self._journal_file is not None
        return self._journal_file

    @property
    def presenter(self) -> DisplayPresenter:
        """What drives the display, which this table has to have."""
        assert self._presenter is not None
        return self._presenter

    @property
    def ruled(self) -> list[str]:
        """The verdicts on what happened last, each with its rule."""
        return [f"{ruling.verdict} {ruling.rule}" for ruling in self.new]

    @property
    def said(self) -> list[str]:
        """The notices since the program started, as sentences."""
        return [notice_sentence(notice) for notice in self.notices]

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
