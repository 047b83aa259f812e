"""What forbids tiles for a throw, beside the moves of the rules."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from boxctl.rules.moves import allowed_counts, moves
from boxctl.rules.objections import Forbids, Objection, objection, objection_to_throw, opening_tile
from boxctl.rules.tiles import TileSet
from boxctl.rules.variants import names, variant


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(sorted(names())), st.data())
def test_tiles_are_a_move_if_nothing_forbids_them(name: str, data: st.DataObject) -> None:
    rules = variant(name)
    open_tiles = data.draw(st.lists(st.booleans(), min_size=rules.tiles, max_size=rules.tiles))
    drawn = sum(1 << number for number, is_open in enumerate(open_tiles) if is_open)
    to_move = TileSet(drawn & rules.in_play)
    count = data.draw(st.integers(1, rules.dice.count))
    die = st.integers(1, rules.dice.sides)
    throw = tuple(data.draw(st.lists(die, min_size=count, max_size=count)))
    opening = bool(opening_tile(rules, to_move))
    allowed = moves(rules, to_move, throw, opening=opening)
    possible = [move.tiles for move in allowed] + [move.tiles & to_move for move in allowed]
    wanted = data.draw(st.sampled_from([to_move, rules.in_play, *possible]))

    found = objection(rules, to_move, throw, wanted)

    not_played = count not in allowed_counts(rules, to_move) or sum(throw) == rules.stop_number
    if not_played:
        assert found == objection_to_throw(rules, to_move, throw)
        assert isinstance(found, Objection)
        assert found.reason in (Forbids.DICE_COUNT, Forbids.STOP_NUMBER)
    elif isinstance(found, Objection):
        assert wanted not in [move.tiles for move in allowed]
        assert objection_to_throw(rules, to_move, throw) is None
    else:
        assert found in allowed
        assert found.tiles == wanted
