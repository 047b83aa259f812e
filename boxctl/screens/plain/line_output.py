"""Print the lines of the plain game: whole lines, one after the other, and a prompt last.

Nothing that was printed is changed, coloured or moved, so a screen reader reads each line once.
The prompt says who is asked, and what Enter does.
"""

from __future__ import annotations

from collections.abc import Callable

from boxctl.presentation.phrases import how_many_dice, shown_player
from boxctl.presentation.sound.spoken_phrases import LINE_BY_LINE
from boxctl.referee.game import Game
from boxctl.screens.laptop.laptop_table import LaptopTable
from groundwork.cell_width import wrapped
from groundwork.language import any_of, tr, tr_as
from groundwork.printing import as_text

Show = Callable[[str], None]
"""Prints a piece of text as it is."""


class LineOutput:
    """Prints lines with ``show``, broken between words at ``width`` columns (None: never).

    With ``echoes`` it prints what is typed as well, as a terminal does by itself. ``show_again``
    prints what was shown after the last line break once more, with what is typed there.
    """

    def __init__(
        self,
        show: Show,
        width: int | None = None,
        *,
        echoes: bool = False,
        show_again: Callable[[], object] | None = None,
    ) -> None:
        self._show = show
        self._show_again = show_again
        self._width = width
        self._echoes = echoes
        self._last: list[str] = []
        self._ends_reply = False
        self.prompt = ""
        """The prompt that waits for a line; empty while none does."""

    def tell(self, text: str) -> None:
        """Print a sentence or more on lines of their own."""
        self.leave_prompt()
        if self._ends_reply:
            self._last.clear()
            self._ends_reply = False
        self._last.append(text)
        self._print(text)

    def take_last(self) -> list[str]:
        """Return the lines told between the last two that were typed, to be told again."""
        last, self._last = self._last, []
        self._ends_reply = False
        return last

    def ask(self, prompt: str) -> None:
        """Print a prompt, which stays the last of all until a line is typed."""
        self.leave_prompt()
        self.prompt = as_text(prompt)
        self._show(tr_as("prompt", "{asked}: ", asked=self.prompt))

    def ask_again(self) -> None:
        """Print the prompt that waits for a line once more, where another program has written."""
        if not self.prompt:
            return
        if self._show_again is not None:
            self._show_again()
        else:
            self._show(tr_as("prompt", "{asked}: ", asked=self.prompt))

    def leave_prompt(self) -> None:
        """End the line of the prompt, if there is one."""
        if self.prompt:
            self.prompt = ""
            self._show("\n")

    def typed(self, line: str) -> None:
        """Note that a line was typed, which ends the prompt."""
        self.prompt = ""
        self._ends_reply = True
        if self._echoes:
            self._show(f"{as_text(line)}\n")

    def _print(self, text: str) -> None:
        text = as_text(text)
        lines = [text]
        if self._width is not None:
            lines = wrapped(text, self._width) or [""]
        self._show("".join(f"{line}\n" for line in lines))


def prompt(table: LaptopTable) -> str:
    """Return who is asked for what; what Enter does comes first."""
    play, hands = table.play, table.hands
    if table.session is None:
        return tr("No power, plug")
    if hands.question is not None:
        return tr("Confirm or new") if hands.asks_where else tr("Confirm, new or back")
    if table.session.runtime.paused:
        return tr("Paused")
    if play.over:
        return tr("Match over, new or quit")
    return tr("{player}, {action}", player=shown_player(play.player), action=_action(table))


def waits_for_confirm(play: Game) -> bool:
    """Whether a move that is allowed waits for more tiles, a throw or confirm."""
    return play.answer is not None and play.answer.move is not None


def _action(table: LaptopTable) -> str:
    play, hands = table.play, table.hands
    if hands.interrupted:
        return tr("Enter, confirm or new") if hands.may_declare else tr("Enter or new")
    if play.making_ready and play.put_back:
        return tr("Enter puts the tiles up") if not play.put_back.shut else tr("Enter sets up")
    if play.put_back:
        return tr("Enter puts back")
    if play.may_throw_again:
        return tr("tiles, or throw again")
    if not play.throw_awaited:
        return tr("confirm") if waits_for_confirm(play) else tr("tiles")
    if hands.real_dice is not None:
        return tr("your dice, such as throw {values}", values=play.rules.dice.example)
    if not table.box.tray.throws_by_itself:
        return tr("throw on the roller")
    if waits_for_confirm(play):
        return tr("throw, confirm or tiles")
    if len(play.counts) > 1:
        return tr_as("prompt", "throw {counts}", counts=any_of(play.counts))
    return tr_as("prompt", "throw {dice}", dice=how_many_dice(play.counts, LINE_BY_LINE))
