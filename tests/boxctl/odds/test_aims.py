"""What can be played for: every scoring of the rules is an aim, a setting and has its words."""

from __future__ import annotations

import pytest

from boxctl.cli.options import chosen_rules
from boxctl.odds.aims import AIMS, aim, usual_aim
from boxctl.odds.the_300.layout import TABLES, has_table
from boxctl.presentation.answers.odds import MEANING
from boxctl.rules.ruleset import SCORINGS, Scoring, score
from boxctl.rules.tiles import NO_TILES, tile_range


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_scoring_is_named_once_and_known_everywhere(scoring: Scoring) -> None:
    rules = chosen_rules("classic", [f"scoring={scoring}"])
    assert usual_aim(rules) == scoring
    assert aim(scoring).end(tile_range(9)) == -score(scoring, tile_range(9)) < 0
    assert aim(scoring).end(NO_TILES) == 0


def test_every_aim_has_its_words() -> None:
    assert {*MEANING, *SCORINGS} == set(AIMS)


def test_only_aims_with_a_table_are_looked_up() -> None:
    in_tables = {name for aims in TABLES.values() for name in aims}
    assert {name for name in AIMS if has_table(name)} == in_tables
    assert "win" not in in_tables
