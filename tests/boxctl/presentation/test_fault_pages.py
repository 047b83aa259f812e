"""The page of the faults as data, and as a terminal shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.cli.box.explain import (
    fault_pages,
    in_terminal,
    page_of,
    plain,
    with_translations,
)

DOCS = Path(__file__).parents[3] / "docs"

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


def test_comments_are_for_translators() -> None:
    (page,) = fault_pages("## BX101 Titel\n<!-- English 1a2b3c4d -->\nText.\n", "de").values()
    assert (page.title, page.text, page.language) == ("Titel", "Text.", "de")


def test_a_section_that_is_not_translated_stays_english() -> None:
    german = fault_pages("## BX409 Ein Sensor\nText.\n## BX999 Fremd\n", "de")
    merged = with_translations(fault_pages(PAGE), german)
    assert [(code, page.language) for code, page in merged.items()] == [
        ("BX101", "en"), ("BX409", "de"),
    ]  # fmt: skip


def test_what_to_do_begins_a_line_in_every_language() -> None:
    text = "Das ist\nfalsch.\nAbhilfe: Sieh\nnach.\n"
    assert list(in_terminal(text, 80, "Abhilfe:")) == ["Das ist falsch.", "Abhilfe: Sieh nach."]


@pytest.mark.parametrize("document", sorted(DOCS.glob("faults*.md")), ids=lambda file: file.name)
def test_no_sign_is_left_of_the_pages_that_there_are(document: Path) -> None:
    for page in fault_pages(document.read_text(encoding="utf-8")).values():
        for line in in_terminal(page.text, 80):
            assert len(line) <= 80 or " " not in line.strip()
            assert "`" not in line and "](" not in line and "<!--" not in line, line
