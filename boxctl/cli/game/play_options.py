"""The options of ``boxctl play``, and checks of those that exclude each other.

A go at a stall and a match of a tournament have them too, but for those that are settled by what
is played for.
"""

from __future__ import annotations

from argparse import BooleanOptionalAction, Namespace
from collections.abc import Sequence

from boxctl.cli import BadOption
from boxctl.cli.mqtt_option import add_mqtt
from boxctl.cli.options import Options, path_of_file
from boxctl.cli.web_option import add_web
from boxctl.presentation.ways_to_play import ways_in_words
from boxctl.screens.laptop.pace import FASTEST, SLOWEST, USUAL_SPEED, Pace
from groundwork.language import tr

COACH_MODES = ("off", "on", "ask", "blunders", "after")


def read_options(arguments: list[str]) -> Namespace:
    """Return the options that were given. Raises :class:`BadOption`."""
    given = options().parse_args(arguments)
    _check_speed(given.speak)
    _check_resume(given)
    _check_guided(given)
    return given


def options() -> Options:
    """Return the options of the command."""
    options = Options("play")
    options.add_argument(
        "--config",
        metavar="FILE",
        type=path_of_file,
        help=tr("play the box of this box.toml, simulated: its rules, players, lamps and dice"),
    )
    options.set_defaults(named=[], parts=None)
    options.add_rules(default=None)
    options.add_players(default=None)
    options.add_argument(
        "--guided",
        action="store_true",
        help=tr("a first match that explains itself: the classic game against a robot"),
    )
    options.add_argument(
        "--against",
        metavar="WAYS",
        help=tr(
            "simulated players who sit down too, with commas between: {ways}", ways=ways_in_words()
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
    options.add_argument(
        "--pace",
        choices=[pace.value for pace in Pace],
        help=tr(
            "how fast robots play: to be watched (normal), fast, or their turn at once (instant); "
            "the next game does as this one"
        ),
    )
    options.add_argument(
        "--sound",
        action=BooleanOptionalAction,
        default=None,
        help=tr(
            "ring the terminal's bell at your turn, a shut box and a refusal, or not; the next "
            "game does as this one"
        ),
    )
    options.add_argument("--theme", choices=("dark", "light"), help=tr("the colours of the screen"))
    options.add_argument(
        "--ascii", action="store_true", help=tr("draw with plain signs, for fonts that have few")
    )
    add_web(options, tr("show the table in browsers, on this machine or at this address"))
    add_mqtt(options, tr("tell this broker how the table stands: mqtt://broker.local"))
    options.add_journal()
    return options


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


def _check_resume(given: Namespace) -> None:
    """Raise :class:`BadOption` for an option that says what a resumed match has settled."""
    if not given.resume:
        return
    settled = (
        "rules",
        "changes",
        "players",
        "handicap",
        "against",
        "stake",
        "new",
        "watch",
        "demo",
    )
    if (flag := first_given(given, settled)) is not None:
        raise BadOption(
            tr("--{flag} does not go with --resume: the match goes on as it was begun.", flag=flag)
        )


def _check_guided(given: Namespace) -> None:
    """Raise :class:`BadOption` for an option that says what a first match has settled."""
    settled = (
        "config",
        "rules",
        "changes",
        "handicap",
        "against",
        "stake",
        "seed",
        "roller",
        "resume",
        "watch",
        "demo",
    )
    if given.guided and (flag := first_given(given, settled)) is not None:
        raise BadOption(
            tr("--{flag} does not go with --guided: a first match is the classic game.", flag=flag)
        )


def first_given(given: Namespace, names: Sequence[str]) -> str | None:
    """Return the flag of the first of these options that is given, without dashes, or None."""
    found = next((name for name in names if getattr(given, name)), None)
    return "set" if found == "changes" else found


SETTLED = frozenset(
    f"--{name}"
    for name in (
        "players", "rules", "set", "handicap", "stake", "against", "new", "resume", "watch", "demo",
        "config",
    )
)  # fmt: skip
"""The options of ``boxctl play`` that say what is played, and by whom."""


def refuse_settled(command: str, further: Sequence[str]) -> None:
    """Raise :class:`BadOption` for an option of ``boxctl play`` that this command settles."""
    given = (argument.partition("=")[0] for argument in further)
    settled = next((flag for flag in given if flag in SETTLED), None)
    if settled is not None:
        raise BadOption(
            tr(
                "boxctl {command}: {flag} is settled already: leave it out.",
                command=command,
                flag=settled,
            )
        )
