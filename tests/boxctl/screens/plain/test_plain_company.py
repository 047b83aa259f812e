"""The plain game in company: robots, the coach, the fault bench, the voice, and whole matches."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.playback import watched_as_asked
from boxctl.screens.plain.commands import COMMANDS, Does, TypedCommand, read_command
from boxctl.screens.plain.line_output import LineOutput
from boxctl.screens.plain.watch_lines import WatchLines
from groundwork.language import language, use
from tests.support.screens.ears import GameEars
from tests.support.screens.game_pilot import SECOND, short
from tests.support.screens.plain_typist import typing_at
from tests.support.soak import SOAK

UNLIKE_EACH_OTHER = ("classic", "canoga", "pub", "two-to-go", "lucky-seven", "high-rollers",
                     "last-standing", "long-game", "relay", "twenty-twelve")  # fmt: skip


# Robots.


@pytest.mark.parametrize("name", UNLIKE_EACH_OTHER)
def test_a_whole_match_against_a_robot_by_words_alone(name: str) -> None:
    with typing_at(name, "Ann,highest-first", seed=5, settings=short(name)) as typist:
        typist.plays()
        assert typist.prompt == "Match over, new or quit: "
        assert "Robot Max" in typist.printed


def test_a_robot_is_told_in_a_line_for_each_throw_and_each_move() -> None:
    with typing_at(players="highest-first,Ann") as typist:
        lines = typist.printed.splitlines()
    assert lines[0] == "Robot Max throws 4 and 3."
    assert lines[1] == "Robot Max shuts 7. Open: 1 to 6, 8 and 9."
    assert not any("your turn" in line for line in lines if "Robot Max" in line)


@pytest.mark.parametrize(("name", "stuck"), [("classic", 9), ("canoga", 1), ("relay", 5)])
def test_robots_report_a_sensor_that_does_not_show_what_they_do(name: str, stuck: int) -> None:
    with typing_at(name, "highest-first,fewest-tiles", demo=True, bench=True) as typist:
        table = typist.game.table
        assert table.bench is not None
        table.bench.pick("stick")
        table.bench.use_on(stuck, typist.ticker.now())
        typist.passes_until_it_waits()
        assert typist.game.left
        assert typist.play.over
        assert f"the sensor of tile {stuck} is in quarantine" in " ".join(typist.printed.split())


def test_who_types_while_a_robot_plays_gets_answers_but_cannot_play_for_it() -> None:
    with typing_at(players="Ann,highest-first") as typist:
        while typist.play.player == "Ann":
            answer = typist.play.answer
            tiles = answer.moves[0].tiles if answer else 0
            typist.types_ahead(" ".join(n for n in "123456789" if tiles >> int(n) - 1 & 1))
            typist.ticker.passes(SECOND // 5)
        assert not typist.game.waits
        for typed in ("throw", "7"):
            typist.types_ahead(typed)
            assert "Wait: Robot Max plays." in typist.passes(0.001)
        typist.types_ahead("status")
        assert "Open: " in typist.passes(0.001) or "open" in typist.printed
        typist.types_ahead("q")
        typist.passes(0.001)
        assert typist.game.left


def test_a_script_is_obeyed_line_by_line_whoever_plays() -> None:
    with typing_at(players="highest-first,Ann", interrupts=False) as typist:
        typist.types("", "status", None)
        assert typist.game.left
    assert "Wait: " not in typist.printed


def test_a_demo_plays_by_itself_and_ends() -> None:
    with typing_at(players="best,human", demo=True) as typist:
        typist.passes(600)
        assert typist.game.left
    assert "Match over" not in typist.printed
    assert " wins." in typist.printed or "share the win" in typist.printed


# The coach.


def test_the_coach_is_told_once_for_each_choice_and_without_columns() -> None:
    with typing_at(coach="on") as typist:
        said = typist.hears("")
        assert "7 50.6% best" in said
        assert "6 and 1 32.4%" in said
        assert "50.6%" not in typist.hears("status")
        assert "6 and 1 on 4 3 lost" in (typist.types("6 1") and typist.hears("analysis"))


# The bench.


def test_a_bumped_tile_has_not_moved_and_a_cocked_die_does_not_count() -> None:
    with typing_at(bench=True) as typist:
        assert typist.hears("bump 7") == "A die bumps tile 7."
        assert "a die could not be read" in typist.hears("cock")
        assert typist.play.throw_awaited


def test_a_sensor_that_sticks_is_reported_and_asked_about() -> None:
    with typing_at(bench=True) as typist:
        typist.types("")
        assert typist.hears("stick 7") == "The sensor of tile 7 sticks."
        typist.types("7", "report")
        for number in range(1, 7):
            said = " ".join(typist.printed.split())
            assert f"is tile {number} the one that the box sees wrongly?" in said
            typist.types("new")
        assert typist.prompt == "Confirm, new or back: "
        assert typist.hears("") == "Answer confirm or new, or back if it is none."
        asked = " ".join(typist.hears("status").split())
        assert "play pauses: is tile 7 the one that the box sees wrongly?" in asked
        said = typist.hears("confirm")
        assert "play pauses" not in typist.hears("status")
        assert "tile 7 is shut by your word" in said or "Tile 7 is shut by your word" in said
        assert typist.hears("stick 7").startswith("The sensor of tile 7 works.")


@pytest.mark.parametrize("back", ["back", "undo"])
def test_a_report_that_was_a_mistake_is_taken_back(back: str) -> None:
    with typing_at(bench=True) as typist:
        typist.types("")
        assert "Type confirm if it is, new for the next, back if there is none." in typist.hears(
            "report"
        )
        assert "no sensor is put in quarantine" in typist.hears(back).lower()
        assert typist.prompt == "Ann, tiles: "


@pytest.mark.parametrize(("code", "typed"), [("en", "report"), ("de", "m"), ("fr", "signaler")])
def test_who_is_no_wood_has_no_sensor_to_report(code: str, typed: str) -> None:
    use(language(code))
    with typing_at() as typist:
        typist.types("", typed)
        assert typist.game.table.hands.question is None


def test_how_a_tile_stands_is_asked_with_the_words_that_answer() -> None:
    with typing_at(bench=True) as typist:
        typist.types("")
        typist.types("stick 7", "7", "report", *["new"] * 6)
        assert "type report and say so" in typist.hears("confirm")
        said = typist.hears("report")
        assert "Type confirm if the tile is shut, new if it stands open." in said
        assert typist.prompt == "Confirm or new: "
        assert typist.hears("") == "Answer confirm or new."
        typist.types("back")
        assert typist.prompt == "Confirm or new: "


def test_a_box_that_is_knocked_over_is_told_of_once_and_put_back_by_enter() -> None:
    with typing_at(bench=True) as typist:
        typist.types("", "4")
        said = typist.hears("knock")
        assert said.startswith("The box is knocked over.")
        assert said.count("back up") == 1
        assert typist.game.table.table_log.rulings[-1]["rule"] == "R4.11"
        assert typist.prompt == "Ann, Enter puts back: "
        assert typist.hears("knock over") == "No tile stands that could fall."
        typist.types("")
        assert typist.prompt == "Ann, tiles: "
        assert "4 and 3 are shut" in typist.hears("3")


def test_a_roller_that_is_unplugged_and_plugged_in() -> None:
    with typing_at(bench=True) as typist:
        assert typist.hears("unplug the roller").startswith("The roller is unplugged.")
        assert "unplugged already" in typist.hears("unplug")
        assert typist.hears("plug in").startswith("The roller is plugged in.")
        assert typist.hears("plug") == "Nothing is unplugged."


def test_the_bench_has_to_be_switched_on() -> None:
    with typing_at() as typist:
        assert typist.hears("bump 7") == "bump belongs to the bench: type bench first."
        assert typist.hears("bench").startswith("The bench is on")
        assert typist.hears("bump") == "bump takes a tile, such as bump 7."
        assert typist.hears("bump 12") == "The box has tiles 1 to 9."
        assert typist.hears("bench") == "The bench is off."


# The voice.


def test_what_is_ruled_and_what_is_answered_is_said_aloud() -> None:
    ears = GameEars()
    with typing_at(open_voice=ears.open) as typist:
        assert ears.words == ["Ann, your turn: throw two dice. All open."]
        typist.types("scores")
        assert ears.words[-1] == "Ann: no score yet. Bob: no score yet."
        typist.types("")
        assert ears.words[-1].startswith("Four and three, seven in all.")


def test_of_a_robot_only_throws_and_moves_are_said() -> None:
    ears = GameEars()
    with typing_at(players="highest-first,Ann", open_voice=ears.open):
        assert ears.words[0] == "Robot Max throws four and three."
        assert ears.words[1] == "Robot Max shuts seven. Open: one to six, eight and nine."


def test_after_an_interruption_the_voice_names_what_can_be_typed(tmp_path: Path) -> None:
    ears = GameEars()
    with typing_at(open_voice=ears.open, journal_file=tmp_path / "j.db") as typist:
        for line in ("bench", "throw", "pull", "9", "plug"):
            typist.types(line)
        assert ears.words[-1].endswith("Enter does it; type new for a new match.")


def test_a_line_cuts_off_what_is_said() -> None:
    ears = GameEars()
    with typing_at(open_voice=ears.open) as typist:
        ears.said.clear()
        typist.types("7 8 9")
        words, _manner = ears.said[0]
        assert words == ""


# The record.


def test_how_the_players_have_fared_is_told_in_a_sentence_for_each_game(tmp_path: Path) -> None:
    with typing_at(journal_file=tmp_path / "j.db") as typist:
        assert typist.hears("history").startswith("No match of these players has been played")
        typist.plays()
        said = typist.hears("history")
    assert re.search(
        r"Ann, Shut the Box: one match, [01] won, .*best turn \d+, \d+\.\d on average", said
    )
    assert "Bob, Shut the Box: one match" in said


def watched(journal: Path, *typed: str) -> str:
    """What is printed of the last match while these lines are typed."""
    printed: list[str] = []
    match = watched_as_asked("last", journal, GameChoice("classic", (), ("Ann", "Bob")))
    WatchLines(match, LineOutput(printed.append, echoes=True)).run(iter(typed))
    return "".join(printed)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal with a match that was given up after its first move."""
    with typing_at(journal_file=tmp_path / "j.db") as typist:
        typist.types("", "7", "give up")
    return tmp_path / "j.db"


