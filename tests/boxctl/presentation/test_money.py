"""Money as people write it, see it and hear it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from babel.numbers import format_currency
from hypothesis import given
from hypothesis import strategies as st

from boxctl.presentation.display.pages import layout
from boxctl.presentation.phrases import WRITTEN, amount, signed, without_symbol
from boxctl.presentation.sentences.ruling import sentence
from boxctl.presentation.sound.spoken import TableSpeech
from boxctl.presentation.sound.spoken_phrases import spoken_amount as spoken
from boxctl.presentation.table_view import TableView, table_view_of
from boxctl.referee.payloads import MatchOver
from boxctl.referee.ruling import Ruling, as_data
from boxctl.rules.money import decimals
from boxctl.rules.ruleset import RuleSet
from groundwork.cell_width import plain_signs
from groundwork.language import decimal, language, percent, use
from groundwork.times import START
from tests.boxctl.presentation.display.test_pages import shown
from tests.support.listener import Listener, money_heard
from tests.support.rulings import of
from tests.support.some_views import FACES, WON
from tests.support.tables.referee_alone import RefereeAlone


@pytest.mark.parametrize(
    ("minor", "currency", "written", "said"),
    [
        (150, "GBP", "£1.50", "one pound fifty"),
        (50, "GBP", "50p", "fifty pence"),
        (1, "GBP", "1p", "one penny"),
        (200, "GBP", "£2.00", "two pounds"),
        (105, "GBP", "£1.05", "one pound and five pence"),
        (150, "EUR", "€1.50", "one euro fifty"),
        (50, "EUR", "€0.50", "fifty cents"),
        (101, "USD", "$1.01", "one dollar and one cent"),
        (123456, "USD", "$1,234.56",
         "one thousand two hundred and thirty-four dollars fifty-six"),
        (100, "CAD", "CA$1.00", "one dollar"),
        (100, "AUD", "A$1.00", "one dollar"),
        (250, "CHF", "CHF 2.50", "two francs fifty"),
        (500, "JPY", "¥500", "five hundred yen"),
        (1005, "KWD", "KWD 1.005", "one point zero zero five K W D"),
        (50, "", "50", "fifty"),
        (0, "GBP", "£0.00", "zero pounds"),
    ],
)  # fmt: skip
def test_an_amount(minor: int, currency: str, written: str, said: str) -> None:
    assert amount(minor, currency) == written
    assert spoken(minor, currency) == said


def test_what_was_won_and_lost_has_its_sign_in_front() -> None:
    assert [signed(minor, "GBP") for minor in (150, -150, 50, -50, 0)] == [
        "+£1.50", "−£1.50", "+50p", "−50p", "£0.00",
    ]  # fmt: skip
    assert [signed(minor, "") for minor in (50, -50)] == ["+50", "−50"]
    assert without_symbol(-50, "GBP") == "−0.50"


@given(st.integers(1, 10**9), st.sampled_from(["", "GBP", "EUR", "USD", "CHF", "JPY"]))
def test_who_hears_an_amount_knows_it(minor: int, currency: str) -> None:
    assert money_heard(spoken(minor, currency)) == minor


def match_over(**changes: Any) -> Ruling:
    table = RefereeAlone("classic", "Ann,Bob,Cy", stake="£1.50")
    payload = MatchOver(
        scores={"Ann": 0, "Bob": 7, "Cy": 9},
        winners=("Ann",),
        payout={"Ann": 300, "Bob": -150, "Cy": -150},
        stake=150,
        currency="GBP",
    )
    ready = table.referee.begin()[0]
    return replace(ready, at=START, payload=replace(payload, **changes))


DOUBLED = {"payout": {"Ann": 600, "Bob": -300, "Cy": -300}}
NOBODY = {"winners": (), "payout": {"Ann": 0, "Bob": 0, "Cy": 0}}


@pytest.mark.parametrize(
    ("changes", "text", "said"),
    [
        (
            {},
            "Ann wins. Paid out: Ann +£3.00, Bob −£1.50, Cy −£1.50.",
            "Ann wins. Ann gets three pounds. Bob pays one pound fifty. Cy pays one pound fifty.",
        ),
        (
            DOUBLED,
            "Ann wins. The stake is paid double: Ann +£6.00, Bob −£3.00, Cy −£3.00.",
            "Ann wins. The stake is paid double. Ann gets six pounds. Bob pays three pounds. "
            "Cy pays three pounds.",
        ),
        (NOBODY, "Nobody wins: every stake goes back.", "Nobody wins: every stake goes back."),
        ({**NOBODY, "stake": None}, "Nobody wins.", "Nobody wins."),
        (
            {"currency": None},
            "Ann wins. Paid out: Ann +300, Bob −150, Cy −150.",
            "Ann wins. Ann gets three hundred. Bob pays one hundred and fifty. "
            "Cy pays one hundred and fifty.",
        ),
    ],
)
def test_the_end_of_a_match(changes: dict[str, Any], text: str, said: str) -> None:
    ruling = match_over(**changes)
    assert sentence(ruling, WRITTEN) == text
    words = TableSpeech(RuleSet()).of_ruling(ruling)
    assert words == said
    listener = Listener(9)
    listener.hears(words)
    over = of(ruling)
    assert (tuple(listener.winners), listener.doubled) == (over.winners, over.doubled)
    assert listener.money == {player: money for player, money in over.payout.items() if money}


def paid_in(currency: str) -> TableView:
    score = replace(WON.score, payout={"Ann": -150, "Bob": 150})
    return replace(WON, score=score, currency=currency)


def test_displays_show_it_without_signs_that_they_lack() -> None:
    pounds = paid_in("GBP")
    dollars = replace(pounds, currency="USD")
    assert shown(pounds, "digits")[-3:] == ["PAY", "P1 -1.50", "bob 1.50"]
    assert shown(dollars, "matrix")[-5:] == ["pay", "Ann", "-1.50", "Bob", "1.50"]
    assert shown(pounds, "lcd")[-2:] == ["Ann 24, Bob 0 | pay Ann -1.50,", "Bob +1.50"]
    assert shown(dollars, "oled")[-1].endswith("pay Ann -$1.50, | Bob +$1.50")


def test_a_display_is_told_the_currency_with_the_result() -> None:
    table = RefereeAlone("classic", "Ann,Bob", stake="50p")
    view = table_view_of(table.referee.play).after(as_data(match_over()))
    assert (view.currency, view.payout) == ("GBP", (("Ann", 300), ("Bob", -150)))


OWN = {"CHF": "CHF", "KWD": "KWD", "PLN": "PLN"}
"""Currencies that every language writes with their code. Some have a sign only at home: zł."""


@pytest.mark.parametrize("code", ["en", "fr", "de"])
@pytest.mark.parametrize(
    "currency", ["AUD", "CAD", "CHF", "EUR", "GBP", "JPY", "KWD", "PLN", "USD"]
)
def test_amounts_are_written_as_the_unicode_cldr_has_them(code: str, currency: str) -> None:
    use(language(code))
    for minor in (123, 123456, -199, -123456789):
        value = Decimal(minor).scaleb(-decimals(currency))
        written = plain_spaces(amount(minor, currency))
        expected = plain_spaces(format_currency(value, currency, locale=code))
        # A pound and a yen have no other sign in French than at home; Babel leaves out the space
        # that the CLDR puts between letters and a number.
        expected = expected.replace("£GB", "£").replace("JPY", "¥").replace("-", "−")
        if code == "en" and currency in OWN:
            expected = expected.replace(currency, f"{currency} ")
        assert written == expected


def plain_spaces(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("fr", ["un euro cinquante", "cinquante pence", "un franc et cinq centimes", "un centime"]),
        ("de", ["ein Euro fünfzig", "fünfzig Pence", "ein Franken und fünf Rappen", "ein Cent"]),
    ],
)
def test_amounts_are_said_in_every_language(code: str, said: list[str]) -> None:
    use(language(code))
    amounts = ((150, "EUR"), (50, "GBP"), (105, "CHF"), (1, "EUR"))
    assert [spoken(minor, currency) for minor, currency in amounts] == said


def test_a_french_display_shows_a_decimal_comma() -> None:
    use(language("fr"))
    pages = layout(paid_in("EUR"), FACES["large lcd"]).pages
    assert "Bob +1,50" in " ".join(line.text for page in pages for line in page)


def test_a_french_match_is_paid_out_in_french() -> None:
    use(language("fr"))
    ruling = match_over(currency="EUR")
    text = plain_spaces(sentence(ruling, WRITTEN))
    assert "Ann +3,00 €, Bob −1,50 €, Cy −1,50 €" in text


def test_a_number_below_nothing_has_a_minus_that_a_plain_terminal_gets_as_a_hyphen() -> None:
    assert (decimal(-1.25, 2), percent(-0.5, 0)) == ("−1.25", "−50%")
    assert plain_signs(decimal(-1.25, 2)) == "-1.25"
    assert plain_signs(signed(-50, "GBP")) == "-50p"
