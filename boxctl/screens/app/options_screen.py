"""One page with the options of whoever plays here, from the pace of robots to the voice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from boxctl.presentation.phrases import capital
from boxctl.screens.app.picture_widget import OTHER_SHADE
from boxctl.screens.app.text_screen import TextScreen
from boxctl.screens.coaching.advice import MODES, CoachMode, mode_in_words
from boxctl.screens.laptop.pace import Pace
from groundwork.cell_width import columns_of, flush_left
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr, tr_as


@frozen_dataclass
class ShownOptions:
    """The options as they are; ``voice`` is a speed in words a minute, None without a voice."""

    pace: Pace
    sound: bool
    motion: bool
    theme: str
    coach: CoachMode
    voice: int | None


Take = Callable[[ShownOptions], str]
"""Makes options those of the game, and keeps them; returns why one cannot be had, else nothing."""

TITLES = {
    "pace": message("Robots"),
    "sound": message("Sound"),
    "motion": message("Motion"),
    "theme": message("Colours"),
    "coach": message("Coach"),
    "voice": message("Voice"),
}
"""The options in the order of the page, and what they are called."""

VOICES = (None, 120, 160, 220)
"""The voices to choose from: none, slow, usual and fast, in words a minute."""


class OptionsScreen(ModalScreen[None]):
    """Lists the options. Enter or an arrow changes one at once, and it stays so for other games."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f8,q", "dismiss", show=False),
        Binding("right,space", "change(1)", show=False),
        Binding("left", "change(-1)", show=False),
    ]
    DEFAULT_CSS = """
    OptionsScreen { align: center middle; }
    OptionsScreen > Vertical {
        width: 66; max-width: 96%; height: auto; padding: 0 1;
        background: $box-panel; color: $box-plain; border: round $accent;
    }
    OptionsScreen .title { text-style: bold; color: $accent; }
    OptionsScreen #keys { color: $text-muted; }
    OptionsScreen OptionList {
        height: auto; background: $box-panel; color: $box-plain; border: none; padding: 0;
    }
    OptionsScreen OptionList:focus { border: none; }
    """

    def __init__(self, options: ShownOptions, take: Take) -> None:
        super().__init__()
        self.options = options
        self._take = take

    def compose(self) -> ComposeResult:
        """Show the options, and what changes them."""
        with Vertical():
            yield Static(tr("Options for all games"), classes="title")
            yield OptionList(*self._rows(), compact=True, markup=False)
            yield Static(tr("ENTER, LEFT, RIGHT: change   ESC: back"), id="keys", markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Change the option that is highlighted or clicked."""
        event.stop()
        self.action_change(1)

    def action_change(self, step: int) -> None:
        """Change the highlighted option to its next value, or to the one before."""
        listed = self.query_one(OptionList)
        at = listed.highlighted or 0
        name = list(TITLES)[at]
        changed = replace(self.options, **{name: _next(self.options, name, step)})
        wrong = self._take(changed)
        if wrong:
            self.app.push_screen(TextScreen(tr(TITLES[name]), [wrong]))
            return
        self.options = changed
        for row, option in enumerate(self._rows()):
            listed.replace_option_prompt_at_index(row, option.prompt)

    def _rows(self) -> list[Option]:
        width = max(columns_of(tr(title)) for title in TITLES.values()) + 2
        return [
            Option(
                f"{flush_left(tr(title), width)}{capital(_in_words(self.options, name))}", id=name
            )
            for name, title in TITLES.items()
        ]


def _next(options: ShownOptions, name: str, step: int) -> Any:
    now = getattr(options, name)
    values = _values(options, name)
    return values[(values.index(now) + step) % len(values)]


def _values(options: ShownOptions, name: str) -> Sequence[Any]:
    match name:
        case "pace":
            return tuple(Pace)
        case "theme":
            return sorted((options.theme, OTHER_SHADE[options.theme]))
        case "coach":
            return MODES
        case "voice":
            speeds = {speed for speed in (*VOICES, options.voice) if speed is not None}
            return None, *sorted(speeds)
        case _:
            return False, True


def _in_words(options: ShownOptions, name: str) -> str:
    match name:
        case "pace":
            return options.pace.in_words
        case "sound":
            return tr_as("an option", "bell") if options.sound else _off()
        case "motion":
            return tr_as("an option", "on") if options.motion else _off()
        case "theme":
            is_light = options.theme.endswith("light")
            return tr_as("an option", "light") if is_light else tr_as("an option", "dark")
        case "coach":
            return mode_in_words(options.coach)
        case _:
            if options.voice is None:
                return _off()
            return tr("{speed} words a minute", speed=options.voice)


def _off() -> str:
    return tr_as("an option", "off")
