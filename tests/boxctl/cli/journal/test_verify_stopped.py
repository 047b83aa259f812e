"""``boxctl verify`` of a whole journal shows how far it is, and can be stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.cli.terminal import MatchProgress
from tests.support.records.worn_box import record_days, steady

Captured = pytest.CaptureFixture[str]

MATCHES = 5


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal of some matches."""
    file = tmp_path / "journal.db"
    record_days(file, MATCHES, {5: steady}, box="the box in the corner")
    return file


@pytest.fixture
def _stopped_after_two(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = MatchProgress.__call__

    def stop(progress: MatchProgress, looked_at: int, of: int) -> None:
        counts(progress, looked_at, of)
        if looked_at == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(MatchProgress, "__call__", stop)


@pytest.mark.usefixtures("_stopped_after_two")
def test_what_was_verified_until_then_is_printed(journal: Path, capsys: Captured) -> None:
    assert main(["verify", str(journal)]) == 130
    printed = capsys.readouterr()
    *verdicts, no_key, _name_it = printed.out.splitlines()
    assert [line[:7] for line in verdicts] == ["match 1", "match 2"]
    assert no_key == "No key of the box is known here, so anybody can have written this."
    assert "stopped: 3 matches are not verified" in printed.err


@pytest.mark.usefixtures("_stopped_after_two")
def test_json_says_that_it_does_not_hold_for_all(journal: Path, capsys: Captured) -> None:
    assert main(["verify", str(journal), "--json"]) == 130
    told = json.loads(capsys.readouterr().out)
    assert (told["holds"], told["unverified"], len(told["matches"])) == (False, 3, 2)


def test_on_a_terminal_it_shows_how_far_it_is(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    for stream in ("stdout", "stderr"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True)
    with MatchProgress(quiet=False) as progress:
        for looked_at in range(1, 21):
            progress(looked_at, 40)
    shown = capsys.readouterr()
    assert "looked at 20 of 40 matches" in shown.out + shown.err
