"""The words for a ruling: one sentence or two that a person at the table understands.

Nothing is decided here. The words follow the book as it stands after the ruling.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from boxctl.referee.ruling import PutBack
from boxctl.rules.dice import MOST_DICE
from boxctl.rules.moves import Move
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet, numbers

MOST_MOVES_NAMED = 6
MOST_SHOWN = 9999


def listed(words: Iterable[object]) -> str:
    """``7``, ``2 and 5``, ``1, 2 and 4``."""
    written = [str(word) for word in words]
    if len(written) < 2:
        return "".join(written)
    return ", ".join(written[:-1]) + " and " + written[-1]


def the_tiles(tiles: TileSet) -> str:
    """``the 7``, ``the 2 and the 5``."""
    return listed(f"the {number}" for number in numbers(tiles))


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


def dice(throw: Sequence[int | None]) -> str:
    """``3 and 4``; a die that could not be read is ``?``."""
    if len(throw) > MOST_DICE:
        return f"{len(throw)} dice"
    return listed("?" if value is None or abs(value) > MOST_SHOWN else value for value in throw)


def how_many_dice(counts: Sequence[int]) -> str:
    """``one die``, ``one die or two dice``."""
    words = ("no", "one", "two", "three", "four", "five", "six")
    return " or ".join(
        f"{words[count] if count < len(words) else count} {'die' if count == 1 else 'dice'}"
        for count in counts
    )


def choices(moves: Sequence[Move]) -> str:
    """``7, 6+1 or 5+2``; a long list ends in how many there are."""
    written = ["+".join(str(n) for n in reversed(numbers(move.tiles))) for move in moves]
    if len(written) > MOST_MOVES_NAMED:
        return ", ".join(written[:MOST_MOVES_NAMED]) + f" … ({len(written)} ways)"
    if len(written) < 2:
        return "".join(written)
    return ", ".join(written[:-1]) + " or " + written[-1]


def ready(player: str, counts: Sequence[int]) -> str:
    """A turn begins."""
    return f"{player}, your turn: throw {how_many_dice(counts)}."


def first_throw(player: str, value: int, then: str) -> str:
    """One die to see who starts; ``then`` says what follows."""
    return f"{player} throws {value} to see who starts. {then}"


def throw(values: Sequence[int], moves: Sequence[Move], verb: str, opening: int | None) -> str:
    """A throw that has a move; ``opening`` is the tile that the move must contain (R5.1)."""
    thrown = f"{dice(values)}, {sum(values)} in all" if len(values) > 1 else dice(values)
    asked = f" The {opening} must be among them." if opening is not None else ""
    return f"You threw {thrown}: {verb} {choices(moves)}.{asked}"


def again(values: Sequence[int]) -> str:
    """A double that cannot be played."""
    return f"Double {values[0]} cannot be played: throw again."


def void_not_now(values: Sequence[int | None], why: str) -> str:
    """A throw that comes at the wrong time; ``why`` says what has to happen first."""
    return f"The throw of {dice(values)} does not count: {why}."


def void_unreadable(values: Sequence[int | None], sides: int) -> str:
    """A die shows what no die of this box can show."""
    shown = f" of {dice(values)}" if values else ""
    return f"The throw{shown} does not count, a die has no value from 1 to {sides}: throw again."


def void_count(values: Sequence[int | None], counts: Sequence[int]) -> str:
    """The wrong number of dice."""
    thrown = how_many_dice((len(values),))
    return f"You threw {thrown}, but it has to be {how_many_dice(counts)}: throw again."


def pending(moved: TileSet, moves: Sequence[Move], throw: Sequence[int]) -> str:
    """S is part of a move."""
    rest = [Move(move.tiles & ~moved, move.rule) for move in moves]
    return f"{the_tiles(moved).capitalize()} so far for {dice(throw)}: {choices(rest)} to go."


def provisional(moved: TileSet, larger: bool) -> str:
    """S is a move and waits."""
    add = ", or add to it" if larger else ", or take it back"
    return f"{the_tiles(moved).capitalize()} will do: throw again or confirm{add}."


def taken_back(number: int, moved: TileSet, moves: Sequence[Move]) -> str:
    """A tile of S was put back."""
    if not moved:
        return f"The {number} is taken back: {choices(moves)} is possible."
    return f"The {number} is taken back, {the_tiles(moved)} so far."


def committed(moved: TileSet, throw: Sequence[int], verb: str) -> str:
    """A move stands."""
    is_or_are = "is" if moved.bit_count() == 1 else "are"
    return f"{the_tiles(moved).capitalize()} {is_or_are} {verb} for {dice(throw)}."


def refused(
    rules: RuleSet, moved: TileSet, throw: Sequence[int], moves: Sequence[Move], back: PutBack
) -> str:
    """S cannot be part of one allowed move."""
    return f"{_why_refused(rules, moved, throw, moves)}: {put_back(back)}."


def _why_refused(
    rules: RuleSet, moved: TileSet, throw: Sequence[int], moves: Sequence[Move]
) -> str:
    made, thrown = sum(numbers(moved)), sum(throw)
    tiles = "+".join(str(number) for number in numbers(moved))
    if rules.combine in ("sum", "sum_or_difference") and made > thrown:
        sum_of = f"{tiles} makes {made}, which" if moved.bit_count() > 1 else f"{made}"
        return f"{sum_of} is more than the {thrown} you threw"
    if rules.combine in ("sum", "sum_or_difference"):
        return f"With {the_tiles(moved)} moved, no move for {dice(throw)} is left"
    return f"{tiles} is no move for {dice(throw)}, which allows {choices(moves)}"


def disturbed(number: int, back: PutBack, rule: str) -> str:
    """A lever stands where nothing asked for it."""
    why = {
        "R4.3": f"The {number} was settled earlier in this turn",
        "R4.8": f"The {number} may not be taken back here",
    }.get(rule, f"Nothing asked for the {number} to move")
    return f"{why}: {put_back(back)}."


def still_to_put_back(back: PutBack) -> str:
    """One of several levers was put back, and others are left."""
    return f"Not all right yet: {put_back(back)}."


def restored(then: str) -> str:
    """The last thing to put back was put back; ``then`` says how play goes on."""
    return f"All is as it should be: {then}."


def shut_the_box(player: str, opener: bool) -> str:
    """Nothing is left to be moved."""
    return f"{player} has {'opened' if opener else 'shut'} the box!"


def turn_over(player: str, score: int, why: str, next_player: str | None, needed: PutBack) -> str:
    """A turn has ended; ``needed`` is what must move before the next one."""
    text = f"{why} {player} scores {score}.".lstrip()
    if next_player is not None and needed:
        text += f" Make the box ready for {next_player}: {make_ready(needed)}."
    return text


def round_over(totals: Mapping[str, int], out: Sequence[str]) -> str:
    """A round has ended."""
    score = ", ".join(f"{player} {total}" for player, total in totals.items())
    gone = f" {listed(out)} {'is' if len(out) == 1 else 'are'} out." if out else ""
    return f"The round is over: {score}.{gone}"


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
