"""The prompts of the plain game, for who reads it in a pipe."""

from __future__ import annotations

import re
from typing import IO

PROMPT = re.compile(
    r"^(?:[^,:\n]+, (?:throw|tiles|confirm|Enter|your dice)[^.:\n]*"
    r"|Match over, new or quit|Confirm or new|Paused|No power, plug): ",
    re.MULTILINE,
)
"""A prompt, at the beginning of its line; what was typed may follow."""

TILES_ASKED, OVER = ", tiles: ", "Match over, new or quit: "


def read_to_the_prompt(stream: IO[str]) -> str:
    """What the game prints until it waits for us, or ends."""
    text = ""
    while not (text.endswith(": ") and PROMPT.fullmatch(text.rpartition("\n")[2])):
        character = stream.read(1)
        if not character:
            break
        text += character
    return text
