"""The fault simulator: a short run of it, and that it would find what is wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any
from unittest import mock

import pytest
from pytest_mock import MockerFixture

from boxctl.journal.recorded_match import RecordedMatch
from boxctl.journal.recorder import JournalRecorder
from boxctl.referee.ruling import DoubtReason
from boxctl.rules.variants import names
from boxctl.table import resume
from boxctl.table.event_queue import DurableOutbox
from boxctl.table.resume import RestoredMatch
from firmware_bridge.link.host import HostLink
from firmware_bridge.protocol.messages import ThrowAck
from hardware.devices import DeviceEvent, DiceRolled
from tests.support.evenings import __main__ as command
from tests.support.evenings.checks.agreement import Agreement
from tests.support.evenings.checks.broken import Broken
from tests.support.evenings.checks.reading import Told, as_told
from tests.support.evenings.disk import Disk
from tests.support.evenings.evening import Evening, Troubles, evening
from tests.support.evenings.on_pins import LINES_OF_EXPANDER
from tests.support.evenings.play import Played, play
from tests.support.evenings.program import Program, start_program
from tests.support.evenings.world import World
from tests.support.every_variant import EVERY_VARIANT
from tests.support.soak import SOAK

EVENINGS = min(SOAK, 2)
"""Evenings of each variant that are played here; ``make soak`` plays thousands in its own way."""


SEEDS_ON_PINS = [
    seed for seed in range(2 * len(names())) if evening(seed).wired <= LINES_OF_EXPANDER
][: 4 * SOAK]


@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_every_ruling_is_what_truly_happened(variant: str) -> None:
    for again in range(EVENINGS):
        seed = names().index(variant) + (again + 1) * len(names())
        assert command.main(["--seed", str(seed)]) == 0


@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_a_box_that_is_knocked_over_and_swept_all_evening_is_ruled_by_acts(variant: str) -> None:
    for again in range(SOAK):
        knocked_about = befallen(names().index(variant) + again * len(names()))
        habits = replace(knocked_about.habits, errs=0.4, both_hands=0.5)
        assert play(replace(knocked_about, habits=habits)).matches >= 1


@pytest.mark.parametrize("seed", SEEDS_ON_PINS)
def test_an_evening_on_pins_of_gpiozero_is_ruled_as_it_truly_happened(seed: int) -> None:
    on_pins = play(befallen(seed, noise=0.01, pulls_cable=0.02, chatters=0.02), on_pins=True)
    assert on_pins.matches >= 1
    assert on_pins.rulings > 5


@pytest.mark.parametrize("seed", range(100, 103))
def test_where_sensors_stick_the_rules_are_kept_all_the_same(seed: int) -> None:
    assert play(befallen(seed, sticks=0.1)).matches >= 1


def test_where_sensors_lie_next_to_nothing_is_wrong_that_is_not_marked() -> None:
    evenings = [play(befallen(seed, lies=0.1)) for seed in range(100, 104)]
    assert any("unverified" in ruling for played in evenings for ruling in rulings(played))
    doubtful = sum(played.doubtful for played in evenings)
    assert sum(played.wrong for played in evenings) < doubtful / 100


def test_a_tile_stands_as_people_say_while_its_sensor_is_not_believed() -> None:
    played = play(befallen(152, lies=0.1))
    assert any(
        doubt["reason"] == DoubtReason.SENSOR_QUARANTINED
        for ruling in rulings(played)
        for doubt in ruling.get("unverified", ())
    )


def test_a_whole_box_of_24_that_lies_flat_is_ruled_as_the_second_reading_rules_it() -> None:
    assert play(befallen(188, lies=0.1)).matches >= 1


def test_a_seed_is_the_same_evening_every_time() -> None:
    assert told(evening(11)) == told(evening(11))
    assert told(evening(11)) != told(evening(11 + len(names())))


@pytest.mark.parametrize(
    "seeds", [(402, 419, 432), pytest.param(range(400, 440), marks=pytest.mark.full)]
)
def test_a_program_that_is_cut_off_again_and_again_loses_nothing(seeds: Iterable[int]) -> None:
    """Evening after evening, until there were cuts enough and every way to go on."""
    cuts, recorded = 0, set[str]()
    evenings = (play(befallen(seed, cuts=0.1)) for seed in seeds)
    while cuts < 30 or not recorded >= {"resumed", "declared", "left"}:
        played = next(evenings)
        cuts += played.cuts
        recorded.update(kinds(played))


@pytest.mark.parametrize("trouble", ["slow", "full", "failing", "stalled", "lying"])
def test_a_disk_in_trouble_loses_nothing_of_what_it_has(trouble: str) -> None:
    played = play(befallen(0, cuts=0.1, **{trouble: 0.05}))
    assert played.cuts >= 1


def test_a_match_in_which_nothing_fails_is_verified_throughout() -> None:
    for seed in range(300, 305):
        assert not any("unverified" in ruling for ruling in rulings(play(befallen(seed))))


def test_a_wall_clock_that_is_set_changes_nothing_but_the_time_of_day() -> None:
    often, never = (play(befallen(0, cuts=0.1, clock_steps=often)) for often in (0.5, 0))
    assert record(often) != record(never)
    assert record(often, without=("began", "now")) == record(never, without=("began", "now"))


def kinds(played: Played) -> list[str]:
    return [kept.kind for match in played.record for kept in match.entries]


def rulings(played: Played) -> list[dict[str, Any]]:
    return [kept.body for match in played.record for kept in match.of_kind("ruling")]


def record(played: Played, without: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """All that was recorded; ``after`` tells of entries before, and so of their times.

    The number of the ``journal`` is drawn at random.
    """
    return [
        {key: kept.body[key] for key in kept.body if key not in (*without, "after", "journal")}
        for match in played.record
        for kept in match.entries
    ]


def told(what: Evening) -> list[str]:
    lines: list[str] = []
    play(what, tell=lines.append)
    return lines


def befallen(seed: int, **troubles: float) -> Evening:
    """The evening of this seed with these troubles only."""
    return replace(evening(seed), troubles=Troubles(**troubles))


# ------------------------------------------------------------------ what it finds in a bad program


def plays(**changes: Any) -> Callable[[World], Program]:
    """A program that plays by other rules than the table."""
    return lambda world: start_program(world, replace(world.evening.rules, **changes))


def hands_over(hand_over: Callable[[World, DeviceEvent], None]) -> Callable[[World], Program]:
    """A program to which the roller's events come otherwise than the roller gave them."""
    return lambda world: start_program(world, hand_over=lambda event: hand_over(world, event))


