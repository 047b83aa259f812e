"""The words for a ruling: one sentence or two that a person at the table understands.

Nothing is decided here. The words follow the book as it stands after the ruling.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from boxctl.referee.ruling import PutBack
from boxctl.rules.dice import MOST_DICE, Dice, can_show
from boxctl.rules.moves import Move
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet, numbers, tile, total

MOST_MOVES_NAMED = 8
MOST_WITH_ARTICLE = 3
MOST_SHOWN = 9999


def listed(words: Iterable[object]) -> str:
    """``7``, ``2 and 5``, ``1, 2 and 4``."""
    written = [str(word) for word in words]
    if len(written) < 2:
        return "".join(written)
    return ", ".join(written[:-1]) + " and " + written[-1]


def the_tiles(tiles: TileSet) -> str:
    """``the 7``, ``the 2 and the 5``; a long list does without the articles."""
    article = "the " if tiles.bit_count() <= MOST_WITH_ARTICLE else ""
    return listed(f"{article}{number}" for number in numbers(tiles))


def added_up(tiles: TileSet) -> str:
    """``4+2+1``: the highest first, as people say it."""
    return "+".join(str(number) for number in reversed(numbers(tiles)))


def put_back(back: PutBack) -> str:
    """``put the 7 back up and the 2 back down``."""
    up = f"{the_tiles(back.open)} back up" if back.open else ""
    down = f"{the_tiles(back.shut)} back down" if back.shut else ""
    return "put " + " and ".join(part for part in (up, down) if part)


def make_ready(back: PutBack) -> str:
    """``stand the 1 and the 2 up``, for the beginning of a turn."""
    up = f"stand {the_tiles(back.open)} up" if back.open else ""
    down = f"lay {the_tiles(back.shut)} down" if back.shut else ""
    return " and ".join(part for part in (up, down) if part)


def dice(throw: Sequence[object]) -> str:
    """``3 and 4``; a die that could not be read is ``?``."""
    if len(throw) > MOST_DICE:
        return f"{len(throw)} dice"
    return listed(value if _can_be_shown(value) else "?" for value in throw)


def how_many_dice(counts: Sequence[int]) -> str:
    """``one die``, ``one die or two dice``."""
    words = ("no", "one", "two", "three", "four", "five", "six")
    return " or ".join(
        f"{words[count] if count < len(words) else count} {'die' if count == 1 else 'dice'}"
        for count in counts
    )


def choices(moves: Sequence[Move]) -> str:
    """``7, 6+1 or 5+2``, the fewest tiles first; a long list ends in how many there are."""
    simplest = sorted(moves, key=lambda move: (move.tiles.bit_count(), -move.tiles))
    written = [added_up(move.tiles) for move in simplest]
    if len(written) > MOST_MOVES_NAMED:
        return ", ".join(written[:MOST_MOVES_NAMED]) + f" … ({len(written)} ways)"
    if len(written) < 2:
        return "".join(written)
    return ", ".join(written[:-1]) + " or " + written[-1]


def ready(player: str, counts: Sequence[int], role: str | None) -> str:
    """A turn begins; ``role`` is what this player does with tiles, where the two differ."""
    what = f" You {role}." if role else ""
    return f"{player}, your turn: throw {how_many_dice(counts)}.{what}"


def first_throw(player: str, value: int, then: str) -> str:
    """One die to see who starts; ``then`` says what follows."""
    return f"{player} throws {value}{then}"


def throws_next(player: str) -> str:
    """Someone has still to throw to see who starts."""
    return f". {player} throws next."


def tie(players: Sequence[str], value: int) -> str:
    """The highest first throws are alike."""
    return f". {listed(players)} tie with {value}: {players[0]} throws again."


def starts(player: str, value: int) -> str:
    """It is decided who starts."""
    return f": {player} starts with {value}."


def throw(values: Sequence[int], moves: Sequence[Move], verb: str, opening: int | None) -> str:
    """A throw that has a move; ``opening`` is the tile that the move must contain (R5.1)."""
    thrown = f"{dice(values)}, {sum(values)} in all" if len(values) > 1 else dice(values)
    asked = f" The first move must shut the {opening}." if opening is not None else ""
    return f"You threw {thrown}: {verb} {choices(moves)}.{asked}"


def again(values: Sequence[int]) -> str:
    """A double that cannot be played."""
    if len(values) == 2:
        return f"Double {values[0]} cannot be played: throw again."
    return f"{dice(values)} are alike and cannot be played: throw again."


def void_not_now(values: Sequence[object], why: str) -> str:
    """A throw that comes at the wrong time; ``why`` says what has to happen first."""
    return f"The throw of {dice(values)} does not count: {why}."


def owed(values: Sequence[int]) -> str:
    """A throw waits for its answer."""
    return f"your throw of {dice(values)} is still to be played"


def void_unreadable(values: Sequence[object], sides: int) -> str:
    """A die shows what no die of this box can show."""
    wrong = next((v for v in values if _can_be_shown(v) and not can_show(Dice(1, sides), v)), None)
    if wrong is None:
        why = "a die could not be read"
    else:
        why = f"a die with {sides} sides cannot show {wrong}"
    return f"The throw does not count, {why}: throw again."


def void_count(values: Sequence[object], counts: Sequence[int]) -> str:
    """The wrong number of dice."""
    thrown = how_many_dice((len(values),))
    return f"You threw {thrown}, but it has to be {how_many_dice(counts)}: throw again."


def pending(moved: TileSet, moves: Sequence[Move], throw: Sequence[int]) -> str:
    """S is part of a move."""
    rest = [Move(move.tiles & ~moved, move.rule) for move in moves]
    return f"{_sentence_of(moved)} so far for {dice(throw)}: {choices(rest)} to go."


def provisional(rules: RuleSet, moved: TileSet, larger: bool) -> str:
    """S is a move and waits."""
    ways = ["throw again"] if rules.match != "first_to_shut" else []
    ways.append("confirm")
    if rules.settle_ms and rules.take_back != "until_next_throw":
        ways.append("wait")
    them = "it" if moved.bit_count() == 1 else "them"
    ways.append(f"add to {them}" if larger else f"take {them} back")
    return f"{_sentence_of(moved)} will do: {', '.join(ways[:-1])} or {ways[-1]}."


def taken_back(number: int, moved: TileSet, moves: Sequence[Move], verb: str) -> str:
    """A tile of S was put back."""
    if not moved:
        return f"The {number} is taken back: {verb} {choices(moves)}."
    return f"The {number} is taken back, {the_tiles(moved)} so far."


def committed(moved: TileSet, throw: Sequence[int], verb: str) -> str:
    """A move stands."""
    is_or_are = "is" if moved.bit_count() == 1 else "are"
    return f"{_sentence_of(moved)} {is_or_are} {verb} for {dice(throw)}."


def refused(
    rules: RuleSet,
    moved: TileSet,
    throw: Sequence[int],
    moves: Sequence[Move],
    back: PutBack,
    opening: int | None,
) -> str:
    """S cannot be part of one allowed move; ``opening`` is a tile that it would have to hold."""
    if opening is not None and not moved & tile(opening):
        return f"The first move must shut the {opening}: {put_back(back)}."
    return f"{_why_refused(rules, moved, throw, moves)}: {put_back(back)}."


def _why_refused(
    rules: RuleSet, moved: TileSet, throw: Sequence[int], moves: Sequence[Move]
) -> str:
    made, thrown, alone = total(moved), sum(throw), moved.bit_count() == 1
    if rules.combine in ("canoga", "thai"):
        return f"{added_up(moved)} is no move for {dice(throw)}, which allows {choices(moves)}"
    if made > thrown:
        sum_of = f"{made}" if alone else f"{added_up(moved)} makes {made}, which"
        return f"{sum_of} is more than the {thrown} you threw"
    if rules.combine == "sum_or_difference":
        return f"{added_up(moved)} leads to no move for {dice(throw)}"
    sum_of = f"{made}" if alone else f"{added_up(moved)} makes {made}, and"
    return f"{sum_of} cannot be made up to {thrown} with what is left"


def disturbed(number: int, back: PutBack, rule: str, *, in_play: bool, answering: bool) -> str:
    """A lever stands where nothing asked for it."""
    if rule == "R4.3":
        why = f"The {number} belongs to a move you have made"
    elif rule == "R4.8":
        why = f"The {number} may not be taken back"
    elif not in_play:
        why = f"The {number} is not in play"
    elif answering:
        why = f"The {number} is not yours to move"
    else:
        why = "Throw first"
    return f"{why}: {put_back(back)}."


def not_ready(player: str, back: PutBack) -> str:
    """A lever went the wrong way before a turn has begun."""
    return f"For {player}'s turn, {make_ready(back)}."


def still_to_put_back(back: PutBack) -> str:
    """Other levers are left to be put back."""
    return f"Not all right yet: {put_back(back)}."


def restored(then: str) -> str:
    """The last thing to put back was put back; ``then`` says how play goes on."""
    return f"All is as it should be: {then}."


def shut_the_box(player: str, opener: bool) -> str:
    """Nothing is left to be moved."""
    return f"{player} has {'opened' if opener else 'shut'} the box!"


def turn_over(player: str, score: int, why: str, following: str | None, needed: PutBack) -> str:
    """A turn has ended; ``needed`` is what must move before that of ``following``."""
    text = f"{why} {player} scores {score}.".lstrip()
    if following is not None and needed:
        text += f" Make the box ready for {following}: {make_ready(needed)}."
    return text


def box_handed_on(why: str, following: str) -> str:
    """A turn has ended where the next player takes the box as it stands (R7.4, R7.5)."""
    return f"{why} {following} takes the box as it stands."


def round_over(
    scores: Mapping[str, int], added_up: bool, out: Sequence[str], tied: Sequence[str]
) -> str:
    """A round has ended; ``tied`` are those who now play for a tie."""
    written = ", ".join(f"{player} {score}" for player, score in scores.items())
    text = f"The round is over{'. Totals' if added_up else ''}: {written}."
    if out:
        text += f" {listed(out)} {'is' if len(out) == 1 else 'are'} out."
    if tied:
        text += f" {listed(tied)} tie and play one more turn each."
    return text


def match_over(
    players: Sequence[str],
    winners: Sequence[str],
    scores: Mapping[str, int],
    payout: Mapping[str, int],
) -> str:
    """Someone has won."""
    if len(players) == 1:
        return f"The match is over: {winners[0]} has {scores[winners[0]]}."
    text = f"{listed(winners)} {'wins' if len(winners) == 1 else 'share the win'}."
    money = ", ".join(f"{player} {amount:+d}" for player, amount in payout.items() if amount)
    return f"{text} Paid out: {money}." if money else text


def _can_be_shown(value: object) -> bool:
    return isinstance(value, int) and type(value) is int and abs(value) <= MOST_SHOWN


def _sentence_of(tiles: TileSet) -> str:
    """The tiles at the beginning of a sentence."""
    written = the_tiles(tiles)
    return written[:1].upper() + written[1:]


def unverified(doubts: Iterable[str] | None) -> str:
    """What follows a ruling that is not to be relied on; nothing where there is no doubt."""
    return "".join(f" (unverified: {doubt})" for doubt in doubts or ())
