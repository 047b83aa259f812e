"""The roller program, as others start it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from firmware_bridge.link.events import RollerUp
from groundwork.dice import DiceRolled
from tests.firmware_bridge.conftest import Ear
from tests.support.firmware.pty_roller import PtyRoller, main


def program(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.support.firmware.pty_roller", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    )


def test_it_throws_once_for_every_line(ear: Ear) -> None:
    with program("--seed", "7", "--dice", "3", "--sides", "4") as roller:
        assert roller.stdin is not None
        assert roller.stdout is not None
        assert roller.stderr is not None
        port = roller.stdout.readline().strip()
        host = ear.listen(port)
        assert ear.next(RollerUp).sides == 4
        roller.stdin.write("3 4\n4 - 1\nnonsense\n5\n\n")
        assert [ear.next(DiceRolled).values for _ in range(2)] == [(3, 4), (4, None, 1)]
        chance = ear.next(DiceRolled).values
        assert len(chance) == 3
        assert all(value in range(1, 5) for value in chance)
        host.close()
        roller.stdin.close()
        assert roller.wait(10) == 0
        errors = roller.stderr.read().splitlines()
        assert len(errors) == 2
        assert "'nonsense'" in errors[0]
        assert not Path(port).parent.exists()


def test_ended_by_a_signal_it_takes_its_port_along() -> None:
    with program() as roller:
        assert roller.stdout is not None
        port = Path(roller.stdout.readline().strip())
        assert port.exists()
        roller.terminate()
        assert roller.wait(10) == 0
    assert not port.parent.exists()


@pytest.mark.parametrize("arguments", [["--dice", "0"], ["--sides", "1"], ["--seed", "x"]])
def test_a_roller_that_cannot_be_is_a_mistake_of_the_caller(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert capsys.readouterr().err


def test_a_throw_that_cannot_be_is_refused_at_once() -> None:
    with PtyRoller() as roller:
        with pytest.raises(ValueError, match="6 sides"):
            roller.throw([7, 1])
        with pytest.raises(ValueError, match="2 dice"):
            roller.throw([1, 1, 1])
        assert roller.throw([1, 1]) == 1


def test_it_works_only_while_it_runs() -> None:
    roller = PtyRoller()
    with pytest.raises(RuntimeError, match="inside `with`"):
        roller.throw([1])
    with pytest.raises(RuntimeError, match="inside `with`"):
        _ = roller.port
    with roller:
        port = Path(roller.port)
        roller.unplug()
        roller.unplug()
        assert not port.exists()
        roller.plug_in()
        roller.plug_in()
        assert port.exists()
    assert not port.exists()
    with roller:
        assert roller.throw([1]) == 1
    with pytest.raises(RuntimeError, match="inside `with`"):
        roller.throw([1])
