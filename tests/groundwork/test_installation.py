"""What people are told to type for an extra."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from groundwork import installation
from groundwork.installation import DISTRIBUTION, install_command

ROOT = Path(__file__).parents[2]


class Distribution:
    """A distribution that pip has installed from ``url``, or of which nothing is noted."""

    def __init__(self, url: str | None) -> None:
        self._url = url

    def read_text(self, name: str) -> str | None:
        """Return what pip noted."""
        assert name == "direct_url.json"
        return None if self._url is None else json.dumps({"url": self._url})


def from_a_wheel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str | None) -> str:
    """Return what follows ``install`` where boxctl was installed from ``url``."""
    monkeypatch.setattr(installation, "__file__", str(tmp_path / "groundwork/installation.py"))
    known = {DISTRIBUTION: Distribution(url)}
    monkeypatch.setattr("importlib.metadata.distribution", lambda name: known[name])
    return shlex.split(install_command("screen"))[-1]


def test_a_checkout_is_installed_again_with_the_extra() -> None:
    words = shlex.split(install_command("odds"))
    assert words == [sys.executable, "-m", "pip", "install", "--editable", f"{ROOT}[odds]"]


def test_a_wheel_is_installed_again_with_the_extra(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wheel = tmp_path / "my files/boxctl_referee-0.1.0-py3-none-any.whl"
    wheel.parent.mkdir()
    wheel.touch()
    assert from_a_wheel(monkeypatch, tmp_path, wheel.as_uri()) == f"{wheel}[screen]"


def test_a_python_without_pip_is_told_to_make_an_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    making, installing = install_command("odds").split(" && ")
    assert shlex.split(making) == ["python3", "-m", "venv", "boxctl-venv"]
    assert shlex.split(installing) == [
        "boxctl-venv/bin/pip", "install", "--editable", f"{ROOT}[odds]"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "url",
    [None, "https://example.org/boxctl_referee.whl", "file:///tmp/gone/boxctl_referee.whl"],
)
def test_a_wheel_of_unknown_origin_is_named_as_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str | None
) -> None:
    assert from_a_wheel(monkeypatch, tmp_path, url) == "boxctl_referee.whl[screen]"


def test_nothing_tells_anyone_to_install_the_program_of_that_name_from_the_index() -> None:
    told = [
        f"{file.relative_to(ROOT)}:{number}"
        for folder in ("boxctl", "hardware", "firmware_bridge", "groundwork", "bench", "docs")
        for file in (ROOT / folder).rglob("*")
        if file.suffix in (".py", ".md", ".toml", ".po")
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if not line.startswith("#~") and ("boxctl[" in line or "install boxctl" in line)
    ]
    assert told == []
