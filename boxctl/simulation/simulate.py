"""Matches that play themselves: the quickest way to play each kind of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from boxctl.referee.players import check_names
from boxctl.rules.contradictions import check
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.scoring import score
from boxctl.rules.tiles import NO_TILES
from boxctl.simulation.independent_turns import play_by_turns, turns_are_alike
from boxctl.simulation.named_players import NamedPlayer, seats
from boxctl.simulation.refereed_matches import refereed
from boxctl.simulation.single_rounds import Rounds, is_one_round, play_rounds
from boxctl.simulation.single_turns import Progress, Turns, is_one_turn, play_turns
from boxctl.simulation.statistics import Statistics


def simulate(
    rules: RuleSet,
    players: Sequence[str],
    matches: int,
    seed: int,
    chosen: NamedPlayer | Sequence[NamedPlayer],
    *,
    workers: int = 1,
    progress: Progress = lambda done: None,
) -> Statistics:
    """Play so many matches; the same matches always give the same statistics.

    ``chosen`` sits at every seat, or one at each. Where a match is one turn, or one round and there
    are many, turns are played as chains, by the million; where nobody minds the scores of the
    others, match by match, by the ten thousand; elsewhere the referee rules on every lever. All go
    on so many workers. ``progress`` is told from time to time how many are played. Raises
    :class:`boxctl.rules.faults.RuleFault` if the rules and the players contradict, and for a player
    who cannot play by the rules (BX701, BX702).
    """
    check(rules, len(players))
    check_names(players)
    seated = seats(chosen, players)
    if is_one_turn(rules, players):
        played = play_turns(rules, seated[0], matches, seed, workers, progress)
        return _of_turns(rules, players[0], played)
    if is_one_round(rules, len(players), matches):
        return _of_rounds(
            players, matches, play_rounds(rules, seated, matches, seed, workers, progress)
        )
    play = play_by_turns if turns_are_alike(rules, seated) else refereed
    return play(rules, players, matches, seed, seated, workers=workers, progress=progress)


def _of_turns(rules: RuleSet, player: str, played: Turns) -> Statistics:
    games = sum(played.ends.values())
    statistics = Statistics(games, games, played.throws, played.ends.get(NO_TILES, 0))
    for left, times in played.ends.items():
        statistics.scores[score(rules.scoring, left)] += times
    statistics.wins[player] = games
    statistics.paid[player] = 0
    return statistics


def _of_rounds(players: Sequence[str], matches: int, rounds: Rounds) -> Statistics:
    return Statistics(
        matches,
        rounds.turns,
        rounds.throws,
        rounds.boxes_shut,
        rounds.scores,
        Counter({who: rounds.wins[seat] for seat, who in enumerate(players)}),
        Counter({who: rounds.paid[seat] for seat, who in enumerate(players)}),
    )
