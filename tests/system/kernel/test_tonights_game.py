"""An evening without a keyboard on the virtual Pi: three games, two of them of the house."""

from __future__ import annotations

from tests.support.guest.virtual_pi import NEEDS_A_KERNEL, report_of

pytestmark = NEEDS_A_KERNEL


def test_three_games_are_chosen_by_buttons_and_by_phone_and_played() -> None:
    report = report_of("tonight/menu_in_guest.py", seconds=300)
    assert report["status"] == 0
    # Nothing was thrown in the first match, which box.toml had asked for.
    assert report["played"] == [
        ["classic", "left", ["Ann", "Bob"]],
        ["the-crown", "over", ["Ann", "Bob"]],
        ["the-bell", "over", ["Ann", "Bob"]],
        ["two-to-go", "over", ["Ann", "Bob"]],
    ]
    assert report["holds"]
    assert any("The Crown is tonight's game" in line for line in report["told"])
