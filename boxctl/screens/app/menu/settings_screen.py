"""Every setting of the rules, in groups, with what it does; Enter changes one, F7 keeps them all.

What is kept is a game of the house, with a title and a file of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Resize
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from boxctl.presentation.game_names import (
    SETTING_GROUPS,
    SETTING_ROOM,
    effects,
    value_in_words,
)
from boxctl.presentation.phrases import capital
from boxctl.rules.faults import RuleFault
from boxctl.rules.house.save import save_variant
from boxctl.rules.settings import SETTINGS, setting, with_settings, written
from boxctl.rules.variant_titles import variant_title
from boxctl.rules.variants import variant
from boxctl.screens.app.menu.menu_widgets import FooterBar
from boxctl.screens.laptop.game_card import contradiction, next_answer, setting_to_set_back
from boxctl.screens.laptop.house_habits import Changes
from boxctl.screens.pictures.view_model import FooterKey
from groundwork.cell_width import flush_left
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import labelled, tr

Groups = Sequence[tuple[str, Sequence[str]]]
"""Titles of groups, each with the names of its settings."""

TWO_COLUMNS = 110
"""The least columns of a screen on which the settings stand in two columns."""

ROOM_FOR_VALUES = 150
"""The least columns of a screen on which both have room for settings as a file has them."""

IN_FIRST_COLUMN = 3
"""The groups in the first column of two: the box, the dice and the turn."""


@frozen_dataclass
class ChosenSettings:
    """A variant, and the settings that differ from its own."""

    variant: str
    changes: Changes


class SettingsScreen(ModalScreen[ChosenSettings]):
    """Returns the variant with what was changed, or the game that it was saved as."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "done", show=False),
        Binding("f5", "set_all_back", show=False),
        Binding("f6", "cure", show=False),
        Binding("f7", "save_as", show=False),
        Binding("delete", "set_back", show=False),
        Binding("left,right", "other_column", show=False),
    ]
    DEFAULT_CSS = """
    SettingsScreen { background: $box-page; }
    SettingsScreen .title {
        height: 1; background: $box-header; color: $box-title; text-style: bold;
    }
    SettingsScreen OptionList {
        width: 1fr; height: 1fr; border: none; padding: 0;
        background: $box-panel; color: $box-plain;
        scrollbar-size-vertical: 1; scrollbar-color: $box-frame; scrollbar-background: $box-panel;
    }
    SettingsScreen Horizontal { height: 1fr; }
    SettingsScreen #second { display: none; }
    SettingsScreen.wide #second { display: block; }
    SettingsScreen OptionList > .option-list--option-highlighted {
        background: $box-plaque-won; color: $box-said-won; text-style: bold;
    }
    SettingsScreen #meaning {
        height: auto; min-height: 5; max-height: 9; padding: 0 1;
        background: $box-page; color: $box-plain;
    }
    SettingsScreen #wrong {
        height: auto; padding: 0 1; background: $box-page; color: $box-bad; text-style: bold;
    }
    SettingsScreen Input { height: 1; display: none; background: $box-plaque; }
    SettingsScreen Input.open { display: block; }
    """

    def __init__(self, name: str, changes: Changes) -> None:
        super().__init__()
        self._variant = name
        self._own = written(variant(name))
        self._values = written(with_settings(variant(name), changes))
        self._at = SETTING_GROUPS[0][1][0]
        """The setting that is highlighted."""
        self._asks_for_title = False

    @property
    def _changes(self) -> Changes:
        return tuple((n, value) for n, value in self._values.items() if value != self._own[n])

    def compose(self) -> ComposeResult:
        """Show the list, what the setting does, and a line to type in."""
        yield Static(
            tr(" boxctl   The settings of {variant}", variant=variant_title(self._variant)),
            classes="title",
            markup=False,
        )
        with Horizontal():
            yield OptionList(compact=True, id="first")
            yield OptionList(compact=True, id="second")
        yield Static("", id="meaning", markup=False)
        yield Static("", id="wrong", markup=False)
        yield Input(id="value", compact=True)
        yield FooterBar()

    def on_mount(self) -> None:
        """Highlight the first setting."""
        self._fill()

    def on_resize(self, _event: Resize) -> None:
        """Show one column or two."""
        if self._is_wide != self.has_class("wide"):
            self._fill()

    @property
    def _is_wide(self) -> bool:
        return self.app.size.width >= TWO_COLUMNS

    def _fill(self) -> None:
        """Put the groups into one column or two; the same setting stays highlighted."""
        wide, name = self._is_wide, self._at
        self.set_class(wide, "wide")
        for column, groups in zip(self._columns, self._groups_of_columns(), strict=True):
            column.clear_options()
            column.add_options(self._offered(groups))
        column = self._column_of(name)
        column.focus()
        column.highlighted = column.get_option_index(name)
        self._show()

    def _groups_of_columns(self) -> tuple[Groups, Groups]:
        if not self._is_wide:
            return SETTING_GROUPS, ()
        first = IN_FIRST_COLUMN
        return SETTING_GROUPS[:first], SETTING_GROUPS[first:]

    @property
    def _columns(self) -> tuple[OptionList, OptionList]:
        return self.query_one("#first", OptionList), self.query_one("#second", OptionList)

    def _column_of(self, name: str) -> OptionList:
        first, second = self._columns
        in_first = any(option.id == name for option in first.options)
        return first if in_first else second

    def _offered(self, groups: Groups) -> list[Option]:
        offered = []
        for group, settings in groups:
            heading = Content.styled(f" {tr(group)}", "bold $box-dark")
            offered.append(Option(heading, disabled=True))
            offered += [Option(self._line(name), id=name) for name in settings]
        return offered

    def _line(self, name: str) -> Content:
        changed = "*" if self._values[name] != self._own[name] else " "
        value = self._in_force(name)
        words = value_in_words(name, value)
        told = (flush_left(text, SETTING_ROOM) for text in (tr(SETTINGS[name].title), words))
        title = f" {changed} {' '.join(told)}"
        if self._is_wide and self.app.size.width < ROOM_FOR_VALUES:
            return Content(title)
        return Content.assemble(title, (f" {name} = {value}", "dim"))

    def _in_force(self, name: str) -> str:
        """Return the value that counts: a target that nobody has set is the usual one (R7.2)."""
        if name != "target" or self._values[name] != self._own[name]:
            return self._values[name]
        return written(with_settings(variant(self._variant), self._changes))[name]

    # What is shown.

    def _show(self) -> None:
        name, known = self._at, SETTINGS[self._at]
        wrong = contradiction(self._variant, self._changes)
        told = [
            f"{name} = {self._in_force(name)}",
            f"{labelled(f'{capital(tr(known.meaning))} ({known.rule})', known.kind.answers())}.",
        ]
        if not wrong:
            rules = with_settings(variant(self._variant), self._changes)
            told += effects(name, rules)
        if self._values[name] != self._own[name]:
            told.append(
                tr("{variant} has {value}: DEL sets it back.", variant=variant_title(self._variant),
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
        if self._is_wide:
            keys.insert(1, FooterKey(tr("LEFT RIGHT"), tr("other column"), "other_column"))
        if wrong:
            return [*keys, FooterKey("F6", tr("cure"), "cure")]
        return [*keys, FooterKey("F7", tr("save as"), "save_as")] if self._changes else keys

    def _tell(self, text: str) -> None:
        self.query_one("#meaning", Static).update(text)

    # Keys and mouse.

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show what the setting does."""
        if event.option_id is not None and event.option_list.has_focus:
            self._go_to(event.option_id)

    def on_descendant_focus(self) -> None:
        """Highlight a setting in the column that has the cursor, and none in the other."""
        for column in self._columns:
            if not column.has_focus and self.focused in self._columns:
                column.highlighted = None
            elif column.has_focus and column.highlighted is None:
                column.highlighted = 1

    def _go_to(self, name: str) -> None:
        self._at = name
        self._show()

    def action_other_column(self) -> None:
        """Go to the other column, to the setting beside this one."""
        first, second = self._columns
        here, there = (first, second) if first.has_focus else (second, first)
        if not there.option_count or not here.has_focus:
            return
        row = min(here.highlighted or 0, there.option_count - 1)
        there.focus()
        there.highlighted = row + 1 if there.get_option_at_index(row).disabled else row

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Change the setting."""
        event.stop()
        self.action_change()

    def action_change(self) -> None:
        """Go to the next value, or open a line to type one."""
        name = self._at
        following = next_answer(name, self._values[name])
        if following is not None:
            self._set(name, following)
            return
        self._open_line(self._values[name])

    def _open_line(self, typed: str) -> None:
        line = self.query_one(Input)
        line.add_class("open")
        line.value = typed
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what was typed if it is a possible value, or a title for the game."""
        event.stop()
        if self._asks_for_title:
            self.action_save_as()
            return
        known, text = setting(self._at), event.value.strip()
        try:
            typed = known.write(known.read(text))
        except RuleFault as fault:
            self._tell(fault.text)
            return
        self._close_line()
        for name, value in known.kind.implied(text).items():
            self._set(name, SETTINGS[name].write(value))
        self._set(known.name, typed)

    def action_set_back(self) -> None:
        """Take the variant's own value of this setting."""
        self._set(self._at, self._own[self._at])

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
        for told in dict.fromkeys((name, "target")):  # many a match has a usual target
            self._column_of(told).replace_option_prompt(told, self._line(told))
        self._show()

    def action_save_as(self) -> None:
        """Ask for the title under which this house plays these rules; then save them."""
        if self._asks_for_title:
            self._save_as(self.query_one(Input).value.strip())
        elif not self._changes:
            self._tell(
                tr(
                    "Nothing is changed yet: change a setting with ENTER, then F7 saves all as a "
                    "game of your own."
                )
            )
        elif wrong := contradiction(self._variant, self._changes):
            self._tell(tr("It cannot be saved like this: {wrong}.", wrong=wrong))
        else:
            self._asks_for_title = True
            self._tell(tr("What is this game called here? Type its title, and ENTER saves it."))
            self._open_line("")
            keys = (tr("ENTER"), tr("save"), "save_as"), (tr("ESC"), tr("back"), "done")
            self.query_one(FooterBar).show([FooterKey(*key) for key in keys])

    def _save_as(self, title: str) -> None:
        """Write the file of the game; say what is wrong with its title, and ask again."""
        rules = with_settings(variant(self._variant), self._changes)
        try:
            saved = save_variant(title, self._variant, rules)
        except RuleFault as fault:
            self._tell(str(fault))
        else:
            self.dismiss(ChosenSettings(saved.stem, ()))

    def _close_line(self) -> None:
        if self._asks_for_title:
            self._asks_for_title = False
            self._show()
        self.query_one(Input).remove_class("open")
        self._column_of(self._at).focus()

    def action_done(self) -> None:
        """Close the line if it is open, else the list."""
        if self.query_one(Input).has_class("open"):
            self._close_line()
        else:
            self.dismiss(ChosenSettings(self._variant, self._changes))
