"""What a screen shows of a table at one moment, as data, and a turn in a few figures. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from boxctl.odds.post_mortem import ThrowsThatPlay, throws_that_play
from boxctl.presentation.phrases import WRITTEN, how_many_dice, shown_player
from boxctl.referee.game import Game
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet
from boxctl.view.announcement import Announcement
from boxctl.view.score_sheet import TurnStanding, turn_standing
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr


@frozen_dataclass
class TurnFact:
    """A figure about the turn that is played, and what it is."""

    name: str
    value: str


def turn_facts(play: Game, scores: Mapping[str, int]) -> tuple[TurnFact, ...]:
    """Return the facts of the turn that is played; none when there is no turn.

    ``scores`` are those of the round so far, by player.
    """
    if play.over or play.deciding_who_starts:
        return ()
    stands = turn_standing(play.rules, play.players, play.player, play.left, scores)
    return (*_standing(stands), *_to_reach(play.rules, stands), *_throws(play))


def _standing(stands: TurnStanding) -> Iterator[TurnFact]:
    """Yield the score of the tiles that are still to be moved, or their number."""
    if stands.to_go is not None:
        yield TurnFact(tr("tiles to go"), str(stands.to_go))
    elif stands.scores is not None:
        yield TurnFact(tr("scores as it stands"), str(stands.scores))


def _to_reach(rules: RuleSet, stands: TurnStanding) -> Iterator[TurnFact]:
    """Yield the score to beat in a single round, or the total that ends a match of many."""
    if stands.beat is not None:
        yield TurnFact(tr("to beat"), f"{stands.beat} ({shown_player(stands.made_by)})")
    if rules.counts_wins:
        yield TurnFact(tr("rounds to win"), str(rules.wins))
    elif rules.match in ("tournament", "knockout") and (target := rules.target_in_force):
        ends = rules.match == "tournament"
        yield TurnFact(tr("the match ends at") if ends else tr("out at"), str(target))


def _throws(play: Game) -> Iterator[TurnFact]:
    """Yield how many throws play, while one is awaited; how many moves there are, after it."""
    if not play.throw_awaited:
        if play.answer is not None:
            yield TurnFact(tr("moves to choose from"), str(len(play.answer.moves_to_choose_from)))
        return
    for count in play.counts:
        found = _that_play(play.rules, play.left, count)
        if found is not None:
            dice = how_many_dice((count,), WRITTEN)
            playing = tr("{throws} of {of} play", throws=found.throws, of=found.of)
            yield TurnFact(tr("with {dice}", dice=dice), playing)


@lru_cache(256)
def _that_play(rules: RuleSet, left: TileSet, count: int) -> ThrowsThatPlay | None:
    """Return the throws that play; counted once, as every frame shows them."""
    return throws_that_play(rules, left, count)


@frozen_dataclass
class TileViewModel:
    """One tile. ``fallen`` goes from 0.0 (standing) to 1.0 (lying flat).

    ``asked`` is ``up`` or ``down`` if the referee wants it moved. ``moved`` tells whether it is
    part of the answer to the throw. ``sensor`` says what is wrong with its sensor, or is empty.
    """

    number: int
    fallen: float
    lit: bool
    in_play: bool = True
    moved: bool = False
    asked: str = ""
    sensor: str = ""


@frozen_dataclass
class SheetRow:
    """A player's line of the score sheet. A text is empty until there is something to show.

    ``rounds`` are the scores of all rounds, this one last; in a match of one turn there is one.
    ``total`` adds them up, ``wins`` are the rounds won, ``purse`` is the money won. ``markers`` are
    those that the player has banked (R5.6). ``colour`` is the number of the seat, from 0: a player
    has one colour and one sign everywhere.
    """

    player: str
    playing: bool
    rounds: tuple[str, ...] = ()
    total: str = ""
    wins: str = ""
    purse: str = ""
    note: str = ""
    markers: int = 0
    colour: int = 0


@frozen_dataclass
class FooterKey:
    """A key of the footer, such as ``SPACE``, what it does, and the action of its screen."""

    key: str
    words: str
    action: str


@frozen_dataclass
class TableViewModel:
    """The table. ``dice`` are the faces in the tray, None for one that cannot be read.

    ``hint`` is what the player can do now, ``pool`` the money in it, in words. ``rounds`` are the
    names of the columns of the sheet. ``footer`` are the keys that do something now, the most
    important first. ``tumbled`` is how far rolling dice have come: 1.0 where they are read, more if
    they still turn there. ``celebration`` is how much of one is over, None if there is none.
    ``facts`` are about the turn; ``log_title`` says what the log holds.
    """

    title: str
    turn: str
    tiles: tuple[TileViewModel, ...]
    dice: tuple[int | None, ...]
    sides: int
    rolling: bool
    announcement: Announcement
    hint: str
    sheet: tuple[SheetRow, ...]
    pool: str
    over: bool
    footer: tuple[FooterKey, ...] = ()
    rounds: tuple[str, ...] = ()
    tumbled: float = 1.0
    celebration: float | None = None
    facts: tuple[TurnFact, ...] = ()
    log_title: str = ""
