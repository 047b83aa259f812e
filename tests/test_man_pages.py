"""The manual pages tell the options as they are, and man can show them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from boxctl.cli.commands import COMMANDS
from boxctl.cli.options import all_options
from man_pages.man_page import man_pages

FOLDER = Path(__file__).parents[1] / "packaging/man_pages/man1"

PAGES = sorted(FOLDER.glob("*.1"))


def test_there_is_a_page_for_each_command() -> None:
    wanted = {"boxctl.1", *(f"boxctl-{name}.1" for name in COMMANDS)}
    assert {page.name for page in PAGES} == wanted, "run make man"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_is_as_the_options_are(page: Path) -> None:
    assert page.read_text(encoding="utf-8") == man_pages()[page.name], "run make man"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_man_shows_a_page_without_a_warning(page: Path) -> None:
    if shutil.which("man") is None:
        pytest.skip("man is not installed here")
    shown = subprocess.run(
        ["man", "--warnings", "--encoding=utf8", "--local-file", str(page)],
        env={"PATH": "/usr/bin:/bin", "MANWIDTH": "80", "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stderr == ""
    assert f"{page.stem.upper()}(1)" in shown.stdout
    for options in all_options():
        if page.stem == f"boxctl-{options.command}":
            flags = {flag for action in options.actions for flag in action.option_strings}
            assert flags <= set(re.findall(r"--?[a-z][a-z0-9-]*", shown.stdout))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_mandoc_finds_nothing_wrong(page: Path) -> None:
    if shutil.which("mandoc") is None:
        pytest.skip("mandoc is not installed here")
    found = subprocess.run(
        ["mandoc", "-T", "lint", "-W", "warning", str(page)],
        capture_output=True,
        text=True,
        check=False,
    )
    # The pages have no date: it would change with every option.
    assert [line for line in found.stdout.splitlines() if "missing date" not in line] == []
