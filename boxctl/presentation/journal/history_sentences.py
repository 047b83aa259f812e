"""Show how players have fared: in words, aligned tables and small charts. Pure.

:mod:`boxctl.audit.history` makes the history from a journal, and decides which matches count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from boxctl.presentation.analysis_sentences import (
    given_away_in_words,
    how_sure_in_words,
    loss_number,
)
from boxctl.presentation.game_names import settings_in_words
from boxctl.presentation.journal.ledger_sentences import (
    UncountedReason,
    in_runs,
    uncounted_sentence,
)
from boxctl.presentation.journal.player_history import (
    BLOCKS,
    HANDICAP,
    GameHistory,
    HistoryLine,
    LineKind,
    LuckAndSkill,
    NotableThrow,
    PlayedGame,
    PlayerHistory,
    charts,
    decimal,
    worth_in_words,
)
from boxctl.presentation.phrases import WRITTEN, choice_in_words, dice, shown_player, signed
from groundwork.cell_width import columns_of, flush_left, in_columns
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, clauses, commas, labelled, tr, tr_as, tr_n
from groundwork.local_time import told_day

GAP = HistoryLine("", LineKind.GAP)

UncountedMatch = tuple[int, UncountedReason, str]
"""A match that does not count, why, and a sentence about one that is unsound."""


def history_lines(
    counted: int, players: Sequence[PlayerHistory], cells: str = BLOCKS
) -> Iterator[HistoryLine]:
    """Yield the history, game by game: a table of its players, charts, and what stands out.

    ``cells`` are the eight characters that a chart is drawn with, the lowest first.
    """
    games = _by_game(players)
    yield HistoryLine(_counted_sentence(counted, games))
    for game in games:
        yield GAP
        yield from _game_lines(game, cells)
    if notes := list(_notes(games)):
        yield GAP
        yield from map(HistoryLine, notes)
    yield from map(HistoryLine, _money_of_all(players))


def tapped_sentence(matches: int) -> str:
    """Say of how many matches nothing was sensed."""
    return tr(
        "Ruled as it was tapped, as no lever was sensed: {count} of the matches.", count=matches
    )


def uncounted_sentences(uncounted: Iterable[UncountedMatch]) -> Iterator[str]:
    """Yield which matches do not count, and why."""
    unfinished: dict[UncountedReason, list[int]] = {}
    for number, reason, detail in uncounted:
        if reason in (UncountedReason.LEFT, UncountedReason.NOT_OVER):
            unfinished.setdefault(reason, []).append(number)
        else:
            yield uncounted_sentence(number, reason, detail)
    for reason, matches in unfinished.items():
        yield _unfinished_sentence(reason, matches)


def _unfinished_sentence(reason: UncountedReason, matches: list[int]) -> str:
    named = all_of(in_runs(matches))
    if reason is UncountedReason.LEFT:
        return tr_n(
            "Match {matches} does not count: it was left before its end.",
            "Matches {matches} do not count: they were left before their end.",
            len(matches),
            matches=named,
        )
    return tr_n(
        "Match {matches} does not count: it is not over.",
        "Matches {matches} do not count: they are not over.",
        len(matches),
        matches=named,
    )


def _by_game(players: Sequence[PlayerHistory]) -> list[list[PlayedGame]]:
    """Return the players of each game, the game that was played most often first."""
    games: dict[tuple[str, tuple[tuple[str, str], ...]], list[PlayedGame]] = {}
    for player in players:
        for game in player.games:
            key = game.variant, tuple(game.settings.items())
            games.setdefault(key, []).append((shown_player(player.player), game))
    return sorted(games.values(), key=lambda game: -max(each.matches for _player, each in game))


def _counted_sentence(counted: int, games: Sequence[Sequence[PlayedGame]]) -> str:
    began = [
        told_day(point.began) for game in games for _player, each in game for point in each.trend
    ]
    if not began:
        return tr("No match counts yet.")
    return tr_n(
        "One match counts, of {first}.",
        "{count} matches count, from {first} on.",
        counted,
        count=counted,
        first=min(began),
    )


# A game.


def _game_lines(game: Sequence[PlayedGame], cells: str) -> Iterator[HistoryLine]:
    (_player, first), *_ = game
    yield HistoryLine(_title(first), LineKind.TITLE)
    columns = [column for column in _columns() if any(map(column.shown, _games(game)))]
    rows = [[player, *(column.text(each) for column in columns)] for player, each in game]
    headings = ["", *(column.heading for column in columns)]
    kinds = (LineKind.HEADINGS, *(LineKind.ROW for _row in rows))
    for line, kind in zip(in_columns([headings, *rows], gap="  "), kinds, strict=True):
        yield HistoryLine(f"  {line}".rstrip(), kind)
    yield from charts(game, cells)
    width = max(columns_of(player) for player, _each in game)
    for player, each in game:
        words_of_player = (*_what_stands_out(each), *_surely_better(each, game))
        for place, words in enumerate(words_of_player):
            yield HistoryLine(f"  {flush_left('' if place else player, width)}  {words}")


def _games(game: Iterable[PlayedGame]) -> list[GameHistory]:
    return [each for _player, each in game]


def _title(game: GameHistory) -> str:
    settings = dict(game.settings)
    given = settings.pop(HANDICAP, "")
    told = [*settings_in_words(settings.items())]
    if given:
        told.append(labelled(tr("Handicap"), given.replace("=", " +").replace(",", ", ")))
    changed = commas(told)
    return f"{game.title} ({changed})" if changed else game.title


@frozen_dataclass
class _HistoryColumn:
    """A column of the table: ``shown`` tells whether a game has something for it."""

    heading: str
    text: Callable[[GameHistory], str]
    shown: Callable[[GameHistory], bool] = lambda game: True


def _columns() -> list[_HistoryColumn]:
    def against(game: GameHistory) -> bool:
        return game.against > 0

    def luck(game: GameHistory) -> bool:
        return game.luck is not None

    return [
        _HistoryColumn(tr_as("column of a history", "matches"), lambda game: str(game.matches)),
        _HistoryColumn(
            tr_as("column of a history", "won"),
            lambda game: str(game.won) if game.against else "-",
            against,
        ),
        _HistoryColumn(
            tr_as("column of a history", "shared"),
            lambda game: str(game.shared) if game.against else "-",
            lambda game: game.shared > 0,
        ),
        _HistoryColumn(
            tr_as("column of a history", "in a row"),
            lambda game: f"{game.streak.longest}" if game.against else "-",
            against,
        ),
        _HistoryColumn(
            tr_as("column of a history", "mean"),
            lambda game: "-" if game.mean is None else decimal(game.mean),
            lambda game: game.mean is not None,
        ),
        _HistoryColumn(
            tr_as("column of a history", "best"),
            lambda game: "-" if game.best is None else str(game.best.score),
            lambda game: game.best is not None,
        ),
        _HistoryColumn(tr_as("column of a history", "box shut"), lambda game: str(game.shut)),
        _HistoryColumn(
            tr_as("column of a history", "luck"),
            lambda game: "-" if game.luck is None else worth_in_words(game.luck.luck, game.luck),
            luck,
        ),
        _HistoryColumn(
            tr_as("column of a history", "given away"),
            lambda game: "-" if game.luck is None else _given_away(game.luck),
            luck,
        ),
        _HistoryColumn(
            tr_as("column of a history", "money"),
            lambda game: _money(game.money) or "-",
            lambda game: bool(game.money),
        ),
    ]


# What stands out.


def _what_stands_out(game: GameHistory) -> Iterator[str]:
    if game.best is not None:
        yield tr(
            "best turn {score} in match {match} on {date}",
            score=game.best.score,
            match=game.best.match,
            date=told_day(game.best.began),
        )
    if game.streak.now > 1:
        yield tr("has won the last {count}", count=game.streak.now)
    if game.luck is not None:
        sure = how_sure_in_words(game.luck.given_away, in_points=game.luck.in_points)
        said = given_away_in_words(game.luck.given_away, in_points=game.luck.in_points)
        yield clauses([said, sure]) if sure else said
        if game.luck.luckiest is not None:
            yield _luckiest(game.luck.luckiest, game.luck)
        if game.luck.costliest is not None:
            yield _costliest(game.luck.costliest, game.luck)


def _given_away(luck: LuckAndSkill) -> str:
    return loss_number(luck.given_away.mean, in_points=luck.in_points)


def _surely_better(one: GameHistory, game: Iterable[PlayedGame]) -> Iterator[str]:
    """Say whose choices are surely worse than this player's, whatever the dice did."""
    luck = one.luck
    worse = [
        player
        for player, other in game
        if luck and other.luck and luck.given_away.is_surely_less(other.luck.given_away)
    ]
    if worse:
        yield tr("surely gives away less than {players}", players=all_of(worse))


