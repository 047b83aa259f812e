"""What is said aloud, so that someone who sees nothing of the box can play by ear. Pure.

The words are for the ear: what to do comes early, long lists come only when they are asked for,
and every ruling says what is open once that has changed, so that a listener who has missed
something is right again after the next move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from boxctl.presentation import spoken_phrases
from boxctl.presentation.notices import JOURNAL, GoesOn, Interrupted, Notice, Reminder, sentence
from boxctl.presentation.number_words import digit_by_digit, in_words
from boxctl.referee import sentences
from boxctl.referee.how_it_stands import HowItStands, Owed
from boxctl.referee.ruling import Ruling
from boxctl.rules.one_die import allowed_counts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES
from hardware.devices import DeviceBack, DeviceLost

MOST_WAYS = 4
"""So many ways to play a throw are said at once."""

MOST_WAYS_ASKED = 12
"""So many are said to someone who asks for them."""


@dataclass(frozen=True, slots=True)
class Speech:
    """The words for one table. ``can_ask`` is whether the box has a button to ask with."""

    rules: RuleSet
    can_ask: bool = True

    def of_ruling(self, ruling: Ruling) -> str:
        """What is said of a ruling; empty for one that is told by those around it."""
        words = self._of_verdict(ruling)
        if words and ruling.unverified:
            words += f" Unverified: {spoken_phrases.aloud(', and '.join(ruling.unverified))}."
        return words

    def request_after(self, ruling: Ruling) -> str:
        """What has to be done after a result; empty where nothing has.

        It goes out of date sooner than the result, and is said on its own for that.
        """
        if ruling.verdict != "turn_over" or not ruling.put_back:
            return ""
        return spoken_phrases.sentence(spoken_phrases.make_ready(ruling.put_back))

    def of_notice(self, notice: Notice) -> str:
        """What is said of anything else that happens."""
        match notice:
            case DeviceLost(device=device) if device == JOURNAL:
                return "Play pauses, as nothing can be recorded."
            case DeviceBack(device=device) if device == JOURNAL:
                return "Everything can be recorded again: play goes on."
            case DeviceLost(device=device):
                return f"The {device} does not answer."
            case DeviceBack(device=device):
                return f"The {device} answers again."
            case Interrupted(put_back=back, stands=stands) if not back:
                return f"The match goes on where it stood. {self.how_it_stands(stands)}"
            case Interrupted(player=player, put_back=back):
                return (
                    f"The match was interrupted in {spoken_phrases.aloud(player)}'s turn. "
                    f"{spoken_phrases.sentence(spoken_phrases.put_back(back))} Or press confirm "
                    "if all stands as it should, or new for a new match."
                )
            case GoesOn(stands=stands):
                return f"The match goes on. {self.how_it_stands(stands)}"
            case Reminder(stands=stands):
                return self.how_it_stands(stands)
            case _:
                return spoken_phrases.sentence(spoken_phrases.aloud(sentence(notice)))

    def how_it_stands(self, stands: HowItStands) -> str:
        """What is open and what is owed, in full."""
        if stands.over:
            return "The match is over. Press new for another."
        player = spoken_phrases.aloud(stands.player)
        if stands.put_back and stands.making_ready:
            needed = spoken_phrases.sentence(spoken_phrases.make_ready(stands.put_back))
            return f"{player} is next. {needed}"
        if stands.deciding_who_starts:
            return f"{player} throws one die, to see who starts."
        said = [spoken_phrases.open_tiles(stands.open, stands.tiles)]
        if stands.put_back:
            said.insert(0, spoken_phrases.sentence(spoken_phrases.put_back(stands.put_back)))
        if stands.owed is not None:
            said.append(self._owed(stands.owed, "open" if stands.opens else "shut"))
        else:
            role = " to open tiles" if stands.opens else ""
            said.append(f"{player} throws {sentences.how_many_dice(stands.counts)}{role}.")
        return " ".join(said)

    def _owed(self, owed: Owed, verb: str) -> str:
        ways = spoken_phrases.ways(owed.moves, owed.moved, MOST_WAYS_ASKED)
        thrown = spoken_phrases.sentence(spoken_phrases.thrown(owed.throw))
        if not owed.moved:
            return f"{thrown} {spoken_phrases.sentence(f'{verb} {ways}')}{self._must_shut(owed)}"
        so_far = spoken_phrases.sentence(f"{spoken_phrases.together(owed.moved)} so far")
        if owed.answered:
            more = f" Or add {ways}." if ways else ""
            return f"{thrown} {so_far} That will do: throw again, or confirm.{more}"
        # With nothing to go, all that is missing is what has to be put back.
        return f"{thrown} {so_far}" + (f" To go: {ways}." if ways else "")

    def _must_shut(self, owed: Owed) -> str:
        if owed.opening_tile is None:
            return ""
        return f" The first move must shut {in_words(owed.opening_tile)}."

    def _of_verdict(self, ruling: Ruling) -> str:
        match ruling.verdict:
            case "ready":
                open_now = spoken_phrases.open_tiles(ruling.open, self.rules.tiles)
                return f"{spoken_phrases.aloud(ruling.text)} {open_now}"
            case "throw":
                return self._throw(ruling)
            case "void":
                return self._void(ruling)
            case "pending":
                return f"{self._so_far(ruling)} {self._to_go(ruling)}"
            case "taken_back":
                return self._taken_back(ruling)
            case "committed":
                return self._committed(ruling)
            case "refused" | "disturbed":
                return self._put_back(ruling)
            case "turn_over":
                return self._turn_over(ruling)
            case "round_over":
                return self._round_over(ruling)
            case "match_over":
                return self._match_over(ruling)
            case _:
                return spoken_phrases.aloud(ruling.text)

    def _throw(self, ruling: Ruling) -> str:
        moves = ruling.moves or ()
        thrown = spoken_phrases.sentence(spoken_phrases.thrown(_values(ruling)))
        opening = self.rules.opening_tile
        asked = ""
        # Whoever has still to make the first move has the opening tile open (R5.1).
        if opening is not None and ruling.open >> (opening - 1) & 1:
            asked = f" The first move must shut {in_words(opening)}."
        if len(moves) <= MOST_WAYS:
            verb = "shut" if moves and not moves[0].tiles & ~ruling.open else "open"
            ways = spoken_phrases.ways(moves, NO_TILES, MOST_WAYS)
            return f"{thrown} {spoken_phrases.sentence(f'{verb} {ways}')}{asked}"
        hint = f", such as {spoken_phrases.ways(moves, NO_TILES, MOST_WAYS).split(', or ')[0]}"
        ask = " Confirm tells more." if self.can_ask else ""
        return (
            f"{thrown} {spoken_phrases.sentence(f'{in_words(len(moves))} ways{hint}')}{ask}{asked}"
        )

    def _void(self, ruling: Ruling) -> str:
        if ruling.rule != "R4.6":
            return spoken_phrases.aloud(ruling.text)
        _throw, _does_not_count, why = ruling.text.partition(": ")
        return f"That throw does not count: {spoken_phrases.aloud(why)}"

    def _so_far(self, ruling: Ruling) -> str:
        return spoken_phrases.sentence(
            f"{spoken_phrases.together(ruling.tiles or NO_TILES)} so far"
        )

    def _to_go(self, ruling: Ruling) -> str:
        moves, moved = ruling.moves or (), ruling.tiles or NO_TILES
        return spoken_phrases.sentence(f"to go: {spoken_phrases.ways(moves, moved, MOST_WAYS)}")

    def _taken_back(self, ruling: Ruling) -> str:
        which = spoken_phrases.sentence(
            spoken_phrases.aloud(ruling.text.partition(" is taken back")[0])
        )
        which = which.removesuffix(".") + " is taken back."
        return (
            f"{which} {self._so_far(ruling)}" if ruling.tiles else f"{which} {self._to_go(ruling)}"
        )

    def _committed(self, ruling: Ruling) -> str:
        moved = ruling.tiles or NO_TILES
        opened = not moved & ~ruling.open
        is_or_are = "is" if moved.bit_count() == 1 else "are"
        verb = "open" if opened else "shut"
        done = spoken_phrases.sentence(f"{spoken_phrases.together(moved)} {is_or_are} {verb}")
        left = self.rules.in_play & (~ruling.open if opened else ruling.open)
        if not left:
            return done
        counts = allowed_counts(self.rules, left)
        fewer = ""
        if counts != (self.rules.dice.count,) and self.rules.match != "first_to_shut":
            fewer = f" Next, {sentences.how_many_dice(counts)}."
        return f"{done} {spoken_phrases.open_tiles(ruling.open, self.rules.tiles)}{fewer}"

    def _put_back(self, ruling: Ruling) -> str:
        back = ruling.put_back
        assert back is not None
        why, request = ruling.text, spoken_phrases.put_back(back)
        for written, said in (
            (sentences.put_back(back), spoken_phrases.put_back(back)),
            (sentences.make_ready(back), spoken_phrases.make_ready(back)),
        ):
            if written and why.endswith(f"{written}."):
                why, request = why.removesuffix(f"{written}."), said
        why = spoken_phrases.aloud(why).rstrip(" :,")
        return f"{spoken_phrases.sentence(why)} {spoken_phrases.sentence(request)}"

    def _turn_over(self, ruling: Ruling) -> str:
        player = spoken_phrases.aloud(ruling.player)
        if self.rules.match in ("duel", "relay"):
            result = f"{player}'s turn is over."
        else:
            result = f"{player} scores {self._score(ruling.score or 0)}."
        return f"{self._why_over(ruling)} {result}".lstrip()

    def _why_over(self, ruling: Ruling) -> str:
        if ruling.throw is None:
            return ""
        dice = spoken_phrases.dice(ruling.throw)
        match ruling.rule:
            case "R5.1":
                opening = in_words(self.rules.opening_tile or 0)
                why = f"{dice} cannot shut {opening}, and the turn is lost"
            case "R5.2":
                total = in_words(sum(_values(ruling)))
                why = f"{dice}: {total} is the number that ends the {self.rules.stops}"
            case _:
                why = f"{dice} cannot be played"
        return spoken_phrases.sentence(why)

    def _round_over(self, ruling: Ruling) -> str:
        scores = ruling.scores or {}
        out = ruling.out or ()
        if len(scores) == 1 and not out and ruling.rule not in _ADDED_UP:
            return ""
        added_up = ruling.rule in _ADDED_UP
        shown = (ruling.totals or {}) if added_up else scores
        untied = sentences.round_over(shown, added_up, out, ())
        tied = spoken_phrases.aloud(ruling.text.removeprefix(untied))
        gone = f" {_names(out)} {'is' if len(out) == 1 else 'are'} out." if out else ""
        totals = "In all: " if added_up else ""
        return f"The round is over. {totals}{self._scores(shown)}.{gone}{tied}"

    def _match_over(self, ruling: Ruling) -> str:
        winners = ruling.winners or ()
        if len(ruling.scores or {}) == 1 and len(ruling.payout or {}) == 1:
            return f"The match is over. {self._scores(ruling.scores or {})}."
        said = [f"{_names(winners)} {'wins' if len(winners) == 1 else 'share the win'}."]
        for player, amount in (ruling.payout or {}).items():
            if amount:
                gets_or_pays = "gets" if amount > 0 else "pays"
                said.append(
                    f"{spoken_phrases.aloud(player)} {gets_or_pays} {in_words(abs(amount))}."
                )
        return " ".join(said)

    def _scores(self, scores: Mapping[str, int]) -> str:
        return ", ".join(
            f"{spoken_phrases.aloud(player)} {self._score(score)}"
            for player, score in scores.items()
        )

    def _score(self, score: int) -> str:
        """A digital score is a row of digits, not a quantity (R6.3)."""
        return digit_by_digit(score) if self.rules.scoring == "digital" else in_words(score)


_ADDED_UP = ("R7.2", "R7.3")


def _values(ruling: Ruling) -> tuple[int, ...]:
    return tuple(value for value in ruling.throw or () if isinstance(value, int))


def _names(players: tuple[str, ...]) -> str:
    return spoken_phrases.listed([spoken_phrases.aloud(player) for player in players])
