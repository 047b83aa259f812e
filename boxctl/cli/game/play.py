"""``boxctl play``: a whole simulated box in the terminal, no hardware."""

from __future__ import annotations

import os
import signal
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

from boxctl.cli import BadOption
from boxctl.cli.game.game_to_play import (
    EMULATED,
    HAND,
    SIMULATED,
    chosen_game,
    chosen_or_resumed,
    has_chosen,
)
from boxctl.cli.game.play_options import options as options
from boxctl.cli.game.play_options import read_options
from boxctl.cli.mqtt_option import laptop_on_broker
from boxctl.cli.options import journal_of
from boxctl.cli.terminal import can_draw
from boxctl.cli.web_option import laptop_pages
from boxctl.screens.laptop.pace import Pace
from groundwork.installation import install_command, refuse_elsewhere
from groundwork.language import clauses, labelled, message, tr
from groundwork.printing import print_lines
from groundwork.terminal import InputTerminal, forget_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from boxctl.screens.app.start import PlayOptions
    from boxctl.screens.laptop.game_choice import GameChoice, LaptopWatcher
    from boxctl.web.laptop_feed import LaptopFeed

NO_TEXTUAL = message("There is a full-screen game as well: {command} gets it.")

INTERRUPTED = message("Interrupted: boxctl play goes on with this match.")

LEFT = {
    "kept": message("The match is kept: boxctl play --resume goes on with it."),
    "unrecorded": message(
        "The match is not recorded to its end, as the journal cannot be written (BX605): boxctl "
        "play --resume goes on with what is recorded of it."
    ),
    "interrupted": INTERRUPTED,
}
"""What is said of a match that was left."""

CARD = message("The card of the match, to sign and to send: boxctl card draws it.")
"""What is said once a match is over."""

FULL_ONLY = ("theme", "motion", "sound", "ascii")
"""The options that only the full-screen game has."""


def run(arguments: list[str]) -> int:
    """Play until the players leave."""
    given = read_options(arguments)
    if given.speak:
        refuse_elsewhere("--speak")
    if given.roller not in (None, SIMULATED, HAND):
        refuse_elsewhere("--roller")
    if given.config is not None:
        from boxctl.cli.game.game_to_play import take_box

        take_box(given)
    wants_full = not given.plain and can_draw()
    if wants_full and find_spec("textual") is not None:
        return _run_full(given)
    if wanted := [flag for flag in FULL_ONLY if getattr(given, flag)]:
        raise _only_on_the_full_screen(wanted[0])
    if wants_full:
        print_lines(tr(NO_TEXTUAL, command=install_command("screen")), "")
    return _run_plain(given)


def _run_full(given: Namespace) -> int:
    if given.watch:
        return _watch(chosen_game(given), given)
    if given.resume or has_chosen(given):
        return _play_full(*chosen_or_resumed(given), given)
    return _play_full(None, None, given)


def _run_plain(given: Namespace) -> int:
    if given.watch:
        return _watch_plain(chosen_game(given), given)
    if given.resume or has_chosen(given) or not sys.stdin.isatty():
        return _play_plain(*chosen_or_resumed(given), given)
    return _ask_and_play_plain(given)


def _only_on_the_full_screen(flag: str) -> BadOption:
    return BadOption(
        tr(
            "--{flag} is for the full screen: run it in a terminal, without --plain, with the"
            " extra that has it ({command}).",
            flag=flag,
            command=install_command("screen"),
        )
    )


def _play_full(chosen: GameChoice | None, resume: int | None, given: Namespace) -> int:
    _draw_soon_after_a_key()
    from boxctl.screens.app.start import play_full

    with _laptop_feed(given, journal_of(given)) as feed:
        ended = play_full(chosen, _play_options(given, resume, feed))
    if isinstance(ended, str):
        print_lines(tr(LEFT[ended]))
    elif ended is not None:
        print_lines(ended.text, tr(CARD))
    return 0


def _watch(chosen: GameChoice, given: Namespace) -> int:
    _draw_soon_after_a_key()
    from boxctl.screens.app.start import watch_full

    watch_full(given.watch, chosen, _play_options(given))
    return 0


def _watch_plain(chosen: GameChoice, given: Namespace) -> int:
    from boxctl.screens.plain.plain_table import watch

    with suppress(KeyboardInterrupt):  # one of the ways to leave
        watch(given.watch, chosen, journal_of(given))
    return 0


