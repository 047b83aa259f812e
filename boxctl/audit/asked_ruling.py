"""Find the ruling that people mean: by tile, turn, throw and player, instead of its number.

For that, the rulings of a match are parted into turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxctl.journal.entry_kinds import RecordedRuling, RulingMade
from boxctl.journal.faults import no_ruling_yet, none_fits, several_fit
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.phrases import WRITTEN, names, shown_player
from boxctl.referee.payloads import Verdict
from boxctl.rules.tiles import NO_TILES, numbers
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, tr
from groundwork.printing import look_of

RuledEntry = tuple[int, RecordedRuling]
"""A ruling with the number of its entry."""

_OF_THE_TURN_BEFORE = (Verdict.ROUND_OVER, Verdict.MATCH_OVER)
"""Verdicts that belong to the turn that has ended before them."""

_OF_NO_PLAYER_S_TURN = (Verdict.FIRST_THROW, *_OF_THE_TURN_BEFORE)

_ON_A_THROW = (Verdict.THROW, Verdict.AGAIN)


@frozen_dataclass
class RulingsOfTurn:
    """The rulings of a turn, in order; the last turn of a match may not have ended.

    ``begins`` is the first entry after the end of the turn before it. Among the rulings are those
    on the throws for the start before the first turn, and that the turn has ended a round and the
    match. What is ruled after the match is a turn of nobody.
    """

    begins: int
    rulings: tuple[RuledEntry, ...]

    @property
    def by_throw(self) -> list[list[RuledEntry]]:
        """The rulings on what the player did: those before the first throw, then by throw."""
        found: list[list[RuledEntry]] = [[]]
        for entry, ruling in self.rulings:
            if ruling.verdict in _OF_NO_PLAYER_S_TURN:
                continue
            if _is_on_a_throw(ruling):
                found.append([])
            found[-1].append((entry, ruling))
        return found

    @property
    def player(self) -> str:
        """Whose turn it is."""
        _entry, ruling = self._last
        return ruling.player

    @property
    def end(self) -> int:
        """The entry of its end, or of its newest ruling while it goes on."""
        entry, _ruling = self._last
        return entry

    def up_to(self, entry: int) -> list[RecordedRuling]:
        """Return the rulings up to this entry, in order."""
        return [ruling for at, ruling in self.rulings if at <= entry]

    @property
    def _last(self) -> RuledEntry:
        return next(rulings[-1] for rulings in reversed(self.by_throw) if rulings)


def turns_of(match: RecordedMatch) -> Iterator[RulingsOfTurn]:
    """Yield the turns that somebody has begun, in order."""
    for turn in _parted(match):
        if any(turn.by_throw):
            yield turn
        if any(ruling.verdict is Verdict.MATCH_OVER for _entry, ruling in turn.rulings):
            return


def turn_with(match: RecordedMatch, entry: int) -> RulingsOfTurn:
    """Return the turn with the ruling of this entry; that of a void throw may be nobody's."""
    return next(
        turn for turn in _parted(match) if any(entry == number for number, _ in turn.rulings)
    )


def _parted(match: RecordedMatch) -> Iterator[RulingsOfTurn]:
    """Part all rulings: a turn goes from the end of the one before it to its own."""
    begins, rulings, ended = 1, list[RuledEntry](), 0
    for entry, made in match.read(RulingMade):
        verdict = made.ruling.verdict
        if ended and verdict not in _OF_THE_TURN_BEFORE:
            yield RulingsOfTurn(begins, tuple(rulings))
            begins, rulings, ended = ended + 1, [], 0
        rulings.append((entry, made.ruling))
        if verdict is Verdict.TURN_OVER:
            ended = entry
    if rulings:
        yield RulingsOfTurn(begins, tuple(rulings))


def _is_on_a_throw(ruling: RecordedRuling) -> bool:
    ends_with_it = ruling.verdict is Verdict.TURN_OVER and ruling.throw is not None
    return ends_with_it or ruling.verdict in _ON_A_THROW


