"""A line over the table in which people type what their dice show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.notices import TypedThrowRefused
from boxctl.presentation.phrases import WRITTEN
from boxctl.rules.dice import Dice
from boxctl.table.throws.dice_entry import read_typed
from groundwork.language import tr


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