def _draw_soon_after_a_key() -> None:
    """Let Textual draw up to 240 times a second, so that a key waits for 8 ms at most.

    What is drawn soon after a frame waits for up to two periods: 33 ms with Textual's usual 60.
    What moves has a pace of its own. Textual reads the variable when it is imported.
    """
    os.environ.setdefault("TEXTUAL_FPS", "240")


def _play_options(
    given: Namespace, resume: int | None = None, watcher: LaptopWatcher | None = None
) -> PlayOptions:
    from boxctl.screens.app.start import PlayOptions

    return PlayOptions(
        journal_of(given),
        anew=given.new,
        resume=resume,
        theme=given.theme,
        motion=given.motion,
        pace=_pace(given),
        sound=given.sound,
        ascii=given.ascii,
        coach=given.coach,
        bench=given.bench,
        roller=None if given.roller == SIMULATED else given.roller,
        demo=given.demo,
        seed=given.seed,
        speak=given.speak,
        watcher=watcher,
    )


def _ask_and_play_plain(given: Namespace) -> int:
    """Ask line by line what is played, and play it."""
    from dataclasses import replace

    from boxctl.screens.plain.plain_table import PlainOptions, ask

    try:
        answer = ask(PlainOptions(journal_of(given), anew=given.new))
    except KeyboardInterrupt:
        print_lines("")
        answer = None
    if answer is None:
        print_lines(tr("Good-bye."))
        return 0
    given.new = answer.resume is None
    by = {"emulated": given.roller == EMULATED, "by_hand": given.roller == HAND}
    chosen = replace(answer.chosen, seed=given.seed, **by)
    return _play_plain(chosen, answer.resume, given, told=answer.resume is None)


def _pace(given: Namespace) -> Pace | None:
    return None if given.pace is None else Pace(given.pace)


def _play_plain(
    chosen: GameChoice, resume: int | None, given: Namespace, *, told: bool = False
) -> int:
    """Play line by line; ``told`` is whether people know already what game it is."""
    from boxctl.screens.plain.plain_table import OVER, PlainOptions, play

    terminal = InputTerminal()

    def interrupt(_number: int, _frame: object) -> NoReturn:
        # The kernel and the thread that reads may both report that the terminal has gone.
        if sys.platform != "win32":
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
        if terminal.has_gone:
            forget_terminal()
        raise _Interrupted

    signal.signal(signal.SIGTERM, interrupt)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, interrupt)
    try:
        tell_game(chosen, told=told)
        with _laptop_feed(given, journal_of(given)) as feed:
            options = PlainOptions(
                journal_of(given),
                anew=given.new,
                resume=resume,
                coach=given.coach or "off",
                pace=_pace(given),
                bench=given.bench,
                roller=None if given.roller == SIMULATED else given.roller,
                demo=given.demo,
                speak=given.speak,
                watcher=feed,
            )
            left = play(chosen, options)
    except _Interrupted:
        print_lines("", tr(INTERRUPTED))
        return 0
    except KeyboardInterrupt:  # before there was anything to leave
        left = None
    if left == OVER:
        print_lines(tr(CARD))
    print_lines(tr("Good-bye.") if left in (None, OVER) else tr(LEFT[left]))
    return 0


def tell_game(chosen: GameChoice, *, told: bool = False) -> None:
    """Tell what game it is, unless people are ``told``, then its changed settings and the keys."""
    from boxctl.presentation.game_names import settings_in_words, summary_in_words
    from boxctl.rules.variant_titles import variant_title
    from boxctl.rules.variants import load
    from boxctl.screens.plain.line_terminal import line_output

    output, known = line_output(), load(chosen.variant)
    if not told:
        output.tell(labelled(variant_title(known.name), summary_in_words(known)))
        if example := known.told("example"):
            output.tell(example)
    if changed := clauses(settings_in_words(chosen.changes)):
        output.tell(f"{changed}.")
    output.tell(
        tr("throw tells what your dice show, 7 or 6 1 flips tiles, ? tells the rest.")
        if chosen.by_hand
        else tr("Enter throws, 7 or 6 1 flips tiles, ? tells the rest.")
    )


class _Interrupted(BaseException):
    """A signal ends the program; the match can be resumed.

    Not an :class:`Exception`, so that nothing on the way catches it.
    """


@contextmanager
def _laptop_feed(given: Namespace, journal: Path) -> Iterator[LaptopFeed | None]:
    """Serve pages and inform a broker meanwhile, if ``given`` asks for either; yield their feed.

    Raises as :func:`laptop_pages` and :func:`laptop_on_broker` do.
    """
    with (
        laptop_pages(given.web, journal) as pages,
        laptop_on_broker(given, journal, pages) as feed,
    ):
        yield feed
