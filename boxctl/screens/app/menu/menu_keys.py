"""The keys that the footer of the menu names."""

from __future__ import annotations

from boxctl.screens.pictures.view_model import FooterKey
from groundwork.language import message, tr

_KEYS = (
    (message("ENTER"), message("play"), "play"),
    (message("TAB"), message("next field"), "app.focus_next"),
    ("F2", message("settings"), "settings"),
    ("F4", message("last evening's players"), "seat_last_evening"),
    ("F3", message("light or dark"), "app.light_or_dark"),
    ("F5", message("history"), "app.history"),
    (message("ESC"), message("leave"), "leave"),
)
_KEYS_TO_RESUME = (
    (message("ENTER"), message("go on with it"), "play"),
    ("F6", message("end it for good"), "end_match"),
    ("F3", message("light or dark"), "app.light_or_dark"),
    ("F5", message("history"), "app.history"),
    (message("ESC"), message("leave"), "leave"),
)
_KEYS_OF_PLAYERS = (
    (message("ENTER"), message("play"), "play"),
    (message("COMMA"), message("one more"), "add_player"),
    (message("LEFT RIGHT"), message("kind"), "change_kind"),
    (message("DEL"), message("remove"), "remove_player"),
    (message("SHIFT+UP"), message("move up"), "move_player"),
    (message("TAB"), message("next field"), "app.focus_next"),
    ("F4", message("last evening's players"), "seat_last_evening"),
    (message("ESC"), message("leave"), "leave"),
)


def menu_keys(
    *, among_players: bool, evening_known: bool, to_resume: bool = False
) -> list[FooterKey]:
    """Return the keys of the menu, or those of the players' rows while people are there.

    ``to_resume``: a match that can be resumed is highlighted. F4 seats the players of the last
    evening, and is left out unless they are known.
    """
    keys = _KEYS_TO_RESUME if to_resume else _KEYS_OF_PLAYERS if among_players else _KEYS
    return [
        FooterKey(tr(key), tr(words), action)
        for key, words, action in keys
        if key != "F4" or evening_known
    ]
