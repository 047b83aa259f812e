"""What is called out across the room when a box is shut or a match is won."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.presentation.phrases import Style, names
from groundwork.language import tr, tr_n


def cry_when_shut(*, opened: bool = False) -> str:
    """Return the cry of a box that is shut, or all of it ``opened`` in a duel (R7.4)."""
    return tr("The box is open!") if opened else tr("Shut the box!")


def cry_when_won(winners: Sequence[str], style: Style) -> str:
    """Return the cry of a match that these players have won."""
    return tr_n("{players} wins!", "{players} win!", len(winners), players=names(winners, style))
