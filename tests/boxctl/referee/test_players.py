"""Names that people can hardly tell apart are not those of two players."""

from __future__ import annotations

import pytest

from boxctl.referee.players import check_names, handicaps_by_seat
from boxctl.rules.faults import RuleFault

ALIKE = {
    "the same": ("Ann", "Ann"),
    "an accent of its own": ("Zo\xeb", "Zoe\u0308"),
    "a joiner that nobody sees": ("Ann", "Ann\u034f"),
    "a variation selector": ("Ann", "An\ufe0fn"),
    "a Cyrillic letter": ("Ann", "\u0410nn"),
    "a Greek letter": ("Bob", "\u0392ob"),
    "a wide letter": ("Ann", "\uff21nn"),
    "a space behind it": ("Ann", "Ann "),
    "more spaces within": ("Ann Lee", "Ann  Lee"),
}


@pytest.mark.parametrize("alike", ALIKE)
def test_two_names_that_look_the_same(alike: str) -> None:
    with pytest.raises(RuleFault, match=r"^BX206: (two players are called|the names .* look the)"):
        check_names(("Cy", *ALIKE[alike]))


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\ufe0f", "\u034f \u115f"])
def test_a_name_that_nobody_sees(name: str) -> None:
    with pytest.raises(RuleFault, match="BX206: every player needs a name"):
        check_names(("Ann", name))


def test_names_that_can_be_told_apart() -> None:
    check_names(("Ann", "ann", "Anna", "\u0410\u043d\u043d\u0430", "Jos\xe9", "Jose", "\u674e"))


def test_a_handicap_goes_to_the_seat_of_its_player() -> None:
    assert handicaps_by_seat([("Bob", "5")], ("Ann", "Bob")) == (0, 5)
    assert handicaps_by_seat([("Ann", "0")], ("Ann", "Bob")) == ()


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ([("Cas", "5")], 'nobody called "Cas" plays'),
        ([("Ann", "5"), ("Ann", "5")], "handicap names Ann twice"),
        ([("Ann", "1000")], "it may be a whole number from 0 to 999"),
        ([("Ann", "-1")], "it may be a whole number from 0 to 999"),
    ],
)
def test_a_handicap_that_cannot_be(told: list[tuple[str, str]], said: str) -> None:
    with pytest.raises(RuleFault, match=said):
        handicaps_by_seat(told, ("Ann", "Bob"))