_BEGUN = (Verdict.PENDING, Verdict.PROVISIONAL)
_ON_TILES = (
    *_BEGUN,
    Verdict.COMMITTED,
    Verdict.TAKEN_BACK,
    Verdict.REFUSED,
    Verdict.DISTURBED,
)

_MOST_LISTED = 12


@frozen_dataclass
class AskedRuling:
    """What somebody says of the ruling that he means; None for what he leaves out.

    ``turn`` counts the turns of the match, or those of ``player``; ``throw`` counts the throws of
    a turn that count. A turn is named for its end, a throw for the ruling on it, and a tile for the
    rulings on its moves.
    """

    tile: int | None = None
    turn: int | None = None
    throw: int | None = None
    player: str | None = None

    @property
    def options(self) -> str:
        """The options that say it; empty if nothing is said."""
        said = {
            "--tile": self.tile,
            "--turn": self.turn,
            "--throw": self.throw,
            "--player": self.player,
        }
        return " ".join(f"{name} {value}" for name, value in said.items() if value is not None)


def asked_ruling(match: RecordedMatch, asked: AskedRuling) -> int:
    """Return the entry of the one ruling of a sound match that fits.

    Raises :class:`WrongJournal` if none fits (BX607) or several do (BX616).
    """
    if not any(True for _ in match.of_kind(RulingMade.kind)):
        raise no_ruling_yet(match.number)
    turns = list(turns_of(match))
    fitting = dict(_fitting(turns, asked))
    if not fitting:
        players = names(match.players, WRITTEN)
        raise none_fits(match.number, asked.options, players, len(turns))
    if len(fitting) > 1:
        listed = list(fitting.values())
        if len(listed) > _MOST_LISTED:
            listed = ["…", *listed[-_MOST_LISTED:]]
        raise several_fit(match.number, asked.options, len(fitting), all_of(listed))
    return next(iter(fitting))


def _fitting(turns: Sequence[RulingsOfTurn], asked: AskedRuling) -> Iterator[tuple[int, str]]:
    """Yield the entries of the rulings that fit, each with its number, player, turn and throw."""
    own = [turn for turn in turns if asked.player is None or _is(turn.player, asked.player)]
    for number, turn in enumerate(own, start=1):
        if asked.turn not in (None, number):
            continue
        if asked.tile is None and asked.throw is None:
            yield turn.end, _listed(turn.end, turn, number, None)
            continue
        for throw, rulings in enumerate(turn.by_throw):
            if asked.throw not in (None, throw):
                continue
            for entry in _on_tile(rulings, asked.tile):
                yield entry, _listed(entry, turn, number, throw)


def _is(player: str, asked: str) -> bool:
    return look_of(player).casefold() == look_of(asked.strip()).casefold()


def _on_tile(rulings: Sequence[RuledEntry], tile: int | None) -> Iterator[int]:
    """Yield the entries of those that name the tile; without a tile, of the one on the throw.

    A move that was only begun is left out where a later ruling says what became of it.
    """
    if tile is None:
        yield rulings[0][0]
        return
    named = [(entry, ruling) for entry, ruling in rulings if tile in _tiles_named(ruling)]
    for entry, ruling in named:
        if ruling.verdict not in _BEGUN or entry == named[-1][0]:
            yield entry


def _tiles_named(ruling: RecordedRuling) -> set[int]:
    if ruling.verdict not in _ON_TILES:
        return set()  # Such as the end of a turn, which has the tiles to be put back for the next.
    data = ruling.contract
    named = set(numbers(data.tiles or NO_TILES))
    if data.put_back is not None:
        named |= {*numbers(data.put_back.open), *numbers(data.put_back.shut)}
    return named


def _listed(entry: int, turn: RulingsOfTurn, number: int, throw: int | None) -> str:
    player = shown_player(turn.player)
    if not throw:
        return tr("{entry} ({player}, turn {turn})", entry=entry, player=player, turn=number)
    return tr(
        "{entry} ({player}, turn {turn}, throw {throw})",
        entry=entry,
        player=player,
        turn=number,
        throw=throw,
    )
