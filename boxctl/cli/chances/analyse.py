"""``boxctl analyse``: what each throw of a match was worth, and what each decision lost."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

from boxctl.audit.match_list import BadRuling, rulings_in
from boxctl.cli import BadOption
from boxctl.cli.options import Options, chosen_players, chosen_rules, with_handicaps
from boxctl.journal.disk.private_files import place_to_read
from boxctl.journal.query import LAST, is_match, read_sound_match
from boxctl.odds.aims import AIMS, AimName, usual_aim
from boxctl.odds.given_away import given_away_by_player
from boxctl.odds.match.match_aims import MatchAims
from boxctl.odds.match.match_table import tables_from_rulings
from boxctl.odds.post_mortem import (
    AnalysedThrow,
    AnalysedTurn,
    OddsOf,
    RulingExcerpt,
    excerpt_of,
    post_mortem,
    turning_point,
)
from boxctl.odds.table_odds import OddsQuery, answer_query, odds_at_any_table
from boxctl.odds.turn import solve
from boxctl.presentation.analysis_chart import analysis_chart
from boxctl.presentation.analysis_sentences import ShownValue, aim_in_words, analysis_lines
from boxctl.presentation.game_names import name_of_game, name_of_match
from boxctl.referee.payloads import Verdict
from boxctl.referee.players import check_names, usual_players
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import from_contract
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import numbers
from groundwork.faults import cure_for_writing, os_reason
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.printing import print_lines, print_notes
from groundwork.system.files import write_whole


def run(arguments: list[str]) -> int:
    """Print the match throw by throw."""
    given = options().parse_args(arguments)

    played = _recorded(given) if is_match(given.played) else _from_file(given)
    rules, players, rulings = played.rules, played.players, played.rulings
    if not any(map(_is_thrown_in_a_turn, rulings)):
        raise RuleFault(
            "BX706",
            tr(
                "{played}: nobody has thrown yet, so there is nothing to analyse",
                played=played.named,
            ),
        )
    name = _aim(rules, given.aim)
    turns, shown = _analysed(rules, name, rulings, players)
    if given.svg is not None:
        _write(given.svg, analysis_chart(turns, name, shown, played.variant))
    if given.json:
        print_lines(json.dumps(_document(played, name, turns, shown)))
    else:
        print_lines(*_for_people(played, name, turns, shown))
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("analyse")
    options.add_argument(
        "played",
        metavar="MATCH|FILE",
        nargs="?",
        default=LAST,
        help=tr(
            "a match of the journal, by its number or last (default: last); or a file with lines "
            "of box events or of rulings, as of boxctl referee"
        ),
    )
    options.add_journal_to_read()
    options.add_rules()
    options.set_defaults(rules=None)
    options.add_players(default=None)
    options.add_argument(
        "--aim", choices=AIMS, help=tr("what was played for (default: as the rules say)")
    )
    options.add_argument("--svg", metavar="FILE", help=tr("draw a chart into this file"))
    options.add_json()
    return options


@frozen_dataclass
class _Played:
    """A match to analyse: its rules, its players and its rulings.

    ``named`` is the name of the match or the file, ``game`` what is played, both for people.
    """

    named: str
    variant: str
    game: str
    rules: RuleSet
    players: list[str]
    rulings: list[RulingExcerpt]


def _is_thrown_in_a_turn(ruling: RulingExcerpt) -> bool:
    return ruling.throw is not None and ruling.verdict not in (Verdict.FIRST_THROW, Verdict.VOID)


def _recorded(given: Namespace) -> _Played:
    """Return a match of the journal, which has its rules and players in its record."""
    if given.rules is not None or given.changes or given.players or given.handicap:
        raise BadOption(
            tr(
                "match {played} tells itself by which rules it was played, and by whom: leave"
                " --rules, --set, --players and --handicap out.",
                played=given.played,
            )
        )
    match = read_sound_match(given.journal or place_to_read(), given.played)
    # A record can be sound and tell of a match that nobody can have played.
    check_names(match.players)
    check(match.rules, len(match.players))
    rulings = list(map(excerpt_of, match.rulings))
    named = tr("match {match}", match=match.number)
    game = name_of_match(match)
    return _Played(named, match.variant, game, match.rules, list(match.players), rulings)


def _from_file(given: Namespace) -> _Played:
    """Return the match in a file, by the rules and players that the options name."""
    name = given.rules or "classic"
    rules = chosen_rules(name, given.changes)
    players = chosen_players(given.players) if given.players else usual_players(rules)
    rules = with_handicaps(rules, given.handicap, players)
    try:
        rulings = rulings_in(Path(given.played), Referee(rules, players))
    except BadRuling as bad:
        raise RuleFault(
            "BX706",
            tr(
                "line {line} of {played} is no ruling of boxctl referee",
                line=bad.line,
                played=given.played,
            ),
        ) from None
    excerpts = [excerpt_of(from_contract(ruling)) for ruling in rulings]
    return _Played(given.played, name, name_of_game(name, rules), rules, players, excerpts)


def _aim(rules: RuleSet, name: AimName | None) -> AimName:
    if rules.match == "first_to_shut":
        # Who shuts the box wins, and any other end of a turn is worth the same.
        return "shut" if name in (None, "win") else name
    return name or usual_aim(rules)


def _analysed(
    rules: RuleSet, name: AimName, rulings: list[RulingExcerpt], players: list[str]
) -> tuple[tuple[AnalysedTurn, ...], ShownValue]:
    """Return the turns analysed, and what turns their worths into those that people are shown."""
    if name == "win" and rules.box_stays:
        both = odds_at_any_table(rules)
        return post_mortem(rulings, lambda turn, opens: both[opens]), both[False].aim.shown
    if name == "win":
        return post_mortem(rulings, _odds_at_table(rules, rulings, players)), lambda worth: worth
    question = OddsQuery(rules, name, rules.in_play)
    return answer_query(
        question,
        lambda odds: (post_mortem(rulings, lambda turn, opens: odds), odds.aim.shown),
        print_notes,
    )


def _odds_at_table(rules: RuleSet, rulings: list[RulingExcerpt], players: list[str]) -> OddsOf:
    """Return the odds of each turn, by the scores as they then stood."""
    if len(players) == 1:
        raise BadOption(tr("--aim win is for more players than one: name them with --players."))
    odds = MatchAims(rules)
    by_turn = [
        solve(rules, odds.aim(table)) for table in tables_from_rulings(rulings, rules, players)
    ]
    return lambda turn, opens: by_turn[turn]


def _write(path: str, text: str) -> None:
    try:
        write_whole(Path(path), text.encode())
    except OSError as why:
        raise RuleFault(
            "BX707",
            tr("{path} cannot be written: {strerror}", path=path, strerror=os_reason(why)),
            cure_for_writing(why),
        ) from None


def _document(
    played: _Played, aim: AimName, turns: tuple[AnalysedTurn, ...], shown: ShownValue
) -> dict[str, Any]:
    turned = turning_point(turns)
    steps = [step for turn in turns for step in turn.steps]
    return {
        "rules": played.variant,
        "title": played.game,
        "aim": aim,
        "turns": [_turn(turn, shown) for turn in turns],
        "turned": None if turned is None else steps.index(turned),
        "given_away": [
            {"player": player, "turns": given.turns, "total": given.total, "mean": given.mean}
            for player, given in given_away_by_player(turns).items()
        ],
    }


def _turn(turn: AnalysedTurn, shown: ShownValue) -> dict[str, Any]:
    return {
        "player": turn.player,
        "expected": shown(turn.expected),
        "result": shown(turn.result),
        "luck": turn.luck,
        "skill": turn.skill,
        "throws": [_step(step, shown) for step in turn.steps],
    }


def _step(step: AnalysedThrow, shown: ShownValue) -> dict[str, Any]:
    return {
        "open": numbers(step.to_move),
        "throw": step.throw,
        "moved": None if step.moved is None else numbers(step.moved),
        "best": None if step.best is None else numbers(step.best),
        "luck": step.luck,
        "dice_loss": step.dice_loss,
        "move_loss": step.move_loss,
        "value": shown(step.after),
    }


def _for_people(
    played: _Played, aim: AimName, turns: tuple[AnalysedTurn, ...], shown: ShownValue
) -> list[str]:
    heading = tr(
        "{played}: {rules}, played for: {aim}",
        played=played.named,
        rules=played.game,
        aim=aim_in_words(aim),
    )
    return [heading, *analysis_lines(turns, aim, shown)]
