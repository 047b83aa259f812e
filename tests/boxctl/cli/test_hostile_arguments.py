"""Somebody gives every command arguments, files and an environment that nobody means well with.

A sample in each run, the same ones; ``make soak`` tries all of them, and processes of their own.
"""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from boxctl.cli import main
from boxctl.cli.commands import COMMANDS
from boxctl.journal.disk.private_files import usual_place
from boxctl.screens.laptop.house_habits import recall
from tests.support.every_command import nothing_takes_long, ways_to_call
from tests.support.records.recorded_evening import a_short_match
from tests.support.soak import LONG, SOAK, chance
from tests.support.tables.the_match import THE_MATCH

Captured = pytest.CaptureFixture[str]

EACH = 1
"""How many of the hostile values each option is given outside of a soak."""

VALUES = (
    "", "0", "-1", "9" * 400, "1e999", "nan", "0x10", "1_000", "\u0663", "\u00bd", "1,2,3" * 500,
    "1-", "-1-9", "1-999999999999", "9-1", "a=b", "=", "tiles=", "none", "last", " ", "\udcff",
    "'", "%s", "{}", "../../../etc/passwd", "a" * 10_000, "Ann,Ann", "Ann," * 3000, "0d6", "6d0",
    "99999d99999", "http://x", "mqtt://", "mqtt://a:b@c:99999/x", "[::1]:80", "99999", "2026-13-45",
    "9999-12-31T23:59:59", "0001-01-01", "BX000", "R4.5", "all", "--", "-", "\x1b[2J\u202e",
)  # fmt: skip

PLACES: dict[str, Callable[[Path], object]] = {
    "fifo": lambda path: os.mkfifo(path),
    "directory": lambda path: path.mkdir(),
    "link_to_itself": lambda path: path.symlink_to(path),
    "link_to_nowhere": lambda path: path.symlink_to(path.parent / "no" / "where"),
    "link_without_end": lambda path: path.symlink_to("/dev/zero"),
    "socket": lambda path: os.mknod(path, 0o600 | stat.S_IFSOCK),
    "nothing": lambda path: path.touch(),
    "noise": lambda path: path.write_bytes(Random(1).randbytes(3_000)),
    "zeros": lambda path: path.write_bytes(bytes(500)),
    "brackets": lambda path: path.write_text("[" * 100_000),
    "braces": lambda path: path.write_text("{" * 100_000),
    "text": lambda path: path.write_text("Ann and Bob\n" * 20),
}
FILES = (
    *PLACES, "text/below", "n" * 5_000, "a/" * 3_000, "/", ".", "/dev/zero", "/dev/full",
    "/dev/stdin", "/proc/self/mem", "/proc/self/environ",
)  # fmt: skip

EATS = ("setup", "play", "run", "monitor")
"""What begins a journal where it is told to, and so changes what the next one finds."""

ENVIRONMENTS: dict[str, dict[str, str | None]] = {
    "no home": {"HOME": None, "XDG_STATE_HOME": None},
    "a home that is no directory": {"HOME": "/dev/null", "XDG_STATE_HOME": None},
    "a home that cannot be": {"HOME": "n" * 5_000, "XDG_STATE_HOME": None},
    "a home below": {"HOME": "..", "XDG_STATE_HOME": "x"},
    "a state of no text": {"XDG_STATE_HOME": "/\udcff/\x1b"},
    "no language": {"LANG": "xx_YY.klingon", "LC_ALL": "zz"},
    "very many languages": {"LANGUAGE": "de:" * 5_000},
    "no terminal": {"TERM": "\x1b[2J", "COLUMNS": "0", "LINES": "-5"},
    "a very wide one": {"COLUMNS": "9" * 30, "LINES": "x"},
    "a time zone": {"TZ": "\udcff:::"},
    "no place for drafts": {"TMPDIR": "/nonexistent"},
}


OUTPUTS = ("", "<&-", ">&-", "2>&-", "<&- >&- 2>&-", ">/dev/full", "2>/dev/full", "gone")


@pytest.fixture
def tmp_path(tmp_path: Path) -> Path:
    """A folder so deep that a path which leads upwards stays within the test's own."""
    deep = tmp_path / "a" / "b" / "c"
    deep.mkdir(parents=True)
    return deep


@pytest.fixture(autouse=True)
def a_place_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is named is made here, beside files of every kind; nothing is typed."""
    nothing_takes_long(monkeypatch, tmp_path, "")
    for name, make in PLACES.items():
        make(Path(name))


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A box.toml of a box that is nowhere."""
    path = tmp_path / "box.toml"
    path.write_text(THE_MATCH.box_toml("/dev/nowhere"), encoding="utf-8")
    return path


def some_ways(
    command: str, config: Path, values: Sequence[str], most: int | None
) -> Iterator[list[str]]:
    """Every way to call it, or some: each option with some of the values."""
    if most is None:
        yield from ways_to_call(command, config, values)
        return
    random = Random(command)
    for way in ways_to_call(command, config, ["VALUE"]):
        for value in random.sample(values, most) if way[-1].endswith("VALUE") else ():
            yield [*way[:-1], way[-1].removesuffix("VALUE") + value]


