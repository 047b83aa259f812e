"""The menu of the plain game: game, players and stake by lines, and matches that were left."""

from __future__ import annotations

from pathlib import Path

from boxctl.journal.disk.private_files import usual_place
from boxctl.journal.faults import nothing_to_resume
from boxctl.screens.laptop.game_choice import GameChoice, first_match
from boxctl.screens.laptop.game_search import listed_games
from boxctl.screens.laptop.unfinished_matches import UnfinishedMatch
from boxctl.screens.plain.line_output import LineOutput
from boxctl.screens.plain.plain_menu import PlainChoice, PlainMenu
from groundwork.printing import as_text

LEFT = UnfinishedMatch(3, "2026-01-05T10:00:00.000Z", GameChoice("canoga", (), ("Ann", "Bob")))


class Asked:
    """What a menu asked and told, what came of it, and which matches it ended."""

    def __init__(self, *lines: str, before: GameChoice | None = None, left: int = 0) -> None:
        self.printed = ""
        self.ended: list[int] = []
        menu = PlainMenu(LineOutput(self._show), before, (LEFT,) * left, self._end, usual_place())
        self.choice: PlainChoice | None = menu.run(iter(lines))

    def _show(self, text: str) -> None:
        self.printed += text

    def _end(self, match: UnfinishedMatch) -> None:
        self.ended.append(match.number)

    @property
    def chosen(self) -> GameChoice:
        assert self.choice is not None
        return self.choice.chosen


def test_the_question_comes_first_and_the_games_are_listed_when_asked_for() -> None:
    asked = Asked()
    assert asked.printed == (
        "Which game, by its name, or list, first match or puzzles; Enter for Shut the Box: \n"
    )
    for typed in ("list", "?"):
        listed = Asked(typed).printed
        assert all(game.title in listed for game in listed_games())
        assert listed.count("Which game") == 2


def test_enter_alone_plays_the_classic_game() -> None:
    asked = Asked("", "", "", "")
    assert asked.choice == PlainChoice(GameChoice("classic", (), ("Player 1",)))


def test_a_first_match_is_chosen_like_a_game_and_asks_nothing_more() -> None:
    asked = Asked("first match")
    assert asked.choice == PlainChoice(first_match())
    assert asked.chosen.guided


def test_puzzles_are_asked_until_people_leave_them_and_then_the_question_again() -> None:
    asked = Asked("puzzles", "9 2", "quit", "", "", "", "")
    assert "Shut the Box, puzzle 1 of 50" in asked.printed
    assert "Right: 9+2." in asked.printed
    assert asked.choice == PlainChoice(GameChoice("classic", (), ("Player 1",)))


def test_a_game_without_puzzles_says_why() -> None:
    asked = Asked("puzzles", before=GameChoice("lucky-seven", (), ("Ann",)))
    assert "BX803" in asked.printed
    assert asked.printed.count("Which game") == 2


def test_game_players_and_stake_are_asked_one_after_the_other() -> None:
    asked = Asked("canoga", "Ann, best", "50p", "")
    assert asked.chosen == GameChoice("canoga", (("stake", "50p"),), ("Ann", "best"))
    assert "Canoga: Ann and Robot Bea. Each puts in 50p: the pool is £1.00." in asked.printed


def test_a_game_is_taken_by_its_number_by_any_name_or_by_a_part_of_one() -> None:
    number = str(1 + [game.variant for game in listed_games()].index("lucky-seven"))
    for typed in (number, "lucky seven", "Lucky number 7", "Lucky"):
        assert Asked(typed, "", "", "").chosen.variant == "lucky-seven"


def test_what_is_no_game_or_several_is_asked_again() -> None:
    asked = Asked("chess", "number 7", "99", "thai", "", "", "")
    assert "No game is called chess." in asked.printed
    assert "Several games have that: Lucky number 7, Unlucky number 7" in asked.printed
    assert "No game is called 99." in asked.printed
    assert asked.chosen.variant == "thai"


def test_players_that_the_game_is_not_for_are_asked_again() -> None:
    asked = Asked("long game", "Ann", "Ann,Bob", "", "")
    assert "BX" in asked.printed
    assert asked.chosen.players == ("Ann", "Bob")


