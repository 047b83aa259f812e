"""The box that a box.toml describes, as a table is opened on it: its rules and its devices."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from boxctl.journal.disk.private_files import OF_SERVICE, place_to_read, usual_place
from boxctl.presentation.menu_notices import BoxLack, OtherDice, TooFewTiles
from boxctl.referee.players import check_names, handicaps_by_seat, usual_players
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.house.folders import look_beside
from boxctl.rules.ruleset import Dice, RuleSet, dice_in_words
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import TileSet
from boxctl.rules.variants import own_name, variant
from boxctl.table.sensors.contact_state import open_tiles
from boxctl.table.tonight.offers import GameOffers, lacks
from groundwork.language import message, tr, tr_n
from hardware.config.box_file import BoxFile, RulesTable
from hardware.config.read import DeclaredParts, RulesProblem
from hardware.config.tables.gpio import TilesTable
from hardware.config.tables.roller import SIDES, EmulatedTable, OnBoard, PiTable
from hardware.devices import Box, Clock, Contact, ContactReading, EventSink, RollerDice
from hardware.gpio.open_chip import OpenChips
from hardware.open_box import open_devices

CHANGE_ONE = message("change one of the two")
"""The cure where two settings contradict each other."""


def check_box_file(table: RulesTable, parts: DeclaredParts) -> Iterator[RulesProblem]:
    """Yield the faults of the [rules] of a box.toml, and of the box for those rules.

    :func:`hardware.config.read.read_box` calls this. From then on the variants beside that box.toml
    count among the others. A game that ``[table] menu`` names and that is gone is no reason for a
    box to stand still: it offers the others, and says so (:attr:`GameOffers.gone`).
    """
    if parts.box_file:
        look_beside(parts.box_file)
    try:
        name = own_name(table.variant)
    except RuleFault as fault:
        yield _problem("rules.variant", fault)
        return
    rules = variant(name)
    for setting, text in table.settings:
        try:
            rules = with_settings(rules, [(setting, text)])
        except RuleFault as fault:
            yield _problem(f"rules.set.{setting}", fault)
    players = players_of(table, rules)
    try:
        check_names(players)
    except RuleFault as fault:
        yield _problem("rules.players", fault)
    else:
        try:
            rules = replace(rules, handicaps=handicaps_by_seat(table.handicaps, players))
        except RuleFault as fault:
            yield _problem("rules.handicap", fault)
    try:
        check(rules, len(players))
    except RuleFault as fault:
        yield RulesProblem("rules", fault.sentence, tr(CHANGE_ONE))
    for lack in lacks(rules, parts):
        yield from _lacking(name, lack)


def check_all_of_box_file(table: RulesTable, parts: DeclaredParts) -> Iterator[RulesProblem]:
    """Yield the faults of the [rules], and each game of ``[table] menu`` that is unknown.

    For whoever looks through a box.toml to mend it.
    """
    problems = list(check_box_file(table, parts))
    yield from _check_offered(parts.offered)
    yield from problems


def _check_offered(names: tuple[str, ...]) -> Iterator[RulesProblem]:
    for name in names:
        try:
            own_name(name)
        except RuleFault as fault:
            yield _problem("table.menu", fault)


def _lacking(name: str, lack: BoxLack) -> Iterator[RulesProblem]:
    match lack:
        case TooFewTiles(needs=tiles, has=wired):
            yield RulesProblem(
                "rules.variant",
                tr(
                    "{name} is played with {tiles} tiles, but {wired} are wired",
                    name=name,
                    tiles=tiles,
                    wired=wired,
                ),
                tr(
                    "wire {missing} more, or choose a variant with {wired} tiles or less",
                    missing=tiles - wired,
                    wired=wired,
                ),
            )
        case OtherDice(needs=needs, has=has, shown=True):
            yield _other_dice_of_leds(name, needs, has.count)
        case OtherDice(needs=needs, has=has):
            yield from _other_dice_of_roller(name, needs, has)


def _other_dice_of_roller(variant: str, wanted: Dice, has: Dice) -> Iterator[RulesProblem]:
    played_with = dice_in_words(wanted.count, wanted.sides)
    if has.sides != wanted.sides:
        yield RulesProblem(
            "roller.sides",
            tr(
                "{variant} is played with {dice}, but the roller's have {sides} sides",
                variant=variant,
                dice=played_with,
                sides=has.sides,
            ),
            tr("write sides = {sides}, or choose another variant", sides=wanted.sides),
        )
    if has.count < wanted.count:
        yield RulesProblem(
            "roller.dice",
            tr_n(
                "{variant} is played with {dice}, but the roller has 1",
                "{variant} is played with {dice}, but the roller has {count}",
                has.count,
                variant=variant,
                dice=played_with,
                count=has.count,
            ),
            tr("write dice = {count}, or choose another variant", count=wanted.count),
        )


def _problem(where: str, fault: RuleFault) -> RulesProblem:
    return RulesProblem(where, fault.sentence, fault.cure)


def _other_dice_of_leds(variant: str, dice: Dice, wired: int) -> RulesProblem:
    if dice.sides != SIDES:
        return RulesProblem(
            "roller.leds",
            tr(
                "LEDs show a die with {sides} sides, but {variant} is played with one of {other}",
                sides=SIDES,
                variant=variant,
                other=dice.sides,
            ),
            tr(
                "leave roller.leds out, or choose a variant with dice of {sides} sides", sides=SIDES
            ),
        )
    return RulesProblem(
        "roller.leds",
        tr(
            "{variant} is played with {count} dice, but {wired} have LEDs",
            variant=variant,
            count=dice.count,
            wired=wired,
        ),
        tr(
            "wire {missing} more, leave roller.leds out, or choose another variant",
            missing=dice.count - wired,
        ),
    )


def rules_of(table: RulesTable) -> RuleSet:
    """Return the rule set that a checked box.toml asks for."""
    rules = with_settings(variant(table.variant), table.settings)
    return replace(rules, handicaps=handicaps_by_seat(table.handicaps, players_of(table, rules)))


def players_of(table: RulesTable, rules: RuleSet) -> list[str]:
    """Return the players that box.toml names, or as many without a name as the match needs."""
    return list(table.players) or usual_players(rules)


def offers_of(box_file: BoxFile) -> GameOffers | None:
    """Return the games that people may choose on the box of a checked box.toml; None for none."""
    menu = box_file.table.menu
    if menu is False:
        return None
    return GameOffers(box_file.rules, parts_of(box_file), None if menu is True else menu)


def parts_of(box_file: BoxFile) -> DeclaredParts:
    """Return the parts of the box by which it is decided which games can be played on it."""
    roller = box_file.roller
    leds = len(roller.leds) if isinstance(roller, PiTable) and roller.leds else None
    dice = RollerDice(roller.dice, roller.sides) if isinstance(roller, EmulatedTable) else None
    return DeclaredParts(box_file.box.tiles, leds, dice)


CONFIG_OF_SERVICE = Path("/etc/boxctl/box.toml")
"""The box.toml of the box that the service runs."""

MOST_FIRST_READINGS = 20
"""After this many readings the last one is believed, whether levers are still moving or not."""


class WiredBox:
    """The devices of one box.toml (:class:`boxctl.table.open_table.BoxToPlayOn`).

    ``chips`` take the place of this machine's GPIO chips.
    """

    def __init__(
        self, box_file: BoxFile, clock: Clock, hand_over: EventSink, chips: OpenChips | None
    ) -> None:
        self._box_file = box_file
        self._clock = clock
        self._hand_over = hand_over
        self._chips = chips
        self._box: Box | None = None
        self._known: Mapping[Contact, bool] = {}

    def open(self, seen_throws: Mapping[int, int]) -> Callable[[], object]:
        """Open every device and read the levers; return what closes them. Raises Fault."""
        box = open_devices(
            self._box_file, self._clock, self._hand_over, seen_throws, chips=self._chips
        )
        try:
            self._known = _first_reading(box, self._clock)
        except BaseException:
            box.close()
            raise
        self._box = box
        return box.close

    @property
    def levers(self) -> TileSet:
        """The tiles that stood open when the box was opened."""
        return open_tiles(self._known)

    def set_up(self, levers: TileSet) -> tuple[Box, Mapping[Contact, bool]]:
        """Return the open devices and their first reading; real levers stand as they stand."""
        assert self._box is not None
        return self._box, self._known


def name_of(box_file: BoxFile) -> str:
    """Return the name of the box in the journal.

    It changes with the wiring of the levers: a match cannot go on if nobody knows which lever is
    which.
    """
    from boxctl.journal.proof.chain import sha256_of  # with SQLite, which a check needs not

    wiring = _wiring(box_file)
    return f"{box_file.path.absolute()} wired as {sha256_of(wiring.encode()).hex()[:12]}"


def _wiring(box_file: BoxFile) -> str:
    """Describe which lever is which.

    The text is spelled as the first version spelled it, so that a match which an earlier version
    left is found again. What kind of sensor a lever has among others does not belong in it.
    """
    gpio, usb, tiles = box_file.gpio, box_file.usb, box_file.tiles
    if isinstance(tiles, TilesTable):
        usual = tiles.levers.usual
        levers = (
            f"TilesTable(pins={tiles.pins!r}, sensor={usual.sensor!r}, "
            f"connects_to={usual.connects_to!r}, contact={usual.contact!r}, "
            f"actuated_by={usual.actuated_by!r}, debounce_ms={usual.debounce_ms!r})"
        )
    else:
        levers = "OnBoard()"
    return (
        f"(BoxTable(tiles={box_file.box.tiles}), GpioTable(chip={gpio.chip!r}, i2c={gpio.i2c!r}), "
        f"UsbTable(port={usb.port!r}, baud={usb.baud!r}), {levers})"
    )


def journal_of(box_file: BoxFile) -> Path:
    """Return the journal's file, as box.toml names it or else the usual one."""
    return _named_journal(box_file) or usual_place()


def journal_to_read(config: Path | None, box_file: BoxFile | None) -> Path:
    """Return the journal in which the box of this box.toml records, for a command that reads.

    The service of ``/etc/boxctl/box.toml`` records in a folder of its own.
    """
    named = _named_journal(box_file) if box_file is not None else None
    if named is None and config == CONFIG_OF_SERVICE:
        return OF_SERVICE
    return named or place_to_read()


def _named_journal(box_file: BoxFile) -> Path | None:
    settings = box_file.journal
    return Path(settings.file) if settings is not None and settings.file else None


def has_confirm(box_file: BoxFile) -> bool:
    """Return whether the box has a confirm button."""
    buttons = box_file.buttons
    if isinstance(buttons, OnBoard):
        return True
    return buttons is not None and buttons.confirm is not None


def _first_reading(box: Box, clock: Clock) -> Mapping[Contact, bool]:
    """Believe a reading only once two, a quiet time apart, agree."""
    reading = box.first_reading or ContactReading(box.read(), clock())
    for _ in range(MOST_FIRST_READINGS):
        time.sleep(max(0, reading.at + box.longest_quiet - clock()) / 1_000_000)
        before, reading = reading, ContactReading(box.read(), clock())
        if reading.on == before.on:
            break
    return reading.on
