"""What every test begins with."""

from __future__ import annotations

import gc
import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import pytest

# Before they are imported: an assertion of the support code explains itself as one of a test does.
pytest.register_assert_rewrite("tests.support")
from boxctl.journal.disk import private_files
from boxctl.rules import variants
from boxctl.rules.house import folders
from groundwork.language import ENGLISH, use
from groundwork.local_time import use_utc
from tests.support import soak
from tests.support.search import register_profiles
from tests.support.tables.virtual_table import BuildTable, VirtualTable

register_profiles()

_NUMBERS = count()


MEMORY = Path("/dev/shm")
"""A file system in memory, on Linux."""

ROOM = 1 << 30
"""Bytes that have to be free there: the tests take a few hundred million."""

MOST_OPEN_FILES = 300
"""With more than so many, what nobody has any more is closed."""

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that commands heed."""

NEW_FOLDER = "Zoë's 53 (won)"
"""The folder of temporary files.

The path of a user's files may have a space, an accent, a quote or a parenthesis in it, and any word
or number that a test looks for. So has this one: what depends on its path fails in every run.
"""


def pytest_configure(config: pytest.Config) -> None:
    """Keep temporary files in memory where they have room and programs among them can be run.

    Journals are synced to the disk tens of thousands of times: that was half of the tests' time.
    A virtual Pi sees the files of this machine, but has a memory of its own.
    """
    # What a script starts in the background ignores it, and so would all that the tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if os.environ.get("VIRTUAL_PI") and "not kernel" not in config.getoption("markexpr"):
        return
    if "PYTEST_DEBUG_TEMPROOT" not in os.environ:
        folder = (MEMORY if _has_room(MEMORY) else Path(gettempdir())) / NEW_FOLDER
        folder.mkdir(exist_ok=True)
        with suppress(PermissionError):  # Another user has made it, for everybody.
            folder.chmod(0o1777)
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(folder)


def _has_room(folder: Path) -> bool:
    """Whether it is a file system with ROOM, from which programs can be run."""
    if not os.access(folder, os.W_OK):
        return False
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize >= ROOM and not found.f_flag & os.ST_NOEXEC


def pytest_report_header() -> list[str]:
    return soak.header()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what a soak has measured, and how to run again what it has found."""
    passed = terminalreporter.stats.get("passed", [])
    recorded = [each for report in passed for each in report.user_properties]
    for line in [*soak.figures(recorded), *soak.in_all(recorded)]:
        terminalreporter.write_line(line)
    failed = [report.nodeid for report in terminalreporter.stats.get("failed", [])]
    for command in soak.commands_to_find_again(failed):
        terminalreporter.write_line(command)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Keep with each test what it has counted of what it tried."""
    soak.take_tried()
    yield
    item.user_properties.extend(soak.take_tried())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what a soak makes longer.

    These are all properties, and the tests of every module that takes its numbers from the soak.
    """
    for item in items:
        if isinstance(item, pytest.Function) and (
            hasattr(item.obj, "hypothesis") or {"SOAK", "LONG"} & vars(item.module).keys()
        ):
            item.add_marker(pytest.mark.soak)


def pytest_collection_finish() -> None:
    """Keep the garbage collector from walking through all modules and tests again and again.

    They live to the end. It took a fifth of the time of all tests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def _take_zone() -> None:
    if hasattr(time, "tzset"):  # Python in a browser has UTC alone.
        time.tzset()


@pytest.fixture(autouse=True, scope="session")
def journals(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Nothing is recorded in the journal of whoever runs the tests, but in this directory."""
    directory = tmp_path_factory.mktemp("state")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_STATE_HOME", str(directory))
        # Whoever runs the tests may have variants of their own.
        environment.setenv("XDG_CONFIG_HOME", str(directory / "no-config"))
        environment.delenv("STATE_DIRECTORY", raising=False)
        # Whoever runs the tests may speak another language, and live elsewhere.
        environment.setenv("LC_ALL", "C.UTF-8")
        environment.setenv("TZ", "UTC")
        _take_zone()
        yield directory
    _take_zone()


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A test that changes the language or the zone of the program leaves them as they were."""
    yield
    use(ENGLISH)
    use_utc(False)


@pytest.fixture(autouse=True)
def open_files() -> Iterator[None]:
    """Tables that tests leave to themselves keep their journals open until they are collected.

    That is seldom, and whoever waits with ``select`` can have no more than a thousand files open.
    """
    yield
    opened = Path("/proc/self/fd")
    if opened.exists() and len(list(opened.iterdir())) > MOST_OPEN_FILES:
        gc.collect()


@pytest.fixture(autouse=True)
def no_house_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Know no game of the house that another test has given, or had in a record or at its box."""
    monkeypatch.setattr(folders, "_given", {})
    monkeypatch.setattr(folders, "_beside", {})
    monkeypatch.setattr(variants, "_recalled", {})


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    """A test that runs a command, which heeds signals, leaves them to the next as they were."""
    before = {number: signal.getsignal(number) for number in ENDING}
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    yield
    for number, handler in before.items():
        if signal.getsignal(number) is not handler:
            signal.signal(number, handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


@pytest.fixture(autouse=True)
def a_journal_of_its_own(journals: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test finds what another has recorded."""
    # Whoever runs the tests may have a box that is a service.
    monkeypatch.setattr(private_files, "OF_SERVICE", journals / "no-service/journal.db")
    # Few tests record anything: the directory is made when one does.
    monkeypatch.setenv("XDG_STATE_HOME", str(journals / str(next(_NUMBERS))))


@pytest.fixture
def a_table(tmp_path: Path) -> Iterator[BuildTable]:
    """Build tables to tell situations at, in virtual time; they are closed after the test.

    Takes what :class:`VirtualTable` takes. ``journal=True`` records in ``tmp_path / "journal.db"``.
    """
    with ExitStack() as closing:

        def build(*what: Any, journal: Any = None, **options: Any) -> VirtualTable:
            records = tmp_path / "journal.db" if journal is True else journal or None
            table = VirtualTable(*what, journal=records, **options)
            closing.callback(table.close)
            return table

        yield build


@pytest.fixture
def table(a_table: BuildTable) -> VirtualTable:
    """A table at which Ann and Bob play the classic game; each match is recorded."""
    return a_table(players="Ann,Bob", journal=True)
