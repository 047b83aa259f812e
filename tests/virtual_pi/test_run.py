"""The virtual Pi ends as it should, and nothing of it goes on."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.guest.virtual_pi import NEEDS_A_KERNEL

pytestmark = NEEDS_A_KERNEL

HERE = Path(__file__).parent
BUSY = "(while :; do :; done) & echo busy; while :; do :; done"
PATIENCE = 60


def run(*command: str, scripts: Path = HERE, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [scripts / "run.sh", *command],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_command_gives_its_output_its_errors_and_its_status() -> None:
    pi = run("bash", "-c", 'echo "$1"; echo "$TOLD" >&2; exit 7', "_", "two  words", TOLD="a 'b'")
    assert pi.communicate(timeout=PATIENCE) == ("two  words\n", "a 'b'\n")
    assert pi.returncode == 7


@pytest.mark.parametrize("second_chip", ["", "1"])
def test_the_expander_is_there_when_asked_for(second_chip: str) -> None:
    pi = run("ls", "/run/gpio-sim", VIRTUAL_PI_MCP23017=second_chip)
    chips = ["mcp23017", "pinctrl-bcm2711"] if second_chip else ["pinctrl-bcm2711"]
    assert pi.communicate(timeout=PATIENCE)[0].split() == chips


def test_a_path_may_have_spaces(tmp_path: Path) -> None:
    scripts, kernel = tmp_path / "the scripts", tmp_path / "the kernel"
    shutil.copytree(HERE, scripts)
    kernel.mkdir()
    shutil.copy(Path(os.environ["VIRTUAL_PI"]) / "linux", kernel)
    pi = run("pwd", scripts=scripts, VIRTUAL_PI=str(kernel))
    output, errors = pi.communicate(timeout=PATIENCE)
    assert (output.strip(), errors, pi.returncode) == (str(Path.cwd()), "", 0)


def test_the_caller_does_not_undo_what_the_kernel_needs() -> None:
    pi = run("echo", "fine", GLIBC_TUNABLES="glibc.cpu.hwcaps=AVX2_Usable,AVX")
    assert pi.communicate(timeout=PATIENCE)[0] == "fine\n"


def test_a_busy_guest_ends_in_time() -> None:
    # A loaded machine may not have booted the guest in the first time.
    for seconds in (3, 12, 48):
        pi = run("bash", "-c", BUSY, TIMEOUT=str(seconds))
        # The output ends only when no process of the guest is left that holds it.
        output, errors = pi.communicate(timeout=2 * PATIENCE)
        assert (errors, pi.returncode) == (f"run.sh: ended after {seconds} s\n", 124)
        if output:
            break
    assert output == "busy\n"


@pytest.mark.parametrize("ending", ["terminate", "kill"])
def test_a_busy_guest_ends_with_its_caller(ending: str) -> None:
    pi = run("bash", "-c", BUSY, TIMEOUT=str(2 * PATIENCE))
    assert pi.stdout is not None
    assert pi.stdout.readline() == "busy\n"
    getattr(pi, ending)()
    pi.communicate(timeout=PATIENCE)
    assert pi.returncode in (130, -9)


def test_a_kernel_that_is_not_there_is_told(tmp_path: Path) -> None:
    pi = run("true", VIRTUAL_PI=str(tmp_path))
    assert "there is no kernel" in pi.communicate(timeout=PATIENCE)[1]
    assert pi.returncode == 125
