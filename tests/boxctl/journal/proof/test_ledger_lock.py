"""Two programs of a box want the ledger of its key at the same time."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from boxctl.journal.proof import head_signer
from boxctl.journal.proof.head_signer import PATIENCE, locked_ledger


def test_a_ledger_is_taken_within_a_tenth_of_a_second_after_another_lets_go(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    journal = tmp_path / "journal.db"
    waited: list[float] = []
    with ExitStack() as other:
        other.enter_context(locked_ledger(journal))

        def pause(seconds: float) -> None:
            waited.append(seconds)
            other.close()

        mocker.patch.object(head_signer, "sleep", pause)
        with locked_ledger(journal):
            assert 0 < sum(waited) <= 0.1


def test_a_ledger_that_another_program_keeps_is_given_up(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    journal = tmp_path / "journal.db"
    now = 0

    def pause(seconds: float) -> None:
        nonlocal now
        now += round(seconds * 1_000_000)

    mocker.patch.object(head_signer, "sleep", pause)
    mocker.patch.object(head_signer, "monotonic_us", side_effect=lambda: now)
    mine = ExitStack()
    with locked_ledger(journal), pytest.raises(OSError, match="another program holds its lock"):
        mine.enter_context(locked_ledger(journal))
    assert PATIENCE * 1_000_000 < now < 2 * PATIENCE * 1_000_000