def test_a_match_is_watched_line_by_line(journal: Path) -> None:
    assert watched(journal, "", "why", "b", "", "", "q").splitlines() == [
        "match 1: Shut the Box: Ann and Bob.",
        "Ann, your turn: throw two dice. All open.",
        "Next: ",
        "Ann throws 4 and 3.",
        "Next: why",
        "Ann threw 4 and 3, 7 in all; standing: 1, 2, 3, 4, 5, 6, 7, 8 and 9.",
        *watched(journal, "", "why").splitlines()[6:9],
        "Next: b",
        "Ann, your turn: throw two dice. All open.",
        "Next: ",
        "Ann throws 4 and 3.",
        "Next: ",
        "The 7 is shut for 4 and 3. Open: 1 to 6, 8 and 9.",
        "The end, back or quit: q",
    ]


def test_at_the_end_of_the_input_all_that_is_left_is_told(journal: Path) -> None:
    assert watched(journal).endswith("The 7 is shut for 4 and 3. Open: 1 to 6, 8 and 9.\n")
    assert "do what they say" in watched(journal, "frog", "q")


# Anything that is typed.


def stays(line: str) -> bool:
    """Whether nobody leaves by this line."""
    typed = read_command(line)
    leaves = isinstance(typed, TypedCommand) and typed.command.does in (Does.QUIT, Does.GIVE_UP)
    return not leaves


