"""What a terminal is given of a text that somebody means harm with."""

from __future__ import annotations

from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundwork.printing import JOINERS, MOST_MARKS, as_text

ANY_TEXT = st.text(st.characters(exclude_categories=[]))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Bob\x1b[2J", "Bob\ufffd[2J"),
        ("Bob\x1b]0;title\x07", "Bob\ufffd]0;title\ufffd"),
        ("Bob\x9b2J", "Bob\ufffd2J"),
        ("Ann\nmatch 2: Bob wins", "Ann\ufffdmatch 2: Bob wins"),
        ("12\r99", "12\ufffd99"),
        ("a\tb\b\x7f\x00", "a\ufffdb\ufffd\ufffd\ufffd"),
        ("\u202eBob\u202c \u2066Bob\u2069", "\ufffdBob\ufffd \ufffdBob\ufffd"),
        ("\u200e12\u200f", "\ufffd12\ufffd"),
        ("A\u200bn\u2060n\ufeff", "A\ufffdn\ufffdn\ufffd"),
        ("Ann\u2028Bob\u2029", "Ann\ufffdBob\ufffd"),
        ("caf\udce9", "caf\ufffd"),
        ("\U000e0041\U000e007f", "\ufffd\ufffd"),
        ("\ue000\u0378", "\ufffd\ufffd"),
    ],
)
def test_what_is_no_text_is_replaced(text: str, shown: str) -> None:
    assert as_text(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "Ann throws 3 and 4: 7, 6+1 or 5+2.",
        "Zoë",
        "Zoe\u0308",
        "Łukasz Đặng",
        "नीरज्",
        "می\u200cخواهم",
        "👩\u200d🚀",
        "❤\ufe0f",
        "דוד",
        "10\u00a0€",
        "│ █ ● … ±",
    ],
)
def test_text_of_every_language_stays_as_it_is(text: str) -> None:
    assert as_text(text) == text


def test_a_pile_of_accents_is_cut() -> None:
    assert as_text("Z" + "\u0337" * 500 + "o") == "Z" + "\u0337" * 8 + "\ufffd" * 492 + "o"


def test_joiners_do_not_lengthen_a_pile_of_accents() -> None:
    shown = as_text("Z" + "\u0337\u200d" * 500)
    assert shown.count("\u0337") + shown.count("\u200d") == MOST_MARKS


@given(ANY_TEXT)
def test_any_text_is_one_line_that_only_shows(text: str) -> None:
    shown = as_text(text)
    assert len(shown) == len(text)
    assert shown.splitlines() in ([shown], [])
    assert as_text(shown) == shown
    for character in shown:
        assert category(character) not in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")
        assert category(character) != "Cf" or character in JOINERS
    shown.encode()
