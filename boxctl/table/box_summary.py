"""Say in words what box a box.toml describes, without its hardware."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from shutil import which

from boxctl.presentation.game_names import summary_in_words
from boxctl.presentation.phrases import WRITTEN, points_by_player, shown_player
from boxctl.referee.players import handicaps_by_name
from boxctl.rules.ruleset import RuleSet, dice_in_words
from boxctl.rules.settings import changed_from
from boxctl.rules.variants import load, own_name, variant
from boxctl.table.check_rules import journal_of, players_of, rules_of
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, clauses, labelled, tr, tr_n
from hardware.config.box_file import BoxFile, LampTable
from hardware.config.device_table import DeviceTable
from hardware.config.tables.gpio import ButtonsTable, LampsTable, TilesTable
from hardware.config.tables.roller import OnBoard, SerialTable


@frozen_dataclass
class BoxSummary:
    """A checked box.toml, for people and programs.

    ``parts`` are the tables of the file, each in words. ``remarks`` name what the box needs and
    this machine lacks, and tiles that these rules do not use: that is no fault of the file.
    """

    variant: str
    players: tuple[str, ...]
    handicaps: Mapping[str, int]
    settings: tuple[tuple[str, str], ...]
    tiles: int
    dice: str
    parts: tuple[tuple[str, str], ...]
    remarks: tuple[str, ...]


def summary_of(box_file: BoxFile) -> BoxSummary:
    """Describe the box of a box.toml. Looks for the files that it names, and opens none."""
    rules = rules_of(box_file.rules)
    name = own_name(box_file.rules.variant)
    changed = tuple(changed_from(variant(name), rules).items())
    players = tuple(players_of(box_file.rules, rules))
    given = handicaps_by_name(rules, players)
    return BoxSummary(
        name,
        players,
        given,
        changed,
        box_file.box.tiles,
        str(rules.dice),
        tuple(_parts(box_file, name, players, given, changed)),
        tuple(_remarks(box_file, rules)),
    )


def _parts(
    box_file: BoxFile,
    name: str,
    players: tuple[str, ...],
    given: Mapping[str, int],
    changed: tuple[tuple[str, str], ...],
) -> Iterator[tuple[str, str]]:
    tiles = box_file.box.tiles
    language = box_file.box.language
    yield (
        "box",
        _joined(
            tr_n("1 tile", "{count} tiles", tiles, count=tiles),
            tr("language {code}", code=language) if language else "",
        ),
    )
    yield (
        "rules",
        _joined(
            f"{name} ({summary_in_words(load(name)).rstrip('.')})",
            ", ".join(f"{key} = {value}" for key, value in changed),
            tr("played by {players}", players=all_of(map(shown_player, players))),
            tr("handicap {handicaps}", handicaps=points_by_player(given, WRITTEN)) if given else "",
        ),
    )
    yield "tiles", _tiles(box_file)
    for lamps in box_file.lamps:
        yield "lamps", _lamps(lamps, tiles)
    if box_file.buttons is not None:
        yield "buttons", _buttons(box_file.buttons)
    if (display := box_file.display) is not None:
        face = display.face
        size = tr_n(
            "1 line of {columns} characters",
            "{count} lines of {columns} characters",
            face.rows,
            count=face.rows,
            columns=face.columns,
        )
        yield "display", _on_bus(display, size)
    dice = rules_of(box_file.rules).dice
    yield "roller", box_file.roller.in_words(dice_in_words(dice.count, dice.sides))
    if (voice := box_file.voice) is not None:
        yield "voice", voice.program
    if (buzzer := box_file.buzzer) is not None:
        yield "buzzer", tr("{kind}, on {pin}", kind=buzzer.kind, pin=buzzer.pin)
    if (web := box_file.web) is not None:
        yield "web", f"{web.host}:{web.port}"
    if (mqtt := box_file.mqtt) is not None:
        yield "mqtt", str(mqtt.url)
    yield "journal", str(journal_of(box_file))


def _joined(*parts: str) -> str:
    return clauses(part for part in parts if part)


def _tiles(box_file: BoxFile) -> str:
    table = box_file.tiles
    if not isinstance(table, TilesTable):
        return tr("sensors on the USB board, port {port}", port=box_file.usb.port)
    numbered = ", ".join(labelled(number, pin) for number, pin in enumerate(table.pins, start=1))
    others = ", ".join(
        labelled(number, sensor.sensor) for number, sensor in sorted(table.levers.others.items())
    )
    return _joined(table.levers.usual.sensor, numbered, others)


def _lamps(table: LampTable, tiles: int) -> str:
    if isinstance(table, LampsTable):
        return ", ".join(labelled(number, pin) for number, pin in table.wired())
    if isinstance(table, OnBoard):
        return tr("on the USB board")
    lit = len(table.numbers(tiles))
    return _on_bus(table, tr_n("1 tile", "{count} tiles", lit, count=lit))


def _on_bus(device: DeviceTable, size: str) -> str:
    parts = (device.model, size, "" if device.place is None else str(device.place))
    return ", ".join(part for part in parts if part)


def _buttons(table: ButtonsTable | OnBoard) -> str:
    if isinstance(table, OnBoard):
        return tr("on the USB board")
    wired = [labelled(name, pin) for name, pin in table.wired()]
    return ", ".join(wired) if wired else tr("no buttons")


def _remarks(box_file: BoxFile, rules: RuleSet) -> Iterator[str]:
    if box_file.box.tiles > rules.tiles:
        yield tr(
            "rules.variant: {rules} is played on {used} of the {tiles} tiles of this box",
            rules=own_name(box_file.rules.variant),
            used=rules.tiles,
            tiles=box_file.box.tiles,
        )
    file = box_file.journal.file if box_file.journal is not None else None
    if file is not None and not os.access(Path(file).absolute().parent, os.W_OK):
        yield tr(
            "journal.file: this user cannot write to {folder} on this machine",
            folder=Path(file).absolute().parent,
        )
    for key in ("program", "player"):
        program = getattr(box_file.voice, key, None)
        if program is not None and which(program) is None:
            yield tr("{key}: {program} is not on this machine", key=f"voice.{key}", program=program)
    for key, port in _ports(box_file):
        if port != "auto" and not os.path.lexists(port):
            yield tr("{key}: {port} is not there on this machine", key=key, port=port)


def _ports(box_file: BoxFile) -> Iterator[tuple[str, str]]:
    if isinstance(box_file.roller, SerialTable):
        yield "roller.port", box_file.roller.port
    if not isinstance(box_file.tiles, TilesTable):
        yield "usb.port", box_file.usb.port
