"""Help names the page in browsers and the table's code, if there is one."""

from __future__ import annotations

from boxctl.screens.plain.answers import help_lines

NOTE = "The page of the table: http://192.168.1.5:8765/. The table's code: 123456."


def test_the_page_and_its_code_are_the_last_of_the_help() -> None:
    assert help_lines(bench=False, note=NOTE) == [*help_lines(bench=False), NOTE]
