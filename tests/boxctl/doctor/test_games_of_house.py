"""What the doctor says of the games that a house has written."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.doctor.check import Soundness
from boxctl.doctor.examine import check_games
from boxctl.rules.house.folders import folder_of_user


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user, empty."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    found = Path(folder_of_user())
    found.mkdir(parents=True)
    return found


@pytest.mark.usefixtures("folder")
def test_nothing_is_said_where_the_house_has_no_game() -> None:
    assert list(check_games()) == []


def test_games_that_are_right_are_named(folder: Path) -> None:
    (folder / "crown.toml").write_text("title = 'The Crown'\n", encoding="utf-8")
    (found,) = check_games()
    assert (found.soundness, found.says) == (Soundness.GOOD, "right are the files of crown")


def test_a_game_whose_base_is_gone_is_doubtful(folder: Path) -> None:
    (folder / "hours.toml").write_text(
        "title = 'After Hours'\nbased_on = 'The Anchor'\n", encoding="utf-8"
    )
    (found,) = check_games()
    assert (found.soundness, found.code) == (Soundness.DOUBTFUL, "BX213")
    assert 'hours.toml:2: there is no variant "The Anchor"' in found.says
