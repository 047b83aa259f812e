"""The key is exchanged, and the exchange is cut short at every call."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.journal.proof.head_signer import finish_rotation
from boxctl.journal.proof.keys import key_beside, path_of_key
from boxctl.journal.proof.ledger import ledger_signed_by
from tests.support.power_cuts import NEEDS_GCC, Kind, Log
from tests.support.power_cuts.recording import record
from tests.support.power_cuts.uncut import JOURNAL
from tests.support.records.recorded_session import plays_a_match
from tests.support.soak import SOAK, tried

pytestmark = NEEDS_GCC

HONEST = (Kind.KILLED, Kind.POWER)
SOME = 12


@pytest.fixture(scope="module")
def exchange(tmp_path_factory: pytest.TempPathFactory) -> Log:
    """``boxctl key --rotate`` beside the journal of a signed match."""
    directory = tmp_path_factory.mktemp("held")
    journal = plays_a_match(directory / JOURNAL)
    command = [sys.executable, "-m", "boxctl", "key", "--rotate", "--journal", str(journal)]
    return record(command, directory)


def test_after_any_cut_there_is_one_key_and_what_was_signed_holds(
    exchange: Log, place: Path
) -> None:
    first = exchange.cut(f"{exchange.start}:{Kind.KILLED}:0")
    first.build(place / "cut")
    old = key_beside(place / "cut" / JOURNAL).public
    found = set()
    for cut in exchange.cuts(HONEST, most=SOME * SOAK, seed=SOAK):
        cut.build(place / "cut")
        journal = place / "cut" / JOURNAL
        assert main(["verify", str(journal)]) == 0, cut
        finish_rotation(journal)
        key = key_beside(journal).public
        ledger = ledger_signed_by(journal, key)
        assert ledger is not None, cut
        assert key == old or old in ledger.keys_before(key), cut
        assert not path_of_key(journal).with_name("box.key-next").exists(), cut
        assert main(["verify", str(journal)]) == 0, cut
        plays_a_match(journal)
        assert main(["verify", str(journal)]) == 0, cut
        found.add(key == old)
        tried("cuts of the power")
    assert found == {True, False}
