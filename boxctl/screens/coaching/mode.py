"""The modes of the coach: how much it says."""

from __future__ import annotations

from typing import Literal, get_args

from groundwork.language import message, tr

CoachMode = Literal["off", "on", "ask", "blunders", "after"]
MODES: tuple[CoachMode, ...] = get_args(CoachMode)
ASKABLE: tuple[CoachMode, ...] = tuple(mode for mode in MODES if mode != "off")
"""The modes in which a page in a browser can ask the coach."""

_WORDS: dict[CoachMode, str] = {
    "off": message("the coach is silent"),
    "on": message("the coach shows what each choice comes to"),
    "ask": message("the coach waits until you ask with C"),
    "blunders": message("the coach only warns of blunders"),
    "after": message("the coach rates the match when it is over"),
}


def mode_in_words(mode: CoachMode) -> str:
    """Return what the coach does in a mode."""
    return tr(_WORDS[mode])


def read_mode(written: object) -> CoachMode:
    """Return the mode of a remembered choice; earlier versions wrote true and false."""
    if written is True:
        return "on"
    return next((mode for mode in MODES if mode == written), "off")


def next_mode(mode: CoachMode) -> CoachMode:
    """Return the mode after this one, in turns."""
    return MODES[(MODES.index(mode) + 1) % len(MODES)]
