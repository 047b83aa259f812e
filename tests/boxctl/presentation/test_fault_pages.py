"""The page of the faults as data, and as a terminal shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.presentation.fault_pages import fault_pages, in_terminal, page_of, plain

PAGE = """# Faults

Before.

## BX101 The command is wrong
An option is *unknown*, or `missing`.
What to do: see [the help](help.md#options).

## BX409 A sensor
First paragraph,
in two lines.

- one
- two,
  long

    code  stays

"""


def test_every_section_by_its_code() -> None:
    pages = fault_pages(PAGE)
    assert list(pages) == ["BX101", "BX409"]
    assert (pages["BX101"].title, pages["BX409"].group) == ("The command is wrong", "4")


@pytest.mark.parametrize("typed", ["BX409", "bx409", "409", " 409 ", "Bx409"])
def test_a_code_as_people_type_it(typed: str) -> None:
    page = page_of(fault_pages(PAGE), typed)
    assert page is not None
    assert page.code == "BX409"


@pytest.mark.parametrize("typed", ["", "9", "BX", "BX4090", "R4.9", "٤٠٩", "BX999"])
def test_what_is_no_code(typed: str) -> None:
    assert page_of(fault_pages(PAGE), typed) is None


def test_a_section_without_the_signs_of_markdown() -> None:
    pages = fault_pages(PAGE)
    assert list(in_terminal(pages["BX101"].text, 80)) == [
        "An option is unknown, or missing.",
        "What to do: see the help (help.md).",
    ]
    assert list(in_terminal(pages["BX409"].text, 20)) == [
        "First paragraph, in", "two lines.", "", "- one", "- two, long", "", "    code  stays",
    ]  # fmt: skip


def test_what_looks_like_a_sign_and_is_none() -> None:
    assert plain("4*5*6 and box_toml") == "4*5*6 and box_toml"
    assert plain("[box-toml.md](box-toml.md) and [pinout.xyz](https://pinout.xyz)") == (
        "box-toml.md and pinout.xyz (https://pinout.xyz)"
    )


def test_no_sign_is_left_of_the_page_that_there_is() -> None:
    document = (Path(__file__).parents[3] / "docs/faults.md").read_text(encoding="utf-8")
    for page in fault_pages(document).values():
        for line in in_terminal(page.text, 80):
            assert len(line) <= 80 or " " not in line.strip()
            assert "`" not in line and "](" not in line, line
