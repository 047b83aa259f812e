"""The rows of the players, edited with keys and mouse."""

from __future__ import annotations

from textual.events import Blur, Click, Focus, Key, Paste, Resize
from textual.message import Message

from boxctl.rules.ruleset import RuleSet
from boxctl.screens.app.picture_widget import PictureWidget
from boxctl.screens.laptop.menu.player_roster import PlayerRoster
from boxctl.screens.laptop.menu.player_rows_picture import PlayerRowsPlan, player_rows_picture
from boxctl.screens.pictures.glyphs import Glyphs


class PlayerRows(PictureWidget, can_focus=True):
    """A row for each player: type the name, change the kind, add, remove, move.

    The screen passes on keys that are not for a row.
    """

    DEFAULT_CSS = "PlayerRows { height: 1; width: 1fr; }"

    class Changed(Message):
        """The players, or the row that is edited, have changed."""

    def __init__(self, players: PlayerRoster, glyphs: Glyphs) -> None:
        super().__init__(id="players")
        self.players = players
        self._glyphs = glyphs
        self._rules = RuleSet()

    def show(self, rules: RuleSet) -> None:
        """Show who plays by these rules."""
        self._rules = rules
        self._draw()

    def _draw(self) -> None:
        shown = self.players.shown(self._rules)
        self.styles.height = max(1, len(shown))
        self.paint(
            player_rows_picture(
                shown,
                self.players.names,
                self.players.at,
                self.size.width,
                self._glyphs,
                focused=self.has_focus,
            )
        )

    def on_resize(self, _event: Resize) -> None:
        """Draw for the new width."""
        self._draw()

    def on_focus(self, _event: Focus) -> None:
        """Show the cursor."""
        self._tell()

    def on_blur(self, _event: Blur) -> None:
        """Hide the cursor."""
        self._tell()

    def _tell(self) -> None:
        self._draw()
        self.post_message(self.Changed())

    def on_key(self, event: Key) -> None:
        """Edit the row."""
        if self._is_taken(event):
            event.stop()
            event.prevent_default()
            self._tell()

    def _is_taken(self, event: Key) -> bool:
        players = self.players
        match event.key:
            case "up":
                return players.go(-1)
            case "down":
                return players.go(1)
            case "left":
                players.change_kind(-1)
            case "right":
                players.change_kind(1)
            case "backspace":
                players.rub_out()
            case "delete":
                players.remove()
            case "insert":
                players.add()
            case "shift+up" | "ctrl+up":
                players.move(-1)
            case "shift+down" | "ctrl+down":
                players.move(1)
            case _:
                if not event.is_printable or event.character is None:
                    return False
                players.type(event.character)
        return True

    def on_paste(self, event: Paste) -> None:
        """Take a name, or several with commas, from elsewhere."""
        event.stop()
        self.players.type(event.text)
        self._tell()

    def on_click(self, event: Click) -> None:
        """Go to the row, or do what stands where the click was."""
        event.stop()
        if event.y >= len(self.players.names):
            return
        self.players.at = event.y
        match PlayerRowsPlan(self.size.width).part_at(event.x):
            case "sign":
                self.players.move(-1)
            case "before":
                self.players.change_kind(-1)
            case "after":
                self.players.change_kind(1)
            case "remove":
                self.players.remove()
        self._tell()
