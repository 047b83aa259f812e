"""The plain game, typed at in virtual time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boxctl.rules.tiles import numbers
from boxctl.screens.dice_tray import HandTray
from boxctl.screens.laptop.laptop_table import KEPT, UNRECORDED
from boxctl.screens.plain.commands import COMMANDS, shortest
from tests.support.records.journals import DiskAtOnce
from tests.support.screens.game_pilot import TrayAtOnce
from tests.support.screens.plain_typist import PlainTypist, typing_at


@pytest.fixture
def ann() -> Iterator[PlainTypist]:
    """Ann types, at a classic game with Bob. Her first throw is 4 and 3."""
    with typing_at() as typist:
        yield typist


# A turn.


def test_the_game_begins_with_whose_turn_it_is_and_a_prompt(ann: PlainTypist) -> None:
    assert ann.printed == ("Ann, your turn: throw two dice. All open.\nAnn, throw two dice: ")


def test_enter_throws_and_a_wrong_tile_is_refused_in_words(ann: PlainTypist) -> None:
    assert ann.hears("") == "4 and 3, 7 in all. 5 ways, such as 7."
    assert ann.hears("8") == "8 is more than the 7 you threw. Put 8 back up."
    assert ann.hears("") == "All is as it should be: your throw of 4 and 3 is still to be played."
    assert ann.hears("7") == "7 is shut. Open: 1 to 6, 8 and 9."


def test_enter_does_not_throw_while_a_throw_is_to_be_played(ann: PlainTypist) -> None:
    ann.types("")
    assert ann.hears("") == "Type the tiles to shut; moves lists what the throw allows."


def test_a_throw_that_is_asked_for_at_the_wrong_time_does_not_count(ann: PlainTypist) -> None:
    ann.types("throw")
    said = ann.hears("throw")
    assert said == "That throw does not count: your throw of 4 and 3 is still to be played."


@pytest.mark.parametrize("typed", ["4 2 1", "4,2,1", "4+2+1", "shut 4 2 1", "flip 4 2 1"])
def test_several_tiles_in_one_line(ann: PlainTypist, typed: str) -> None:
    ann.types("")
    assert ann.hears(typed).endswith("4, 2 and 1 are shut. Open: 3 and 5 to 9.")


def test_the_tile_that_was_moved_last_is_taken_back(ann: PlainTypist) -> None:
    ann.types("", "4 2")
    assert ann.hears("undo").startswith("The 2 is taken back. 4 so far.")
    assert ann.hears("take back").startswith("The 4 is taken back. To go: 7, ")
    assert ann.hears("u").startswith("There is nothing to take back")


def test_a_number_again_puts_the_tile_back(ann: PlainTypist) -> None:
    ann.types("", "4")
    assert ann.hears("4").startswith("The 4 is taken back.")


def test_putting_everything_back_is_not_told_tile_by_tile(ann: PlainTypist) -> None:
    ann.types("", "9 8")
    said = ann.hears("")
    assert "still to be played" in said
    assert "Not all right yet" not in said


def test_a_move_that_settles_by_itself_does_not_keep_the_player_waiting() -> None:
    with typing_at("canoga", seed=13, settings={"settle_ms": "3600000"}) as typist:
        typist.types("")
        assert "will do: throw again, confirm, wait or add to it." in typist.hears("2")
        assert typist.prompt == "Ann, throw, confirm or tiles: "
        assert "4 and 2 are shut" in typist.hears("4")


def test_who_starts_is_asked_first() -> None:
    with typing_at(settings={"first_player": "highest"}) as typist:
        assert typist.prompt == "Ann, throw one die: "
        assert "Bob throws next." in typist.hears("")
        assert "starts with" in typist.hears("")


def test_as_many_dice_as_may_be_chosen() -> None:
    with typing_at("pub", settings={"tiles": "6", "dice": "3d6"}) as typist:
        assert typist.prompt == "Ann, throw 1 or 3: "
        assert typist.hears("t4") == "Only three dice can be thrown here."
        assert "it has to be one die or three dice" in typist.hears("throw 2")
        assert typist.hears("t1").startswith("3. Shut 3, or 2 and 1.")


def test_what_real_dice_show_is_typed() -> None:
    with typing_at(tray=HandTray(2, 6)) as typist:
        assert typist.prompt == "Ann, your dice, such as throw 3 4: "
        assert typist.hears("").startswith("Throw the dice, and type what they show")
        assert "two dice" in typist.hears("throw 3 4 5")
        assert typist.hears("t 3 4").startswith("3 and 4, 7 in all.")
        typist.types("7")
        assert typist.hears("t34").startswith("3 and 4, 7 in all.")


@pytest.mark.parametrize(
    ("variant", "dice", "example"),
    [("twenty-twelve", (1, 20), "throw 3"), ("the-300", (4, 6), "throw 3 4 5 6")],
)
def test_the_example_of_a_throw_can_be_thrown_in_that_game(
    variant: str, dice: tuple[int, int], example: str
) -> None:
    with typing_at(variant, tray=HandTray(*dice)) as typist:
        assert typist.prompt == f"Ann, your dice, such as {example}: "
        assert "That is no throw" not in typist.hears(example)


# Questions.


def test_what_is_open_and_what_must_be_done(ann: PlainTypist) -> None:
    assert ann.hears("what is open?").startswith("All open. Ann throws two dice.")
    ann.types("", "7")
    assert ann.hears("s") == (
        "Open: 1 to 6, 8 and 9. Ann throws two dice. Ann: no score yet. Bob: no score yet."
    )
    ann.types("")
    assert "It is Ann's turn." in ann.hears("status")


def test_the_moves_are_listed(ann: PlainTypist) -> None:
    assert ann.hears("moves") == "There is no throw to be played."
    ann.types("")
    assert ann.hears("m") == "5 ways: 7, or 6 and 1, or 5 and 2, or 4 and 3, or 4, 2 and 1."
    ann.types("4")
    assert ann.hears("m") == "To go: 3, or 2 and 1."


def test_the_scores_and_the_pool_are_told() -> None:
    with typing_at("tournament", settings={"stake": "50"}) as typist:
        assert typist.hears("scores") == "Ann: no score yet. Bob: no score yet. In the pool: 100."
        while typist.play.player == "Ann":
            answer = typist.play.answer
            typist.types(" ".join(map(str, numbers(answer.moves[0].tiles))) if answer else "")
        said = typist.hears("scores")
        assert said.startswith("Ann: ")
        assert "in this round. Bob: no score yet." in said


def test_the_last_ruling_is_explained(ann: PlainTypist) -> None:
    ann.types("", "9")
    said = ann.hears("why")
    assert "9 is more than the 7 you threw" in said


def test_what_was_told_last_is_told_again(ann: PlainTypist) -> None:
    said = ann.hears("")
    assert ann.hears("repeat") == said
    assert ann.hears("again") == said


def test_help_lists_each_command_and_the_bench_only_where_it_is_on(ann: PlainTypist) -> None:
    said = ann.types("?")
    assert "throw, or t: throw the dice" in said
    assert "bump" not in said
    ann.types("bench")
    assert "bump, or bu: a die bumps this tile." in ann.types("help")


def test_what_is_no_command_gets_one_sentence(ann: PlainTypist) -> None:
    assert (
        ann.hears("statsu") == '"statsu" is no command. Did you mean status? Help lists them all.'
    )
    for nonsense in ("frog", "²", ",", "t²", "9" * 5000, "0", "throw me"):
        said = ann.hears(nonsense)
        assert "is no command" in said or "throw takes how many dice" in said, nonsense
    assert ann.hears("10") == "The box has tiles 1 to 9."
    assert ann.hears("c") == "Nothing waits to be confirmed."
    assert ann.hears("n") == "The match is not over yet: quit leaves it."


# Lines, as a screen reader reads them.


def test_nothing_is_printed_but_words_and_line_ends(ann: PlainTypist) -> None:
    ann.types("", "?", "m", "s", "why", "4", "u", "7", "bench", "stick 8", "q")
    assert not set(ann.printed) & set("\x1b\b\r\t│─…→←│<>[]{}|")
    assert "\n\n" not in ann.printed.replace(": \n\n", "")


def test_long_sentences_are_broken_between_words() -> None:
    with typing_at("the-300", seed=1) as typist:
        lines = typist.types("", "m").splitlines()
    assert max(map(len, lines)) <= 80


def test_what_happens_while_somebody_types_is_told_when_the_line_is_ended() -> None:
    with typing_at("canoga", seed=13, settings={"settle_ms": "5000"}) as typist:
        typist.types("", "2")
        assert typist.passes(10) == ""
        assert "2 is shut." in typist.hears("")
        assert typist.play.answer is None


def test_enter_does_only_what_the_prompt_said() -> None:
    with typing_at("canoga", seed=13, settings={"settle_ms": "5000"}) as typist:
        typist.types("", "2")
        assert typist.prompt == "Ann, throw, confirm or tiles: "
        typist.passes(10)
        typist.types("")
        assert typist.prompt == "Ann, throw two dice: "
        assert typist.play.throw_awaited


def test_what_is_urgent_is_told_at_once(tmp_path: Path) -> None:
    disks: list[DiskAtOnce] = []
    with typing_at(journal_file=tmp_path / "j.db", hand_over=disks.append) as typist:
        disks[0].fills_up()
        typist.types("")
        assert "BX605: play pauses, as nothing can be recorded" in " ".join(typist.printed.split())


# Trouble.


def test_a_roller_that_does_not_answer_is_said() -> None:
    tray = TrayAtOnce()
    tray.works = False
    with typing_at(tray=tray) as typist:
        assert "The roller has not answered" in typist.hears("")


def test_a_full_disk_pauses_play_and_lets_people_leave(tmp_path: Path) -> None:
    disks: list[DiskAtOnce] = []
    with typing_at(journal_file=tmp_path / "j.db", hand_over=disks.append) as typist:
        disks[0].fills_up()
        typist.types("")
        typist.passes(2)
        assert typist.prompt == "Paused: "
        typist.types("7")
        disks[0].is_mended()
        typist.passes(2)
        typist.types("s")
        assert "play goes on" in " ".join(typist.printed.split())
        disks[0].fills_up()
        typist.types("7", "q")
        assert typist.game.left
        assert typist.game.leave() == UNRECORDED


def test_a_throw_while_play_is_paused_is_not_missed(tmp_path: Path) -> None:
    """The roller has answered; the throw is ruled on once it can be recorded."""
    disks: list[DiskAtOnce] = []
    with typing_at(journal_file=tmp_path / "j.db", hand_over=disks.append) as typist:
        disks[0].fills_up()
        typist.types("")
        typist.passes(5)
        assert typist.prompt == "Paused: "
        assert "The roller has not answered" not in typist.printed
        disks[0].is_mended()
        assert "4 and 3, 7 in all" in typist.passes(5)


def test_the_lines_of_a_script_wait_for_a_disk_that_does_not_answer(tmp_path: Path) -> None:
    disks: list[DiskAtOnce] = []
    with typing_at(
        journal_file=tmp_path / "j.db", hand_over=disks.append, interrupts=False
    ) as typist:
        disks[0].fills_up()
        for line in ("", "moves", "q"):
            typist.types_ahead(line)
        told = " ".join(typist.passes(60).split())
        assert "BX605: play pauses, as nothing can be recorded" in told
        assert "Paused" not in told
        assert not typist.game.left
        disks[0].is_mended()
        told = " ".join(typist.passes(60).split())
        assert "play goes on" in told
        assert "such as" in told
        assert typist.game.left


def interrupted(typist: PlainTypist, shut: str = "9") -> None:
    """The plug is pulled after a throw, and a tile is shut before it is put back."""
    typist.types("bench", "", "pull")
    assert typist.prompt == "No power, plug: "
    typist.types(shut)


def test_without_power_nothing_can_be_thrown(ann: PlainTypist) -> None:
    interrupted(ann)
    for typed in ("", "throw", "confirm", "report", "cock"):
        assert "plug puts the plug back" in ann.hears(typed), typed


def test_after_an_interruption_enter_puts_the_levers_back(tmp_path: Path) -> None:
    with typing_at(journal_file=tmp_path / "j.db") as typist:
        interrupted(typist)
        said = typist.hears("plug")
        assert (
            "The match was interrupted in Ann's turn. Put 9 back up. Enter does it; type new"
            in said
        )
        assert typist.prompt == "Ann, Enter or new: "
        assert "The match goes on. All open. 4 and 3, 7 in all." in typist.hears("")
        assert typist.prompt == "Ann, tiles: "


def test_after_an_interruption_the_levers_can_be_confirmed_as_they_stand(tmp_path: Path) -> None:
    with typing_at(journal_file=tmp_path / "j.db") as typist:
        interrupted(typist, "7")
        typist.types("plug")
        assert typist.prompt == "Ann, Enter, confirm or new: "
        said = typist.hears("c")
        assert "as they stand, by your word" in said
        assert "Unverified: " in said


def test_after_an_interruption_a_new_match_can_be_begun(tmp_path: Path) -> None:
    with typing_at(journal_file=tmp_path / "j.db") as typist:
        interrupted(typist)
        typist.types("plug", "new", "")
        assert typist.play.throw_awaited
        assert typist.play.answer is None


def test_a_match_that_was_closed_goes_on(tmp_path: Path) -> None:
    with typing_at(journal_file=tmp_path / "j.db") as typist:
        typist.types("", "7")
    with typing_at(journal_file=tmp_path / "j.db") as typist:
        assert "The match goes on where it stood" in typist.printed
        assert typist.hears("s").startswith("Open: 1 to 6, 8 and 9.")


def test_a_match_that_was_left_can_be_resumed_and_one_that_was_given_up_cannot(
    tmp_path: Path,
) -> None:
    for leaves, left in (("quit", KEPT), ("give up", None)):
        goes_on = left is not None
        with typing_at(journal_file=tmp_path / "j.db", seed=4) as typist:
            typist.types("", leaves)
            assert typist.game.leave() == left
        with typing_at(journal_file=tmp_path / "j.db", seed=4) as typist:
            assert ("The match goes on" in typist.printed) == goes_on


@pytest.mark.parametrize("typed", ["q", "quit", "exit", None])
def test_leaving(ann: PlainTypist, typed: str | None) -> None:
    ann.types(typed)
    assert ann.game.left


def test_a_whole_match_and_another() -> None:
    with typing_at("two-to-go", seed=8, settings={"stake": "50"}) as typist:
        for match in range(2):
            typist.plays()
            assert "gets 50." in typist.printed or "Nobody wins" in typist.printed, match
            assert typist.prompt == "Match over, new or quit: "
            assert "new plays another" in typist.hears("")
            typist.types("new", "")
            assert not typist.play.over


def test_the_page_for_players_lists_the_commands_as_they_are() -> None:
    """docs/play.md has a row for each command, in this order."""
    page = Path("docs/play.md").read_text(encoding="utf-8")
    rows = [f"| {c.name}, {shortest(c)} | {c.help} |" for c in COMMANDS]
    assert "\n".join(rows) in page


def test_a_double_that_may_be_thrown_again_is_asked_about() -> None:
    """R5.7: dice of one side show nothing but doubles."""
    settings = {"doubles": "may_rethrow", "dice": "2d1"}
    with typing_at(settings=settings) as typist:
        assert typist.hears("").endswith("Shut 2. Or throw the double again.")
        assert typist.prompt == "Ann, tiles, or throw again: "
        assert typist.hears("moves") == "One way: 2. Or throw the double again."
        assert "the double may be thrown again" in typist.hears("")
        assert "more than it, is none. Or throw the double again. Rule R3.1" in typist.hears("why")
        assert typist.hears("throw").startswith("1 and 1 are thrown again instead of being played.")
        typist.types("9")
        assert typist.prompt == "Ann, Enter puts back: "
        assert typist.hears("").endswith("Or throw the double again.")
        typist.types("2")
        assert typist.prompt == "Ann, throw two dice: "
