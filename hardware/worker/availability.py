"""Tells once that a device does not answer, and once that it does again."""

from __future__ import annotations

from hardware.devices import Clock, DeviceBack, DeviceLost, HandOver

AGAIN = 2_000_000
"""So long after a device has failed, in microseconds, it is tried again."""


class Availability:
    """Whether a device answers, and when to try it again; ``device`` is its name for people.

    It is said with ``what`` that it is back.
    """

    def __init__(self, device: str, what: str, clock: Clock, hand_over: HandOver) -> None:
        self._device = device
        self._what = what
        self._clock = clock
        self._hand_over = hand_over
        self._again_at: int | None = None

    @property
    def is_lost(self) -> bool:
        """Whether it did not answer when it was last tried."""
        return self._again_at is not None

    @property
    def may_be_tried(self) -> bool:
        """Whether it answers, or enough time has passed since it did not."""
        return self._again_at is None or self._clock() >= self._again_at

    def failed(self, why: str) -> None:
        """It was tried and did not answer."""
        now = self._clock()
        if self._again_at is None:
            self._hand_over(DeviceLost(now, self._device, why))
        self._again_at = now + AGAIN

    def worked(self) -> None:
        """It was tried and answered."""
        if self._again_at is not None:
            self._again_at = None
            self._hand_over(DeviceBack(self._clock(), self._device, self._what))
