"""The parts of the menu: its style sheet, the card of a game, the match panel, hints and footer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Click, Resize
from textual.widget import Widget
from textual.widgets import Input, Static

from boxctl.screens.app.menu.game_list import PlayerRows
from boxctl.screens.app.picture_widget import PictureWidget
from boxctl.screens.pictures.picture import (
    Picture,
    fit,
    footer_key_at,
    footer_picture,
    lines_needed,
)
from boxctl.screens.pictures.view_model import FooterKey
from groundwork.cell_width import columns_of
from groundwork.language import message, tr

TWO_COLUMNS = 64
"""On a screen of fewer columns the game and the match are below the list of games."""

THREE_COLUMNS = 150
"""The least columns of a screen on which the match has a column beside the game."""

MENU_STYLE = """
MenuScreen { background: $box-page; }
MenuScreen #title { height: 1; background: $box-header; color: $box-title; text-style: bold; }
MenuScreen #left { width: 30; background: $box-panel; }
MenuScreen #search { height: 1; border: none; background: $box-plaque; padding: 0 1; }
MenuScreen GameList {
    height: 1fr; border: none; padding: 0; background: $box-panel; color: $box-plain;
    overflow-y: auto; scrollbar-gutter: stable;
    scrollbar-size-vertical: 1; scrollbar-color: $box-frame; scrollbar-background: $box-panel;
}
MenuScreen GameList > .option-list--option-highlighted {
    background: $box-plaque-won; color: $box-said-won; text-style: bold;
}
MenuScreen #card { height: 1fr; padding: 0 1; background: $box-page; }
MenuScreen #beside { height: auto; max-height: 60%; background: $box-panel; }
MenuScreen #match {
    height: auto; padding: 0 1; background: $box-panel; scrollbar-size-vertical: 1;
}
MenuScreen #rules { display: none; }
MenuScreen #search > .input--placeholder { color: $box-dark; }
MenuScreen .heading { height: 1; color: $box-turn; text-style: bold; }
MenuScreen .hint { height: 1; color: $box-dark; }
MenuScreen .field { height: auto; }
MenuScreen.resuming #match > * { display: none; }
MenuScreen.resuming #match > .rules, MenuScreen.resuming #match > #fault { display: block; }
MenuScreen .field .label { height: 1; color: $box-dark; }
MenuScreen .field Input {
    width: 12; height: 1; border: none; padding: 0 1; background: $box-plaque;
}
MenuScreen .field Input:focus { background: $box-footer; }
MenuScreen .field .hint { width: 1fr; height: 1; padding-left: 1; }
MenuScreen .field #settings { height: auto; padding-left: 0; }
MenuScreen #fault { height: auto; color: $box-bad; text-style: bold; }
MenuScreen #body { height: 1fr; }
MenuScreen #right { width: 1fr; }
MenuScreen.narrow #left { width: 1fr; height: 1fr; }
MenuScreen.narrow #right { height: auto; max-height: 60%; }
MenuScreen.narrow #card { height: 2; }
MenuScreen.narrow #beside { max-height: 4; }
MenuScreen.wide #left { width: 40; }
MenuScreen.three #card { width: 1fr; height: 1fr; }
MenuScreen.three #beside { width: 62; height: 1fr; max-height: 100%; }
MenuScreen.three #match { max-height: 60%; padding: 0 2; }
MenuScreen.three #rules { display: block; height: 1fr; padding: 1 2; background: $box-panel; }
MenuScreen.roomy .heading, MenuScreen.roomy .field { margin-top: 1; }
"""
"""``narrow``, ``wide``, ``three`` and ``roomy`` are set by the size of the screen."""


DrawCard = Callable[[int, int], Picture]
"""Draws a card for so many columns and lines."""


def _nothing(_columns: int, _lines: int) -> Picture:
    return ()


class CardWidget(PictureWidget):
    """Draws a card whenever another one is to be shown, or its place has another size."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self._draw_card: DrawCard = _nothing

    def present(self, draw: DrawCard = _nothing) -> None:
        """Show this card; without one, nothing."""
        self._draw_card = draw
        self._draw()

    def on_resize(self, _event: Resize) -> None:
        """Draw for the new size."""
        self._draw()

    def _draw(self) -> None:
        columns, lines = self.content_size
        self.paint(self._draw_card(columns, lines) if columns and lines else ())


class FieldHint(Widget, can_focus=False):
    """Says what a field means, in the longest of some wordings that its line has room for.

    It never has a second line, so that what is above keeps its place while a field is typed in.
    """

    def __init__(self, id: str) -> None:
        super().__init__(id=id, classes="hint")
        self._wordings: tuple[str, ...] = ("",)

    @property
    def said(self) -> str:
        """The longest wording that fits, else the shortest, truncated."""
        columns = self.content_size.width
        fitting = (each for each in self._wordings if columns_of(each) <= columns)
        return next(fitting, fit(self._wordings[-1], columns))

    def show(self, *wordings: str) -> None:
        """Show one of these wordings of the same; the longest is the first."""
        self._wordings = wordings
        self.refresh()

    def render(self) -> Content:
        """Return the line, for Textual."""
        return Content(self.said)


LEAST_FOR_TWO = 20
"""A screen with fewer lines has one line of keys."""


