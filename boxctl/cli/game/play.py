"""``boxctl play``: a whole simulated box in the terminal, no hardware."""

from __future__ import annotations

import os
import signal
import sys
from argparse import BooleanOptionalAction, Namespace
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

from boxctl.cli import BadOption
from boxctl.cli.game.laptop_feed import laptop_feed
from boxctl.cli.mqtt_option import add_mqtt
from boxctl.cli.options import Options, chosen_players, key_and_value_pairs
from boxctl.cli.web_option import add_web
from boxctl.referee.players import usual_players
from boxctl.simulation.ways_to_play import WAYS_TO_PLAY, robot_names, way_to_play
from groundwork.installation import install_command
from groundwork.language import message, tr
from groundwork.printing import print_lines
from groundwork.terminal import InputTerminal, forget_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from boxctl.rules.ruleset import RuleSet
    from boxctl.screens.app.start import PlayOptions
    from boxctl.screens.laptop.game_choice import GameChoice
    from boxctl.screens.laptop.laptop_watcher import LaptopWatcher

SIMULATED, EMULATED, HAND = "simulated", "emulated", "hand"

NO_TEXTUAL = message("There is a full-screen game as well: {command} gets it.")

KEPT = message("The match is kept: boxctl play --resume goes on with it.")

WAYS = tuple(sorted(WAYS_TO_PLAY))

SLOWEST, USUAL_SPEED, FASTEST = 80, 160, 450
"""How fast a voice speaks, in words a minute."""

COACH_MODES = ("off", "on", "ask", "blunders", "after")

FULL_ONLY = ("theme", "motion", "ascii")
"""The options that only the full-screen game has."""


def run(arguments: list[str]) -> int:
    """Play until the players leave."""
    given = options().parse_args(arguments)
    _check_speed(given.speak)
    _check_resume(given)
    if given.config is not None:
        from boxctl.cli.game.box_to_simulate import take_box

        take_box(given)
    wants_full = not given.plain and _can_draw()
    if not (wants_full and find_spec("textual") is not None):
        wanted = [flag for flag in FULL_ONLY if getattr(given, flag)]
        if wanted:
            raise _only_on_the_full_screen(wanted[0])
        if wants_full:
            print_lines(tr(NO_TEXTUAL, command=install_command("screen")), "")
        if given.watch:
            return _watch_plain(_chosen(given), given)
        if sys.stdin.isatty() and not (given.resume or _has_chosen(given)):
            return _ask_and_play_plain(given)
        return _play_plain(*_chosen_or_resumed(given), given)
    if given.watch:
        return _watch(_chosen(given), given)
    if not (given.resume or _has_chosen(given)):
        return _play_full(None, None, given)
    return _play_full(*_chosen_or_resumed(given), given)


def _check_resume(given: Namespace) -> None:
    """Raise :class:`BadOption` for an option that says what a resumed match has settled."""
    if not given.resume:
        return
    settled = ("rules", "changes", "players", "against", "stake", "new", "watch", "demo")
    if wrong := [name for name in settled if getattr(given, name)]:
        raise BadOption(
            tr(
                "--{flag} does not go with --resume: the match goes on as it was begun.",
                flag="set" if wrong[0] == "changes" else wrong[0],
            )
        )


def _chosen_or_resumed(given: Namespace) -> tuple[GameChoice, int | None]:
    """Return what is played, and the number of the match if one is resumed."""
    if not given.resume:
        return _chosen(given), None
    from dataclasses import replace

    from boxctl.screens.laptop.unfinished_matches import match_to_resume

    found = match_to_resume(_journal(given), given.resume)
    chosen = replace(
        found.chosen,
        seed=given.seed,
        emulated=given.roller == EMULATED,
        by_hand=given.roller == HAND,
    )
    return chosen, found.number


def _journal(given: Namespace) -> Path:
    from boxctl.journal.disk.default_path import usual_place

    return given.journal or usual_place()


def _can_draw() -> bool:
    """Whether standard input and output are a terminal that can move its cursor."""
    known = os.environ.get("TERM", "") not in ("", "dumb", "unknown")
    return known and sys.stdin.isatty() and sys.stdout.isatty()


