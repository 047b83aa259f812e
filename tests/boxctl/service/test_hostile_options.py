"""Options of service and setup, put together at random, on machines that are a mess.

Each command ends by itself, with a status, and with a code where it refuses; no traceback.
"""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from boxctl.cli import main
from boxctl.cli.box import service
from boxctl.setup.questions import AFTER_LEARNING, BEFORE_LEARNING
from groundwork.system.programs import ProgramResult
from tests.boxctl.service.pretend_machine import BOX, PretendMachine
from tests.support.every_command import nothing_takes_long
from tests.support.soak import SOAK, chance, tried

TRIES = 150

VALUES = (
    "", "0", "-1", "1e999", "nan", "-", "--", "=", " ", "\udcff", "\x1b[2J\u202e", "9" * 400,
    "install", "status", "a" * 5_000, "de", "fr", "xx", "{}", "%s", "0.5", "3600", "3601", "\u0663",
    "../..", "/",
)  # fmt: skip

KINDS = ("good", "wrong", "empty", "noise", "brackets", "link to itself", "link to nowhere", "fifo",
         "directory", "socket", "device", "unreadable", "below a file")  # fmt: skip

LARGE = "9" * 30
GARBAGE = (
    "", "\0", "=", "ActiveState", "ActiveState=\nMainPID=x\nNRestarts=-1\n", "\u0663\x1b[2J",
    "MainPID=" + "9" * 5_000, f"ActiveState=active\nActiveEnterTimestampMonotonic={LARGE}\n",
    "LoadState=loaded\nActiveState=active\nMainPID=\u0663\nNRestarts=\u00b2\nResult=\x1b[2J",
    '{"MESSAGE": "BX501", "__REALTIME_TIMESTAMP": "9e999"}', '{"MESSAGE": [1, 2], "x": 1}',
    '{"MESSAGE": "BX501", "__REALTIME_TIMESTAMP": "' + LARGE + '"}', "7", "null", '"BX501"',
    '{"MESSAGE": "BX501", "__REALTIME_TIMESTAMP": "-' + LARGE + '"}', "[" * 9_000,
)  # fmt: skip

ACCOUNTS = (
    "boxctl", "boxctl:x", "boxctl:x:\u00b2:990::/:/bin/sh",
    f"boxctl:x:{'9' * 5_000}:9::/:/x", ":::",
    "gpio:x:1", "gpio:x:1:,,,", "boxctl:x:0:0::/:/x", "\udcff:x:1:a", "gpio:x:" + "1:" * 5_000,
)  # fmt: skip

PLACES = (
    "etc/boxctl/box.toml", "etc/boxctl/box.toml.before", "etc/systemd/system/boxctl.service",
    "etc/systemd/system/boxctl-update.service", "etc/udev/rules.d/60-boxctl.rules", "dev/ttyACM0",
    "usr/local/bin/boxctl", "usr/lib/systemd/system/boxctl.service", "var/lib/boxctl",
    "opt/boxctl/current", "opt/boxctl/versions", "opt/boxctl/previous", "opt/boxctl/on-trial",
)  # fmt: skip


ANSWERS = (
    "true", "false", "0", "-1", "9", "12", "3.5", "nan", "1e308", '""', '"gpio"', '"usb"', "[]",
    '"classic"', '"none"', "2026-01-01", "{}", "[[1]]", '"/dev/nowhere"', "9" * 40, '"mcp23017"',
    '"\u0663\u202e"', f'"{"a" * 3_000}"', "[4, 17, 27]", '"de"', '"yes"',
)  # fmt: skip

OF_SERVICE: dict[str, dict[str, str | None]] = {
    "install": {"--config": "FILE", "--dry-run": None, "--lang": "de"},
    "uninstall": {"--dry-run": None, "--purge": None, "--lang": "fr"},
    "status": {"--json": None, "--lang": "de"},
    "update": {"--config": "FILE", "--json": None},
}
OF_SETUP: dict[str, str | None] = {
    "--config": "FILE", "--yes": None, "--answers": "FILE", "--json": None, "--lang": "de",
}  # fmt: skip
"""The options, each with a good value."""


