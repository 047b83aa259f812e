"""The pin factory's own distribution, built, and installed where there is nothing of boxctl."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ALONE = ROOT / "packaging/gpiozero-gpiod"


def built(tree: Path, target: str, into: Path) -> Path:
    """Build a distribution of this tree, without asking any index."""
    pytest.importorskip("hatchling", reason="make dev installs it where the hashes are known")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(into)],
        cwd=tree, check=True, capture_output=True,
    )  # fmt: skip
    (made,) = into.glob("*.tar.gz" if target == "sdist" else "*.whl")
    return made


def wheel_of(tree: Path, folder: Path) -> Path:
    """Build the sdist of this tree and the wheel of that, so that a file that it lacks is found."""
    with tarfile.open(built(tree, "sdist", folder / "dist")) as packed:
        packed.extractall(folder / "unpacked", filter="data")
    (unpacked,) = (folder / "unpacked").iterdir()
    return built(unpacked, "wheel", folder / "dist")


def environment_with_the_factory_alone(folder: Path) -> Path:
    """Install it into an environment of its own; return the Python of that."""
    wheel = wheel_of(ALONE, folder)
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    python = environment / "bin/python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    got = subprocess.run([*pip, "install", "--quiet", str(wheel)], capture_output=True, check=False)
    if got.returncode:
        pytest.skip(f"gpiozero and gpiod cannot be had: {got.stderr.decode()[-200:]}")
    return python
