"""The fault simulator: a short run of it, and that it would find what is wrong."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import pytest
from pytest_mock import MockerFixture

from boxctl.referee.ruling import Ruling
from boxctl.rules.variants import names
from boxctl.runtime import Runtime, open_tiles
from hardware.devices import DeviceEvent, DiceRolled
from tests.simulation import __main__ as command
from tests.simulation.checks import Agreement, Broken
from tests.simulation.evening import Evening, Troubles, evening
from tests.simulation.play import play
from tests.simulation.program import ListeningReferee, Program, start_afresh
from tests.simulation.reading import Told, as_told
from tests.simulation.roller import RollerDriver
from tests.simulation.world import World

EVENINGS = 4
"""So many evenings of each variant are played here; ``make soak`` plays thousands."""


@pytest.mark.parametrize("variant", range(len(names())), ids=names())
def test_every_ruling_is_what_truly_happened(variant: int) -> None:
    for again in range(EVENINGS):
        seed = variant + again * len(names())
        assert command.main(["--seed", str(seed)]) == 0


@pytest.mark.parametrize("seed", range(100, 110))
def test_where_sensors_lie_the_rules_are_kept_all_the_same(seed: int) -> None:
    played = play(befallen(seed, lies=0.1))
    assert played.matches >= 1


def test_a_seed_is_the_same_evening_every_time() -> None:
    assert told(evening(11)) == told(evening(11))
    assert told(evening(11)) != told(evening(11 + len(names())))


def test_a_wall_clock_that_is_set_changes_no_ruling() -> None:
    steps, rulings = (
        [line for line in told(befallen(5, clock_steps=often)) if ("wall clock" in line) == stepped]
        for often, stepped in ((0.5, True), (0.5, False))
    )
    assert steps
    assert rulings == told(befallen(5, clock_steps=0))


def told(what: Evening) -> list[str]:
    lines: list[str] = []
    play(what, tell=lines.append)
    return lines


def befallen(seed: int, **troubles: float) -> Evening:
    """The evening of this seed with these troubles only."""
    return replace(evening(seed), troubles=Troubles(**troubles))


# ------------------------------------------------------------------ what it finds in a bad program


def program(world: World, **changes: Any) -> Program:
    """A program that plays by other rules than the table."""
    known, rules = world.box.read(), replace(world.evening.rules, **changes)
    levers = open_tiles(known) & rules.on_the_box
    referee = ListeningReferee(rules, world.evening.players, levers, world.heard.append)
    runtime = Runtime(world.box, referee, known, world.now, world.show, world.notice)
    return Program(runtime, RollerDriver(world.hand_over, world.now))


def test_a_program_that_counts_wrong_is_found() -> None:
    with pytest.raises(Broken, match="was ruled"):
        play(evening(0), start=lambda world: program(world, scoring="missionary"))


def test_a_program_that_takes_a_knock_for_a_move_is_found() -> None:
    knocked = replace(evening(0), habits=replace(evening(0).habits, knocks=1.0), own_dice=False)
    with pytest.raises(Broken, match="was ruled"):
        play(knocked, start=lambda world: program(world, bump_ms=1))


def test_a_program_that_doubles_a_throw_is_found() -> None:
    def start(world: World) -> Program:
        def twice(event: DeviceEvent) -> None:
            world.hand_over(event)
            if isinstance(event, DiceRolled):
                world.hand_over(event)

        return replace(start_afresh(world), roller=RollerDriver(twice, world.now))

    with pytest.raises(Broken, match="was ruled"):
        play(replace(evening(0), own_dice=False), start=start)


def test_a_program_that_loses_a_throw_is_found() -> None:
    def start(world: World) -> Program:
        def some(event: DeviceEvent) -> None:
            if not isinstance(event, DiceRolled) or event.serial % 5:
                world.hand_over(event)

        return replace(start_afresh(world), roller=RollerDriver(some, world.now))

    with pytest.raises(Broken, match="lost on the way"):
        play(replace(evening(0), own_dice=False), start=start)


# --------------------------------------------------------------------------- rulings and the truth


def rulings(*texts: str) -> list[Ruling]:
    return [
        Ruling(at=at, line=0, verdict=text, rule="", player="Ann", open=0, text="")
        for at, text in enumerate(texts)
    ]


def truth(*texts: str) -> list[Told]:
    return [as_told(ruling) for ruling in rulings(*texts)]


def doubtful(ruling: Ruling) -> bool:
    return ruling.verdict.endswith("?")


def test_what_is_shown_has_to_be_true_one_by_one() -> None:
    agreement = Agreement()
    agreement.hold(rulings("a"), truth("a"))
    agreement.hold(rulings("a", "b"), truth("a", "b"))
    with pytest.raises(Broken, match="was ruled"):
        agreement.hold(rulings("a", "b", "x"), truth("a", "b", "c"))


def test_what_is_true_has_to_be_shown() -> None:
    with pytest.raises(Broken, match="was not ruled"):
        Agreement().hold(rulings("a"), truth("a", "b"))


def test_a_ruling_that_is_not_true_is_excused_only_where_it_is_marked() -> None:
    shown = rulings("a", "x?", "c")
    Agreement(doubtful).hold(shown, truth("a", "b", "c"))
    with pytest.raises(Broken, match="was ruled"):
        Agreement().hold(shown, truth("a", "b", "c"))


def test_after_a_doubtful_ruling_the_next_sure_one_has_to_be_true_again() -> None:
    with pytest.raises(Broken, match="was ruled"):
        Agreement(doubtful).hold(rulings("a", "x?", "y"), truth("a", "b", "c"))


# -------------------------------------------------------------------------------------- the command


def test_the_command_plays_one_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--seed", "3"]) == 0
    assert "rulings hold" in capsys.readouterr().out


def test_the_command_plays_as_many_matches_as_it_is_asked_to(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert command.main(["--matches", "5"]) == 0
    assert "0 seeds broke" in capsys.readouterr().out


def test_a_seed_that_breaks_is_said_with_the_command_that_plays_it_again(
    mocker: MockerFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    mocker.patch.object(command, "play", side_effect=Broken("the pool does not balance"))
    assert command.main(["--seed", "7"]) == 1
    said = capsys.readouterr().err
    assert "the pool does not balance" in said
    assert f"again: {sys.executable} -m tests.simulation --seed 7 -v" in said
