"""The questions about what people see and hear while lamps, dice and sounds are tried."""

from __future__ import annotations

from boxctl.setup.answer_kinds import some_tiles, yes_or_no
from boxctl.setup.questions import ALL, NONE, SetupQuestion
from boxctl.setup.setup_state import SetupState
from groundwork.language import message
from groundwork.limits import MOST_TILES
from hardware.config.tables.roller import MOST_DICE_OF_LEDS


def _has_outputs(state: SetupState) -> bool:
    devices = (state["lamps"], state["display"], state["buzzer"], state["voice"])
    return any(device not in (None, NONE) for device in devices) or bool(state["dice_leds"])


def _is_watched(state: SetupState) -> bool:
    """Propose yes where somebody is looking: nothing counts as seen that nobody has seen."""
    return state.is_watched


TRY_OUT = SetupQuestion(
    "try_out",
    message("Are lamps, display and sounds wired, so that you can look while each is tried?"),
    yes_or_no(),
    lambda state: state.is_watched and state.wiring is not None,
    _has_outputs,
)

LAMPS_AT_REST = SetupQuestion(
    "lit_at_rest",
    message("All lamps should be dark now. At which tiles is light (none, all, or some)?"),
    some_tiles(),
    lambda _state: (),
)

LAMP_SEEN = tuple(
    SetupQuestion(
        f"lamp_{tile}",
        message("One lamp should be lit now. At which tile is light (none, all, or some)?"),
        some_tiles(),
        lambda state, tile=tile: (tile,) if state.is_watched else (),  # type: ignore[misc]
    )
    for tile in range(1, MOST_TILES + 1)
)
"""The question for the lamp of each tile."""

DICE_SEEN = tuple(
    SetupQuestion(
        f"die_{die}",
        message("Has the next die shown 1, 2, 3, 4, 5 and 6?"),
        yes_or_no(),
        _is_watched,
    )
    for die in range(1, MOST_DICE_OF_LEDS + 1)
)
"""The question for each die."""

DISPLAY_SEEN = SetupQuestion(
    "display_seen", message("Is the display full of digits?"), yes_or_no(), _is_watched
)
BUZZER_HEARD = SetupQuestion(
    "buzzer_heard", message("Have you heard two tones?"), yes_or_no(), _is_watched
)
VOICE_HEARD = SetupQuestion(
    "voice_heard", message("Have you heard the voice?"), yes_or_no(), _is_watched
)
TRY_AGAIN = SetupQuestion(
    "try_again", message("Mend this, and try all of it again?"), yes_or_no(), _is_watched
)

EVERY_QUESTION = (*ALL, TRY_OUT, LAMPS_AT_REST, *LAMP_SEEN, *DICE_SEEN, DISPLAY_SEEN, BUZZER_HEARD,
                  VOICE_HEARD, TRY_AGAIN)  # fmt: skip
"""Every question of the set-up, by whose keys a file gives its answers."""
