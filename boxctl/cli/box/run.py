"""``boxctl run``: the box: real hardware, headless, until SIGTERM.

What Python needs for long play is done once the box can be played on: it would hold up a start.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from boxctl.cli.mqtt_option import add_mqtt, box_on_broker
from boxctl.cli.options import Options
from boxctl.cli.web_option import add_web, box_pages
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.phrases import WRITTEN, to_begin
from boxctl.presentation.sentences.ruling import sentence_with_doubts
from boxctl.referee.ruling import Ruling
from boxctl.table.box_table import BoxTable
from boxctl.table.check_rules import journal_of
from boxctl.table.loop import SystemdNotifier
from boxctl.table.resume import read_box_to_go_on
from groundwork.clock import monotonic_us
from groundwork.language import language, tr, use
from groundwork.printing import print_lines, print_notes
from groundwork.terminal import InputTerminal, forget_terminal
from hardware.config.box_file import BoxFile

if TYPE_CHECKING:
    from boxctl.web.laptop_feed import BoxFeed

AFTER_US = 1_000_000
"""The wait after the start, in microseconds: by then the first scene is shown."""

OBJECTS_BEFORE_A_COLLECTION = 700
"""The objects made between two collections of garbage, while a box is played on."""

SWITCH_S = 0.0001
"""Seconds after which a thread of Python lets another one run that waits for its turn.

With Python's own 0.005 the lamps wait that long while the journal's thread signs what it wrote.
"""


def run(arguments: list[str]) -> int:
    """Referee the box until SIGTERM or SIGINT, then darken the lamps and close the devices.

    SIGHUP reads box.toml again. A box that was started at a terminal ends when that has gone.
    """
    accepted = options()
    given = accepted.parse_args(arguments)
    if given.check:
        from boxctl.cli.box.check_file import check_file

        return check_file(Path(given.config), as_json=given.json)
    if given.json:
        accepted.error(tr("--json goes with --check; rulings as JSON are --lines"))
    box_file = read_box_to_go_on(Path(given.config), given.journal)
    if given.lang is None and box_file.box.language is not None:
        use(language(box_file.box.language))
    journal = given.journal or journal_of(box_file)
    with (
        box_pages(given.web, box_file.web, journal, _tell) as pages,
        box_on_broker(given, box_file, journal, pages, _tell) as feed,
    ):
        _referee(given, box_file, feed)
    return 0


def _referee(given: Namespace, box_file: BoxFile, feed: BoxFeed | None) -> None:
    types = box_file.roller.entered and sys.stdin.isatty()
    table = BoxTable(
        box_file,
        _lines() if given.lines else _sentences(),
        lambda notice: _tell(notice_sentence(notice, WRITTEN)),
        _tell,
        journal=given.journal,
        anew=given.new,
        service=SystemdNotifier(os.environ, monotonic_us),
        watcher=feed,
        timed=[AfterStart(monotonic_us())],
        buttons_typed=types,
    )
    if feed is not None:
        feed.sit_down(table)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: table.stop())
    terminal = InputTerminal()

    def hung_up() -> None:
        forget_terminal()
        table.stop()

    def reload_or_end(*_: object) -> None:
        if terminal.has_gone:
            hung_up()
        else:
            table.reload()

    signal.signal(signal.SIGHUP, reload_or_end)
    terminal.when_gone(hung_up)
    with table:
        if not table.goes_on:
            _tell(to_begin(table.put_back))
        if types:
            from boxctl.cli.box.typed_throws import take_typed_throws

            take_typed_throws(table)
        table.run()


def options() -> Options:
    """Return the options of the command."""
    options = Options("run")
    options.add_argument("--config", metavar="FILE", required=True, help=tr("the box.toml"))
    options.add_argument(
        "--lines",
        action="store_true",
        help=tr("print rulings as lines of JSON, as boxctl referee does, instead of sentences"),
    )
    options.add_argument(
        "--check",
        action="store_true",
        help=tr("open nothing: check box.toml, and say what box it describes"),
    )
    options.add_argument(
        "--json", action="store_true", help=tr("with --check: answer with one JSON document")
    )
    add_web(options, tr("show the table in browsers, as [web] of box.toml says or at this address"))
    add_mqtt(options, tr("tell this broker how the table stands: mqtt://broker.local"))
    options.add_journal()
    return options


def _sentences() -> Callable[[Ruling], None]:
    def say(ruling: Ruling) -> None:
        words = sentence_with_doubts(ruling)
        print_lines(f"{ruling.at / 1e6:9.2f}  {ruling.rule:<5} {words}", flush=True)

    return say


def _lines() -> Callable[[Ruling], None]:
    # Only --lines needs it.
    from boxctl.presentation.ruling_lines import write_ruling

    return lambda ruling: print_lines(write_ruling(ruling), flush=True)


def _tell(words: str) -> None:
    """Print what is not a ruling to standard error, which a service sends to the system's log."""
    print_notes(f"boxctl: {words}")


class AfterStart:
    """Collects garbage once, soon after ``now``, has Python collect it again from then on, and
    shortens the turns of threads.

    It is :class:`boxctl.table.loop.Timed`. What is left is in use until the program ends, so no
    later collection looks through it: the lamps would wait for that as long as a start does.
    """

    def __init__(self, now: int) -> None:
        self._due: int | None = now + AFTER_US

    @property
    def due(self) -> int | None:
        """The box time at which it acts; None once it has."""
        return self._due

    def advance(self, now: int) -> None:
        """Act if it is time to."""
        if self._due is not None and now >= self._due:
            self._due = None
            gc.collect()
            gc.freeze()
            gc.set_threshold(OBJECTS_BEFORE_A_COLLECTION)
            sys.setswitchinterval(SWITCH_S)