def answers(capsys: Captured, way: list[str]) -> int:
    """The command ends, by itself, with a status; a refusal is told in a line with its code."""
    status: object = 0
    try:
        status = main(way)
    except SystemExit as ended:  # argparse's own, behind --help.
        status = ended.code or 0
    said = capsys.readouterr()
    assert status in (0, 1, 2), way
    assert "Traceback" not in said.err, way
    # Nothing is written to but the test's own streams, which take everything.
    assert "BX102" not in said.err, way
    if status == 2:
        assert any(line.startswith("BX") for line in said.err.splitlines()), way
    return int(status)


@pytest.mark.parametrize("command", COMMANDS)
def test_hostile_values(capsys: Captured, config: Path, command: str) -> None:
    a_short_match(usual_place()).close()
    for way in some_ways(command, config, VALUES, None if LONG else EACH):
        answers(capsys, way)


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in EATS])
def test_hostile_files(capsys: Captured, config: Path, command: str) -> None:
    for way in some_ways(command, config, FILES, None if LONG else EACH):
        answers(capsys, way)


@pytest.mark.parametrize(
    "way",
    [["legal", "--throw=--"], ["simulate", "--games=--"], ["run", "--config=--"],
     ["referee", "--open=--"], ["odds", "--to-come=--"], ["play", "--plain", "--mqtt=--"]],
    ids=" ".join,
)  # fmt: skip
def test_two_dashes_are_a_value_like_any_other(capsys: Captured, way: list[str]) -> None:
    assert answers(capsys, way) == 2


@pytest.mark.parametrize("answered", ["fifo", "link_without_end", "socket", "directory"])
def test_answers_that_never_end_are_not_waited_for(capsys: Captured, answered: str) -> None:
    assert answers(capsys, ["setup", "--answers", answered]) == 2


@pytest.mark.parametrize("kind", ["fifo", "link_without_end", "directory", "brackets"])
def test_a_last_game_that_never_ends_is_none(tmp_path: Path, kind: str) -> None:
    (tmp_path / kind).rename(tmp_path / "last-game.json")
    assert recall(tmp_path / "journal.db") is None


@pytest.mark.parametrize("kind", ["fifo", "socket", "directory"])
def test_a_drawing_waits_for_no_reader(capsys: Captured, kind: str) -> None:
    Path(kind).rename("card.svg")
    assert answers(capsys, ["rules", "card", "pub", "--output", "card.svg"]) == 2


@pytest.mark.parametrize(
    "way",
    [["monitor", "--config=box.toml", "--journal"], ["doctor", "--journal"], ["setup", "--config"],
     ["verify"],
     ["run", "--config=box.toml", "--journal"], ["rules", "card", "pub", "--output"]],
    ids=" ".join,
)  # fmt: skip
def test_a_name_that_no_file_can_have(capsys: Captured, config: Path, way: list[str]) -> None:
    assert answers(capsys, [*way, "n" * 5_000 + ".svg"]) != 0


def test_a_name_that_no_file_can_have_in_box_toml(capsys: Captured, config: Path) -> None:
    text = config.read_text(encoding="utf-8").replace("/dev/nowhere", "/dev/" + "n" * 5_000)
    config.write_text(f'{text}\n[journal]\nfile = "{"n" * 5_000}"\n', encoding="utf-8")
    for command in ("run", "doctor", "monitor", "audits", "wiring", "dark"):
        answers(capsys, [command, "--config", str(config)])


@pytest.mark.parametrize("environment", ENVIRONMENTS.values(), ids=list(ENVIRONMENTS))
def test_a_hostile_environment(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str | None]
) -> None:
    for name, value in environment.items():
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    for way in (["matches"], ["rules", "show", "pub"], ["key"], ["legal", "--throw=1,2"], ["play"]):
        answers(capsys, way)


@pytest.mark.skipif(not LONG, reason="starts hundreds of programs")
def test_processes_of_their_own(config: Path) -> None:
    """The output is closed or full, or the folder is gone, with any arguments and environment."""
    random = chance("processes of their own")
    commands = [name for name in COMMANDS if name != "web"]
    for _ in range(10 * SOAK):
        values = random.sample((*VALUES, *FILES), 1)
        way = random.choice(list(ways_to_call(random.choice(commands), config, values)))
        started_apart(way, random.choice(list(ENVIRONMENTS.values())), random.choice(OUTPUTS))


def started_apart(way: list[str], environment: dict[str, str | None], output: str) -> None:
    """A process of this command that ends by itself, and not by a signal or with a traceback."""
    if any(word.startswith("--web") for word in way):
        return
    variables = {**os.environ, "XDG_STATE_HOME": str(Path("state").absolute()), **environment}
    begins = (
        'mkdir gone; cd gone; rmdir "$PWD"; exec "$@"' if output == "gone" else f'"$@" {output}'
    )
    with suppress(ValueError):  # The system takes no such argument.
        ended = subprocess.run(
            ["/bin/sh", "-c", begins, "sh", sys.executable, "-m", "boxctl", *way],
            env={name: value for name, value in variables.items() if value is not None},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=300,
            check=False,
        )
        said = (ended.stdout + ended.stderr).decode(errors="replace")
        assert ended.returncode in (0, 1, 2, 130), (way, output, said)
        assert "Traceback" not in said, (way, output, said)
