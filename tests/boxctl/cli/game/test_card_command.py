"""The command at the foot of a card, typed from paper on another machine: it prints these rules."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from boxctl.cli import main
from boxctl.presentation.card import HEIGHT, INSIDE, WIDTH, command_to_print
from boxctl.presentation.drawing.pdf import text_width
from boxctl.presentation.drawing.shapes import Drawing, Label
from tests.support.drawn_labels import assert_labels_have_room

Captured = pytest.CaptureFixture[str]

CROWN = """
based_on = "pub"
title = "Zoë's \\"Crown\\" & <Anchor>"
[settings]
tiles = 10
doubles = "may_rethrow"
stake = "50p"
"""

FULL = (
    "canoga --set match=tournament --set target=60 --set shut_bonus=double_once "
    "--set first_player=loser --set scoring=digital --set stake=1,50€ --set down=odd "
    "--set take_back=until_next_throw --set tiles=24 --set settle_ms=3000 --set act_ms=0 "
    "--set bump_ms=120.5 --set stop_number=7 --set combine=sum_set+sum_tile+pair+die_tile"
    "+difference_set+difference_tile+product_tile+quotient_tile+double_tile"
)

CARDS = {
    "as it is": "pub",
    "changed": "pub --set tiles=10",
    "nearly all changed": FULL,
    "with a stake": "pub --set stake=50p",
    "with handicaps": "pub --handicap Ann=5 --handicap 'Zoë B=12'",
    "changed, with a handicap": 'pub --set tiles=10 --handicap "O\'Hara=5"',
    "of the house": "'./Zoë s \"Crown\".toml'",
    "of the house, changed": "'./Zoë s \"Crown\".toml' --set ties=roll_off --set tiles=9",
    "of the house, with a handicap": "'./Zoë s \"Crown\".toml' --handicap Ann=5",
}


@pytest.fixture(autouse=True)
def in_the_pub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The file is deleted later, and nobody else is to be told that it is not there.
    (tmp_path / 'Zoë s "Crown".toml').write_text(CROWN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to a machine that has no file of the house."""
    (tmp_path / 'Zoë s "Crown".toml').unlink()
    other = tmp_path / "elsewhere"
    other.mkdir()
    monkeypatch.chdir(other)


def printed(captured: Captured, *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return captured.readouterr().out


def command_on_svg(drawn: str) -> str:
    """The lines at the foot, as somebody types them."""
    texts = ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")
    lines = sorted((float(text.get("y", "0")), "".join(text.itertext())) for text in texts)
    return from_boxctl_on([line for _down, line in lines])


def command_on_pdf(file: Path) -> str:
    """The same of a PDF: what it writes, line by line."""
    written = [
        re.sub(rb"\\(.)", rb"\1", text).decode("cp1252")
        for text in re.findall(rb"\(((?:\\.|[^()\\])*)\) Tj", file.read_bytes())
    ]
    (begun,) = [place for place, line in enumerate(written) if line.startswith("boxctl rules show")]
    lines = [written[begun]]
    # The lines of the foot are drawn from the last one up.
    while begun and written[begun - 1].startswith(("--", "'--", '"--')):
        begun -= 1
        lines.append(written[begun])
    return " ".join(lines)


def from_boxctl_on(lines: list[str]) -> str:
    begun = next(place for place, line in enumerate(lines) if line.startswith("boxctl rules show"))
    return " ".join(lines[begun:])


def rules_told(page: str) -> list[str]:
    """The page without what the file of the house alone knows: its title and its base."""
    _title, *rest = page.splitlines()
    named = ("Changed: ", "As Pub rules, but ")
    return [line for line in rest if line and not line.startswith(named)]


@pytest.mark.parametrize("asked", CARDS)
def test_the_command_on_a_card_prints_its_rules_where_the_file_is_not(
    asked: str, capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = shlex.split(CARDS[asked])
    page = printed(capsys, "rules", "show", *given)
    data = json.loads(printed(capsys, "rules", "show", "--json", *given))
    drawn = printed(capsys, "rules", "card", *given)
    assert main(["rules", "card", *given, "--output", "card.pdf"]) == 0
    capsys.readouterr()
    command = command_on_svg(drawn)
    assert command_on_pdf(tmp_path / "card.pdf") == command
    elsewhere(tmp_path, monkeypatch)
    boxctl, *typed = shlex.split(command)
    assert boxctl == "boxctl"
    told = printed(capsys, *typed)
    if "of the house" not in asked:
        assert told == page
    assert rules_told(told) == rules_told(page)
    again = json.loads(printed(capsys, *typed, "--json"))
    assert (again["settings"], again.get("handicap")) == (data["settings"], data.get("handicap"))


@pytest.mark.parametrize("asked", CARDS)
def test_the_command_lies_on_the_sheet_and_is_short(asked: str, capsys: Captured) -> None:
    drawn = printed(capsys, "rules", "card", *shlex.split(CARDS[asked]))
    labels = [
        Label(text, across, down, size, anchor="middle")
        for text, across, down, size in labels_at_the_foot(drawn)
    ]
    assert labels
    assert all(text_width(label.text, label.size) < INSIDE + 0.5 for label in labels)
    assert_labels_have_room(Drawing("", WIDTH, HEIGHT, tuple(labels)), WIDTH, HEIGHT)
    command = command_on_svg(drawn)
    assert len(command) < (110 if asked != "nearly all changed" else 520), command


def labels_at_the_foot(drawn: str) -> Iterator[tuple[str, float, float, float]]:
    for text in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text"):
        down = float(text.get("y", "0"))
        if down > HEIGHT - 30 and text.get("text-anchor") == "middle":
            size = float(text.get("font-size", "0"))
            yield "".join(text.itertext()), float(text.get("x", "0")), down, size


def test_a_changed_game_is_called_so_on_its_page_as_on_its_card(capsys: Captured) -> None:
    assert printed(capsys, "rules", "show", "pub").startswith("Pub rules (pub)\n")
    page = printed(capsys, "rules", "show", "pub", "--set", "tiles=10")
    assert page.startswith("Pub rules, changed (pub)\n\n")
    assert "Changed: tiles = 10 instead of 9." in page


@pytest.mark.parametrize("language", ["fr", "de"])
def test_a_card_in_another_language_has_the_command_for_it(language: str, capsys: Captured) -> None:
    drawn = printed(capsys, "rules", "card", "pub", "--set", "tiles=10", "--lang", language)
    boxctl, *typed = shlex.split(command_on_svg(drawn))
    assert boxctl == "boxctl"
    page = printed(capsys, "rules", "show", "pub", "--set", "tiles=10", "--lang", language)
    assert printed(capsys, *typed) == page


def test_an_amount_needs_no_quotes() -> None:
    assert command_to_print("pub", {"stake": "0.50 GBP"}) == (
        "boxctl rules show pub --set=stake=0.50GBP"
    )
