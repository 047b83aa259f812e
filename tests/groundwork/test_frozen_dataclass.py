"""A class is what Python's own ``dataclass(frozen=True, slots=True)`` makes of it."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from typing import Any, ClassVar

import pytest

from groundwork.frozen_dataclass import frozen_dataclass

Decorator = Callable[[type], Any]


@frozen_dataclass
class Lever:
    """A lever that can be pickled, as its class stands in a module."""

    tile: int
    open: bool = True


@pytest.fixture(
    params=[frozen_dataclass, dataclass(frozen=True, slots=True)], ids=["ours", "Python's"]
)
def decorator(request: pytest.FixtureRequest) -> Decorator:
    """Both, for the same tests."""
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def tile(decorator: Decorator) -> Any:
    """A class with all that a field can have."""

    class Tile:
        """A tile."""

        kind: ClassVar = "wood"
        number: int
        open: bool = True
        marks: list[str] = field(default_factory=list)
        seen: int = field(default=0, compare=False)
        secret: str = field(default="none", repr=False)

    return decorator(Tile)


def test_fields_are_given_by_place_or_by_name_and_may_have_a_default(tile: Any) -> None:
    made = tile(7, open=False)
    assert (made.number, made.open, made.marks, made.seen, made.kind) == (7, False, [], 0, "wood")
    assert [each.name for each in fields(made)] == ["number", "open", "marks", "seen", "secret"]
    assert tile(1).marks is not tile(1).marks


def test_its_parameters_are_known_before_there_is_an_instance(tile: Any) -> None:
    known = inspect.signature(tile).parameters
    assert list(known) == ["number", "open", "marks", "seen", "secret"]
    assert known["number"].default is inspect.Parameter.empty
    assert known["open"].default is True


def test_a_class_that_inherits_may_make_itself_as_its_base_does(decorator: Decorator) -> None:
    class Seat:
        """A seat."""

        number: int

    seat = decorator(Seat)

    class Named(seat):  # type: ignore[misc, valid-type]
        """A seat that is told its number by a name."""

        def __init__(self, name: str) -> None:
            seat.__init__(self, len(name))

    named = decorator(Named)
    assert named("Ann").number == 3
    assert seat(5).number == 5


def test_fields_have_the_types_that_were_written(tile: Any) -> None:
    written = {each.name: each.type for each in fields(tile)}
    assert written == {
        "number": "int",
        "open": "bool",
        "marks": "list[str]",
        "seen": "int",
        "secret": "str",
    }
    assert tile.__annotations__ == {"kind": "ClassVar", **written}


@pytest.mark.parametrize(("given", "named"), [((), {}), ((1,), {"size": 2}), ((1,), {"number": 2})])
def test_what_is_missing_or_unknown_or_twice_is_refused(
    tile: Any, given: tuple[int, ...], named: dict[str, int]
) -> None:
    with pytest.raises(TypeError, match=r"Tile\.__init__\(\)"):
        tile(*given, **named)


def test_nothing_can_be_changed_taken_away_or_added(tile: Any) -> None:
    made = tile(7)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'number'"):
        made.number = 8
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'number'"):
        del made.number
    with pytest.raises((FrozenInstanceError, TypeError)):
        made.colour = "oak"
    assert not hasattr(made, "__dict__")


def test_equal_are_those_of_one_class_with_equal_fields(tile: Any, decorator: Decorator) -> None:
    class Other:
        """The same fields."""

        number: int
        open: bool = True

    other = decorator(Other)
    assert tile(7) == tile(7)
    assert tile(7) == tile(7, seen=5)
    assert tile(7) != tile(8)
    assert other(7) != tile(7)
    assert other(7) != (7, True)
    assert hash(other(7)) == hash(other(7))
    assert {other(7): "seven"}[other(7, open=True)] == "seven"
    with pytest.raises(TypeError, match="unhashable"):
        hash(tile(7))


def test_a_single_field_is_compared_as_in_a_tuple() -> None:
    @frozen_dataclass
    class Odds:
        """A number that is not equal to itself."""

        worth: float

    unknown = float("nan")
    assert Odds(unknown) == Odds(unknown)
    assert Odds(float("nan")) != Odds(float("nan"))
    assert {Odds(1.0), Odds(1.0)} == {Odds(1.0)}


def test_a_class_without_fields_has_equal_instances(decorator: Decorator) -> None:
    class Confirmed:
        """No data."""

    confirmed = decorator(Confirmed)
    assert confirmed() == confirmed()
    assert hash(confirmed()) == hash(confirmed())


def test_it_is_shown_with_its_fields(tile: Any) -> None:
    shown = repr(tile(7, marks=["a"]))
    assert shown.endswith(".Tile(number=7, open=True, marks=['a'], seen=0)")


def test_methods_of_the_class_stay(decorator: Decorator) -> None:
    class Seat:
        """Has methods that a dataclass would give it."""

        number: int

        def __repr__(self) -> str:
            return f"seat {self.number}"

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 5

    seat = decorator(Seat)
    assert repr(seat(1)) == "seat 1"
    assert seat(1) == seat(2)
    assert hash(seat(1)) == 5


def test_a_class_that_inherits_has_the_fields_of_both(tile: Any, decorator: Decorator) -> None:
    class Painted(tile):  # type: ignore[misc]
        """A tile with more data."""

        colour: str = "oak"

    painted = decorator(Painted)
    assert painted(7, colour="red").colour == "red"
    assert painted(7).number == 7
    assert painted(7) != tile(7)
    assert painted(7) != painted(7, colour="red")


def test_a_copy_may_be_changed_and_a_match_takes_it_apart(tile: Any) -> None:
    assert replace(tile(7), open=False) == tile(7, open=False)
    assert copy.deepcopy(tile(7, marks=["a"])) == tile(7, marks=["a"])
    match tile(7, open=False):
        case tile(number, open=is_open):
            assert (number, is_open) == (7, False)


def test_all_fields_may_be_by_name_only() -> None:
    @frozen_dataclass(kw_only=True)
    class Lamp:
        """A lamp."""

        lit: bool = False
        pin: int

    assert Lamp(pin=14) == Lamp(lit=False, pin=14)
    with pytest.raises(TypeError):
        Lamp(True, 14)  # type: ignore[call-arg]


def test_it_can_be_handed_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(Lever(7, open=False))) == Lever(7, open=False)


def test_it_checks_itself_when_it_is_made(decorator: Decorator) -> None:
    class Pair:
        """Two that have to differ."""

        one: int
        other: int

        def __post_init__(self) -> None:
            if self.one == self.other:
                raise ValueError("the same twice")

    pair = decorator(Pair)
    assert pair(1, 2).other == 2
    with pytest.raises(ValueError, match="the same twice"):
        pair(2, 2)
