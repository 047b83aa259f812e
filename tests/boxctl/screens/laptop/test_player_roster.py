"""The players as people edit them in the menu."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from boxctl.referee.players import check_names
from boxctl.rules.faults import RuleFault
from boxctl.rules.variants import names, variant
from boxctl.screens.laptop.player_roster import (
    KINDS,
    LONGEST_NAME,
    MOST_PLAYERS,
    PlayerRoster,
    kind_of,
    kind_sentence,
    kind_title,
    player_limits,
    player_rows_picture,
)
from boxctl.screens.pictures.picture import LINES
from tests.support.screens.picture_text import text_of


def test_nobody_named_means_the_usual_players_of_the_game() -> None:
    players = PlayerRoster()
    assert players.players(variant("classic")) == ("Player 1",)
    assert players.players(variant("long-game")) == ("Player 1", "Player 2")
    assert players.shown(variant("relay")) == ["Player 1", "Player 2"]


def test_a_list_with_commas_is_a_row_each() -> None:
    players = PlayerRoster()
    players.type("Ann, Bob,best,")
    assert players.names == ["Ann", "Bob", "best", ""]
    assert players.seated == ["Ann", "Bob", "best"]
    players.rub_out()
    assert (players.names, players.at) == (["Ann", "Bob", "best"], 2)
    players.rub_out()
    assert players.names == ["Ann", "Bob", ""]


def test_each_kind_can_sit_in_a_row_and_takes_a_free_name() -> None:
    players = PlayerRoster(["Ann", "best"])
    seen = []
    for _kind in KINDS:
        players.change_kind(1)
        seen.append(players.names[0])
    assert seen == ["best 2", "human", "fewest-tiles", "highest-first", "random", ""]
    assert [kind_of(name) for name in seen] == [*KINDS[1:], "person"]
    assert all(kind_title(kind) and kind_sentence(kind) for kind in KINDS)


def test_who_types_a_name_where_one_plays_alone_means_a_person() -> None:
    players = PlayerRoster(["best"])
    players.type("Bea")
    assert players.names == ["Bea"]


def test_the_limits_are_those_of_the_rules() -> None:
    limits = {name: player_limits(variant(name)) for name in names()}
    assert limits["long-game"].in_words == limits["relay"].in_words == "two players"
    assert limits["classic"].in_words == "any number of players"


EDITS = st.lists(
    st.one_of(
        st.text(max_size=5).map(lambda text: ("type", text)),
        st.sampled_from(["rub_out", "add", "remove"]).map(lambda name: (name,)),
        st.tuples(st.sampled_from(["go", "move", "change_kind"]), st.integers(-2, 2)),
        st.lists(st.text(max_size=3), max_size=15).map(lambda people: ("seat", people)),
    ),
    max_size=20,
)


@given(EDITS, st.sampled_from(names()), st.integers(1, 100))
def test_whatever_is_edited_there_is_a_row_to_edit_and_a_picture(
    edits: list[tuple[object, ...]], name: str, columns: int
) -> None:
    players, rules = PlayerRoster(), variant(name)
    for edit, *given_with in edits:
        getattr(players, str(edit))(*given_with)
        assert 0 <= players.at < len(players.names) <= MOST_PLAYERS
    shown = players.shown(rules)
    picture = player_rows_picture(shown, players.names, players.at, columns, LINES, focused=True)
    assert len(text_of(picture).splitlines()) >= 1
    with suppress(RuleFault):
        check_names(players.players(rules))


def test_a_name_has_an_end() -> None:
    players = PlayerRoster()
    players.type("A" * 99)
    assert players.names == ["A" * LONGEST_NAME]


def rows(players: PlayerRoster, columns: int = 60, *, no_handicaps: bool = False) -> list[str]:
    drawn = player_rows_picture(
        players.names,
        players.names,
        players.at,
        columns,
        LINES,
        focused=True,
        no_handicaps=no_handicaps,
    )
    return text_of(drawn).splitlines()


def test_a_plus_goes_to_the_handicap_of_the_player() -> None:
    players = PlayerRoster()
    players.type("Ann,Bob+")
    assert players.seated == ["Ann", "Bob"]
    players.type("1234")
    assert players.seated == ["Ann", "Bob +123"]
    ann, bob = rows(players)
    assert bob.index("+123") == ann.index("+") > ann.index("Ann") + 10
    assert "Bob +" not in bob
    for _digit in "123":
        players.rub_out()
    assert players.seated == ["Ann", "Bob"]
    players.rub_out()
    assert players.names == ["Ann", "Bob"]


def test_a_handicap_goes_with_its_row_and_a_robot_can_have_one() -> None:
    players = PlayerRoster(["Ann", "best +5"])
    assert kind_of("best +5") == "best"
    players.at = 1
    players.move(-1)
    assert players.names == ["best +5", "Ann"]
    players.add("best")
    assert players.names[1] == "best 2"


def test_a_plus_within_a_name_is_part_of_it() -> None:
    players = PlayerRoster()
    players.type("A+B")
    assert players.names == ["A+B"]


def test_a_game_without_handicaps_has_no_place_for_one_and_a_narrow_screen_none_apart() -> None:
    assert "+" not in rows(PlayerRoster(["Ann"]), no_handicaps=True)[0]
    narrow = rows(PlayerRoster(["Ann +5"]), 32)[0]
    assert "Ann +5" in narrow
