"""What ``make test`` does where the tools of the firmware are missing, on a machine of stubs."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware_bridge.build_firmware import TOOLS

SCRIPT = Path(__file__).parents[2] / "support" / "firmware" / "get_tools.sh"
TESTS = Path(__file__).parents[2]
PACKAGES = "gcc-avr avr-libc gcc make libsimavr-dev libelf-dev"
UPDATE = "apt-get -qq update"
INSTALL = f"apt-get -qq -y --no-install-recommends install {PACKAGES}"
SKIPPED = "The tests that build or run the firmware are skipped"

SIGNS = ("needs_avr", "missing_tools", "BOTH_CHIPS", "firmware.conftest import Board")
"""A test with one of these needs them."""


@dataclass(frozen=True)
class Told:
    """What the script has said, and the commands that it has run as who."""

    said: str
    ran: list[str]


class Machine:
    """A machine whose programs are these stubs and no others."""

    def __init__(self, place: Path) -> None:
        self._bin = place / "bin"
        self._log = place / "log"
        self._bin.mkdir()
        self._log.touch()
        for name in ("cat", "env", "tail", "timeout", "true"):
            self._link(name)
        self.user(1000)

    def user(self, number: int) -> None:
        self._stub("id", f"echo {number}")

    def sudo(self, *, allowed: bool) -> None:
        refusal = 'echo "sudo: a password is required" >&2; exit 1'
        obey = f'shift; echo "as root: $*" >> "{self._log}"; exec "$@"'
        self._stub("sudo", obey if allowed else refusal)

    def apt(self, install: str) -> None:
        """It updates; and when asked to install does so: these are commands of the shell."""
        log = f'echo "apt-get $*" >> "{self._log}"'
        self._stub("apt-get", f'{log}; case "$*" in *install*) {install};; esac')

    def tools(self) -> None:
        for name in ("avr-gcc", "cc", "make"):
            self._stub(name, "exit 0")

    def headers_missing(self, of: str) -> None:
        """The compiler is there, and what it should include is not."""
        self._stub(of, "echo 'fatal error: No such file or directory' >&2; exit 1")

    def run(self) -> Told:
        ended = subprocess.run(
            [str(SCRIPT)], env={"PATH": str(self._bin)}, capture_output=True, text=True,
            stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip
        assert (ended.returncode, ended.stderr) == (0, "")
        return Told(ended.stdout, self._log.read_text().splitlines())

    @property
    def gets_tools(self) -> str:
        """Shell commands that put the tools there."""
        return "; ".join(
            f"echo '#!/bin/sh' > {program}; /bin/chmod +x {program}"
            for program in (
                shlex.quote(str(self._bin / name)) for name in ("avr-gcc", "cc", "make")
            )
        )

    def _stub(self, name: str, script: str) -> None:
        path = self._bin / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def _link(self, name: str) -> None:
        where = shutil.which(name)
        assert where is not None
        (self._bin / name).symlink_to(where)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_what_is_there_is_not_got(machine: Machine) -> None:
    machine.tools()
    machine.apt("exit 1")
    assert machine.run() == Told("", [])


def test_root_gets_it_without_sudo(machine: Machine) -> None:
    machine.user(0)
    machine.apt(machine.gets_tools)
    told = machine.run()
    assert told.ran == [UPDATE, INSTALL]
    assert told.said == f"getting {PACKAGES} ...\n"


def test_a_user_who_may_gets_it_with_sudo_and_is_not_asked(machine: Machine) -> None:
    machine.sudo(allowed=True)
    machine.apt(machine.gets_tools)
    told = machine.run()
    as_root = "as root: env DEBIAN_FRONTEND=noninteractive "
    assert told.ran == ["as root: true", as_root + UPDATE, UPDATE, as_root + INSTALL, INSTALL]
    assert SKIPPED not in told.said


@pytest.mark.parametrize("has_sudo", [True, False])
def test_a_user_who_may_not_is_told_the_command_and_nothing_is_run(
    machine: Machine, has_sudo: bool
) -> None:
    if has_sudo:
        machine.sudo(allowed=False)
    machine.apt(machine.gets_tools)
    told = machine.run()
    assert told.ran == []
    assert told.said.startswith(SKIPPED)
    assert told.said.endswith(f"    {TOOLS}\n")


def test_without_apt_the_command_is_told_to_root_as_well(machine: Machine) -> None:
    machine.user(0)
    told = machine.run()
    assert told.ran == []
    assert told.said.startswith(SKIPPED)


def test_when_apt_cannot_get_it_its_reason_is_told(machine: Machine) -> None:
    machine.user(0)
    machine.apt("echo Reading; echo 'E: Unable to locate package gcc-avr' >&2; exit 100")
    told = machine.run()
    assert told.ran == [UPDATE, INSTALL]
    assert "apt-get could not: E: Unable to locate package gcc-avr\n" in told.said
    assert told.said.endswith(f"    {TOOLS}\n")


@pytest.mark.parametrize("compiler", ["avr-gcc", "cc"])
def test_a_compiler_without_its_headers_is_not_enough(machine: Machine, compiler: str) -> None:
    machine.tools()
    machine.headers_missing(compiler)
    machine.user(0)
    machine.apt("exit 100")
    told = machine.run()
    assert told.ran == [UPDATE, INSTALL]
    assert SKIPPED in told.said


def test_the_tests_that_it_names_are_those_that_need_the_tools() -> None:
    needing = {
        path.stem
        for path in TESTS.rglob("test_*.py")
        if any(sign in path.read_text() for sign in SIGNS)
    }
    said = SCRIPT.read_text().split("skipped: ")[1].split(".")[0]
    named = {word.strip(",") for word in said.split() if word.startswith("test_")}
    assert named == needing - {Path(__file__).stem}
