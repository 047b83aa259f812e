"""Say rulings aloud, or line by line to a screen reader, so that people can play by ear. Pure.

What to do comes early, and long lists come only on request. A ruling that changes the open tiles
says which are open, so a listener who missed something is right again after the next move.
"""

from __future__ import annotations

from collections.abc import Mapping

from boxctl.presentation.input_faults import doubts_in_words, the_device
from boxctl.presentation.menu_notices import MenuClosed
from boxctl.presentation.notice_sentences import notice_sentence, solo_best
from boxctl.presentation.notices import (
    JOURNAL,
    DiceCounted,
    MatchContinues,
    MatchInterrupted,
    Notice,
    Reminder,
    SoloBest,
)
from boxctl.presentation.phrases import (
    Style,
    amount,
    capital,
    how_many_dice,
    the_tiles,
    whole_sentence,
)
from boxctl.presentation.rule_page.result_sentences import scoring_words
from boxctl.presentation.sentences import levers, throws
from boxctl.presentation.sentences.controls import Controls, another_match, ways_on
from boxctl.presentation.sentences.ruling import cry_when_shut, sentence
from boxctl.presentation.sound import spoken_phrases as phrases
from boxctl.presentation.sound.spoken_phrases import LINE_BY_LINE, SPOKEN, spoken_amount
from boxctl.referee.game_so_far import GameState, OwedThrow
from boxctl.referee.payloads import (
    Action,
    BoxShut,
    Committed,
    Disturbed,
    MatchOver,
    Pending,
    Provisional,
    Ready,
    Refused,
    RoundOver,
    TakenBack,
    ThrowAccepted,
    TurnEnd,
    TurnOver,
    VoidThrow,
)
from boxctl.referee.ruling import Ruling
from boxctl.rules import rule_ids
from boxctl.rules.moves import Move, allowed_counts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES, TileSet
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import commas, tr, tr_as, tr_n
from hardware.devices import DeviceBack, DeviceLost

MOST_WAYS = 4
"""The most ways to play a throw that are said unasked."""

MOST_WAYS_ASKED = 12
"""The most that are said on request."""


