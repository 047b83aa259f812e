"""The figures beside the box: what a turn scores as it stands, what is to beat, what plays."""

from __future__ import annotations

from tests.support.screens.game_pilot import GamePilot, at_table, in_loop


def facts(table: GamePilot) -> dict[str, str]:
    look = table.at.drawing.view.at(table.ticker.now(), table.at.typed)
    return {fact.name: fact.value for fact in look.facts}


@in_loop
async def test_before_a_throw_it_is_told_how_many_play() -> None:
    async with at_table() as table:
        assert facts(table) == {"scores as it stands": "45", "with two dice": "36 of 36 play"}
        for key in ("space", "7", "space", "9"):
            await table.press(key)
        table.comes_to_rest()
        assert facts(table) == {"scores as it stands": "29", "with two dice": "36 of 36 play"}


@in_loop
async def test_after_a_throw_it_is_told_how_many_moves_are_left() -> None:
    async with at_table() as table:
        await table.press("space")
        assert facts(table)["moves to choose from"] == "5"
        await table.press("1")
        assert facts(table)["moves to choose from"] == "2"
        await table.press("9")
        assert "put the 9 back up" in table.said
        assert facts(table)["moves to choose from"] == "2"


@in_loop
async def test_where_one_die_may_be_thrown_both_are_compared() -> None:
    async with at_table("pub", settings={"down": "4-9"}) as table:
        assert facts(table) == {
            "scores as it stands": "6",
            "with one die": "6 of 6 play",
            "with two dice": "15 of 36 play",
        }


@in_loop
async def test_the_best_score_of_the_others_is_to_beat() -> None:
    async with at_table("classic", "highest-first,Ann") as table:
        while table.table.play.player != "Ann":
            table.passes(1)
        made = table.table.table_log.score.rounds.current["highest-first"]
        assert facts(table)["to beat"] == f"{made} (Robot Max)"


@in_loop
async def test_a_match_of_many_rounds_names_its_end() -> None:
    async with at_table("tournament") as table:
        assert facts(table)["the match ends at"] == "100"
    async with at_table("last-standing") as table:
        assert facts(table)["out at"] == "45"
    async with at_table("tournament", settings={"rounds": "3"}) as table:
        assert facts(table).keys() == {"scores as it stands", "with two dice"}


@in_loop
async def test_in_a_duel_the_tiles_to_go_count() -> None:
    async with at_table("long-game", "Ann,Bob") as table:
        assert facts(table)["tiles to go"] == "9"


@in_loop
async def test_who_throws_for_the_start_has_no_turn_yet() -> None:
    async with at_table("canadienne") as table:
        assert table.table.play.deciding_who_starts
        assert facts(table) == {}
        assert "This turn" not in table.shown
