"""Run pytest with the CPython that runs on node.

There are no threads, processes, Unix sockets or pseudo terminals. A test that needs one is skipped.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Sequence
from importlib.machinery import ModuleSpec
from typing import Any

import pytest

LIMITS = (
    "can't start new thread",
    "emscripten does not support processes",
    "out of pty devices",
    "module 'socket' has no attribute 'AF_UNIX'",
    "module 'signal' has no attribute",
    "No module named 'resource'",
    "Unsupported platform for standard library module 'resource'",
    "No module named 'gpiod'",
    "No module named 'PIL'",
)
"""What the exceptions say with which this Python refuses what it has not."""

HOUSE_FILES = "tests/boxctl/rules/house/test_house_variants.py"
HOUSE_COMMANDS = "tests/boxctl/cli/game/house/test_rules_of_house.py"

HERE = (
    *("-p", "no:xdist", "-p", "no:cacheprovider", "-o", "faulthandler_timeout=0"),
    # A journal whose thread could not be started.
    *("-W", "ignore:unclosed database:ResourceWarning"),
    # A browser has no root, processes, threads, pipes and data of time zones.
    "--ignore=tests/groundwork/system",
    "--ignore=tests/groundwork/test_local_time.py",
    "--ignore=tests/groundwork/test_waker.py",
    "--ignore=tests/boxctl/presentation/test_phrases.py",
    # Nor has it names of files that are no text, files that nobody may write, and an editor.
    f"--deselect={HOUSE_FILES}::test_what_is_no_file_is_never_opened",
    f"--deselect={HOUSE_FILES}::test_the_name_of_a_file_has_to_be_one_that_can_be_typed",
    f"--deselect={HOUSE_COMMANDS}::test_what_cannot_be_saved_is_said",
    f"--deselect={HOUSE_COMMANDS}::test_a_broken_file_can_be_edited_by_its_name",
)
"""What pytest is told here beside what it is told anywhere."""

WHOLE = ("tests/boxctl/rules/", "tests/boxctl/referee/")
"""Nothing in here needs what this Python has not."""


class Hiding:
    """A finder of modules that does not find some."""

    def __init__(self, finder: Any, names: Sequence[str]) -> None:
        self._finder = finder
        self._names = names

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        """Return None for a hidden module, as where it is not installed."""
        if fullname.partition(".")[0] in self._names:
            return None
        found: ModuleSpec | None = self._finder.find_spec(fullname, path, target)
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._finder, name)


class Limits:
    """Takes a test for skipped that fails because this Python lacks something."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Change the report of such a test."""
        report = yield
        if call.excinfo is None or item.nodeid.startswith(WHOLE):
            return report
        if (limit := limit_met(call.excinfo.value)) is not None:
            report.outcome = "skipped"
            report.longrepr = (item.nodeid, 0, f"Skipped: {limit}")
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Do so with a module, which fails when it is imported."""
        report = yield
        for limit in LIMITS:
            if (
                report.outcome == "failed"
                and limit in report.longreprtext
                and not collector.nodeid.startswith(WHOLE)
            ):
                report.outcome = "skipped"
                report.longrepr = (collector.nodeid, 0, f"Skipped: {limit}")
        return report


def limit_met(problem: BaseException | None) -> str | None:
    """Return which of LIMITS an exception, or one that it came from, tells of."""
    while problem is not None:
        for limit in LIMITS:
            if limit in str(problem):
                return limit
        problem = problem.__cause__ or problem.__context__
    return None


def main(given: Sequence[str]) -> int:
    """Run pytest and return its exit status.

    ``given``: modules that are made for another Python, with commas between, and what pytest is
    given.
    """
    foreign, *options = given
    hidden = foreign.split(",")
    sys.meta_path[:] = [Hiding(finder, hidden) for finder in sys.meta_path]
    # It has one user, whom it knows under this name only.
    os.geteuid = os.getuid
    return int(pytest.main([*options, *HERE], plugins=[Limits()]))
