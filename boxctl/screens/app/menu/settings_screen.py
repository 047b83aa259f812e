"""Every setting of the rules, in groups, with what it does; Enter changes one."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from boxctl.presentation.phrases import capital, eye_in_use
from boxctl.presentation.setting_titles import SETTING_GROUPS, effects, value_in_words
from boxctl.rules.faults import RuleFault
from boxctl.rules.settings import SETTINGS, setting, with_settings, written
from boxctl.rules.variants import variant
from boxctl.screens.app.menu.footer_bar import FooterBar
from boxctl.screens.laptop.menu.menu_choice import Changes
from boxctl.screens.laptop.menu.setting_choices import next_answer
from boxctl.screens.laptop.menu.setting_cure import contradiction, setting_to_set_back
from boxctl.screens.pictures.view_model import FooterKey
from groundwork.language import tr

TITLES = {name: title for _group, settings in SETTING_GROUPS for name, title in settings.items()}


class SettingsScreen(ModalScreen[Changes]):
    """Returns the settings that differ from the variant's own."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "done", show=False),
        Binding("f5", "set_all_back", show=False),
        Binding("f6", "cure", show=False),
        Binding("delete", "set_back", show=False),
    ]
    DEFAULT_CSS = """
    SettingsScreen { background: $box-page; }
    SettingsScreen .title {
        height: 1; background: $box-header; color: $box-title; text-style: bold;
    }
    SettingsScreen OptionList {
        height: 1fr; border: none; padding: 0; background: $box-panel; color: $box-plain;
        scrollbar-size-vertical: 1; scrollbar-color: $box-frame; scrollbar-background: $box-panel;
    }
    SettingsScreen OptionList > .option-list--option-highlighted {
        background: $box-plaque-won; color: $box-said-won; text-style: bold;
    }
    SettingsScreen #meaning { height: auto; min-height: 4; max-height: 9; padding: 0 1; }
    SettingsScreen #wrong { height: auto; padding: 0 1; color: $box-bad; text-style: bold; }
    SettingsScreen Input { height: 1; display: none; background: $box-plaque; }
    SettingsScreen Input.open { display: block; }
    """

    def __init__(self, name: str, changes: Changes) -> None:
        super().__init__()
        self._variant = name
        self._own = written(variant(name))
        self._values = written(with_settings(variant(name), changes))

    @property
    def _changes(self) -> Changes:
        return tuple((n, value) for n, value in self._values.items() if value != self._own[n])

    def compose(self) -> ComposeResult:
        """Show the list, what the setting does, and a line to type in."""
        yield Static(
            tr(" boxctl   The settings of {variant}", variant=self._variant),
            classes="title",
            markup=False,
        )
        yield OptionList(*self._offered(), compact=True)
        yield Static("", id="meaning", markup=False)
        yield Static("", id="wrong", markup=False)
        yield Input(id="value", compact=True)
        yield FooterBar()

    def on_mount(self) -> None:
        """Highlight the first setting."""
        self.query_one(OptionList).focus()
        self.query_one(OptionList).highlighted = 1
        self._show()

    def _offered(self) -> list[Option]:
        offered = []
        for group, settings in SETTING_GROUPS:
            heading = Content.styled(f" {tr(group)}", "bold $box-dark")
            offered.append(Option(heading, disabled=True))
            offered += [Option(self._line(name), id=name) for name in settings]
        return offered

    def _line(self, name: str) -> Content:
        changed = "*" if self._values[name] != self._own[name] else " "
        value = self._values[name]
        words = value_in_words(name, value, eye_in_use())
        title = f" {changed} {tr(TITLES[name]):<22} {words:<22}"
        return Content.assemble(title, (f" {name} = {value}", "dim"))

    @property
    def _highlighted(self) -> str:
        option = self.query_one(OptionList).highlighted_option
        return (option.id if option is not None else None) or "tiles"

    # What is shown.

    def _show(self) -> None:
        name, known = self._highlighted, SETTINGS[self._highlighted]
        wrong = contradiction(self._variant, self._changes)
        told = [f"{capital(tr(known.meaning))} ({known.rule}): {known.answers()}."]
        if not wrong:
            rules = with_settings(variant(self._variant), self._changes)
            told += effects(name, rules, eye_in_use())
        if self._values[name] != self._own[name]:
            told.append(
                tr("{variant} has {value}: DEL sets it back.", variant=self._variant,
                   value=self._own[name])
            )  # fmt: skip
        self._tell("\n".join(told))
        self.query_one("#wrong", Static).update(self._with_cure(wrong) if wrong else "")
        self.query_one(FooterBar).show(self._keys(wrong))

    def _with_cure(self, wrong: str) -> str:
        cured = setting_to_set_back(self._variant, self._changes)
        if cured is None:
            return tr("{wrong}. F5 sets all back.", wrong=wrong)
        back = f"{cured} = {self._own[cured]}"
        return tr("{wrong}. F6 sets back {setting}, and all fits.", wrong=wrong, setting=back)

    def _keys(self, wrong: str) -> list[FooterKey]:
        keys = [
            FooterKey(tr("ENTER"), tr("change"), "change"),
            FooterKey(tr("DEL"), tr("set back"), "set_back"),
            FooterKey("F5", tr("set all back"), "set_all_back"),
            FooterKey(tr("ESC"), tr("done"), "done"),
        ]
        return [*keys, FooterKey("F6", tr("cure"), "cure")] if wrong else keys

    def _tell(self, text: str) -> None:
        self.query_one("#meaning", Static).update(text)

    # Keys and mouse.

    def on_option_list_option_highlighted(self) -> None:
        """Show what the setting does."""
        self._show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Change the setting."""
        event.stop()
        self.action_change()

    def action_change(self) -> None:
        """Go to the next value, or open a line to type one."""
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
        self._close_line()
        self._set(name, event.value.strip())

    def action_set_back(self) -> None:
        """Take the variant's own value of this setting."""
        self._set(self._highlighted, self._own[self._highlighted])

    def action_set_all_back(self) -> None:
        """Take all of the variant's own values."""
        for name, _value in self._changes:
            self._set(name, self._own[name])

    def action_cure(self) -> None:
        """Set back the change that contradicts the others."""
        wrong = contradiction(self._variant, self._changes)
        cured = setting_to_set_back(self._variant, self._changes) if wrong else None
        if cured is not None:
            self._set(cured, self._own[cured])

    def _set(self, name: str, value: str) -> None:
        self._values[name] = value
        self.query_one(OptionList).replace_option_prompt(name, self._line(name))
        self._show()

    def _close_line(self) -> None:
        self.query_one(Input).remove_class("open")
        self.query_one(OptionList).focus()

    def action_done(self) -> None:
        """Close the line if it is open, else the list."""
        if self.query_one(Input).has_class("open"):
            self._close_line()
        else:
            self.dismiss(self._changes)
