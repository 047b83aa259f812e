"""``boxctl stall odds``: the figures that docs/stall.md shows, and what is refused."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from boxctl.cli import main
from tests.boxctl.cli.test_commands import Captured, answer, refusal

PAGE = (Path(__file__).parents[4] / "docs" / "stall.md").read_text(encoding="utf-8")
FETE = ("--go", "50p", "--prize", "£2.50", "--shut-rate", "7.4%")


def lines(capsys: Captured, *options: str) -> list[str]:
    assert main(["stall", "odds", *options]) == 0
    return capsys.readouterr().out.splitlines()


def test_the_page_shows_what_is_said(capsys: Captured) -> None:
    assert indent("\n".join(lines(capsys, *FETE)), "    ") in PAGE


def test_the_document(capsys: Captured) -> None:
    found = answer(capsys, "stall", "odds", *FETE)
    terms = {field: found[field] for field in ("currency", "go", "prize", "best", "pot", "brought")}
    assert terms == {
        "currency": "GBP", "go": 50, "prize": 250, "best": 0, "pot": 0, "brought": 0
    }  # fmt: skip
    assert (found["goes"], found["taken"], found["even_rate"]) == (300, 15000, 0.2)
    best, human, told = found["payouts"]
    assert [each["played"] for each in (best, human, told)] == ["best", "human", "told"]
    assert round(best["share_paid"], 3) == 0.381
    assert round(human["share_paid"], 3) == 0.332
    assert told["share_paid"] == pytest.approx(0.37)
    assert set(told) <= {word.strip("`") for word in PAGE.replace(",", " ").split()}


def test_the_pot_goes_on_to_tomorrow(capsys: Captured) -> None:
    pub = lines(capsys, "--go", "50p", "--pot", "40p", "--brought", "£7", "--goes", "12")
    assert "A shut box wins the pot, which gets 40p of each go and goes on to tomorrow." in pub
    assert any(line.endswith("for tomorrow") for line in pub)


def test_a_stall_that_pays_more_than_it_takes_says_so(capsys: Captured) -> None:
    said = lines(capsys, "--go", "50p", "--prize", "£12.50")
    assert (
        "The stall pays out more than it takes (best play): it loses £135.92 a day on average."
        in said
    )


def test_a_stall_that_loses_on_some_days_says_so(capsys: Captured) -> None:
    said = lines(capsys, "--go", "50p", "--prize", "£5", "--goes", "20")
    assert any("of the days end with a loss (best play)." in line for line in said)


def test_a_game_too_large_to_be_solved_needs_the_share(capsys: Captured) -> None:
    the_300 = ("stall", "odds", "--rules", "the-300", "--go", "50p", "--prize", "£2.50")
    assert main(list(the_300)) == 2
    assert "BX701" in capsys.readouterr().err
    found = answer(capsys, *the_300, "--shut-rate", "2%")
    assert [each["played"] for each in found["payouts"]] == ["told"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--go", "50p"), "BX830: there is nothing to win"),
        (("--go", "50p", "--prize", "2.50 €"), "BX830: amounts of different currencies"),
        (("--go", "50p", "--prize", "£1", "--brought", "1 €"), "BX830: amounts of different"),
        (("--go", "50p", "--pot", "60p"), "BX830: more goes into the pot"),
        (("--go", "50p", "--prize", "£1", "--goes", "10001"), "BX830: a day of 10001 goes"),
        (("--go", "50p", "--prize", "£1", "--rules", "thai", "--set", "match=duel"), "BX831"),
        (("--go", "half a crown", "--prize", "£1"), "is no amount"),
        (("--go", "50p", "--prize", "£1", "--shut-rate", "7.4"), "write it in percent"),
        (("--go", "50p", "--prize", "£1", "--shut-rate", "101%"), "write it in percent"),
    ],
)
def test_what_is_refused(capsys: Captured, options: tuple[str, ...], says: str) -> None:
    assert says in refusal(capsys, "stall", "odds", *options)


def test_without_a_word_it_tells_what_can_be_asked(capsys: Captured) -> None:
    assert main(["stall"]) == 0
    assert "boxctl stall odds --go" in capsys.readouterr().out
    assert "boxctl stall odds" in refusal(capsys, "stall", "sell")
