"""An evening in French: what people do, and what a box that tells of it has told by then.

A table in virtual time plays it first (:func:`planned`), so that the people at the box in the
virtual Pi know what to wait for before they go on.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from boxctl.presentation.display.pages import layout
from boxctl.presentation.notices import SoloBest
from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.sentences.ruling import sentence
from groundwork.language import language, speaking
from hardware.config.tables.display import LcdTable
from hardware.devices import Face, Manner, TextLine
from hardware.sound.voice import speakable
from tests.support.rulings import of
from tests.support.tables.virtual_table import VirtualTable

FRENCH = language("fr")

LCD = LcdTable(bus=0, address=0x26, size="20x4")

TILES = (4, 17, 27, 22, 5, 6, 13, 19, 26)
CONFIRM, NEW = 20, 21

Action = tuple[Literal["start", "throw", "shut", "open", "new"], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Sitting:
    """What one ``boxctl run`` sees of the evening. A lever is moved only when all was told."""

    variant: str
    players: Sequence[str]
    settings: dict[str, Any]
    actions: Sequence[Action]

    def box_toml(self, port: str, voice: Path) -> str:
        """A box.toml, with the roller on this port and this program as the voice."""
        settings = ", ".join(f"{key} = {json.dumps(value)}" for key, value in self.settings.items())
        return f"""
[box]
tiles = {len(TILES)}
language = "fr"
[rules]
variant = "{self.variant}"
players = {json.dumps(self.players)}
set = {{ {settings} }}
[tiles]
driver = "gpio"
pins = {list(TILES)}
[buttons]
driver = "gpio"
confirm = {CONFIRM}
new = {NEW}
[roller]
driver = "serial"
port = "{port}"
[voice]
driver = "espeak-ng"
program = "{voice}"
[display]
driver = "hd44780"
size = "{LCD.columns}x{LCD.rows}"
bus = {LCD.bus}
address = {LCD.address}
"""


THE_FRENCH_RULES = Sitting(
    "canadienne",
    ("Anne", "Bruno"),
    {"stake": "1 €"},
    [
        ("throw", (4,)),
        ("throw", (4,)),  # a tie
        ("throw", (6,)),
        ("throw", (3,)),  # Anne starts
        ("throw", (2, 4)),
        ("shut", (2,)),  # would do
        ("shut", (4,)),
        ("throw", (6, 6)),  # cannot be played
        ("open", (2,)),
        ("open", (4,)),
        ("throw", (2, 4)),
        ("shut", (9,)),  # refused
        ("open", (9,)),
        ("shut", (2,)),
        ("open", (2,)),  # thinks again
        ("shut", (8,)),
        ("open", (8,)),  # has been committed
        ("shut", (8,)),
        ("throw", (1, 3)),
        ("shut", (1,)),
        ("shut", (3,)),
        ("throw", (5, 6)),
        ("shut", (5,)),
        ("shut", (6,)),
        ("throw", (3, 4)),
        ("shut", (7,)),
        ("throw", (3, 6)),
        ("shut", (9,)),
        ("throw", (1, 1)),  # one die is allowed
        ("throw", (4,)),
        ("shut", (4,)),
        ("throw", (2,)),
        ("shut", (2,)),  # the box is shut
    ],
)

ALONE = Sitting(
    "classic",
    ("Anne",),
    {"match": "solo"},
    [
        ("throw", (3, 4)),
        ("shut", (7,)),
        ("throw", (1, 1)),
        ("shut", (2,)),
        ("throw", (1, 1)),  # cannot be played: 36
        ("new", ()),
        ("open", (2,)),
        ("open", (7,)),
        ("throw", (3, 6)),
        ("shut", (9,)),
        ("throw", (2, 6)),
        ("shut", (8,)),
        ("throw", (1, 6)),
        ("shut", (7,)),
        ("throw", (1, 5)),
        ("shut", (6,)),
        ("throw", (1, 4)),
        ("shut", (5,)),
        ("throw", (6, 6)),  # cannot be played: 10
    ],
)

THE_EVENING = (THE_FRENCH_RULES, ALONE)


@dataclass(frozen=True, slots=True)
class Step:
    """Something that is done, and what comes of it.

    The rulings as sentences, what is ``said``, and the pages of which the display shows one.
    """

    action: Action
    ruled: list[str]
    said: list[str]
    pages: list[list[str]]


@dataclass
class _Ear:
    said: list[str] = field(default_factory=list)

    def say(self, words: str, _manner: Manner) -> None:
        self.said.append(speakable(words))

    def new(self) -> list[str]:
        said, self.said = self.said, []
        return said


@dataclass
class _Eye:
    face: Face = LCD.face

    def show(self, lines: Sequence[TextLine]) -> None:
        """The pages are asked of the presenter, as they turn."""


def steps_of(sitting: Sitting) -> list[Step]:
    """Play a sitting in virtual time."""
    ear = _Ear()
    table = VirtualTable(
        sitting.variant, sitting.players, voice=ear, display=_Eye(), **sitting.settings
    )
    best: int | None = None
    steps = []
    for action in (("start", ()), *sitting.actions):
        _do(table, action)
        if sitting.settings.get("match") == "solo":
            best = _tell_best(table, best)
        ruled = [sentence(ruling, WRITTEN) for ruling in table.rulings]
        table.rulings.clear()
        steps.append(Step(action, ruled, ear.new(), _pages(table)))
    return steps


def _do(table: VirtualTable, action: Action) -> None:
    match action:
        case "start", _:
            table.outputs.ask_to_begin()
            table.waits(1000)
        case "throw", values:
            table.throws(*values)
        case "shut", tiles:
            table.shuts(*tiles)
        case "open", tiles:
            table.opens(*tiles)
        case _:
            table.presses("new")


def _tell_best(table: VirtualTable, best: int | None) -> int | None:
    """Tell what a table with a journal tells of itself; return the best from now on."""
    for ruling in table.new:
        if ruling.verdict == "ready" and best is not None:
            table.outputs.tell(SoloBest(best, None))
        elif ruling.verdict == "match_over":
            (made,) = (of(ruling).scores or {}).values()
            table.outputs.tell(SoloBest(best, made))
            best = made if best is None else min(best, made)
    return best


def _pages(table: VirtualTable) -> list[list[str]]:
    pages = layout(table.presenter.view, LCD.face).pages
    return [[line.text for line in page] for page in pages]


def planned() -> list[list[Step]]:
    """The steps of each sitting."""
    with speaking(FRENCH):
        return [steps_of(sitting) for sitting in THE_EVENING]


def as_json(plan: list[list[Step]]) -> str:
    """The plan, for the script in the guest."""
    return json.dumps([[asdict(step) for step in steps] for steps in plan])
