"""Every setting of the rules with its meaning; Enter changes one."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from boxctl.rules.faults import RuleFault
from boxctl.rules.settings import SETTINGS, setting, with_settings, written
from boxctl.rules.variants import variant
from boxctl.screens.laptop.menu.setting_choices import next_answer
from groundwork.language import tr

Changes = tuple[tuple[str, str], ...]


class SettingsScreen(ModalScreen[Changes]):
    """Returns the settings that differ from the variant's own."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "done", show=False)]
    DEFAULT_CSS = """
    SettingsScreen { align: center middle; }
    SettingsScreen > Vertical {
        width: 78; max-width: 100%; height: 100%; padding: 0 1; background: $panel;
    }
    SettingsScreen OptionList { height: 1fr; background: $panel; }
    SettingsScreen Static { height: 2; }
    SettingsScreen .title { height: 1; text-style: bold; color: $accent; }
    SettingsScreen Input { height: 1; display: none; }
    SettingsScreen Input.open { display: block; }
    """

    def __init__(self, name: str, changes: Changes) -> None:
        super().__init__()
        self._variant = name
        self._usual = written(variant(name))
        self._values = written(with_settings(variant(name), changes))

    def compose(self) -> ComposeResult:
        """Show the list, the meaning of the setting, and a line to type in."""
        with Vertical():
            yield Static(
                tr(
                    "The settings of {variant}   ENTER changes one, ESC is done",
                    variant=self._variant,
                ),
                classes="title",
                markup=False,
            )
            yield OptionList(
                *(Option(self._line(name), id=name) for name in SETTINGS), compact=True
            )
            yield Static("", id="meaning", markup=False)
            yield Input(id="value", compact=True)

    def _line(self, name: str) -> str:
        changed = "*" if self._values[name] != self._usual[name] else " "
        return f"{changed} {name:<17}{self._values[name]:<18}{SETTINGS[name].rule}"

    @property
    def _highlighted(self) -> str:
        options = self.query_one(OptionList)
        return list(SETTINGS)[options.highlighted or 0]

    def on_option_list_option_highlighted(self) -> None:
        """Show what the setting means."""
        known = SETTINGS[self._highlighted]
        self._tell(f"{tr(known.meaning)}: {known.answers()}.")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go to the next value, or open a line to type one."""
        event.stop()
        name = self._highlighted
        following = next_answer(name, self._values[name])
        if following is not None:
            self._set(name, following)
            return
        line = self.query_one(Input)
        line.add_class("open")
        line.value = self._values[name]
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what was typed if it is a possible value."""
        event.stop()
        name = self._highlighted
        try:
            setting(name).read(event.value.strip())
        except RuleFault as fault:
            self._tell(fault.text)
            return
        self._set(name, event.value.strip())
        event.input.remove_class("open")
        self.query_one(OptionList).focus()

    def _set(self, name: str, value: str) -> None:
        self._values[name] = value
        options = self.query_one(OptionList)
        options.replace_option_prompt(name, self._line(name))

    def _tell(self, text: str) -> None:
        self.query_one("#meaning", Static).update(text)

    def action_done(self) -> None:
        """Close the line if it is open, else the list."""
        line = self.query_one(Input)
        if line.has_class("open"):
            line.remove_class("open")
            self.query_one(OptionList).focus()
            return
        self.dismiss(
            tuple((n, value) for n, value in self._values.items() if value != self._usual[n])
        )