def put(path: Path, kind: str, random: Random) -> Path:
    """Put something of a kind at this place, and return how a command is told of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    path.unlink(missing_ok=True)
    match kind:
        case "link to itself":
            path.symlink_to(path.name)
        case "link to nowhere":
            path.symlink_to("no/where")
        case "device":
            path.symlink_to("/dev/zero")
        case "fifo":
            os.mkfifo(path)
        case "socket":
            os.mknod(path, 0o600 | stat.S_IFSOCK)
        case "directory":
            path.mkdir()
        case "below a file":
            path.write_text(BOX)
            return path / "box.toml"
        case _:
            path.write_bytes({
                "good": BOX.encode(), "wrong": BOX.replace("17", "4").encode(), "empty": b"",
                "noise": random.randbytes(999), "brackets": b"[" * 9_000, "unreadable": b"\xff\0",
            }[kind])  # fmt: skip
    return path


def a_kind(random: Random) -> str:
    """A kind of file, most often a good one."""
    return "good" if random.random() < 0.7 else random.choice(KINDS)


def a_mess(folder: Path, random: Random) -> PretendMachine:
    """A machine on which some things are what nobody expects."""
    machine = PretendMachine(folder)
    if random.random() < 0.5:
        machine.plug_in_board(random.choice(["1", "", "\u0663", "x" * 99]))
    for place in PLACES:
        if random.random() < 0.08:
            put(machine.root / place, random.choice(KINDS), random)
    for name in ("etc/passwd", "etc/group"):
        if random.random() < 0.3:
            text = "\n".join(random.choices(ACCOUNTS, k=3)) + "\n"
            (machine.root / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    programs = ("systemctl", "journalctl", "useradd", "/usr/bin/python3", "rm", "sync", "udevadm")
    machine.fails = random.sample(programs, random.choice([0, 0, 1, 2]))
    if random.random() < 0.4:
        said = random.choice(GARBAGE)

        def run(command: Sequence[str]) -> ProgramResult:
            if command[0] in ("systemctl", "journalctl"):
                return ProgramResult(0, said)
            return machine.run(command)

        machine.host = replace(machine.host, run=run)
    return machine


def options(words: dict[str, str | None], random: Random, files: Sequence[str]) -> list[str]:
    """Most of the options that go together, and now and then one that does not, or a bad value.

    ``words`` has a good value of each; FILE stands for one of ``files``, None for none.
    """
    given: list[str] = []
    for name, good in words.items():
        if random.random() < 0.5:
            value = random.choice(files) if good == "FILE" else good
            if random.random() < 0.05:
                value = random.choice(VALUES)
            given += (
                [name] if value is None else random.choice([[name, value], [f"{name}={value}"]])
            )
    if random.random() < 0.05:
        random.shuffle(given)
    return given


def ends(way: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    status: object = 0
    try:
        status = main(way)
    except SystemExit as ended:  # argparse's own, behind --help.
        status = ended.code or 0
    said = capsys.readouterr()
    assert status in (0, 1, 2), way
    assert "Traceback" not in said.err, way
    assert "\x1b[2J" not in said.out + said.err, way
    if status == 2:
        assert any(line.startswith("BX") for line in said.err.splitlines()), way


def test_service_ends_whatever_it_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    random = chance("options of service")
    monkeypatch.chdir(tmp_path)
    for number in range(TRIES * SOAK):
        machine = a_mess(tmp_path / f"{number}", random)
        monkeypatch.setattr(service, "THIS_MACHINE", machine.host)
        typed = random.choice(["", "yes\n", "\0\n", "n" * 999])
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        file = put(tmp_path / f"box {number}.toml", a_kind(random), random)
        what = random.choice(list(OF_SERVICE))
        given = options(OF_SERVICE[what], random, [str(file)])
        given += ["--yes"] if random.random() < 0.7 else []
        ends(["service", *random.choice([[*given, what], [what, *given]])], capsys)
        tried("calls of service with any options")


def test_setup_ends_whatever_it_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    random = chance("options of setup")
    questions = [each.key for each in (*BEFORE_LEARNING, *AFTER_LEARNING)]
    words = ["", "0", "-1", "nan", "=", "9" * 400, "gpio", "usb", "9", "yes", "no", "\u0663"]
    for number in range(TRIES * SOAK):
        typed = "".join(f"{random.choice(words)}\n" for _ in range(random.randrange(40)))
        folder = tmp_path / f"{number}"
        folder.mkdir()
        with monkeypatch.context() as patched:
            nothing_takes_long(patched, folder, typed)
            config = put(folder / "box.toml", a_kind(random), random)
            answers = put(folder / "answers.toml", a_kind(random), random)
            if random.random() < 0.9 and answers.is_file():
                answers.write_text(some_answers(questions, random), encoding="utf-8")
            given = options(OF_SETUP, random, [str(config)])
            if random.random() < 0.8:
                given += ["--answers", str(answers)]
            ends(["setup", *given, "--patience", "0.001"], capsys)
        tried("calls of setup with any options")


def some_answers(questions: Sequence[str], random: Random) -> str:
    """Answers to some of the questions; the fewer, the further it gets with what is proposed."""
    keys = random.sample([*questions, "replace"], random.choice([0, 1, 1, 2, 3, len(questions)]))
    answers = {key: random.choice(ANSWERS) for key in keys}
    if random.random() < 0.8:
        answers |= {"replace": "true", "learn": "false"}
    return "".join(f"{key} = {value}\n" for key, value in answers.items())
