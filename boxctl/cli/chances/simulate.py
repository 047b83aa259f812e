"""``boxctl simulate``: games played by themselves, and their statistics."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable

from boxctl.cli import BadOption
from boxctl.cli.options import (
    Options,
    chosen_handicaps,
    chosen_players,
    chosen_rules,
    whole_number,
    with_handicaps,
)
from boxctl.cli.terminal import heed_lost_interrupts, terminal_columns
from boxctl.odds.sampling import ORDINARY_ERRORS
from boxctl.presentation.game_names import name_of_game
from boxctl.presentation.phrases import shown_player, signed
from boxctl.presentation.ways_to_play import WAYS_TO_PLAY
from boxctl.referee.players import usual_players
from boxctl.rules.ruleset import RuleSet
from boxctl.simulation.players import NamedPlayer
from boxctl.simulation.simulate import FirstLook, simulate
from boxctl.simulation.statistics import Statistics
from groundwork.clock import monotonic_us
from groundwork.language import commas, decimal, percent, tr, tr_n, whole
from groundwork.printing import print_lines, print_notes, print_over

WIDEST_BAR = 50
MOST_ROWS = 24


def run(arguments: list[str]) -> int:
    """Play the games and print their statistics.

    Ctrl-C prints what has been counted so far, or the first look while best play is being solved,
    and is passed on.
    """
    given = options().parse_args(arguments)
    rules = chosen_rules(given.rules, given.changes)
    players = _players(rules, given)
    rules = with_handicaps(rules, given.handicap, players)
    progress = _SimulationProgress(given.games, quiet=given.json)
    seated = _seated(players, given, progress.interrupt_with)
    try:
        with heed_lost_interrupts(), progress:
            found = simulate(
                rules,
                players,
                given.games,
                given.seed,
                seated if len(seated) > 1 else seated[0],
                workers=given.workers,
                progress=progress,
                look=progress.look,
            )
    except KeyboardInterrupt:
        _print_stopped(progress, players, rules, given)
        raise
    _print(found, players, rules, given)
    return 0


def _print(
    found: Statistics, players: list[str], rules: RuleSet, given: argparse.Namespace
) -> None:
    if given.json:
        print_lines(json.dumps(_asked(players, rules, given) | found.as_json()))
    else:
        print_lines(*_for_people(found, given.rules, rules))


def _print_stopped(
    progress: _SimulationProgress, players: list[str], rules: RuleSet, given: argparse.Namespace
) -> None:
    found, games = progress.counted, whole(given.games)
    if found.turns:
        if not given.json:
            done = whole(found.matches)
            print_lines(tr("stopped after {done} of {games} games", done=done, games=games), "")
        _print(found, players, rules, given)
    elif progress.looked is not None:
        _print_first_look(progress.looked, players, rules, given)
    else:
        print_notes(tr("stopped before the first game was over"))


def options() -> Options:
    """Return the options of the command."""
    options = Options("simulate")
    options.add_rules()
    options.add_players(default=None)
    options.add_argument("--games", metavar="N", type=whole_number, default=1000)
    options.add_argument(
        "--seed", metavar="S", type=int, default=1, help=tr("the same, the same games")
    )
    options.add_argument(
        "--player",
        metavar="WAYS",
        type=_names,
        default=WAYS_TO_PLAY[:1],
        help=tr(
            "how they play, or one for each seat with commas between: {players}",
            players=", ".join(WAYS_TO_PLAY),
        ),
    )
    options.add_argument(
        "--errors",
        metavar="RATE",
        type=_rate,
        default=ORDINARY_ERRORS,
        help=tr("how often a human errs, from 0 to 1 (default: 0.1)"),
    )
    options.add_argument(
        "--workers",
        metavar="N",
        type=whole_number,
        default=os.cpu_count() or 1,
        help=tr("processors to use; the games are the same with any number"),
    )
    options.add_json()
    return options


def _players(rules: RuleSet, given: argparse.Namespace) -> list[str]:
    """Return the names of ``--players``, else as many as ``--player`` seats, else the usual."""
    if given.players:
        return chosen_players(given.players)
    if len(given.player) > 1:
        return [f"Player {seat}" for seat in range(1, len(given.player) + 1)]
    return usual_players(rules)


def _seated(
    players: list[str], given: argparse.Namespace, notice: Callable[[str], None]
) -> list[NamedPlayer]:
    """Return the one who sits at every seat, or one for each; ``notice`` takes their notices.

    Raises :class:`BadOption` if ``--player`` names another number.
    """
    if len(given.player) not in (1, len(players)):
        raise BadOption(
            tr(
                "--player {player} names {number}, but there are {players} at the table: "
                "name one, or one for each seat.",
                player=",".join(given.player),
                number=len(given.player),
                players=len(players),
            )
        )
    return [NamedPlayer(name, given.errors, notice) for name in given.player]


def _asked(players: list[str], rules: RuleSet, given: argparse.Namespace) -> dict[str, object]:
    """Return the request, for JSON."""
    return {
        "rules": given.rules,
        "title": name_of_game(given.rules, rules),
        "games": given.games,
        "seed": given.seed,
        "player": ",".join(given.player),
        "players": players,
        **({"handicap": dict(chosen_handicaps(given.handicap))} if given.handicap else {}),
    }


def _print_first_look(
    look: FirstLook, players: list[str], rules: RuleSet, given: argparse.Namespace
) -> None:
    """Print the turns that were played with a stand-in, and say so."""
    if given.json:
        asked = _asked(players, rules, given) | {"player": ",".join(look.ways)}
        print_lines(json.dumps(asked | look.counted.as_json()))
        return
    print_lines(
        tr(
            "stopped while best play was being worked out: these are {turns} turns with the "
            "highest tile first instead",
            turns=look.counted.turns,
        ),
        "",
        *_for_people(look.counted, given.rules, rules),
    )


class _SimulationProgress:
    """Keeps the counts so far, and shows the progress of a long run to people who wait.

    ``looked`` is the first look, once there is one.
    """

    def __init__(self, games: int, *, quiet: bool) -> None:
        self.counted = Statistics()
        self.looked: FirstLook | None = None
        self._games, self._since = games, monotonic_us()
        self._shown = not quiet and sys.stderr.isatty()
        self._wide = 0

    def __enter__(self) -> None:
        self._show(tr("works out how to play …"))

    def look(self, look: FirstLook) -> None:
        """Show what was played while best play has still to be solved."""
        self.looked = look
        self._show(
            tr(
                "works out best play … the highest tile first: {turns} turns, mean score {score}",
                turns=whole(look.counted.turns),
                score=decimal(look.counted.mean_score, 2),
            )
        )

    def __call__(self, counted: Statistics) -> None:
        self.counted = counted
        if not self._shown or not counted.turns:
            return
        line = tr(
            "{done} of {games} games, {turns} turns, mean score of a turn {score}",
            done=whole(counted.matches),
            games=whole(self._games),
            turns=whole(counted.turns),
            score=decimal(counted.mean_score, 2),
        )
        if 0 < counted.matches < self._games:
            left = (monotonic_us() - self._since) / 1e6 / counted.matches
            left *= self._games - counted.matches
            line += tr(", at most some {left} left", left=_duration(left))
        self._show(line)

    def _show(self, line: str) -> None:
        if self._shown:
            # A longer line would go on in the next one, where nothing writes over it.
            line = line[: terminal_columns() - 1]
            print_over(line.ljust(self._wide))
            self._wide = len(line)

    def interrupt_with(self, notice: str) -> None:
        """Print a notice on a line of its own."""
        if self._shown:
            print_notes("")
        print_notes(notice)

    def __exit__(self, *_ended: object) -> None:
        """End the line of progress, if there is one."""
        if self._shown:
            self._shown = False
            print_notes("")


def _duration(seconds: float) -> str:
    """Return a duration as people say it, roughly."""
    if seconds < 90:
        return tr("{seconds} s", seconds=max(1, round(seconds)))
    if seconds < 5400:
        return tr("{minutes} min", minutes=round(seconds / 60))
    return tr("{hours} h", hours=round(seconds / 3600))


def _names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in WAYS_TO_PLAY:
            raise argparse.ArgumentTypeError(
                tr("{name} is none of {players}", name=name, players=", ".join(WAYS_TO_PLAY))
            )
    return names


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = -1.0
    if not 0 <= rate <= 1:
        raise argparse.ArgumentTypeError(tr("{text} is not a rate from 0 to 1", text=text))
    return rate


def _for_people(found: Statistics, variant: str, rules: RuleSet) -> list[str]:
    lines = [
        name_of_game(variant, rules),
        commas(
            [
                tr_n("one match", "{count} matches", found.matches, count=found.matches),
                tr_n("one turn", "{count} turns", found.turns, count=found.turns),
                tr_n("one throw", "{count} throws", found.throws, count=found.throws),
            ]
        ),
        tr_n(
            "the box was shut in one turn ({rate}, between {least} and {most})",
            "the box was shut in {turns} turns ({rate}, between {least} and {most})",
            found.boxes_shut,
            turns=found.boxes_shut,
            rate=percent(found.boxes_shut / found.turns),
            least=percent(found.shut_rate_interval[0]),
            most=percent(found.shut_rate_interval[1]),
        ),
        tr(
            "mean score of a turn {score} ± {error} (95%)",
            score=decimal(found.mean_score, 3),
            error=decimal(1.96 * found.standard_error, 3),
        ),
    ]
    if len(found.wins) > 1:
        won = [f"{shown_player(who)} {times}" for who, times in found.wins_alone.items()]
        if found.shared:
            won.append(tr("shared {times}", times=found.shared))
        if found.nobody:
            won.append(tr("nobody {times}", times=found.nobody))
        lines.append(tr("won: {won}", won=", ".join(won)))
    if any(found.paid.values()):
        paid = (
            f"{shown_player(who)} {signed(money, rules.currency)}"
            for who, money in found.paid.items()
        )
        lines.append(tr("paid: {paid}", paid=", ".join(paid)))
    return [*lines, "", *_histogram(found)]


def _histogram(found: Statistics) -> list[str]:
    scores = sorted(found.scores)
    size = -(-len(scores) // MOST_ROWS)
    rows = [scores[first : first + size] for first in range(0, len(scores), size)]
    heights = [sum(found.scores[score] for score in row) for row in rows]
    names = [f"{row[0]}" if len(row) == 1 else f"{row[0]}-{row[-1]}" for row in rows]
    return [
        f"{name:>18} {'█' * round(WIDEST_BAR * height / max(heights))} {height}"
        for name, height in zip(names, heights, strict=True)
    ]