def test_a_program_that_counts_wrong_is_found() -> None:
    with pytest.raises(Broken, match="was ruled"):
        play(evening(1), start=plays(scoring="missionary"))


def test_a_program_that_takes_a_knock_for_a_move_is_found() -> None:
    alone = replace(evening(0).rules, act_ms=0)
    habits = replace(evening(0).habits, knocks=1.0)
    knocked = replace(evening(0), rules=alone, habits=habits, own_dice=False)
    with pytest.raises(Broken, match="was ruled"):
        play(knocked, start=plays(bump_ms=1))


def test_a_program_that_plays_what_a_falling_box_touches_first_is_found() -> None:
    falls = replace(evening(0), habits=replace(evening(0).habits, errs=0.5), own_dice=False)
    with pytest.raises(Broken, match="was ruled"):
        play(falls, start=plays(act_ms=0))


def test_a_program_that_doubles_a_throw_is_found() -> None:
    def twice(world: World, event: DeviceEvent) -> None:
        world.hand_over(event)
        if isinstance(event, DiceRolled):
            world.hand_over(event)

    with pytest.raises(Broken, match="was ruled"):
        play(replace(evening(0), own_dice=False), start=hands_over(twice))


def test_a_program_that_loses_a_throw_is_found() -> None:
    def some(world: World, event: DeviceEvent) -> None:
        if isinstance(event, DiceRolled) and event.serial % 5 == 0:
            world.power.program.roller.kept(event.series, event.serial, world.now)
        else:
            world.hand_over(event)

    with pytest.raises(Broken, match="lost on the way"):
        play(replace(befallen(0), own_dice=False), start=hands_over(some))


