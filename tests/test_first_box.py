"""The pages that lead to a first box: their files are right, their parts are those of the box."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.presentation.wiring_sheet.board_wires import board_wiring, usual_table
from boxctl.presentation.wiring_sheet.currents import shopping_list
from boxctl.presentation.wiring_sheet.wires import wires
from firmware_bridge.build_firmware import Chip, read_pin_table
from hardware.config.box_file import BoxFile
from hardware.config.read import read_box

DOCS = Path(__file__).parents[1] / "docs"
PAGES = ("first-box-pi.md", "first-box-arduino.md", "first-box-pico.md")
CHIPS = {"first-box-pico.md": Chip.RP2040}
ALL_PAGES = (*PAGES, "build-a-box.md", "landlord.md")

WOOD = "Shut the Box"
"""A part that boxctl does not count."""


def box_of(page: str, place: Path) -> BoxFile:
    (text,) = re.findall(r"```toml\n(.*?)```", (DOCS / page).read_text(), re.DOTALL)
    file = place / "box.toml"
    file.write_text(text)
    return read_box(file)


def parts_on(page: str) -> dict[str, int]:
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \|", (DOCS / page).read_text(), re.MULTILINE)
    return {what: int(count) for count, what in rows if WOOD not in what}


@pytest.mark.parametrize("page", PAGES)
def test_the_file_of_a_page_describes_a_box(page: str, tmp_path: Path) -> None:
    box_of(page, tmp_path)
    assert main(["run", "--check", "--config", str(tmp_path / "box.toml")]) == 0


def test_the_rules_that_a_landlord_may_write_are_right(tmp_path: Path) -> None:
    text = (DOCS / "landlord.md").read_text()
    (lines,) = re.findall(r"below `\[rules\]`, such as\n\n((?:    .*\n)+)", text)
    box_of("first-box-pi.md", tmp_path)
    file = tmp_path / "box.toml"
    head, _, tail = file.read_text().partition("[rules]")
    _old, _, tail = tail.partition("[tiles]")
    file.write_text(f"{head}[rules]\n{textwrap.dedent(lines)}\n[tiles]{tail}")
    assert main(["run", "--check", "--config", str(file)]) == 0


@pytest.mark.parametrize("page", PAGES)
def test_the_parts_of_a_page_are_those_of_its_box(page: str, tmp_path: Path) -> None:
    box = box_of(page, tmp_path)
    chip = CHIPS.get(page, Chip.ATMEGA328P)
    table = usual_table(box, chip=chip)
    board = None if table is None else board_wiring(box, read_pin_table(table, chip))
    items = shopping_list(box, wires(box), board)
    assert parts_on(page) == {item.what: item.count for item in items}


def test_the_number_of_parts_is_that_of_each_page() -> None:
    told = re.findall(r"and (\d+) small parts", (DOCS / "build-a-box.md").read_text())
    # The Pi, the Arduino or the Pico is no small part.
    assert [int(count) for count in told] == [sum(parts_on(page).values()) - 1 for page in PAGES]


@pytest.mark.parametrize("page", PAGES)
def test_every_step_ends_with_a_check(page: str) -> None:
    steps = re.split(r"^## ", (DOCS / page).read_text(), flags=re.MULTILINE)
    numbered = [step for step in steps if re.match(r"\d+\. ", step)]
    assert [int(step.partition(".")[0]) for step in numbered] == list(range(1, len(numbered) + 1))
    assert all("**Check" in step for step in numbered)


def status_of(arguments: list[str]) -> object:
    """The exit status of a command, which help ends in the middle of."""
    try:
        return main(arguments)
    except SystemExit as ended:
        return ended.code


@pytest.mark.parametrize("page", ALL_PAGES)
def test_every_command_of_a_page_is_one(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (DOCS / page).read_text()
    lines = re.findall(
        r"(?:^    |`)(?:sudo )?(?:\.venv/bin/)?boxctl ([^`\n#]+)", text, re.MULTILINE
    )
    assert lines
    for line in lines:
        command, *rest = line.split()
        assert status_of([command, *(rest[:1] if command == "rules" else ()), "--help"]) == 0, line
        told = capsys.readouterr().out
        for option in (word for word in rest if word.startswith("--")):
            if command not in ("service", "firmware"):
                assert option in told, (line, option)
