"""Where text goes that is printed, that there is no other way, and what no text can do there."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundwork.printing import (
    JOINERS,
    MOST_MARKS,
    as_text,
    print_json,
    print_lines,
    print_notes,
    print_over,
    print_piece,
)

ROOT = Path(__file__).parents[2]
PRODUCT = ("boxctl", "hardware", "firmware_bridge", "groundwork")
THE_ONE_PLACE = "groundwork/printing.py"

Captured = pytest.CaptureFixture[str]


def test_a_line_stays_one_line(capsys: Captured) -> None:
    print_lines("Ann\nBob", "wins\x1b[A")
    assert capsys.readouterr().out == "Ann\ufffdBob\nwins\ufffd[A\n"


def test_notes_go_to_standard_error(capsys: Captured) -> None:
    print_notes("the \x07 does not answer")
    assert capsys.readouterr() == ("", "the \ufffd does not answer\n")


def test_a_prompt_may_have_lines_of_its_own(capsys: Captured) -> None:
    print_piece("\n 1 2 3\nAnn\x1b[2J> ")
    assert capsys.readouterr().out == "\n 1 2 3\nAnn\ufffd[2J> "


def test_a_line_printed_over_another_goes_back_itself(capsys: Captured) -> None:
    print_over("1 of 2\r")
    assert capsys.readouterr().err == "\r1 of 2\ufffd"


def modules() -> Iterator[str]:
    for package in PRODUCT:
        for file in sorted((ROOT / package).rglob("*.py")):
            yield str(file.relative_to(ROOT))


MAY_PRINT = re.compile(r"\b(print|stdout|stderr)\b")
"""What is in every file that prints: to parse the others would take a second."""


def prints(node: ast.AST) -> bool:
    """Whether this writes to standard output or standard error, or hands them over for that."""
    match node:
        case ast.Call(func=ast.Name(id="print")):
            return True
        case ast.Attribute(
            value=ast.Attribute(value=ast.Name(id="sys"), attr="stdout" | "stderr"), attr=done
        ):
            return done in ("write", "writelines", "buffer")
        case ast.Call(args=given, keywords=named):
            handed = [*given, *(keyword.value for keyword in named if keyword.arg != "to")]
            return any(_is_stream(value) for value in handed)
        case _:
            return False


def _is_stream(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id="sys"), attr="stdout" | "stderr"):
            return True
        case _:
            return False


def test_nothing_else_prints() -> None:
    found = [
        f"{module}:{node.lineno}"
        for module in modules()
        if module != THE_ONE_PLACE
        if MAY_PRINT.search(source := (ROOT / module).read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.expr) and prints(node)
    ]
    assert found == []


def test_no_command_prints_json_that_is_not_ascii() -> None:
    other = [
        module
        for module in modules()
        if module.startswith("boxctl/cli/") and "ensure_ascii" in (ROOT / module).read_text()
    ]
    assert other == []


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"matches": []},
        {"a": 1, "b": None, "matches": [{"Zo\u00eb": "\n"}, [1.5], "x"], "c": {"d": []}},
    ],
)
def test_json_is_the_same_document_whole_or_piece_by_piece(
    capsys: Captured, document: dict[str, Any]
) -> None:
    pieces = {key: iter(each) if isinstance(each, list) else each for key, each in document.items()}
    for written in (document, pieces):
        print_json(written)
        assert capsys.readouterr().out == json.dumps(document) + "\n"


def test_no_element_of_a_list_is_made_before_the_one_before_it_is_written(
    capsys: Captured,
) -> None:
    def elements() -> Iterator[int]:
        for number in range(3):
            assert capsys.readouterr().out.endswith("[" if number == 0 else str(number - 1))
            yield number

    print_json({"numbers": elements()})
    assert capsys.readouterr().out == ", 2]}\n"


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
