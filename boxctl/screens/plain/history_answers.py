"""Tell how players have fared, as sentences for the plain game."""

from __future__ import annotations

from pathlib import Path

from boxctl.presentation.record.player_history import GameHistory
from boxctl.presentation.record.proof_sentences import finding_sentences
from boxctl.presentation.rule_page.title import listed_title
from groundwork.faults import Fault
from groundwork.language import commas, decimal, tr, tr_n


def history_answers(journal: Path, players: tuple[str, ...]) -> list[str]:
    """Look through the journal, and tell how these players have fared in each game.

    It may take seconds.
    """
    # Seldom asked for, and it needs the odds.
    from boxctl.audit.history import HistoryRequest, history_in

    try:
        found = history_in(journal, request=HistoryRequest(players))
    except Fault as fault:
        return [str(fault)]
    lines = finding_sentences(found.findings)
    lines += [
        tr(
            "{player}, {game}: {record}.",
            player=player.player,
            game=listed_title(game.variant),
            record=commas(_record(game)),
        )
        for player in found.players
        for game in player.games
    ]
    return lines or [tr("No match of these players has been played to its end yet.")]


def _record(game: GameHistory) -> list[str]:
    said = [tr_n("one match", "{count} matches", game.matches, count=game.matches)]
    if game.against:
        said.append(tr("{count} won", count=game.won))
    if game.shared:
        said.append(tr("{count} shared", count=game.shared))
    if game.streak.longest > 1:
        said.append(tr("{count} won in a row at most", count=game.streak.longest))
    if game.best is not None:
        said.append(tr("best turn {score}", score=game.best.score))
    if game.mean is not None:
        mean = decimal(game.mean, 1)
        said.append(tr("{score} on average", score=mean))
    if game.shut:
        said.append(tr_n("box shut once", "box shut {count} times", game.shut, count=game.shut))
    return said