class FooterBar(PictureWidget):
    """A line of keys, or two if they need it. ``action`` of each is an action of the screen."""

    DEFAULT_CSS = "FooterBar { height: 1; width: 1fr; dock: bottom; }"

    def __init__(self, longest: Sequence[FooterKey] = ()) -> None:
        """Keep room for the ``longest`` keys that will be shown, so that nothing jumps."""
        super().__init__()
        self._longest = longest
        self._keys: tuple[FooterKey, ...] = ()

    def show(self, keys: Sequence[FooterKey]) -> None:
        """Show these keys, the most important first."""
        self._keys = tuple(keys)
        self._draw()

    def on_resize(self, _event: Resize) -> None:
        """Draw for the new width."""
        self._draw()

    def _draw(self) -> None:
        columns = self.app.size.width
        self.styles.height = self._lines
        self.paint(footer_picture(self._keys, columns, self._lines))

    @property
    def _lines(self) -> int:
        columns, lines = self.app.size
        if lines < LEAST_FOR_TWO:
            return 1
        return max(lines_needed(keys, columns) for keys in (self._keys, self._longest))

    async def on_click(self, event: Click) -> None:
        """Do what the key under the pointer does."""
        key = footer_key_at(self._keys, self.app.size.width, self._lines, event.x, event.y)
        if key is not None:
            event.stop()
            await self.screen.run_action(key.action)


FIELDS = (
    ("stake", message("Stake")),
    ("seed", message("Seed")),
)
"""The fields to type in, by id, and their labels. The hint of each has the id ``stake-hint``."""

RULES = message("Rules")


def _label(words: str) -> Static:
    """Return a label as wide as the longest of them, so that the fields stand below each other."""
    labels = (RULES, *(label for _id, label in FIELDS))
    label = Static(tr(words), classes="label", markup=False)
    label.styles.width = max(8, 1 + max(columns_of(tr(each)) for each in labels))
    return label


class MatchPanel(VerticalScroll, can_focus=False):
    """The rows of the players and the fields below them, with the ``stake`` of last time."""

    def __init__(self, rows: PlayerRows, stake: str) -> None:
        super().__init__(id="match")
        self._rows = rows
        self._stake = stake

    def compose(self) -> ComposeResult:
        """Put the players above the fields, and what is wrong below them."""
        yield Static(tr("Who plays"), classes="heading", markup=False)
        yield self._rows
        yield Static("", id="kind", classes="hint", markup=False)
        for id, label in FIELDS:
            with Horizontal(classes="field"):
                yield _label(label)
                yield Input(self._stake if id == "stake" else "", id=id, compact=True)
                yield FieldHint(f"{id}-hint")
        with Horizontal(classes="field rules"):
            yield _label(RULES)
            yield Static("", id="settings", classes="hint", markup=False)
        yield Static("", id="fault", markup=False)

    def passing_lines(self, *, kind_stays: bool) -> int:
        """Return how many lines of the screen are taken by what comes and goes while one types.

        ``kind_stays`` is whether the line about the kind of a player is never without words.
        """
        passing = ("#fault",) if kind_stays else ("#fault", "#kind")
        shown = (part for part in map(self.query_one, passing) if part.display)
        return max(0, sum(part.outer_size.height for part in shown) - self.max_scroll_y)


_KEYS = (
    (message("ENTER"), message("play"), "play"),
    (message("TAB"), message("next field"), "app.focus_next"),
    ("F2", message("settings"), "settings"),
    ("F7", message("puzzles"), "puzzles"),
    ("F9", message("first match"), "first_match"),
    ("F4", message("last evening's players"), "seat_last_evening"),
    ("F3", message("light or dark"), "app.light_or_dark"),
    ("F5", message("history"), "app.history"),
    ("F8", message("options"), "app.options"),
    (message("ESC"), message("leave"), "leave"),
)
_KEYS_TO_RESUME = (
    (message("ENTER"), message("go on with it"), "play"),
    ("F6", message("end it for good"), "end_match"),
    ("F3", message("light or dark"), "app.light_or_dark"),
    ("F5", message("history"), "app.history"),
    ("F8", message("options"), "app.options"),
    (message("ESC"), message("leave"), "leave"),
)
_KEYS_TO_LEARN = (
    (message("ENTER"), message("begin"), "play"),
    ("F3", message("light or dark"), "app.light_or_dark"),
    ("F5", message("history"), "app.history"),
    ("F8", message("options"), "app.options"),
    (message("ESC"), message("leave"), "leave"),
)
_KEYS_OF_PLAYERS = (
    (message("ENTER"), message("play"), "play"),
    (message("COMMA"), message("one more"), "add_player"),
    (message("LEFT RIGHT"), message("kind"), "change_kind"),
    ("+", message("handicap"), "give_handicap"),
    (message("DEL"), message("remove"), "remove_player"),
    (message("SHIFT+UP"), message("move up"), "move_player"),
    (message("TAB"), message("next field"), "app.focus_next"),
    ("F4", message("last evening's players"), "seat_last_evening"),
    (message("ESC"), message("leave"), "leave"),
)


def menu_keys(
    *,
    among_players: bool,
    evening_known: bool,
    to_resume: bool = False,
    to_learn: bool = False,
    no_handicaps: bool = False,
) -> list[FooterKey]:
    """Return the keys of the menu, or those of the players' rows while people are there.

    ``to_resume``: a match that can be resumed is highlighted; ``to_learn``: the first match or the
    puzzles are. F4 seats the players of the last
    evening, and is left out unless they are known; so is the key for a handicap in a game with
    ``no_handicaps``.
    """
    chosen = _KEYS_TO_LEARN if to_learn else _KEYS_OF_PLAYERS if among_players else _KEYS
    keys = _KEYS_TO_RESUME if to_resume else chosen
    return [
        FooterKey(tr(key), tr(words), action)
        for key, words, action in keys
        if (key != "F4" or evening_known) and not (no_handicaps and action == "give_handicap")
    ]
