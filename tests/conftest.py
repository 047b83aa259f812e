"""What every test begins with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support import soak
from tests.support.search import register_profiles

register_profiles()


def pytest_report_header() -> list[str]:
    return soak.header()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how to run again what a soak has found."""
    failed = [report.nodeid for report in terminalreporter.stats.get("failed", [])]
    for command in soak.commands_to_find_again(failed):
        terminalreporter.write_line(command)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what a soak makes longer: the tests of every module that takes its numbers from it."""
    for item in items:
        if isinstance(item, pytest.Function) and {"SOAK", "LONG"} & vars(item.module).keys():
            item.add_marker(pytest.mark.soak)


@pytest.fixture(autouse=True, scope="session")
def not_the_user_s_journal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing is recorded in the journal of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        environment.delenv("STATE_DIRECTORY", raising=False)
        yield


@pytest.fixture(autouse=True)
def a_journal_of_its_own(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No test finds what another has recorded."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
