"""What is said, and whether someone who hears no more than that knows how the game stands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from boxctl.presentation.sound.spoken import TableSpeech
from boxctl.presentation.sound.spoken_phrases import SPOKEN, digit_by_digit, in_words, open_tiles
from boxctl.referee.game_so_far import game_state
from boxctl.referee.lines import read_event
from boxctl.referee.payloads import ThrowAgain
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Doubt, DoubtReason, Ruling
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import NO_TILES, TileSet, numbers, tile_set
from boxctl.rules.variants import names, variant
from groundwork.language import is_complete, known_languages, language, use
from groundwork.times import START
from tests.support.every_variant import EVERY_VARIANT, UNLIKE_EACH_OTHER, parameter
from tests.support.listener import Listener, tongue
from tests.support.rulings import of
from tests.support.soak import SOAK, chance
from tests.support.tables.box_script import (
    Line,
    actions,
    lines_of,
    many_actions,
    tables,
)
from tests.support.tables.referee_alone import RefereeAlone

LANGUAGES = tuple(filter(is_complete, known_languages()))

EVERY_VARIANT_IN_EVERY_LANGUAGE = [
    parameter(name, code, quick=code == "en" or name in UNLIKE_EACH_OTHER)
    for name in names()
    for code in LANGUAGES
]


def heard_of(table: RefereeAlone) -> list[str]:
    """What is said of that which was ruled last."""
    speech = TableSpeech(table.referee.play.rules)
    return [words for ruling in table.new for words in said_of(speech, ruling)]


def said_of(speech: TableSpeech, ruling: Ruling) -> list[str]:
    return [words for words in (speech.of_ruling(ruling), speech.request_after(ruling)) if words]


def asked_of(table: RefereeAlone) -> str:
    return TableSpeech(table.referee.play.rules).how_it_stands(game_state(table.referee.play))


def test_a_turn_by_ear() -> None:
    table = RefereeAlone("pub", "Ann,Bob")
    assert heard_of(table) == ["Ann, your turn: throw two dice. All open."]
    table.throws(4, 3)
    assert heard_of(table) == [
        "Four and three, seven in all. Five ways, such as seven. Confirm tells more."
    ]
    assert asked_of(table) == (
        "All open. Four and three, seven in all. Shut seven, or six and one, or five and two, or "
        "four and three, or four, two and one."
    )
    table.shuts(9)
    assert heard_of(table) == ["Nine is more than the seven you threw. Put nine back up."]
    table.opens(9)
    assert heard_of(table) == [
        "All is as it should be: your throw of four and three is still to be played."
    ]
    table.shuts(6)
    assert heard_of(table) == ["Six so far. To go: one."]
    table.opens(6)
    assert heard_of(table)[0].startswith("The six is taken back. To go: seven, or six and one")
    table.shuts(7)
    assert heard_of(table) == ["Seven is shut. Open: one to six, eight and nine."]


def test_the_end_of_a_match_by_ear() -> None:
    table = RefereeAlone("classic", "Ann,Bob", stake=50)
    table.throws(1, 1)
    table.shuts(2)
    table.throws(1, 1)
    assert heard_of(table) == [
        "One and one cannot be played. Ann scores forty-three.",
        "Stand up two.",
    ]
    table.opens(2)
    table.throws(1, 2)
    table.shuts(3)
    table.throws(1, 2)
    table.shuts(1, 2)
    table.throws(1, 1)
    assert heard_of(table) == [
        "One and one cannot be played. Bob scores thirty-nine.",
        "The round is over. Ann forty-three, Bob thirty-nine.",
        "Bob wins. Ann pays fifty. Bob gets fifty.",
    ]
    assert asked_of(table) == "The match is over. Press new for another."


def test_a_digital_score_is_a_row_of_digits() -> None:
    table = RefereeAlone("digital", "Ann,Bob")
    table.throws(6, 6)
    table.shuts(9, 3)
    table.throws(6, 6)
    table.shuts(8, 4)
    table.throws(6, 6)
    table.shuts(7, 5)
    table.throws(6, 6)
    assert "Ann scores one two six." in heard_of(table)[0]


def test_one_die_is_offered_as_soon_as_it_is_allowed() -> None:
    table = RefereeAlone("pub", "Ann")
    table.throws(6, 6)
    table.shuts(9, 3)
    table.throws(6, 2)
    table.shuts(8)
    table.throws(6, 1)
    table.shuts(7)
    assert heard_of(table)[0].endswith("Next, one die or two dice.")


def test_a_doubt_is_said_without_brackets() -> None:
    speech = TableSpeech(variant("classic"))
    ruling = Ruling(at=START, line=0, rule="R5.4", player="Ann", open=1, payload=ThrowAgain((3, 3)),
                    unverified=(Doubt(DoubtReason.CHATTERED, 7, 1_500_000),))  # fmt: skip
    assert speech.of_ruling(ruling) == (
        "Double three cannot be played: throw again. "
        "Unverified: the sensor of tile seven chattered for one point five s."
    )


def test_without_a_button_nobody_is_told_to_press_it() -> None:
    table = RefereeAlone("classic", "Ann")
    table.throws(4, 3)
    said = TableSpeech(table.referee.play.rules, can_ask=False).of_ruling(table.new[0])
    assert said == "Four and three, seven in all. Five ways, such as seven."


# By ear alone.


def follow(rules: RuleSet, players: list[str], lines: list[Line], code: str = "en") -> None:
    """Have one listener hear every ruling, and hold what it knows against the book each time."""
    use(language(code))
    referee, speech = Referee(rules, players), TableSpeech(rules)
    listener = Listener(rules.tiles, code)
    for ruling in _rulings(referee, lines):
        voids = listener.voids
        said = said_of(speech, ruling)
        for words in said:
            assert_fit_for_the_ear(words)
            listener.hears(words)
        if not said:
            assert ruling.verdict == "round_over" and len(players) == 1
        words = " ".join(said)
        compare(listener, ruling, referee, words)
        assert listener.voids - voids == (ruling.verdict == "void"), words


def ask(rules: RuleSet, players: list[str], lines: list[Line], code: str = "en") -> None:
    """Have someone who has heard nothing ask how it stands after everything that happens."""
    use(language(code))
    referee = Referee(rules, players)
    referee.begin()
    for line in lines:
        referee.hear(read_event(json.dumps(line)))
        newcomer = Listener(rules.tiles, code)
        speech = TableSpeech(rules)
        words = speech.how_it_stands(game_state(referee.play))
        assert_fit_for_the_ear(words)
        newcomer.hears(words)
        compare_asked(newcomer, referee, words)


def _rulings(referee: Referee, lines: list[Line]) -> Iterator[Ruling]:
    yield from referee.begin()
    for line in lines:
        yield from referee.hearing(read_event(json.dumps(line)))


def assert_fit_for_the_ear(words: str) -> None:
    assert words
    assert not re.search(r"[][(){}<>0-9+_*/…]|None(?! open)|BX|R[0-9]", words), words
    assert words == words.strip() and "  " not in words
    assert words.endswith((".", "!")), words


def compare(listener: Listener, ruling: Ruling, referee: Referee, words: str) -> None:
    play = referee.play
    if not play.over:
        assert (tile_set(listener.up), tile_set(listener.down)) == (
            play.put_back.open, play.put_back.shut), words  # fmt: skip
    if ruling.verdict in ("ready", "throw") or (ruling.verdict == "committed" and listener.open):
        nothing_left = not play.left
        assert nothing_left or tile_set(listener.open or ()) == play.open, words
    if play.answer is not None:
        assert listener.throw == list(play.answer.throw), words
        kept = play.answer.moved & play.answer.standing.kept
        if ruling.verdict in ("pending", "taken_back"):
            assert tile_set(listener.so_far) == kept, words
    elif not play.over:
        assert listener.throw is None, words
    if ruling.verdict == "throw":
        assert of(ruling).moves is not None
        compare_ways(listener, [move.tiles for move in of(ruling).moves], NO_TILES)
    if ruling.verdict in ("throw", "again"):
        assert listener.markers == (of(ruling).markers or 0), words
    if ruling.verdict == "pending":
        assert of(ruling).moves is not None
        compare_ways(
            listener, [move.tiles for move in of(ruling).moves], of(ruling).tiles or NO_TILES
        )
    if ruling.verdict == "ready":
        assert listener.turn == play.player
        assert listener.counts == play.counts
    if ruling.verdict == "turn_over" and play.rules.match not in ("duel", "relay"):
        assert listener.scores[ruling.player] == of(ruling).score
    if ruling.verdict == "round_over" and words:
        added_up = ruling.rule in ("R7.2", "R7.3")
        assert listener.round_scores == (of(ruling).totals if added_up else of(ruling).scores)
        if of(ruling).out:
            assert tuple(listener.out) == of(ruling).out
    if ruling.verdict == "match_over":
        assert listener.over
        if len(play.players) > 1:
            assert tuple(listener.winners) == of(ruling).winners
            assert listener.money == {k: v for k, v in (of(ruling).payout or {}).items() if v}


def compare_ways(listener: Listener, moves: list[TileSet], moved: TileSet) -> None:
    said = [tile_set(way) for way in listener.ways]
    left = [move & ~moved for move in moves]
    assert set(said) <= set(left)
    assert len(said) + listener.more_ways == len(left)


def compare_asked(listener: Listener, referee: Referee, words: str) -> None:
    """What stands, as someone knows it who has heard nothing but the answer."""
    play = referee.play
    assert listener.over == play.over, words
    if play.over:
        return
    assert (tile_set(listener.up), tile_set(listener.down)) == (
        play.put_back.open, play.put_back.shut), words  # fmt: skip
    if play.making_ready or play.deciding_who_starts:
        return
    assert tile_set(listener.open or ()) == play.open, words
    assert listener.throw == (list(play.answer.throw) if play.answer else None), words
    if play.answer is None:
        assert listener.turn == play.player
    elif not play.answer.moved:
        compare_ways(listener, [move.tiles for move in play.answer.moves], NO_TILES)


def test_a_throw_that_asks_for_other_dice_tells_that_the_levers_are_right() -> None:
    """Nothing is ruled when they are put right before a first throw; the next words tell it."""
    rules = with_settings(variant("classic"), [("first_player", "highest"), ("doubles", "true")])
    lines: list[Line] = [
        {"at": 1, "shut": 3},
        {"at": 2, "open": 3},
        {"at": 3, "throw": [1, 1]},
        {"at": 4, "throw": [None]},
        {"at": 5, "throw": [2]},
    ]
    follow(rules, ["Ann"], lines)


@pytest.mark.parametrize(("name", "code"), EVERY_VARIANT_IN_EVERY_LANGUAGE)
def test_a_listener_knows_the_game_at_any_table(name: str, code: str) -> None:
    @settings(deadline=None, max_examples=4 * SOAK)
    @given(tables(name), actions)
    def whatever_happens(table: tuple[RuleSet, list[str]], happened: list[Any]) -> None:
        rules, players = table
        lines = lines_of(rules, players, happened)
        follow(rules, players, lines, code)
        ask(rules, players, lines, code)

    whatever_happens()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_a_listener_knows_the_game_through_a_long_evening(name: str, code: str) -> None:
    rules = variant(name)
    players = ["Ann", "Bob"] if rules.match in ("duel", "relay") else ["Ann", "Bob", "Cy"]
    # The other languages only have other words for the same rulings.
    length = 120 if code == "en" or SOAK > 1 else 50
    for evening in range(SOAK):
        random = chance(f"evening {evening} of {name}, by ear")
        lines = lines_of(rules, players, many_actions(random, length))
        follow(rules, players, lines, code)
        ask(rules, players, lines, code)


@pytest.mark.parametrize("code", LANGUAGES)
def test_numbers_are_heard_as_they_were_meant(code: str) -> None:
    use(language(code))
    heard = tongue(code).number
    for number in (*range(1200), 12_345, 91_012, 1_000_001):
        assert heard(in_words(number)) == number
    assert heard(digit_by_digit(91_012)) == 91_012
    assert in_words(10**13).startswith(digit_by_digit(100))


def test_a_number_below_zero_is_said_with_minus() -> None:
    assert in_words(-5) == "minus five"


@pytest.mark.parametrize("code", LANGUAGES)
def test_open_tiles_of_every_box_are_heard(code: str) -> None:
    random = Random(3)
    for _ in range(300):
        tiles = random.getrandbits(24)
        use(language(code))
        listener = Listener(24, code)
        listener.hears(open_tiles(tiles, 24, SPOKEN))
        assert listener.open == frozenset(numbers(tiles))


def test_a_double_is_offered_to_be_thrown_again_as_long_as_it_may_be() -> None:
    """R5.7: with the throw, on request, and once what was moved is back."""
    again = "Or throw the double again."
    table = RefereeAlone(doubles="may_rethrow")
    table.throws(3, 3)
    assert heard_of(table)[-1].endswith(again)
    assert asked_of(table).endswith(again)
    table.shuts(5)
    assert again not in heard_of(table)[-1] + asked_of(table)
    table.opens(5)
    assert heard_of(table)[-1].endswith(again)
    table.shuts(9)
    assert again not in heard_of(table)[-1] + asked_of(table)
    table.opens(9)
    assert heard_of(table)[-1].endswith(again)
    table.throws(3, 4)
    assert again not in heard_of(table)[-1] + asked_of(table)
