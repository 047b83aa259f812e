"""Whatever is given to ``web`` and ``run --web`` is served, or refused in one line with a code."""

from __future__ import annotations

from pathlib import Path
from random import Random
from threading import Event

import pytest

from boxctl.cli import main
from boxctl.cli.journal import web
from tests.boxctl.web.test_pages_of_a_box import BY_HAND
from tests.support import soak
from tests.support.tables.virtual_table import BuildTable

PARTS = (
    "8765", "0", "65535", "65536", "-1", "+1", "1e3", "٣", "", " ", ":", "::", "[", "]", "[::1]",
    "::1", "localhost", "0.0.0.0", "127.0.0.1", "192.0.2.1", "256.1.1.1", "box", "bo x", "ü",
    "\ud800", "\0", "\n", "%eth0", "http://", "/", "#", "@", "code", "code ", "CODE", "usual",
    "--new", "--journal", "9" * 400, "a" * 300, ".", "..", "-",
)  # fmt: skip


def any_address(chance: Random) -> str:
    return "".join(chance.choices(PARTS, k=chance.choice((1, 1, 2, 3, 4))))


def refused_in_one_line(said: str) -> bool:
    return said.startswith("BX") and len(said.strip().splitlines()) == 1


class NeverWaits(Event):
    """The end of a server that has just begun."""

    def wait(self, timeout: float | None = None) -> bool:
        return True


@pytest.fixture
def journal(tmp_path: Path, a_table: BuildTable) -> Path:
    path = tmp_path / "journal.db"
    a_table(players="Ann,Bob", journal=path).close()
    return path


def test_any_address_of_web(
    journal: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(web, "Event", NeverWaits)
    monkeypatch.setattr("boxctl.cli.journal.web.signal.signal", lambda *_: None)
    chance, served = soak.chance("addresses of web"), 0
    for _ in range(100 * soak.SOAK):
        given = ["web", any_address(chance), "--journal", str(journal)]
        if chance.random() < 0.2:
            given.insert(chance.randrange(1, 4), "--new")
        status = main(given)
        said = capsys.readouterr()
        assert (status == 0) == (said.err == ""), given
        assert status == 0 or refused_in_one_line(said.err), (given, said.err)
        served += status == 0
    assert served
    soak.tried("addresses and options of web", 100 * soak.SOAK)


def test_any_address_of_run(
    tmp_path: Path, journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """None of these can be served, so no box is opened."""
    file = tmp_path / "box.toml"
    file.write_text(BY_HAND)
    chance = soak.chance("addresses of run")
    for _ in range(100 * soak.SOAK):
        address = f"{any_address(chance)}:{chance.choice(('', '-1', '65536', 'x', '9' * 30))}"
        given = ["run", "--config", str(file), "--journal", str(journal), f"--web={address}"]
        assert main(given) in (1, 2), given
        assert refused_in_one_line(capsys.readouterr().err), given
    soak.tried("addresses of run --web", 100 * soak.SOAK)
