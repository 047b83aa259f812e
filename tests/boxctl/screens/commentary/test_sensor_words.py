"""At a laptop nobody is asked for a button: there is none."""

from __future__ import annotations

import pytest

from boxctl.journal.evidence import SensorFault
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.notices import (
    LeverPositionAsked,
    LeversNotMoved,
    Notice,
    SensorQuarantined,
    StuckSensorAsked,
)
from boxctl.referee.put_back import PutBack
from boxctl.screens.commentary.sensor_words import Controls, notice_by

NOTICES: list[Notice] = [
    LeversNotMoved(PutBack(open=0b100)),
    StuckSensorAsked(3),
    *(LeverPositionAsked(3, why) for why in SensorFault),
    *(SensorQuarantined(3, why, stands) for why in SensorFault for stands in (True, False)),
]


@pytest.mark.parametrize("notice", NOTICES, ids=str)
@pytest.mark.parametrize("controls", Controls)
def test_no_button_is_named(controls: Controls, notice: Notice) -> None:
    assert "confirm" in notice_sentence(notice)
    told = notice_by(controls, notice)
    assert told
    assert "press confirm" not in told
    assert "hold confirm" not in told
