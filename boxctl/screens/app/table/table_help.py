"""The keys of a table, grouped by what they are for."""

from __future__ import annotations

from boxctl.screens.app.text_screen import TextScreen
from groundwork.cell_width import columns_of, flush_left
from groundwork.language import message, tr

KEY_WIDTH = 12
"""The columns of the keys; wider in a language with a longer name of a key."""

HELP = (
    (
        message("Playing"),
        (
            ("1 2 3 …", message("flip a tile: shut it, or open it again; 1 and 2 make the 12")),
            (message("click"), message("flip a tile, throw in the tray, or press a key below")),
            (message("SPACE"), message("throw the dice")),
            ("O", message("throw one die, where you may choose")),
            (
                message("ENTER"),
                message("what comes next: put the tiles where they belong, confirm, throw"),
            ),
            (message("BACKSPACE"), message("take back the tile you flipped last")),
            ("N", message("a new match, when one is over or was interrupted")),
        ),
    ),
    (
        message("Understanding"),
        (
            ("?", message("why it was ruled so, with this very throw as the example")),
            ("M", message("the moves that the throw allows")),
            (
                "C",
                message("the coach: what each choice comes to; or ask it, where it waits"),
            ),
            (
                "V",
                message("how much the coach says: on, asked, blunders only, after the match, off"),
            ),
            ("A", message("how it was played: luck and skill, throw by throw")),
            (message("PGUP PGDN"), message("older and newer lines of the log")),
            (message("UP DOWN"), message("other players on the score sheet")),
        ),
    ),
    (
        message("When something is wrong"),
        (("D", message("after an interruption: confirm that the tiles stand as they should")),),
    ),
    (
        message("On the bench, where you are the wood"),
        (
            ("B", message("the bench: be the wood, and cause the trouble of a real box")),
            ("U S X", message("bump a tile, stick its sensor or let it chatter: then type it")),
            ("F", message("the box does not see what you did with a tile: hold confirm")),
            ("T", message("knock the box over: all that stands falls, and ENTER puts it back")),
            ("K R P", message("cock a die, the roller's cable, the box's plug")),
        ),
    ),
    (
        message("The screen"),
        (
            ("F5", message("how the players have fared: records, streaks, luck and skill")),
            ("L", message("light or dark")),
            ("Q", message("leave, or back to the menu; the match can be resumed")),
        ),
    ),
)
"""The groups, each with its keys and what they do."""


def help_screen(note: str = "") -> TextScreen:
    """Return the page that lists the keys, and says where the pages for browsers are."""
    width = max(KEY_WIDTH, *(columns_of(tr(key)) + 2 for _, keys in HELP for key, _ in keys))
    lines: list[str] = []
    for group, keys in HELP:
        lines += ["", tr(group)] if lines else [tr(group)]
        lines += [f"  {flush_left(tr(key), width)}{tr(does)}" for key, does in keys]
    if note:
        lines = [tr("In browsers"), f"  {note}", "", *lines]
    return TextScreen(tr("The keys"), lines)