def test_a_stake_that_is_none_is_asked_again() -> None:
    asked = Asked("", "Ann,Bob", "much", "none", "")
    assert asked.chosen.changes == ()
    assert "much" in asked.printed


def test_back_asks_the_question_before_once_more() -> None:
    asked = Asked("canoga", "back", "thai", "Ann", "", "back", "5", "")
    assert asked.chosen == GameChoice("thai", (("stake", "5"),), ("Ann",))


def test_what_was_played_last_is_what_enter_takes() -> None:
    before = GameChoice("thai", (("tiles", "10"), ("stake", "5")), ("Ann", "Bob"))
    assert Asked("", "", "", "", before=before).chosen == before


def test_quit_and_the_end_of_the_input_leave() -> None:
    assert Asked("quit").choice is None
    assert Asked("q").choice is None
    assert Asked("", "q", "", "").chosen.players == ("q",)
    assert Asked("", "q", "quit").choice is None
    assert Asked("canoga").choice is None


def test_a_match_that_was_left_is_gone_on_with_by_its_number() -> None:
    asked = Asked("1", left=1)
    assert "1 goes on with match 3: Canoga, Ann and Bob, begun 2026-01-05" in asked.printed
    assert asked.choice == PlainChoice(LEFT.chosen, 3)


def test_a_match_is_ended_for_good_when_it_is_asked_for_twice() -> None:
    assert Asked("end 1", "quit", left=1).ended == []
    assert Asked("end 1", "", "quit", left=1).ended == []
    asked = Asked("end 1", "end 1", "1", "", "", "", left=1)
    assert asked.ended == [3]
    assert asked.chosen.variant == "classic"


def test_a_match_that_cannot_be_ended_stays() -> None:
    def refuse(_match: UnfinishedMatch) -> None:
        raise nothing_to_resume(Path("journal.db"))

    printed: list[str] = []
    menu = PlainMenu(LineOutput(printed.append), None, (LEFT,), refuse, usual_place())
    assert menu.run(iter(("end 1", "end 1", "1"))) == PlainChoice(LEFT.chosen, 3)
    assert "BX" in "".join(printed)


def test_nothing_but_whole_lines_and_prompts_is_printed() -> None:
    """A screen reader reads each line once: no control characters, nothing drawn again."""
    asked = Asked("chess", "canoga", "Ann,best", "50p", "", left=1)
    assert all(as_text(line) == line for line in asked.printed.split("\n"))
    assert "\r" not in asked.printed


def test_a_handicap_is_given_before_enter_plays() -> None:
    asked = Asked("", "Ann,Bob", "", "bob +5", "")
    assert "Enter plays, Bob +5 gives Bob a handicap, back asks again: " in asked.printed
    assert "Shut the Box: Ann and Bob. Handicap: Bob 5." in asked.printed
    assert asked.chosen.handicaps == (("Bob", "5"),)
    taken_away = Asked("", "Ann,Bob +5", "", "Ann +2, Bob +0", "").chosen
    assert taken_away.rules.handicaps == (2, 0)


def test_a_handicap_for_nobody_or_too_much_is_asked_again_and_nothing_is_played() -> None:
    asked = Asked("", "Ann,Bob", "", "Cy +5", "Bob +1000", "Bob", "")
    assert 'nobody called "Cy" plays' in asked.printed
    assert "Bob=1000 is not possible" in asked.printed
    assert "A handicap is typed as Bob +5." in asked.printed
    assert asked.chosen.handicaps == ()


def test_who_plays_alone_or_a_duel_is_not_asked_for_a_handicap() -> None:
    assert "handicap" not in Asked("", "Ann", "", "").printed
    assert "handicap" not in Asked("long game", "Ann,Bob", "", "").printed


def test_a_handicap_of_last_time_is_what_enter_takes() -> None:
    before = GameChoice("classic", (), ("Ann", "Bob"), handicaps=(("Bob", "5"),))
    assert Asked("", "", "", "", before=before).chosen == before
