"""The keys of the footer: those that do something now, the most important first."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.referee.game import Game
from boxctl.screens.pictures.view_model import FooterKey
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr, tr_as


@frozen_dataclass
class ScrollsTo:
    """The directions in which there is more than is shown.

    ``older`` and ``newer`` are about rows of the log, ``above`` and ``below`` about seats of the
    score sheet.
    """

    older: bool = False
    newer: bool = False
    above: bool = False
    below: bool = False


@frozen_dataclass
class KeyState:
    """The state of a table that decides which keys do something at this moment.

    ``asked``: a question waits for the buttons; ``asks_where``: it is how a tile stands.
    ``may_declare``: confirm declares the levers of an interrupted match right.
    ``to_be_put``: levers have to be put right. ``by_itself``: a simulated player has the turn.
    ``by_hand``: the dice are thrown on a real roller. ``real_dice``: people type what they show.
    ``typed`` are digits that wait, ``to_undo`` is the tile that can be taken back.
    """

    powered: bool
    asked: bool
    asks_where: bool
    interrupted: bool
    may_declare: bool
    by_itself: bool
    by_hand: bool
    real_dice: bool
    rolling: bool
    to_be_put: bool
    to_undo: int | None
    typed: str
    bench: bool
    scrolls: ScrollsTo
    ruled: bool


def table_footer(play: Game, state: KeyState) -> tuple[FooterKey, ...]:
    """Return the keys at a table."""
    return (*_next_step(play, state), *_always(play, state))


def _next_step(play: Game, state: KeyState) -> Iterator[FooterKey]:
    """Yield the keys that act on the box."""
    if state.typed:
        yield FooterKey(tr("ENTER"), tr_as("footer", "tile {tile}", tile=state.typed), "next")
        yield FooterKey(tr("BACKSPACE"), tr_as("footer", "rub out"), "undo")
    if not state.powered:
        yield FooterKey("P", tr_as("footer", "plug in"), "plug")
    elif state.asked:
        yes, no = (
            (tr_as("footer", "tile is shut"), tr_as("footer", "tile is open"))
            if state.asks_where
            else (tr_as("footer", "yes"), tr_as("footer", "no"))
        )
        yield _enter(yes)
        yield _new(no)
        if not state.asks_where:
            yield FooterKey(tr("ESC"), tr_as("footer", "none"), "leave_question")
    elif state.interrupted and not state.by_itself:
        yield _enter(tr_as("footer", "put tiles back"))
        if state.may_declare:
            yield FooterKey("D", tr_as("footer", "they stand right"), "confirm_levers")
        yield _new(tr_as("footer", "new match"))
    elif play.over:
        yield _new(tr_as("footer", "new match"))
        yield FooterKey("A", tr_as("footer", "analysis"), "analyse")
    elif state.by_itself:
        yield FooterKey(tr("SPACE"), tr_as("footer", "hurry"), "hurry")
    elif not (state.rolling or state.typed):
        yield from _in_turn(play, state)


def _in_turn(play: Game, state: KeyState) -> Iterator[FooterKey]:
    answer = play.answer
    if state.to_be_put:
        yield _enter(tr_as("footer", "put tiles right"))
    elif play.may_throw and state.real_dice:
        yield FooterKey(tr("SPACE"), tr_as("footer", "type the dice"), "throw")
    elif play.may_throw and not state.by_hand:
        again = play.may_throw_again
        words = tr_as("footer", "throw again") if again else tr_as("footer", "throw")
        yield FooterKey(tr("SPACE"), words, "throw")
        if len(play.counts) > 1:
            yield FooterKey("O", tr_as("footer", "one die"), "throw(True)")
    if not state.to_be_put and answer is not None and answer.move is not None:
        yield _enter(tr_as("footer", "confirm"))
    if state.to_undo is not None:
        yield FooterKey(tr("BACKSPACE"), tr_as("footer", "take back"), "undo")
    if answer is not None:
        yield FooterKey("M", tr_as("footer", "moves"), "moves")


def _always(play: Game, state: KeyState) -> Iterator[FooterKey]:
    if state.ruled:
        yield FooterKey("?", tr_as("footer", "why"), "explain")
    yield FooterKey("H", tr_as("footer", "help"), "help")
    yield FooterKey("Q", tr_as("footer", "leave"), "leave")
    yield FooterKey("F8", tr_as("footer", "options"), "app.options")
    yield FooterKey("F5", tr_as("footer", "history"), "app.history")
    yield from _scrolling(state.scrolls)
    if not state.bench:
        yield from _coach()
    if not play.over:
        yield FooterKey("A", tr_as("footer", "analysis"), "analyse")
    yield FooterKey("B", tr_as("footer", "bench"), "bench")
    if state.bench:
        if _can_report_a_sensor(play, state):
            yield FooterKey("F", tr_as("footer", "sensor wrong"), "hold_confirm")
        # The tools stand where the coach would speak.
        yield from _bench(state)
    yield FooterKey("L", tr_as("footer", "light"), "app.light_or_dark")


def _scrolling(scrolls: ScrollsTo) -> Iterator[FooterKey]:
    if scrolls.older:
        yield FooterKey(tr("PGUP"), tr_as("footer", "older"), "scroll_log(1)")
    if scrolls.newer:
        yield FooterKey(tr("PGDN"), tr_as("footer", "newer"), "scroll_log(-1)")
    if scrolls.above:
        yield FooterKey(tr("UP"), tr_as("footer", "players above"), "scroll_sheet(-1)")
    if scrolls.below:
        yield FooterKey(tr("DOWN"), tr_as("footer", "players below"), "scroll_sheet(1)")


def _coach() -> Iterator[FooterKey]:
    yield FooterKey("C", tr_as("footer", "coach"), "coach")
    yield FooterKey("V", tr_as("footer", "how much it says"), "coach_mode")


def _can_report_a_sensor(play: Game, state: KeyState) -> bool:
    """Whether a lever is asked for that a sensor may not see, or may be moved."""
    if not state.powered or state.asked or state.by_itself or play.over:
        return False
    return state.to_be_put or bool(play.may_move)


def _bench(state: KeyState) -> Iterator[FooterKey]:
    yield FooterKey("U", tr_as("footer", "bump"), "tool('bump')")
    yield FooterKey("S", tr_as("footer", "stick"), "tool('stick')")
    yield FooterKey("X", tr_as("footer", "chatter"), "tool('chatter')")
    yield FooterKey("T", tr_as("footer", "knock"), "knock_over")
    if state.powered and not state.rolling:
        yield FooterKey("K", tr_as("footer", "cock a die"), "cock_a_die")
    if state.powered:
        yield FooterKey("R", tr_as("footer", "roller"), "plug_roller")
        yield FooterKey("P", tr_as("footer", "plug"), "plug")


def _enter(words: str) -> FooterKey:
    return FooterKey(tr("ENTER"), words, "next")


def _new(words: str) -> FooterKey:
    return FooterKey("N", words, "new_match")


def watch_footer(scrolls: ScrollsTo) -> tuple[FooterKey, ...]:
    """Return the keys of a match that is watched; ``scrolls`` is what can be scrolled to."""
    return (
        FooterKey(tr("SPACE"), tr_as("footer", "halt or go on"), "halt"),
        FooterKey(tr("LEFT"), tr_as("footer", "back"), "step(-1)"),
        FooterKey(tr("RIGHT"), tr_as("footer", "on"), "step(1)"),
        FooterKey("+", tr_as("footer", "faster"), "faster(1)"),
        FooterKey("-", tr_as("footer", "slower"), "faster(-1)"),
        FooterKey("?", tr_as("footer", "why"), "explain"),
        FooterKey("Q", tr_as("footer", "leave"), "leave"),
        FooterKey(tr("HOME"), tr_as("footer", "begin"), "to_end(True)"),
        FooterKey(tr("END"), tr_as("footer", "end"), "to_end(False)"),
        *_scrolling(scrolls),
        FooterKey("L", tr_as("footer", "light"), "app.light_or_dark"),
    )
