"""A picture that differs from the kept one: what a test says, and how the new one is accepted."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.support.kept_pictures import assert_as_kept, dots_differ, png_of
from tests.support.screens.kept_screens import screens_differ

NEW = '<text class="terminal-r1" x="0" y="20">Ann throws 7</text>'
SCREEN = "<style>.terminal-r1 {{ fill: {fill} }}</style>" + NEW


@pytest.fixture
def not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KEEP_PICTURES", raising=False)


@pytest.mark.usefixtures("not_kept")
def test_it_names_the_picture_the_page_with_both_and_the_command(tmp_path: Path) -> None:
    kept = tmp_path / "table.svg"
    kept.write_text("<svg>old</svg>", encoding="utf-8")
    with pytest.raises(AssertionError) as fault:
        assert_as_kept(kept, "<svg>new</svg>", folder=tmp_path / "differing")
    page = tmp_path / "differing" / "table.html"
    told = str(fault.value)
    assert told.startswith("table.svg looks different now.")
    assert str(page) in told and "KEEP_PICTURES=1" in told
    assert "test_it_names_the_picture_the_page_with_both_and_the_command" in told
    shown = page.read_text(encoding="utf-8")
    assert 'src="table.kept.svg"' in shown and 'src="table.now.svg"' in shown
    assert page.with_name("table.now.svg").read_text(encoding="utf-8") == "<svg>new</svg>"


@pytest.mark.usefixtures("not_kept")
def test_a_picture_that_nobody_has_kept_says_how_to_keep_it(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"No picture new\.svg is kept yet.*KEEP_PICTURES=1"):
        assert_as_kept(tmp_path / "new.svg", "<svg/>")


def test_the_new_one_is_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEP_PICTURES", "1")
    assert_as_kept(tmp_path / "new.svg", "<svg/>")
    assert (tmp_path / "new.svg").read_text(encoding="utf-8") == "<svg/>"


def test_a_screen_names_the_line_that_differs() -> None:
    kept = SCREEN.format(fill="#fff")
    now = kept.replace("throws 7", "throws 8")
    assert screens_differ(kept.encode(), now.encode()).splitlines()[-2:] == [
        "-Ann throws 7",
        "+Ann throws 8",
    ]


def test_a_screen_of_another_colour_differs() -> None:
    kept, now = (SCREEN.format(fill=fill).encode() for fill in ("#fff", "#000"))
    assert "#000" in screens_differ(kept, now)
    assert screens_differ(kept, kept) == ""


def test_a_display_says_how_many_dots_differ() -> None:
    dark, other = Image.new("1", (8, 8)), Image.new("1", (8, 8))
    other.putpixel((3, 3), 1)
    assert dots_differ(png_of(dark), png_of(other)) == "1 dots differ."
    assert dots_differ(png_of(dark), png_of(dark)) == ""