def cut_off_often(seed: int) -> Evening:
    return replace(befallen(seed, cuts=0.1, slow=0.3), own_dice=False)


def found(seeds: range) -> str:
    """What breaks first in these evenings."""
    for seed in seeds:
        try:
            play(cut_off_often(seed))
        except Broken as broken:
            return str(broken)
    return "nothing"


def test_a_program_that_acknowledges_a_throw_too_early_is_found(mocker: MockerFixture) -> None:
    mocker.patch.object(HostLink, "_acknowledge", acknowledge_at_once)
    assert "throws were lost on the way" in found(range(20))


def acknowledge_at_once(link: HostLink, series: int, gap: int, now: int) -> None:
    link._answers.add(ThrowAck(series, link._throws.last, gap), now)


def test_a_program_that_shows_a_ruling_too_early_is_found(mocker: MockerFixture) -> None:
    mocker.patch.object(DurableOutbox, "flush", show_at_once)
    assert "is not recorded" in found(range(20))


def show_at_once(showing: DurableOutbox) -> None:
    with mock.patch.object(JournalRecorder, "durable", 1 << 30):
        SHOW(showing)


SHOW = DurableOutbox.flush


def test_a_disk_that_is_believed_and_lies_is_found(mocker: MockerFixture) -> None:
    def lies(disk: Disk) -> int:
        disk._doubtful = [max(disk.entries - 5, 1)]
        LOSE_POWER(disk)
        return 0

    mocker.patch.object(Disk, "lose_power", lies)
    assert "lost" in found(range(20))


LOSE_POWER = Disk.lose_power


def test_a_match_that_goes_on_where_it_did_not_stand_is_found(mocker: MockerFixture) -> None:
    def earlier(match: RecordedMatch) -> RestoredMatch:
        return RESTORE_MATCH(replace(match, entries=match.entries[:-3]))

    mocker.patch.object(resume, "restore_match", earlier)
    assert "was" in found(range(20))


RESTORE_MATCH = resume.restore_match


# --------------------------------------------------------------------------- rulings and the truth


def ruled(*texts: str) -> list[dict[str, Any]]:
    return [{"at": at, "verdict": text} for at, text in enumerate(texts)]


def truth(*texts: str) -> list[Told]:
    return [as_told(ruling) for ruling in ruled(*texts)]


def test_what_is_ruled_has_to_be_true_one_by_one() -> None:
    agreement = Agreement()
    agreement.hold(ruled("a"), truth("a"))
    agreement.hold(ruled("a", "b"), truth("a", "b"))
    with pytest.raises(Broken, match="was ruled"):
        agreement.hold(ruled("a", "b", "x"), truth("a", "b", "c"))


def test_what_is_true_has_to_be_ruled() -> None:
    with pytest.raises(Broken, match="was not ruled"):
        Agreement().hold(ruled("a"), truth("a", "b"))


# -------------------------------------------------------------------------------------- the command


def test_the_command_plays_one_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--seed", "3"]) == 0
    assert "all hold" in capsys.readouterr().out


def test_the_command_plays_as_many_matches_as_it_is_asked_to(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert command.main(["--matches", "2"]) == 0
    assert "0 seeds broke" in capsys.readouterr().out


def test_a_seed_that_breaks_is_said_with_the_command_that_plays_it_again(
    mocker: MockerFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    mocker.patch.object(command, "play", side_effect=Broken("the pool does not balance"))
    assert command.main(["--seed", "7"]) == 1
    said = capsys.readouterr().err
    assert "the pool does not balance" in said
    assert f"again: {sys.executable} -m tests.support.evenings --seed 7 -v" in said
