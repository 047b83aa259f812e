"""What people tell, and how it is judged: each thing by itself, in their own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import pytest

from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.sentences.ruling import sentence
from boxctl.referee.payloads import Verdict
from boxctl.referee.ruling import Ruling
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import Move, moves
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import tile_set, write_tiles
from boxctl.rules.variants import names, variant
from boxctl.screens.plain.commands import BETWEEN_WORDS, Takes
from boxctl.screens.plain.told_match import ToldMatch
from boxctl.screens.plain.told_sentences import TOLD, read_told, told_parts
from groundwork.language import language, use


def judged(match: ToldMatch, *told: str) -> list[str]:
    """The verdicts on what is told, those on the last line last; no word on a turn that begins."""
    found = [ruling.verdict for line in told for ruling in match.tell(line).rulings]
    return [verdict.value for verdict in found if verdict is not Verdict.READY]


@pytest.fixture
def ann_and_bob() -> ToldMatch:
    """A match of the classic game between two."""
    return ToldMatch(RuleSet(), ["Ann", "Bob"])


def test_a_tile_too_many_is_refused(ann_and_bob: ToldMatch) -> None:
    assert judged(ann_and_bob, "throw 2 3", "shut 7") == ["throw", "refused"]


def test_what_is_told_in_turn_is_no_fall_of_the_box(ann_and_bob: ToldMatch) -> None:
    """Three levers of one act would be a knock (R4.11), and so would those of three lines."""
    assert judged(ann_and_bob, "throw 3 4", "shut 4 2 9") == ["throw", "refused"]
    assert judged(ann_and_bob, "put 9 back", "shut 1")[-1] == "committed"


def test_a_tile_put_straight_back_has_moved(ann_and_bob: ToldMatch) -> None:
    """Nobody tells of a bump (R4.7): who says that a tile was put back has seen it moved."""
    assert judged(ann_and_bob, "throw 3 4", "shut 4", "open 4")[-1] == "taken_back"


def test_settings_of_time_change_nothing_of_that() -> None:
    match = ToldMatch(variant("classic"))
    told = ("rules classic act_ms=1000 bump_ms=5000", "throw 3 4", "shut 4", "open 4")
    assert judged(match, *told) == ["throw", "pending", "taken_back"]


def test_the_box_is_made_ready_between_turns(ann_and_bob: ToldMatch) -> None:
    told = ("throw 6 6", "shut 9 3", "throw 6 6", "shut 8 4", "throw 6 6", "7 5 down", "throw 6 6")
    assert "turn_over" in judged(ann_and_bob, *told)
    answer = ann_and_bob.tell("Bob throws 3 4")
    assert Verdict.THROW in {ruling.verdict for ruling in answer.rulings}
    assert not answer.note


@pytest.mark.parametrize(
    ("line", "does", "numbers"),
    [
        ("throw 3 4", "THROW", (3, 4)),
        ("Ann throws a 3 and a 4", "THROW", (3, 4)),
        ("ann: rolled 3+4!", "THROW", (3, 4)),
        ("Bob threw 4 ?", "THROW", (4, None)),
        ("she shuts the 7", "SHUT", (7,)),
        ("7 down", "SHUT", (7,)),
        ("flips tiles 4, 3", "SHUT", (4, 3)),
        ("Ann puts the 7 back", "OPEN", (7,)),
        ("puts 7 back up", "OPEN", (7,)),
        ("takes back 7", "OPEN", (7,)),
        ("OK", "CONFIRM", ()),
        ("ends the turn", "CONFIRM", ()),
        ("new match", "NEW", ()),
    ],
)
def test_forgiving_words(line: str, does: str, numbers: tuple[int | None, ...]) -> None:
    told = read_told(line, ["Ann", "Bob"])
    assert (told.command.does.name, told.numbers) == (does, numbers)


@pytest.mark.parametrize("code", ["en", "fr", "de"])
@pytest.mark.parametrize("command", TOLD, ids=lambda command: command.does.name)
def test_every_word_means_one_thing_in_each_language(
    code: str, command: object, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(lambda: use(language("en")))
    use(language(code))
    told = next(each for each in TOLD if each is command)
    for word in told.words_in_use:
        number = " 2" if told.takes in (Takes.DICE, Takes.TILES) else " x"
        line = word + ("" if told.takes is Takes.NOTHING else number)
        if told.takes is Takes.SECONDS:
            line = f"{word} 2"
        assert read_told(line, ["Ann"]).command is told, line
        assert BETWEEN_WORDS not in word


def test_seconds_may_have_decimals() -> None:
    assert read_told("wait 0,5 s", []).seconds == 0.5
    assert read_told("3 seconds later", []).seconds == 3
    assert read_told("time passes", []).seconds is None


def test_a_line_may_tell_several_things() -> None:
    assert told_parts("throw 2 3, shut 7; put 7 back") == ["throw 2 3", "shut 7", "put 7 back"]
    assert told_parts("throw 2, 3") == ["throw 2, 3"]
    assert told_parts("players Ann, Bob") == ["players Ann, Bob"]
    assert told_parts("  ") == []


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("thrw 3 4", '"thrw" is not understood: did you mean throw?'),
        ("qqqq", '"qqqq" is not understood: known are throw, shut, open, confirm, wait, new'),
        ("7", '"7" does not say what happened: write throw 3 4, shut 7.'),
        ("throw", "throw needs what the dice show, such as throw 3 4."),
        ("shut", "shut takes tiles, such as shut 6 1."),
        ("shut ?", "shut takes tiles, such as shut 6 1."),
        ("confirm 7", "confirm takes no number."),
        ("shut 10", "there is no tile 10: the box has tiles 1 to 9."),
        ("Peter throws 3 4", "Peter is none of the players, who are Ann and Bob: name all"),
        ("players", "players needs to be told what."),
        ("rules nonsense", 'there is no variant "nonsense"'),
        ("rules pub tiles=0", "tiles = "),
    ],
)
def test_a_wrong_line_names_its_piece_and_changes_nothing(
    ann_and_bob: ToldMatch, line: str, says: str
) -> None:
    with pytest.raises(RuleFault) as fault:
        ann_and_bob.tell(line)
    assert fault.value.text.startswith(says)
    assert judged(ann_and_bob, "throw 2 3", "shut 5") == ["throw", "committed"]


def test_players_and_rules_are_told_before_the_first_throw(ann_and_bob: ToldMatch) -> None:
    ann_and_bob.tell("throw 2 3")
    with pytest.raises(RuleFault, match="before the first throw"):
        ann_and_bob.tell("players Cy")


def test_what_is_done_in_another_turn_is_said(ann_and_bob: ToldMatch) -> None:
    answer = ann_and_bob.tell("Bob throws 2 3")
    assert answer.note.startswith("It was Ann's turn")
    assert answer.rulings[-1].verdict is Verdict.THROW


def test_a_move_that_waits_can_be_confirmed_or_left_to_time() -> None:
    match = ToldMatch(variant("classic"), ["Ann"])
    told = ("rules classic take_back=until_next_throw settle_ms=3000", "throw 2 3", "shut 5")
    assert judged(match, *told)[-1] == "provisional"
    assert judged(match, "end turn") == ["committed"]
    assert match.tell("end turn").note == "Nothing waits to be confirmed."


@pytest.mark.parametrize("name", names())
def test_every_variant_can_be_told(name: str) -> None:
    match = ToldMatch(RuleSet())
    match.tell(f"rules {name}")
    dice = " ".join(["1"] * match.rules.dice.count)
    rulings = match.tell(f"throw {dice}").rulings
    assert all(sentence(ruling, WRITTEN) for ruling in rulings)
    assert Verdict.VOID not in {ruling.verdict for ruling in rulings} or (
        match.rules.first_player == "highest"
    )


GOES_ON = [name for name in names() if not variant(name).turn_is_one_throw]


@pytest.mark.parametrize("name", GOES_ON)
def test_a_turn_that_is_told_from_its_middle_goes_on_as_if_told_from_its_beginning(
    name: str,
) -> None:
    rules = replace(variant(name), first_player="seat")
    throw, move = a_throw_with_a_move(rules)
    dice = " ".join(map(str, throw))
    whole = ToldMatch(rules)
    whole.tell(f"throw {dice}")
    whole.tell(f"shut {write_tiles(move.tiles)}")
    whole.tell("end turn")
    middle = ToldMatch(rules, shut=move.tiles)
    for line in (f"throw {dice}", "shut 9"):
        expected, told = whole.tell(line).rulings, middle.tell(line).rulings
        assert without_times(told[-1:]) == without_times(expected[-1:])


def a_throw_with_a_move(rules: RuleSet) -> tuple[tuple[int, ...], Move]:
    """The lowest throw but doubles that can be played first, and one of its moves."""
    for throw in permutations(range(1, rules.dice.sides + 1), rules.dice.count):
        if allowed := moves(rules, rules.in_play, throw, opening=rules.opening_tile is not None):
            return throw, allowed[-1]
    raise AssertionError("no throw can be played")


def without_times(rulings: Sequence[Ruling]) -> list[tuple[object, ...]]:
    return [(each.rule, each.player, each.open, each.payload) for each in rulings]


def test_a_tile_that_the_turn_had_shut_before_is_not_taken_back() -> None:
    match = ToldMatch(RuleSet(), shut=tile_set((7, 8)))
    assert judged(match, "throw 2 3", "open 7") == ["throw", "disturbed"]
    assert match.tell("shut 8").note == "Nothing is ruled, as that changes nothing."


def test_the_first_move_of_a_turn_told_from_its_middle_is_over() -> None:
    match = ToldMatch(variant("two-to-go"), shut=tile_set((2,)))
    assert judged(match, "throw 3 4", "shut 7") == ["throw", "committed"]


def test_nobody_throws_for_the_start_of_a_turn_that_has_begun() -> None:
    match = ToldMatch(RuleSet(first_player="highest"), ["Ann", "Bob"], shut=tile_set((7, 8)))
    assert judged(match, "throw 2 3") == ["throw"]


def test_the_turn_after_one_told_from_its_middle_has_the_whole_box() -> None:
    match = ToldMatch(RuleSet(), ["Ann", "Bob"], shut=tile_set(range(2, 10)))
    assert judged(match, "throw 6 6")[-1] == "turn_over"
    assert match.tell("Bob throws 3 4").rulings[-1].open == RuleSet().in_play


@pytest.mark.parametrize(
    ("shut", "says"),
    [
        ((10,), "there is no tile 10: the box has tiles 1 to 9."),
        (range(1, 10), "with 1-9 shut nothing is left to be shut: name the tiles that"),
    ],
)
def test_what_cannot_have_been_shut_before(shut: Sequence[int], says: str) -> None:
    with pytest.raises(RuleFault) as fault:
        ToldMatch(RuleSet(), shut=tile_set(shut)).tell("throw 2 3")
    assert fault.value.text.startswith(says)
    assert fault.value.code == "BX207"