def options() -> Options:
    """Return the options of the command."""
    options = Options("play", tr("A whole simulated box in the terminal: no hardware needed."))
    options.add_argument(
        "--config",
        metavar="FILE",
        type=Path,
        help=tr("play the box of this box.toml, simulated: its rules, players, lamps and dice"),
    )
    options.set_defaults(named=[], parts=None)
    options.add_rules(default=None)
    options.add_players(default=None)
    options.add_argument(
        "--against",
        metavar="WAYS",
        help=tr(
            "simulated players who sit down too, with commas between: {ways}", ways=", ".join(WAYS)
        ),
    )
    options.add_argument(
        "--stake", metavar="MONEY", help=tr("what each player puts into the pool: 50p, 1 €, $1")
    )
    options.add_argument(
        "--seed", metavar="S", type=int, help=tr("the same dice every time (default: real chance)")
    )
    options.add_argument(
        "--plain",
        action="store_true",
        help=tr("line by line, also where a full screen is possible"),
    )
    options.add_argument(
        "--coach",
        nargs="?",
        const="on",
        choices=COACH_MODES,
        help=tr(
            "show what each choice comes to, and what it loses (on); or only when you ask (ask), "
            "of blunders (blunders), or after the match (after)"
        ),
    )
    options.add_argument(
        "--bench",
        action="store_true",
        help=tr("be the wood: bump tiles, stick sensors, pull plugs"),
    )
    options.add_argument(
        "--roller",
        metavar="PORT",
        help=tr(
            "throw on the roller at this serial port; or emulated: on the real firmware,"
            " where --seed is that of its noise, and when you throw counts as well; or hand: "
            "throw real dice, and type what they show"
        ),
    )
    options.add_argument(
        "--resume",
        metavar="MATCH",
        nargs="?",
        const="last",
        help=tr("go on with a match that was interrupted: its number, or the last one"),
    )
    options.add_argument(
        "--watch",
        metavar="MATCH|FILE",
        help=tr(
            "watch a match of the journal, by its number or last, or a referee's lines in a file"
        ),
    )
    options.add_argument(
        "--demo", action="store_true", help=tr("a match that plays itself, with nobody at the keys")
    )
    options.add_argument(
        "--speak",
        metavar="SPEED",
        type=int,
        nargs="?",
        const=USUAL_SPEED,
        help=tr(
            "say aloud what is ruled, at so many words a minute, {slowest} to {fastest}"
            " (default: {usual})",
            slowest=SLOWEST,
            fastest=FASTEST,
            usual=USUAL_SPEED,
        ),
    )
    options.add_argument(
        "--motion",
        action=BooleanOptionalAction,
        default=None,
        help=tr("tiles fall and dice roll, or not; the next game does as this one"),
    )
    options.add_argument("--theme", choices=("dark", "light"), help=tr("the colours of the screen"))
    options.add_argument(
        "--ascii", action="store_true", help=tr("draw with plain signs, for fonts that have few")
    )
    add_web(options, tr("show the table in browsers, on this machine or at this address"))
    add_mqtt(options, tr("tell this broker how the table stands: mqtt://broker.local"))
    options.add_journal()
    return options


def _has_chosen(given: Namespace) -> bool:
    """Whether the options say what is played; if not, the first screen asks."""
    told = (given.rules, given.changes, given.players, given.against, given.stake)
    return any(told) or given.demo or given.seed is not None


def _check_speed(speed: int | None) -> None:
    if speed is not None and not SLOWEST <= speed <= FASTEST:
        raise BadOption(
            tr(
                "--speak {speed}: from {slowest} to {fastest} words a minute can be spoken.",
                speed=speed,
                slowest=SLOWEST,
                fastest=FASTEST,
            )
        )


def _chosen(given: Namespace) -> GameChoice:
    from boxctl.screens.laptop.game_choice import GameChoice

    name = given.rules or "classic"
    stake = [] if given.stake is None else [("stake", given.stake)]
    changes = (*key_and_value_pairs(given.changes), *stake)
    players = _players(given, GameChoice(name, changes, ()).rules)
    chosen = GameChoice(
        name,
        changes,
        tuple(players),
        given.seed,
        emulated=given.roller == EMULATED,
        by_hand=given.roller == HAND,
        parts=given.parts,
    )
    chosen.check()
    return chosen


