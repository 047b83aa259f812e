"""A pretended machine, and the command on it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.cli.box import service
from boxctl.service import make_version
from tests.boxctl.service.pretend_machine import BOX, PretendMachine

Command = Callable[..., tuple[int, str]]


@pytest.fixture(autouse=True)
def _packages_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are tens of megabytes; tests/system/installed/test_service_install.py copies them."""
    monkeypatch.setattr(make_version, "packages_of_boxctl", list)
    monkeypatch.setattr(make_version, "copy_boxctl", lambda _prefix: None)
    monkeypatch.setattr(make_version, "__version__", "0.9.0")
    monkeypatch.setattr(make_version, "base_python", lambda: Path("/usr/bin/python3"))
    monkeypatch.setattr("signal.signal", lambda _number, _handler: None)


@pytest.fixture(autouse=True)
def _umask_stays() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def machine(tmp_path: Path) -> PretendMachine:
    """A Pi with Bookworm, on which nothing of boxctl is installed."""
    return PretendMachine(tmp_path / "machine")


@pytest.fixture
def box_toml(tmp_path: Path) -> Path:
    """A box.toml that is right."""
    file = tmp_path / "box.toml"
    file.write_text(BOX)
    return file


@pytest.fixture
def boxctl_service(
    machine: PretendMachine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """Run ``boxctl service`` on the machine; return its exit status and all that it prints."""
    monkeypatch.setattr(service, "THIS_MACHINE", machine.host)

    def run(*arguments: object) -> tuple[int, str]:
        status = main(["service", *map(str, arguments)])
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    return run


@pytest.fixture
def installed(machine: PretendMachine, boxctl_service: Command, box_toml: Path) -> PretendMachine:
    """The machine with the service installed and running."""
    status, printed = boxctl_service("install", "--config", box_toml, "--yes")
    assert status == 0, printed
    machine.commands.clear()
    return machine