def _luckiest(throw: NotableThrow, luck: LuckAndSkill) -> str:
    return tr(
        "luckiest throw {dice} in match {match} ({worth})",
        dice=dice(throw.throw, WRITTEN),
        match=throw.match,
        worth=worth_in_words(throw.luck, luck),
    )


def _costliest(throw: NotableThrow, luck: LuckAndSkill) -> str:
    worth = worth_in_words(-throw.lost, luck)
    if throw.moved is None or throw.best is None or throw.moved == throw.best:
        return tr(
            "costliest choice to throw {dice} in match {match} ({worth})",
            dice=dice(throw.throw, WRITTEN),
            match=throw.match,
            worth=worth,
        )
    return tr(
        "costliest choice {moved} instead of {best} in match {match} ({worth})",
        moved=choice_in_words(throw.moved),
        best=choice_in_words(throw.best),
        match=throw.match,
        worth=worth,
    )


def _notes(games: Sequence[Sequence[PlayedGame]]) -> Iterator[str]:
    units = {
        game.luck.in_points for each in games for game in _games(each) if game.luck is not None
    }
    if True in units:
        yield tr(
            "Luck is points a turn: above 0 the dice helped. Given away is how many points a turn "
            "the choices lost against best play."
        )
    if False in units:
        yield tr(
            "Where scores do not decide, luck and what is given away are chances to win, a turn, "
            "in percent."
        )
    if any(game.luck is None and game.turns for each in games for game in _games(each)):
        yield tr("Where they are missing, the odds of the game are not known.")


def _money_of_all(players: Sequence[PlayerHistory]) -> Iterator[str]:
    several = [player for player in players if len([g for g in player.games if g.money]) > 1]
    for player in several:
        yield tr(
            "{player} in all games: {money}",
            player=shown_player(player.player),
            money=_money(player.money),
        )


def _money(money: dict[str, int]) -> str:
    return commas((signed(minor, currency) for currency, minor in money.items()))
