"""What lies over the table or below it: a typed throw, the box's display, the way to leave."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Resize
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.notices import TypedThrowRefused
from boxctl.presentation.phrases import WRITTEN
from boxctl.rules.ruleset import Dice
from boxctl.screens.app.history_screen import letter_key
from boxctl.screens.laptop.virtual_box import DrawnDisplay
from boxctl.table.throws.dice_entry import read_typed
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr


class ThrowScreen(ModalScreen[str | None]):
    """Returns a throw of these dice as it was typed; None if people change their minds."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", show=False)]
    DEFAULT_CSS = """
    ThrowScreen { align: center middle; }
    ThrowScreen > Vertical {
        width: 60; max-width: 96%; height: auto; padding: 0 1;
        background: $box-panel; color: $box-plain; border: round $accent;
    }
    ThrowScreen .title { text-style: bold; color: $accent; }
    ThrowScreen Input { height: 1; }
    """

    def __init__(self, dice: Dice, counts: Sequence[int]) -> None:
        super().__init__()
        self._dice = dice
        self._counts = tuple(counts)

    def compose(self) -> ComposeResult:
        """Show the question and a line to type in."""
        with Vertical():
            yield Static(
                tr("What do the dice show? ENTER: that is it, ESC: not yet"),
                classes="title",
                markup=False,
            )
            yield Input(id="dice", compact=True, placeholder="3 4")
            yield Static("", id="wrong", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the throw, or say what is wrong with it."""
        if read_typed(event.value, self._dice) is not None:
            self.dismiss(event.value)
            return
        sentence = notice_sentence(TypedThrowRefused(self._counts, self._dice.sides), WRITTEN)
        self.query_one("#wrong", Static).update(sentence[0].upper() + sentence[1:])


LINES_FOR_THE_TABLE = 18
"""The least lines that the table keeps: with fewer the display is left out."""


class BoxDisplay(Static):
    """A frame at the bottom of the screen; nothing where there is no room for it."""

    DEFAULT_CSS = """
    BoxDisplay { dock: bottom; width: 100%; height: auto; content-align: center middle; }
    """

    def __init__(self) -> None:
        super().__init__("", markup=False)
        self.display = False
        self._drawn: tuple[str, ...] = ()

    def draw(self, display: DrawnDisplay, columns: int, lines: int) -> int:
        """Draw the display on a screen of this size; return how many lines it takes."""
        rows = display.rows(ascii_only=self.app.has_class("ascii"))
        if len(rows[0]) > columns or lines - len(rows) < LINES_FOR_THE_TABLE:
            rows = ()
        if rows != self._drawn:
            self._drawn = rows
            self.display = bool(rows)
            self.update("\n".join(rows))
        return len(rows)


@frozen_dataclass
class FinalResult:
    """Returned by the app if the players left a match that is over; ``text`` says who has won."""

    text: str


class Leaving(Enum):
    """The choice of the players about their match."""

    STAY = auto()
    KEEP = auto()
    """Leave the program; the match can be resumed."""
    TO_MENU = auto()
    """Go back to the menu; the match can be resumed."""
    END = auto()
    """Leave the program; the match is ended for good."""
    END_TO_MENU = auto()
    """Go back to the menu; the match is ended for good."""


_ANSWERS = {
    Leaving.KEEP: message("Q  leave: the match can be resumed later"),
    Leaving.TO_MENU: message("M  back to the menu: the match can be resumed from there"),
    Leaving.STAY: message("ESC  play on"),
    Leaving.END: message("X  end the match for good: nobody can resume it"),
}
_ANSWERS_WITHOUT_MATCH = {
    Leaving.KEEP: message("Q  leave"),
    Leaving.TO_MENU: message("M  back to the menu: another game, other players"),
    Leaving.STAY: message("ESC  stay"),
}
_ANSWERS_TO_THE_END = {
    Leaving.STAY: message("ESC  play on"),
    Leaving.END: message("X  end it for good, and leave"),
    Leaving.END_TO_MENU: message("M  end it for good, and back to the menu"),
}

ROOM_FOR_MARGINS = 16
"""A screen of fewer lines needs all of them for the answers."""


class LeaveScreen(ModalScreen[Leaving]):
    """Asks what becomes of the match, and asks again before it is ended for good.

    ``at_stake`` is whether there is a match that could be resumed.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer('STAY')", show=False),
        letter_key("q", "answer('KEEP')"),
        letter_key("m", "answer('TO_MENU')"),
        letter_key("x", "answer('END')"),
    ]
    DEFAULT_CSS = """
    LeaveScreen { align: center middle; }
    LeaveScreen > Vertical {
        width: 66; max-width: 96%; height: auto; padding: 1 2;
        background: $box-panel; color: $box-plain; border: round $accent;
    }
    LeaveScreen .title { text-style: bold; color: $accent; margin-bottom: 1; }
    LeaveScreen.low > Vertical { padding: 0 1; }
    LeaveScreen.low .title { margin-bottom: 0; }
    LeaveScreen OptionList {
        height: auto; background: $box-panel; color: $box-plain; border: none; padding: 0;
    }
    LeaveScreen OptionList:focus { border: none; }
    """

    def __init__(self, *, at_stake: bool) -> None:
        super().__init__()
        self._at_stake = at_stake
        self._asks_again = False

    def compose(self) -> ComposeResult:
        """Show the question and its answers; the first is the one that loses nothing."""
        with Vertical():
            yield Static(self._question(), classes="title", markup=False)
            yield OptionList(*self._options(), compact=True, markup=False)

    def on_resize(self, event: Resize) -> None:
        """Leave out the margins where there is no room for them."""
        self.set_class(event.size.height < ROOM_FOR_MARGINS, "low")

    def _question(self) -> str:
        if self._asks_again:
            return tr("End this match for good?")
        return tr("Leave this match?") if self._at_stake else tr("Leave the table?")

    @property
    def _answers(self) -> dict[Leaving, str]:
        if self._asks_again:
            return _ANSWERS_TO_THE_END
        return _ANSWERS if self._at_stake else _ANSWERS_WITHOUT_MATCH

    def _options(self) -> list[Option]:
        return [Option(tr(words), id=answer.name) for answer, words in self._answers.items()]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the answer that is highlighted or clicked."""
        event.stop()
        self.action_answer(event.option_id or Leaving.STAY.name)

    def action_answer(self, name: str) -> None:
        """Give an answer, or ask again if it could not be taken back."""
        answer = Leaving[name]
        if self._asks_again and answer is Leaving.TO_MENU:
            answer = Leaving.END_TO_MENU
        if answer not in self._answers:
            return
        if answer is Leaving.END and not self._asks_again:
            self._ask_again()
        else:
            self.dismiss(answer)

    def _ask_again(self) -> None:
        self._asks_again = True
        self.query_one(Static).update(self._question())
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(self._options())
        options.highlighted = 0
