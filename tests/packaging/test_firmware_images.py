"""The images of the firmware that the packages bring along."""

from __future__ import annotations

import json
import subprocess
import zipfile
from pathlib import Path

import pytest

from boxctl.cli import main
from firmware_bridge import images
from firmware_bridge.build_firmware import Chip, build, tables
from firmware_bridge.images import ENDINGS, LIST, image_for, ready_image
from firmware_images import write_images
from groundwork.faults import Fault
from tests.support.factory_alone import wheel_of
from tests.support.firmware.emulated import needs_avr, needs_pico

pytestmark = [needs_avr, needs_pico]

ROOT = Path(__file__).parents[2]
EVERY = [(chip, table) for chip in Chip for table in tables(chip)]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "images"
    write_images(folder)
    return folder


@pytest.fixture
def without_compilers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.parametrize(("chip", "table"), EVERY)
def test_each_is_the_file_that_is_built_and_is_taken_without_a_compiler(
    chip: Chip,
    table: str,
    made: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    built = build(table, chip=chip).image.read_bytes()
    monkeypatch.setattr(images, "IMAGES", made)
    request.getfixturevalue("without_compilers")
    image = image_for(table, chip)
    assert image.file == made / f"{table}.{ENDINGS[chip]}"
    assert image.file.read_bytes() == built
    assert 0 < image.memory < image.flash * 2
    with pytest.raises(Fault, match="is missing"):
        image_for("digits", chip, dice=4)


def test_where_they_are_nothing_is_built_again(made: Path, request: pytest.FixtureRequest) -> None:
    before = (made / LIST).read_text()
    request.getfixturevalue("without_compilers")
    assert len(write_images(made)) == len(EVERY)
    assert (made / LIST).read_text() == before


@pytest.mark.parametrize("what", ["a byte of it", "its sources", "the list", "the file"])
def test_one_that_is_not_of_these_sources_is_not_taken(
    what: str, made: Path, tmp_path: Path
) -> None:
    for path in made.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    file = tmp_path / "roller.uf2"
    assert ready_image("roller", Chip.RP2040, tmp_path) is not None
    match what:
        case "a byte of it":
            file.write_bytes(file.read_bytes()[:-1] + b"\0")
        case "its sources":
            known = json.loads((tmp_path / LIST).read_text())
            known[file.name]["sources"] = "of another version"
            (tmp_path / LIST).write_text(json.dumps(known))
        case "the list":
            (tmp_path / LIST).write_text("no list")
        case _:
            file.unlink()
    assert ready_image("roller", Chip.RP2040, tmp_path) is None
    write_images(tmp_path)
    assert file.read_bytes() == (made / file.name).read_bytes()


def test_a_table_that_there_is_not_has_no_image(made: Path) -> None:
    assert ready_image("table-of-mine", Chip.RP2040, made) is None
    assert main(["firmware", "info", "--table", "roller"]) == 0


@pytest.mark.full
def test_sdist_and_wheel_have_them_as_built(made: Path, tmp_path: Path) -> None:
    """Of a copy of what git has, with the images beside it; the wheel is of the unpacked sdist."""
    files = subprocess.run(
        ["git", "ls-files", "-z", "boxctl", "hardware", "firmware_bridge", "groundwork", "docs",
         "packaging", "pyproject.toml", "README.md", "LICENSE", ".gitignore"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout.rstrip("\0").split("\0")  # fmt: skip
    copy = tmp_path / "copy"
    for name in files:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes((ROOT / name).read_bytes())
    there = copy / "firmware_bridge/images"
    there.mkdir()
    for path in made.iterdir():
        (there / path.name).write_bytes(path.read_bytes())
    with zipfile.ZipFile(wheel_of(copy, tmp_path)) as wheel:
        names = {name for name in wheel.namelist() if name.startswith("firmware_bridge/images/")}
        assert names == {f"firmware_bridge/images/{path.name}" for path in made.iterdir()}
        for path in made.iterdir():
            assert wheel.read(f"firmware_bridge/images/{path.name}") == path.read_bytes()
