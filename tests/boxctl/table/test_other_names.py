"""A box.toml may name a variant as people do; the journal has the variant's own name."""

from __future__ import annotations

from pathlib import Path

from boxctl.journal.query import read_sound_match
from boxctl.table.box_table import BoxTable
from boxctl.table.check_rules import check_box_file
from groundwork.clock import monotonic_us
from hardware.config.box_file import RulesTable
from hardware.config.read import DeclaredParts, read_box
from tests.support.chips.box_toml import with_change
from tests.support.chips.mock_chips import MockChips


def test_a_match_is_recorded_under_the_own_name_of_its_variant(tmp_path: Path) -> None:
    file, journal = tmp_path / "box.toml", tmp_path / "journal.db"
    named = with_change('variant = "classic"', 'variant = "Say what you see"\nset = { tiles = 3 }')
    serial = '[roller]\ndriver = "serial"\nport = "/dev/ttyACM0"'
    file.write_text(named.replace(serial, '[roller]\ndriver = "pi"'))
    box = read_box(file, check_box_file)
    with BoxTable(
        box,
        lambda _ruling: None,
        lambda _notice: None,
        lambda _remark: None,
        journal=journal,
        chips=MockChips(monotonic_us),
    ):
        pass
    assert read_sound_match(journal, "last").variant == "digital"


def test_a_problem_names_the_variant_by_its_own_name() -> None:
    table = RulesTable("Twelve", (), ())
    (problem,) = check_box_file(table, DeclaredParts(9))
    assert problem.sentence == "full-house is played with 12 tiles, but 9 are wired"


def test_a_name_that_no_variant_has_is_a_problem_with_the_nearest_one() -> None:
    (problem,) = check_box_file(RulesTable("clackers", (), ()), DeclaredParts(None))
    assert "did you mean klackers, another name of classic?" in problem.cure
