"""The voice that a game was asked to have, if any."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from boxctl.screens.laptop.box.virtual_box import OpenVoice


def voice_at(speed: int | None) -> OpenVoice | None:
    """Return what opens a voice that speaks so many words a minute; None for no voice.

    Raises :class:`Fault` BX431 if there is no program to speak with.
    """
    if speed is None:
        return None
    # It brings much of the hardware along: a silent game does not wait for it.
    from boxctl.screens.laptop.box.game_voice import program_voice

    return program_voice(speed)
