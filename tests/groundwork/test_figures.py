"""Figures and reasons of the system, in each language."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator

import pytest

from boxctl.cli import main
from groundwork.faults import KNOWN_REASONS, in_a_sentence, os_reason
from groundwork.language import (
    ENGLISH,
    decimal,
    is_complete,
    known_languages,
    language,
    percent,
    use,
    whole,
)

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use(ENGLISH)


def no_file() -> OSError:
    return OSError(errno.ENOENT, os.strerror(errno.ENOENT))


def test_figures_are_written_as_people_write_them() -> None:
    assert (whole(1234567), decimal(2.345, 1), percent(0.125)) == ("1,234,567", "2.3", "12.50%")
    use(language("de"))
    assert (decimal(2.345, 1), percent(0.125).split()) == ("2,3", ["12,50", "%"])
    use(language("fr"))
    assert decimal(2.345, 1) == "2,3"
    assert percent(0.125).startswith("12,50")
    assert "," not in whole(1234567)


def test_the_statistics_have_them_too(capsys: Captured) -> None:
    assert main(["simulate", "--games", "100", "--lang", "fr"]) == 0
    shut = next(line for line in capsys.readouterr().out.splitlines() if "fermée" in line)
    assert "." not in shut


@pytest.mark.parametrize("code", [each for each in known_languages()[1:] if is_complete(each)])
def test_what_the_system_says_is_in_the_language(code: str, capsys: Captured) -> None:
    assert main(["run", "--config", "/nowhere/box.toml", "--lang", code]) == 2
    assert "no such file" not in capsys.readouterr().err.lower()
    use(language(code))
    assert {os_reason(OSError(1, reason)) for reason in KNOWN_REASONS}.isdisjoint(KNOWN_REASONS)


def test_in_english_it_is_as_the_system_says_it() -> None:
    assert os_reason(no_file()) == "No such file or directory"
    assert in_a_sentence(no_file()) == "no such file or directory"
    assert os_reason(OSError("something else")) == "something else"