def _players(given: Namespace, rules: RuleSet) -> list[str]:
    from boxctl.screens.laptop.robots import demo_players

    people = chosen_players(given.players) if given.players else list(given.named)
    ways = [way.strip() for way in given.against.split(",")] if given.against else []
    if unknown := [way for way in ways if way not in WAYS]:
        raise BadOption(
            tr(
                "--against {against}: nobody plays {unknown}: known are {ways}.",
                against=given.against,
                unknown=unknown[0],
                ways=", ".join(WAYS),
            )
        )
    if given.demo:
        if idle := [name for name in people if way_to_play(name) is None]:
            raise BadOption(
                tr(
                    "--demo: {idle} does not play alone: leave --players out, or name only "
                    "players that do: {ways}.",
                    idle=idle[0],
                    ways=", ".join(WAYS),
                )
            )
        return people + robot_names(ways, people) or demo_players(rules)
    people = people or usual_players(rules)[: 1 if ways else None]
    return people + robot_names(ways, people)


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

    with laptop_feed(given, _journal(given)) as feed:
        ended = play_full(chosen, _play_options(given, resume, feed))
    if ended == "interrupted":
        print_lines(tr("Interrupted: boxctl play goes on with this match."))
    elif ended is not None:
        print_lines(tr(KEPT))
    return 0


def _watch(chosen: GameChoice, given: Namespace) -> int:
    _draw_soon_after_a_key()
    from boxctl.screens.app.start import watch_full

    watch_full(given.watch, chosen, _play_options(given))
    return 0


def _watch_plain(chosen: GameChoice, given: Namespace) -> int:
    from boxctl.screens.plain.plain_table import watch

    with suppress(KeyboardInterrupt):  # one of the ways to leave
        watch(given.watch, chosen, _journal(given))
    return 0


def _draw_soon_after_a_key() -> None:
    """Let Textual draw up to 120 times a second; its usual 60 let a key wait for 17 ms.

    What moves has a pace of its own. Textual reads the variable when it is imported.
    """
    os.environ.setdefault("TEXTUAL_FPS", "120")


def _play_options(
    given: Namespace, resume: int | None = None, watcher: LaptopWatcher | None = None
) -> PlayOptions:
    from boxctl.screens.app.start import PlayOptions

    return PlayOptions(
        _journal(given),
        anew=given.new,
        resume=resume,
        theme=given.theme,
        motion=given.motion,
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
        answer = ask(PlainOptions(_journal(given), anew=given.new))
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


def _play_plain(
    chosen: GameChoice, resume: int | None, given: Namespace, *, told: bool = False
) -> int:
    """Play line by line; ``told`` is whether people know already what game it is."""
    from boxctl.cli.game.changed_settings import changed_settings
    from boxctl.rules.variants import load
    from boxctl.screens.plain.plain_table import PlainOptions, play

    terminal = InputTerminal()

    def interrupt(_number: int, _frame: object) -> NoReturn:
        # The kernel and the thread that reads may both report that the terminal has gone.
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        if terminal.has_gone:
            forget_terminal()
        raise _Interrupted

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    try:
        known = load(chosen.variant)
        if not told:
            print_lines(f"{known.name}: {tr(known.summary)}", tr(known.example))
        if changed := changed_settings(chosen.variant, chosen.rules):
            print_lines(changed)
        print_lines(tr("Enter throws, 7 or 6 1 flips tiles, ? tells the rest."))
        with laptop_feed(given, _journal(given)) as feed:
            options = PlainOptions(
                _journal(given),
                anew=given.new,
                resume=resume,
                coach=given.coach or "off",
                bench=given.bench,
                roller=None if given.roller == SIMULATED else given.roller,
                demo=given.demo,
                speak=given.speak,
                watcher=feed,
            )
            kept = play(chosen, options)
    except _Interrupted:
        print_lines("", tr("Interrupted: boxctl play goes on with this match."))
        return 0
    except KeyboardInterrupt:  # before there was anything to leave
        kept = False
    print_lines(tr(KEPT) if kept else tr("Good-bye."))
    return 0


class _Interrupted(BaseException):
    """A signal ends the program; the match can be resumed.

    Not an :class:`Exception`, so that nothing on the way catches it.
    """
