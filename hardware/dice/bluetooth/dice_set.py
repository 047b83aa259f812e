"""The dice of a box on the radio: connects them, again for ever, and hands their throws over."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final
from zlib import crc32

from groundwork.faults import Fault, os_reason
from groundwork.language import all_of, tr
from hardware.config.tables.bluetooth_dice import NamedDie, colour_in_words
from hardware.devices import (
    ROLLER,
    BoardIdentity,
    Clock,
    DeviceBack,
    DeviceLost,
    DiceRolled,
    EventSink,
    RollerDice,
)
from hardware.dice.bluetooth.gather import ThrowGatherer
from hardware.dice.bluetooth.radio import Advert, Connection, Radio, RadioOff
from hardware.dice.bluetooth.reports import (
    AtRest,
    Battery,
    DieProtocol,
    Impossible,
    Moving,
    OldFirmware,
    OtherDie,
    Rgb,
    Signal,
)
from hardware.dice.serial_roller import dice_in_words

SIDES: Final = 6

LISTENS_S: Final = 10.0
"""How long is listened for dice at a time, in seconds."""

SHORTEST_S: Final = 0.05
"""No search is shorter: one of no time would never end the grace."""

RETRY_S: Final = 2.0
"""Pause after a radio or a die that failed, in seconds."""

GRACE_S: Final = 3.0
"""A die that is connected again within so many seconds was never lost, unless it was rolling."""

ASKS_EACH_S: Final = 60.0
"""How often the dice are asked how they are, in seconds."""

LOW_PERCENT: Final = 15
"""A battery with no more than so many percent is told: it lasts for the evening, just."""

WEAK_DBM: Final = -85
"""A die that is heard no better than so is told: a hand around it is enough to lose it."""

DARK: Final[Rgb] = (0, 0, 0)
NOT_COUNTED: Final[Rgb] = (255, 0, 0)
GLOWS_S: Final = 15.0
"""So long the dice shine, in seconds: longer, and the light would empty their batteries."""

FLASHES: Final = 3
FLASHES_S: Final = 2.0
"""So long the dice flash, in seconds, before they shine again as before."""


@dataclass(slots=True)
class _ConnectedDie:
    """A die of the set; ``trouble`` is why it is not used though it is connected.

    An ``unfit`` die stays so until it is connected anew, whatever else it says.
    """

    named: NamedDie
    connection: Connection | None = None
    trouble: Fault | None = None
    unfit: bool = False
    warned: set[str] = field(default_factory=set)

    @property
    def in_words(self) -> str:
        return colour_in_words(self.named.colour)


class DiceSet:
    """One to four dice of one maker. All but the constructor is for one asyncio loop.

    ``hand_over`` gets each throw as a DiceRolled. While a die is not heard, or not to be believed,
    the roller is lost, and the set goes on looking for it until :meth:`run` is cancelled. Times of
    events are of ``clock``; the pauses are of the loop's own time.
    """

    def __init__(
        self,
        protocol: DieProtocol,
        dice: Sequence[NamedDie],
        radio: Radio,
        clock: Clock,
        hand_over: EventSink,
    ) -> None:
        self._protocol = protocol
        self._dice = [_ConnectedDie(die) for die in dice]
        self._radio = radio
        self._clock = clock
        self._hand_over = hand_over
        self._gatherer = ThrowGatherer(len(dice))
        self._changed = asyncio.Event()
        self._missing_one = asyncio.Event()
        self._series = 1 + secrets.randbelow(0xFFFF_FFFF)
        self._thrown = 0
        self._said: str | None = None
        self._warnings: list[Fault] = []
        self._radio_off: Fault | None = None
        self._lamp: Rgb = DARK
        self._lit = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Look for the dice and listen to them until this is cancelled; then let go of them."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._seek())
                group.create_task(self._gather())
                group.create_task(self._ask_how_they_are())
        finally:
            for task in self._tasks:
                task.cancel()
            for die in self._dice:
                if die.connection is not None:
                    with suppress(OSError):
                        await die.connection.write(self._protocol.glow(DARK))
                    await die.connection.close()

    def wants(self, counts: Collection[int]) -> None:
        """Take throws of so many dice from now on; several numbers if fewer are allowed."""
        self._gatherer.wants(counts)
        self._changed.set()

    def glow(self, colour: Rgb) -> None:
        """Have all dice shine in this colour for :data:`GLOWS_S`, or until they are told anew."""
        if colour != self._lamp:
            self._lamp = colour
            self._tell_all(self._protocol.glow(colour))
            if colour != DARK:
                self._lit += 1
                self._spawn(self._darken_later(self._lit))

    async def _darken_later(self, lit: int) -> None:
        await asyncio.sleep(GLOWS_S)
        if lit == self._lit:
            self.glow(DARK)

    def flash_not_counted(self) -> None:
        """Have all dice flash red: what they show does not count."""
        self._tell_all(self._protocol.flash(NOT_COUNTED, FLASHES))
        self._spawn(self._glow_again())

    async def _glow_again(self) -> None:
        await asyncio.sleep(FLASHES_S)
        self._tell_all(self._protocol.glow(self._lamp))

    # Connections.

    async def _seek(self) -> None:
        # Three or four dice are connected one by one, which may take longer than the grace.
        unheard_since: float | None = asyncio.get_running_loop().time() + LISTENS_S - GRACE_S
        while True:
            missing = {die.named.address: number for number, die in self._missing()}
            if not missing:
                unheard_since = None
                self._missing_one.clear()
                await self._missing_one.wait()
                continue
            now = asyncio.get_running_loop().time()
            if unheard_since is None:
                unheard_since = now
            patience = unheard_since + GRACE_S - now
            try:
                found = await self._listen_for(
                    missing, max(patience, SHORTEST_S) if patience > 0 else LISTENS_S
                )
                if found is not None:
                    await self._connect(missing[found.address], found)
                self._radio_works()
            except RadioOff as error:
                self._radio_failed(error)
                await asyncio.sleep(RETRY_S)
            except (OSError, TimeoutError):
                await asyncio.sleep(RETRY_S)
            if asyncio.get_running_loop().time() - unheard_since >= GRACE_S:
                self._report()

    async def _listen_for(self, wanted: Collection[str], seconds: float) -> Advert | None:
        found: list[Advert] = []

        def heard(advert: Advert) -> bool:
            if advert.address in wanted:
                found.append(advert)
            return bool(found)

        await self._radio.listen(heard, seconds)
        return found[0] if found else None

    async def _connect(self, number: int, heard: Advert) -> None:
        die = self._dice[number]
        die.trouble, die.unfit = None, False
        is_there = True

        def lost() -> None:
            nonlocal is_there
            is_there = False
            self._lose(number)

        connection = await self._radio.connect(
            heard.address, self._protocol.uses, lambda message: self._hear(number, message), lost
        )
        try:
            for message in (*self._protocol.greeting(), self._protocol.glow(self._lamp)):
                await connection.write(message)
        except BaseException:
            await connection.close()
            raise
        if not is_there:
            return
        die.connection = connection
        self._signal(number, heard.dbm)
        if self._said or not self._missing():
            self._report()

    def _missing(self) -> list[tuple[int, _ConnectedDie]]:
        return [(n, die) for n, die in enumerate(self._dice) if die.connection is None]

    def _lose(self, number: int) -> None:
        die = self._dice[number]
        die.connection = None
        was_rolling = self._gatherer.lost(number, self._clock())
        self._changed.set()
        self._missing_one.set()
        if was_rolling:
            self._report()

    # What they say.

    def _hear(self, number: int, message: bytes) -> None:
        die, report = self._dice[number], self._protocol.read(message)
        match report:
            case None:
                return
            case Battery(percent, charging):
                self._battery(number, percent, charging=charging)
            case Signal(dbm):
                self._signal(number, dbm)
            case OtherDie() | OldFirmware():
                die.trouble, die.unfit = _why_unfit(die.in_words, report), True
                self._report()
            case _ if die.unfit:
                return
            case Moving() | AtRest() | Impossible():
                before = die.trouble
                if isinstance(report, Impossible):
                    die.trouble = Fault(
                        "BX438",
                        tr(
                            "{die} says that it shows what no die can ({what}); roll again, and if "
                            "it says so again, take another die, or enter by hand what the dice "
                            "show",
                            die=die.in_words,
                            what=report.what,
                        ),
                    )
                elif isinstance(report, AtRest) and die.trouble is not None:
                    die.trouble = None if die.trouble.code == "BX438" else die.trouble
                self._gatherer.hear(number, report, self._clock())
                self._changed.set()
                if die.trouble is not before:
                    self._report()

    def _battery(self, number: int, percent: int, *, charging: bool) -> None:
        low = percent <= LOW_PERCENT and not charging
        self._warn(
            number,
            "BX435",
            tr(
                "the battery of {die} has {percent}% left: charge it before it falls silent",
                die=self._dice[number].in_words,
                percent=percent,
            )
            if low
            else None,
        )

    def _signal(self, number: int, dbm: int) -> None:
        self._warn(
            number,
            "BX436",
            tr(
                "{die} is heard only weakly ({dbm} dBm): roll nearer to the box, or move the box "
                "away from metal",
                die=self._dice[number].in_words,
                dbm=dbm,
            )
            if dbm <= WEAK_DBM
            else None,
        )

    def _warn(self, number: int, code: str, sentence: str | None) -> None:
        """Tell this once, until it is over."""
        warned = self._dice[number].warned
        if sentence is None:
            warned.discard(code)
        elif code not in warned:
            warned.add(code)
            self._warnings.append(Fault(code, sentence))
            self._say_warnings()

    def _say_warnings(self) -> None:
        """Hand warnings over once the roller is there: they must not say so while it is not."""
        if self._said == "":
            for fault in self._warnings:
                self._hand_over(DeviceBack(self._clock(), ROLLER, str(fault)))
            self._warnings.clear()

    async def _ask_how_they_are(self) -> None:
        while True:
            await asyncio.sleep(ASKS_EACH_S)
            for message in self._protocol.ask_how_it_is():
                self._tell_all(message)

    # What is handed over.

    async def _gather(self) -> None:
        while True:
            self._changed.clear()
            due = self._gatherer.due
            wait = None if due is None else max(0, due - self._clock()) / 1_000_000
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), wait)
            now = self._clock()
            values = self._gatherer.take(now)
            if values is not None:
                self._thrown += 1
                self._hand_over(DiceRolled(now, values, self._series, self._thrown))

    def _report(self) -> None:
        """Hand over that the roller is lost, and why, or that it is back, if that is news."""
        says = self._trouble()
        if says == self._said:
            return
        self._said, now = says, self._clock()
        self._hand_over(self._as_back(now) if says == "" else DeviceLost(now, ROLLER, says))
        self._say_warnings()

    def _trouble(self) -> str:
        if self._radio_off is not None:
            return str(self._radio_off)
        troubles = [die.trouble for die in self._dice if die.trouble is not None]
        if troubles:
            return str(troubles[0])
        missing = [die.in_words for _number, die in self._missing()]
        if not missing:
            return ""
        return str(
            Fault(
                "BX434",
                tr(
                    "not heard: {dice}; shake it near the box, and see that no phone and no other "
                    "box is connected with it; until then enter by hand what the dice show",
                    dice=all_of(missing),
                ),
            )
        )

    def _as_back(self, now: int) -> DeviceBack:
        count = len(self._dice)
        addresses = " ".join(sorted(die.named.address for die in self._dice))
        name = f"{self._protocol.name} {crc32(addresses.encode()):08X}"
        return DeviceBack(
            now,
            ROLLER,
            tr(
                "{name}, {dice} by Bluetooth, which does not prove that a throw is theirs",
                name=self._protocol.name,
                dice=dice_in_words(count, SIDES),
            ),
            BoardIdentity(name, count, SIDES, 0, self._series, lasting=False),
            RollerDice(count, SIDES, throws=False),
        )

    def _radio_works(self) -> None:
        if self._radio_off is not None:
            self._radio_off = None
            self._report()

    def _radio_failed(self, error: OSError) -> None:
        self._radio_off = radio_off(error)
        self._report()

    # What they are told.

    def _tell_all(self, message: bytes) -> None:
        for die in self._dice:
            if die.connection is not None:
                self._spawn(_tell(die.connection, message))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _tell(connection: Connection, message: bytes) -> None:
    # A die that cannot be told is about to be lost, which its connection says.
    with suppress(OSError, TimeoutError):
        await connection.write(message)


def radio_off(error: OSError) -> Fault:
    """Return the fault that there is no Bluetooth (BX433)."""
    return Fault(
        "BX433",
        tr(
            "Bluetooth is switched off or cannot be used ({why}); switch it on (rfkill "
            "unblock bluetooth, then bluetoothctl power on), and the dice are found by "
            "themselves; until then enter by hand what the dice show",
            why=os_reason(error) if error.errno else str(error),
        ),
    )


def _why_unfit(die: str, report: OtherDie | OldFirmware) -> Fault:
    match report:
        case OtherDie(what):
            return Fault(
                "BX437",
                tr(
                    "{die} says that it is another die ({what}): take one with six faces, or "
                    "put it into its shell with six, and start it again by shaking; until then "
                    "enter by hand what the dice show",
                    die=die,
                    what=what,
                ),
            )
        case OldFirmware():
            return Fault(
                "BX452",
                tr(
                    "{die} has a firmware of 2023 that numbers its faces otherwise: update it "
                    "with its maker's app, and start it again by shaking; until then enter by "
                    "hand what the dice show",
                    die=die,
                ),
            )