LINES = st.one_of(
    st.sampled_from(["", *(word for command in COMMANDS for word in command.words_in_use)]),
    st.integers(0, 120).map(str),
    st.lists(st.integers(1, 9), max_size=4).map(lambda tiles: " ".join(map(str, tiles))),
    st.tuples(
        st.sampled_from(["bump", "stick", "chatter", "throw", "shut"]), st.integers(0, 13)
    ).map(lambda typed: f"{typed[0]} {typed[1]}"),
    st.text(max_size=30),
).filter(stays)


@given(st.lists(LINES, max_size=25), st.sampled_from(["classic", "canoga", "the-300", "long-game"]))
@settings(max_examples=20 * SOAK)
def test_nothing_that_is_typed_ends_the_game(lines: list[str], name: str) -> None:
    with typing_at(name, settings=short(name)) as typist:
        typist.types(*lines)
        assert typist.game.waits


# Other languages.


@pytest.mark.parametrize(
    ("code", "typed", "said"),
    [
        ("fr", ["", "état"], "4 et 3, 7 en tout."),
        ("fr", ["lancer", "basculer 7"], "7 est rabattu. Levés : 1 à 6, 8 et 9."),
        ("fr", ["coups"], "Il n’y a pas de lancer à jouer."),
        ("fr", ["what is open"], "Tout est levé."),
        ("fr", ["qu'est-ce qui est levé"], "Tout est levé."),
        ("fr", ["qu’est-ce qui est levé"], "Tout est levé."),
        ("de", ["werfen", "7"], "7 ist zu. Offen: 1 bis 6, 8 und 9."),
        ("de", ["punkte"], "Ann: noch keine Punkte."),
        ("de", ["frosch"], "„frosch“ ist kein Befehl."),
        ("de", ["throw"], "4 und 3, zusammen 7."),
    ],
)
def test_the_words_are_those_of_the_language_and_the_english_ones(
    code: str, typed: list[str], said: str
) -> None:
    use(language(code))
    with typing_at() as typist:
        typist.types(*typed)
        assert said in " ".join(typist.printed.split())


@pytest.mark.parametrize("code", ["en", "fr", "de"])
def test_no_two_commands_share_a_word(code: str) -> None:
    use(language(code))
    words = [word.lower() for command in COMMANDS for word in command.words_in_use]
    assert len(words) == len(set(words)), sorted(w for w in words if words.count(w) > 1)
