"""macOS and Windows: all that needs no Linux works, and the rest says in one sentence that it does.

Nothing here runs on such a system. Python is left with what it has there
(``tests/support/systems/as_another.py``), and mypy checks the code for it.
"""

from __future__ import annotations

import json
import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli.commands import COMMANDS
from boxctl.journal.disk.match_lock import MatchLock
from groundwork import installation
from groundwork.system.file_locks import is_shared, share_whole, take_whole
from groundwork.system.users import usual_folder
from groundwork.waker import Waker

ROOT = Path(__file__).parents[2]
SYSTEMS = ("darwin", "win32")

FOR_LINUX_ALONE = (
    "firmware_bridge.emulator", "hardware.gpio.gpiod_chips", "hardware.gpio.other_factory",
    "hardware.gpio.other_factory", "hardware.gpio.parts", "gpiozero_gpiod",
)  # fmt: skip
"""What drives pins, or runs the firmware of a board: nothing imports it elsewhere."""


def python(system: str, code: str, home: Path) -> Any:
    """What code prints as JSON that runs as if on another system."""
    return json.loads(run(system, code, home)[0])


def run(system: str, code: str, home: Path) -> tuple[str, str]:
    """What code prints that runs as if on another system, and its notes."""
    ended = subprocess.run(
        [sys.executable, "-c", f"from tests.support.systems import as_another as another\n{code}",
         system],
        cwd=ROOT, capture_output=True, text=True, env=of_user(home), check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    return ended.stdout, ended.stderr


def of_user(home: Path) -> dict[str, str]:
    """The environment of somebody with this home, and no settings of XDG."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    return kept | {"HOME": str(home), "LANG": "C.UTF-8"}


def boxctl(system: str, home: Path, commands: Sequence[Sequence[str]]) -> list[Any]:
    """Exit status, output and notes of each of these commands."""
    ended = subprocess.run(
        [sys.executable, "-m", "tests.support.systems.as_another", system],
        input="\n".join(map(json.dumps, commands)),
        cwd=ROOT, capture_output=True, text=True, env=of_user(home), check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    return [json.loads(line) for line in ended.stdout.splitlines()]


PLAYED = "play --plain --players highest-first,random --set tiles=4 --seed 1"

WORK = (
    PLAYED, PLAYED, "verify", "replay", "replay --json", "matches", "history", "ledger",
    "dispute last last", "head", "key", "key --rotate", "verify", "analyse last", "audits",
    "rules list", "rules show canoga", "rules card canoga --output {home}/card.pdf",
    "rules save Crown --rules pub --set tiles=10", "rules show crown",
    "legal --throw 2,4", "judge throw_2_3", "odds --rules pub --open 1-5,8 --throw 5,3",
    "simulate --rules pub --games 50 --player best --seed 1", "explain BX783", "completion bash",
)  # fmt: skip


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_needs_no_linux_works(system: str, tmp_path: Path) -> None:
    commands = [[word.format(home=tmp_path) for word in command.split()] for command in WORK]
    for command, (status, output, notes) in zip(
        commands, boxctl(system, tmp_path, commands), strict=True
    ):
        assert status == 0, (command, notes)
        assert output or "--output" in command, command
    own = Path(usual_folder("state", system, {}).replace(os.path.expanduser("~"), str(tmp_path)))  # noqa: PTH111
    assert (own / "boxctl/journal.db").is_file()
    assert (tmp_path / "card.pdf").read_bytes().startswith(b"%PDF")


FULL_SCREEN = """
import os, sys
os.environ["TEXTUAL_DRIVER"] = "textual.drivers.headless_driver:HeadlessDriver"
os.environ["TEXTUAL_PRESS"] = "space,q,q"
another.become(sys.argv[1])
from boxctl.cli import main
from boxctl.cli.game import play
play.can_draw = lambda: True
print(main(["play", "--players", "Ann,Bob", "--seed", "3"]), file=sys.stderr)
main(["replay", "--json"])
"""


@pytest.mark.parametrize("system", SYSTEMS)
def test_so_does_the_full_screen(system: str, tmp_path: Path) -> None:
    pytest.importorskip("textual")
    output, status = run(system, FULL_SCREEN, tmp_path)
    assert status.splitlines() == ["0"]
    # Its keys may come before the dice are there: then nothing was thrown.
    began, *_more = [line for line in output.splitlines() if line.startswith("{")]
    assert json.loads(began)["verdict"] == "ready"


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_needs_linux_says_so_in_one_sentence(system: str, tmp_path: Path) -> None:
    needing = [name for name, command in COMMANDS.items() if command.needs_linux]
    assert {"run", "service", "doctor", "setup", "monitor", "firmware"} <= set(needing)
    asked = [
        *([name] for name in needing),
        ["play", "--speak"],
        ["play", "--roller", "/dev/ttyACM0"],
    ]
    for command, (status, output, notes) in zip(
        asked, boxctl(system, tmp_path, asked), strict=True
    ):
        assert (status, output) == (1, ""), command
        assert notes.startswith("BX783: "), command
        assert "needs Linux" in notes
        assert notes.count("\n") == 1


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_module_but_those_of_pins_can_be_imported(system: str, tmp_path: Path) -> None:
    modules = [
        found.name
        for top in ("boxctl", "hardware", "firmware_bridge", "groundwork")
        for found in pkgutil.walk_packages([str(ROOT / top)], f"{top}.", onerror=lambda _name: None)
        if not found.name.startswith(FOR_LINUX_ALONE) and not found.name.endswith("__main__")
    ]
    assert len(modules) > 500
    failed = python(
        system,
        "import importlib, json, sys\n"
        "another.become(sys.argv[1])\n"
        "failed = []\n"
        f"for name in {modules}:\n"
        "    try:\n"
        "        importlib.import_module(name)\n"
        "    except Exception as problem:\n"
        "        failed.append(f'{name}: {problem!r}')\n"
        "print(json.dumps(failed))",
        tmp_path,
    )
    assert [one for one in failed if "numba" not in one and "PettingZoo" not in one] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_match_that_another_program_plays_is_seen(system: str, tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    journal.touch(0o600)
    lock = MatchLock(journal)
    assert lock.take(3)
    code = (
        "import json, sys; from pathlib import Path\n"
        "another.become(sys.argv[1])\n"
        "from boxctl.journal.disk.match_lock import MatchLock, is_being_played\n"
        f"journal = Path({str(journal)!r})\n"
        "seen = [is_being_played(journal, match) for match in (3, 4)]\n"
        "own = MatchLock(journal)\n"
        "print(json.dumps([*seen, own.take(3), own.take(4), own.is_taken_elsewhere(3)]))"
    )
    assert python(system, code, tmp_path) == [True, False, False, True, True]
    lock.close()


def test_a_file_is_shared_or_held_alone(tmp_path: Path) -> None:
    files = [os.open(tmp_path / "held", os.O_RDWR | os.O_CREAT) for _ in range(3)]
    assert not is_shared(files[0])
    share_whole(files[0])
    share_whole(files[1])
    assert is_shared(files[2])
    with pytest.raises(BlockingIOError):
        take_whole(files[2])
    for file in files:
        os.close(file)


@pytest.mark.parametrize(
    ("system", "state", "config", "cache"),
    [
        ("linux", "~/.local/state", "~/.config", "~/.cache"),
        ("darwin", "~/Library/Application Support", "~/Library/Application Support",
         "~/Library/Caches"),
        ("win32", r"C:\Users\Ann\Local", r"C:\Users\Ann\Roaming", r"C:\Users\Ann\Local"),
    ],
)  # fmt: skip
def test_what_is_a_users_own_is_where_each_system_has_it(
    system: str, state: str, config: str, cache: str
) -> None:
    environment = {"LOCALAPPDATA": r"C:\Users\Ann\Local", "APPDATA": r"C:\Users\Ann\Roaming"}
    expected = [os.path.expanduser(folder) for folder in (state, config, cache)]  # noqa: PTH111
    assert [
        usual_folder("state", system, environment),
        usual_folder("config", system, environment),
        usual_folder("cache", system, environment),
    ] == expected


def test_a_wait_ends_by_sockets_where_there_are_no_pipes_to_wait_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    waker = Waker()
    assert not waker.wait(0)
    for _ in range(3):
        waker.set()
    assert waker.wait(0)
    waker.clear()
    assert not waker.wait(0)
    waker.close()
    waker.set()


def test_on_linux_nothing_is_refused() -> None:
    installation.refuse_elsewhere("boxctl run")


PORTABLE = ("boxctl", "groundwork")
OF_LINUX = (
    r"boxctl/(doctor|service|setup|monitor)/|boxctl/cli/box/(?!audits|explain|wiring)"
    r"|boxctl/table/loop\.py|boxctl/screens/app/monitor_app\.py"
)
"""What is behind the commands that need Linux."""


@pytest.mark.full
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_types_of_another_system_have_all_that_is_used(system: str, tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "mypy", "--platform", system, "--no-warn-unreachable",
         "--cache-dir", str(tmp_path), *PORTABLE],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    wrong = [line for line in ended.stdout.splitlines() if line.startswith(PORTABLE)]
    of_linux = [line for line in wrong if re.match(OF_LINUX, line)]
    assert of_linux, "what Linux alone has is found to be missing"
    assert [line for line in wrong if line not in of_linux] == []