@frozen_dataclass
class TableSpeech:
    """The words for one table.

    ``can_ask``: the box has a button to ask with. Of the players in ``by_themselves`` only the
    throws and moves are said, with their names. With ``digits`` numbers and money are written, as
    a screen reader and a Braille display know best how to tell them. ``controls`` are what people
    have to answer with.
    """

    rules: RuleSet
    can_ask: bool = True
    digits: bool = False
    controls: Controls = Controls.BUTTONS
    by_themselves: frozenset[str] = frozenset()

    def of_ruling(self, ruling: Ruling) -> str:
        """Return the words of a ruling; empty if the rulings around it say it."""
        if ruling.player in self.by_themselves:
            words = self._of_play_alone(ruling)
        else:
            words = self._of_payload(ruling)
        if not words or not ruling.unverified:
            return words
        style = self._style
        reasons = tr_as("between reasons, spoken", ", and ").join(
            doubts_in_words(ruling.unverified, style)
        )
        return " ".join((words, tr("Unverified: {reasons}.", reasons=reasons)))

    def request_after(self, ruling: Ruling) -> str:
        """Return the sentence that says what must be done after a result; empty if nothing must.

        It is said on its own because it goes out of date sooner than the result.
        """
        match ruling.payload:
            case TurnOver(put_back=back, following=following) if back:
                # Who plays alone needs no request.
                if following in self.by_themselves:
                    return ""
                return phrases.make_ready(back, self._style)
            case _:
                return ""

    def of_notice(self, notice: Notice) -> str:
        """Return the words of a notice."""
        style = self._style
        match notice:
            case DeviceLost(device=device) if device == JOURNAL:
                return tr("Play pauses, as nothing can be recorded.")
            case DeviceBack(device=device) if device == JOURNAL:
                return tr("Everything can be recorded again: play goes on.")
            case DeviceLost(device=device, refused=True):
                return capital(tr("{device} is not used.", device=the_device(device, style)))
            case DeviceLost(device=device):
                return capital(tr("{device} does not answer.", device=the_device(device, style)))
            case DeviceBack(device=device):
                return capital(tr("{device} answers again.", device=the_device(device, style)))
            case MatchInterrupted(put_back=back, stands=stands) if not back:
                goes_on = tr("The match goes on where it stood.")
                return f"{goes_on} {self.how_it_stands(stands)}"
            case MatchInterrupted(player=player, put_back=back, may_declare=may_declare):
                text = tr(
                    "The match was interrupted in {player}'s turn. {request}",
                    player=style.name(player),
                    request=phrases.put_back(back, style),
                )
                return f"{text} {ways_on(self.controls, style, may_declare=may_declare)}"
            case MatchContinues(stands=stands):
                return " ".join((tr("The match goes on."), self.how_it_stands(stands)))
            case Reminder(stands=stands):
                return self.how_it_stands(stands)
            case DiceCounted(dice=(*_, int(value))):
                return style.number(value)
            case DiceCounted(dice=(*_, None)):
                return tr("The next die.")
            case MenuClosed(by_throw=True):
                return ""
            case SoloBest():
                return whole_sentence(solo_best(notice, self._score, style))
            case _:
                return whole_sentence(notice_sentence(notice, style, self.controls))

    def how_it_stands(self, stands: GameState) -> str:
        """Say what is open and what must be done, in full."""
        style = self._style
        if stands.over:
            another = capital(another_match(self.controls, style))
            return tr("The match is over. {another}.", another=another)
        player = style.name(stands.player)
        if stands.put_back and stands.making_ready:
            needed = phrases.make_ready(stands.put_back, style)
            return tr("{player} is next. {request}", player=player, request=needed)
        if stands.deciding_who_starts:
            return tr("{player} throws one die, to see who starts.", player=player)
        said = [phrases.open_tiles(stands.open, stands.tiles, style)]
        if stands.put_back:
            said.insert(0, phrases.put_back(stands.put_back, style))
        counts = how_many_dice(stands.counts, style)
        if stands.owed is not None:
            said.append(self._owed(stands.owed, stands.opens))
        elif stands.opens:
            said.append(tr("{player} throws {dice} to open tiles.", player=player, dice=counts))
        else:
            said.append(tr("{player} throws {dice}.", player=player, dice=counts))
        return " ".join(said)

    @property
    def _style(self) -> Style:
        return LINE_BY_LINE if self.digits else SPOKEN

    def _owed(self, owed: OwedThrow, opens: bool) -> str:
        style = self._style
        ways = phrases.ways(owed.moves, owed.moved, MOST_WAYS_ASKED, style)
        said = [phrases.thrown(owed.throw, style)]
        if not owed.moved:
            said += [self._to_move(ways, opens), self._must_shut(owed.opening_tile)]
            said.append(throws.or_throw_again() if owed.may_rethrow else "")
        elif owed.answered:
            said += [
                self._so_far(owed.moved),
                tr("That will do: throw again, or confirm."),
                tr("Or add {moves}.", moves=ways) if ways else "",
            ]
        else:
            # If nothing is to go, only levers must be put back.
            to_go = tr("To go: {moves}.", moves=ways) if ways else ""
            said += [self._so_far(owed.moved), to_go]
        return " ".join(filter(None, said))

    def _of_play_alone(self, ruling: Ruling) -> str:
        style, player = self._style, self._style.name(ruling.player)
        match ruling.payload:
            case Ready() | Pending() | Provisional() | TakenBack():
                return ""
            case ThrowAccepted(throw=throw):
                thrown = phrases.dice(throw, style)
                return tr("{player} throws {dice}.", player=player, dice=thrown)
            case Committed(tiles=moved, action=action):
                tiles = phrases.together(moved, style)
                if action is Action.OPEN:
                    done = tr("{player} opens {tiles}.", player=player, tiles=tiles)
                else:
                    done = tr("{player} shuts {tiles}.", player=player, tiles=tiles)
                return f"{done} {self._open_now(ruling)}"
            case _:
                return self._of_payload(ruling)

    def _of_payload(self, ruling: Ruling) -> str:
        style = self._style
        match ruling.payload:
            case Ready():
                return f"{sentence(ruling, style)} {self._open_now(ruling)}"
            case ThrowAccepted() as accepted:
                return self._throw(accepted)
            case VoidThrow() as void if ruling.rule == rule_ids.THROW_NOT_NOW:
                why = throws.why_not_now(void, style, self.controls)
                return tr("That throw does not count: {why}.", why=why)
            case Pending(moves=moves, tiles=moved):
                return f"{self._so_far(moved)} {self._to_go(moves, moved)}"
            case TakenBack() as back:
                tiles, count = the_tiles(back.back, style), back.back.bit_count()
                taken = capital(
                    tr_n("{tiles} is taken back.", "{tiles} are taken back.", count, tiles=tiles)
                )
                if back.tiles:
                    return f"{taken} {self._so_far(back.tiles)}"
                again = throws.or_throw_again() if back.may_rethrow else ""
                return f"{taken} {self._to_go(back.moves, back.tiles)} {again}".rstrip()
            case Committed() as committed:
                return self._committed(ruling, committed)
            case Refused() | Disturbed() as wrong:
                return self._put_back(ruling, wrong)
            case TurnOver() as over:
                return self._turn_over(ruling.player, over)
            case BoxShut(action=action) if not self.digits:
                # A screen reader is read by one; a voice is heard across the room.
                cry = cry_when_shut(opened=action is Action.OPEN)
                return f"{cry} {sentence(ruling, style)}"
            case RoundOver() as over:
                return self._round_over(over)
            case MatchOver() as over:
                return self._match_over(over)
            case _:
                return sentence(ruling, style)

    def _open_now(self, ruling: Ruling) -> str:
        return phrases.open_tiles(ruling.open, self.rules.tiles, self._style)

    def _throw(self, accepted: ThrowAccepted) -> str:
        style, moves = self._style, accepted.moves
        said = [phrases.thrown(accepted.throw, style)]
        if len(moves) <= MOST_WAYS:
            ways = phrases.ways(moves, NO_TILES, MOST_WAYS, style)
            said.append(self._to_move(ways, accepted.action is Action.OPEN))
        else:
            count, way = style.number(len(moves)), phrases.simplest_way(moves, style)
            said.append(capital(tr("{count} ways, such as {move}.", count=count, move=way)))
            if self.can_ask:
                said.append(tr("Confirm tells more."))
        said.append(self._must_shut(accepted.opening_tile))
        said.append(throws.or_throw_again() if accepted.may_rethrow else "")
        return " ".join(filter(None, [*said, throws.banked(accepted, style)]))

    def _to_move(self, ways: str, opens: bool) -> str:
        if opens:
            return tr("Open {moves}.", moves=ways)
        return tr("Shut {moves}.", moves=ways)

    def _must_shut(self, opening_tile: int | None) -> str:
        if opening_tile is None:
            return ""
        style = self._style
        number = style.number(opening_tile)
        return tr("The first move must shut {tile}.", tile=number)

    def _so_far(self, moved: TileSet) -> str:
        style = self._style
        return capital(tr("{tiles} so far.", tiles=phrases.together(moved, style)))

    def _to_go(self, moves: tuple[Move, ...], moved: TileSet) -> str:
        style = self._style
        return tr("To go: {moves}.", moves=phrases.ways(moves, moved, MOST_WAYS, style))

    def _committed(self, ruling: Ruling, committed: Committed) -> str:
        style, moved = self._style, committed.tiles
        tiles, count = phrases.together(moved, style), moved.bit_count()
        opened = committed.action is Action.OPEN
        if opened:
            done = tr_n("{tiles} is open.", "{tiles} are open.", count, tiles=tiles)
        else:
            done = tr_n("{tiles} is shut.", "{tiles} are shut.", count, tiles=tiles)
        said = [capital(done)]
        left = self.rules.in_play & (~ruling.open if opened else ruling.open)
        if left:
            said.append(self._open_now(ruling))
            counts = allowed_counts(self.rules, left)
            if counts != (self.rules.dice.count,) and not self.rules.turn_is_one_throw:
                said.append(tr("Next, {dice}.", dice=how_many_dice(counts, style)))
        return " ".join(said)

    def _put_back(self, ruling: Ruling, wrong: Refused | Disturbed) -> str:
        style = self._style
        if levers.is_before_turn(wrong):
            why = tr("For {player}'s turn.", player=style.name(ruling.player))
            return f"{why} {phrases.make_ready(wrong.put_back, style)}"
        why = whole_sentence(levers.why_wrong(wrong, style))
        return f"{why} {phrases.put_back(wrong.put_back, style)}"

    def _turn_over(self, name: str, over: TurnOver) -> str:
        style = self._style
        player = style.name(name)
        if self.rules.box_stays:
            result = tr("{player}'s turn is over.", player=player)
        else:
            result = throws.score_sentence(player, over, self._score)
        out = tr("{player} is out.", player=player) if over.is_out else ""
        tied = throws.tied(over.tied or (), style)
        return " ".join(filter(None, (self._why_over(over), result, out, tied)))

    def _why_over(self, over: TurnOver) -> str:
        style, throw = self._style, over.throw
        if throw is None:
            return ""
        dice = phrases.dice(throw, style)
        total = style.number(sum(throw))
        match over.turn_end:
            case TurnEnd.OPENING_LOST if over.opening_lost == "match":
                text = tr(
                    "{dice} cannot shut {tile}, and the match is lost.",
                    dice=dice,
                    tile=style.number(over.opening_tile or 0),
                )
            case TurnEnd.OPENING_LOST:
                text = tr(
                    "{dice} cannot shut {tile}, and the turn is lost.",
                    dice=dice,
                    tile=style.number(over.opening_tile or 0),
                )
            case TurnEnd.STOP_NUMBER if over.stops == "match":
                text = tr(
                    "{dice}: {total} is the number that ends the match.", dice=dice, total=total
                )
            case TurnEnd.STOP_NUMBER:
                text = tr(
                    "{dice}: {total} is the number that ends the turn.", dice=dice, total=total
                )
            case _:
                text = tr("{dice} cannot be played.", dice=dice)
        return capital(text)

    def _round_over(self, over: RoundOver) -> str:
        alone = len(over.scores) == 1 and not over.out
        if alone and not over.added_up and over.wins is None:
            return ""
        style = self._style
        said = [tr("The round is over.")]
        if over.added_up:
            said.append(tr("In all: {scores}.", scores=self._scores(over.totals)))
        else:
            said.append(f"{self._scores(over.scores)}.")
        said += [throws.dropped_out(over, style), throws.tied(over.tied, style)]
        said += [throws.tie_broken(over), throws.rounds_won(over, style)]
        return " ".join(filter(None, said))

    def _match_over(self, over: MatchOver) -> str:
        style = self._style
        if len(over.scores) == 1 and len(over.payout) == 1:
            scores = self._scores(over.scores)
            return tr("The match is over. {scores}.", scores=scores)
        if not over.winners:
            return throws.who_wins(over, style)
        said = [throws.who_wins(over, style)]
        if over.doubled:
            said.append(tr("The stake is paid double."))
        for name, won in over.payout.items():
            player, money = style.name(name), self._money(abs(won), over.currency)
            if won > 0:
                said.append(tr("{player} gets {money}.", player=player, money=money))
            elif won < 0:
                said.append(tr("{player} pays {money}.", player=player, money=money))
        return " ".join(said)

    def _scores(self, scores: Mapping[str, int]) -> str:
        style = self._style
        return commas(
            (f"{style.name(player)} {self._score(score)}" for player, score in scores.items()),
        )

    def _score(self, score: int) -> str:
        if self.digits:
            return str(score)
        return scoring_words(self.rules.scoring).spoken(score)

    def _money(self, minor: int, currency: str | None) -> str:
        if not currency:
            return self._style.number(minor)
        return (amount if self.digits else spoken_amount)(minor, currency)
