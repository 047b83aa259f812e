"""Bind a letter, whether it is typed small or capital."""

from __future__ import annotations

from textual.binding import Binding


def letter_key(letter: str, action: str) -> Binding:
    """Bind a small ``letter``, the same with Shift, and the same with Caps Lock on.

    The screens name their keys in capitals. A terminal may report Shift apart from the letter.
    """
    return Binding(f"{letter},{letter.upper()},shift+{letter}", action, show=False)
