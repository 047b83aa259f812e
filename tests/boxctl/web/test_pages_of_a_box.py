"""``boxctl run --web``: the pages of a box, from its start to its end."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from boxctl.cli import main
from tests.support.tables.the_match import THE_MATCH

pytest.importorskip("starlette")

BY_HAND = re.sub(
    r"\[roller\].*?(?=\n\[|\Z)",
    '[roller]\ndriver = "hand"\n',
    THE_MATCH.box_toml("/dev/nowhere").replace("new = 21", ""),
    flags=re.DOTALL,
)


def test_a_box_says_what_it_serves_and_serves_it(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text(BY_HAND)
    arguments = ["--config", file, "--journal", tmp_path / "journal.db", "--web", "127.0.0.1:0"]
    command = [sys.executable, "-m", "tests.support.run_on_mock_pins", *map(str, arguments)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        said = [running.stderr.readline() for _ in range(3)]
        try:
            assert "this machine only" in said[0]
            assert re.search(r"code.*\d{6}", said[1])
            found = re.search(r"http://127\.0\.0\.1:\d+/", said[0])
            assert found is not None
            with urlopen(f"{found[0]}texts.json", timeout=60) as answer:
                assert json.load(answer)["Why?"] == "Why?"
        finally:
            running.send_signal(signal.SIGTERM)
        running.stderr.read()
    assert running.returncode == 0


def test_a_port_in_use_is_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "box.toml"
    file.write_text(BY_HAND)
    # An address of a network for documentation: no machine has it.
    assert main(["run", "--config", str(file), "--web", "192.0.2.1:8765"]) == 1
    assert capsys.readouterr().err.startswith("BX751: pages cannot be served at 192.0.2.1:8765")


def test_an_address_that_is_none_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["web", "nonsense"]) == 2
    assert "write a port" in capsys.readouterr().err


def test_pages_of_no_journal_are_said_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["web", "0", "--journal", str(tmp_path / "none.db")]) in (1, 2)
    assert capsys.readouterr().err.startswith("BX6")


@pytest.mark.parametrize("command", ["run", "play"])
def test_nothing_of_the_pages_is_imported_without_them(command: str) -> None:
    lazily = (
        "import sys\n"
        "from boxctl.cli.commands import COMMANDS\n"
        f"COMMANDS[{command!r}].module\n"
        "assert not {'starlette', 'uvicorn', 'asyncio', 'boxctl.web', 'paho'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", lazily], check=True)
