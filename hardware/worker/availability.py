"""Report once that a device does not answer, and once that it does again."""

from __future__ import annotations

from groundwork.os_reason import os_reason
from hardware.devices import Clock, DeviceBack, DeviceLost, EventSink

RETRY_US = 2_000_000
"""Pause before a device that failed is tried again, in microseconds."""


class Availability:
    """Tracks whether a device answers, and when to retry. ``device`` is its name for people.

    ``what`` goes with the DeviceBack.
    """

    def __init__(self, device: str, what: str, clock: Clock, hand_over: EventSink) -> None:
        self._device = device
        self._what = what
        self._clock = clock
        self._hand_over = hand_over
        self._retry_at: int | None = None

    @property
    def is_lost(self) -> bool:
        """Whether the last try failed."""
        return self._retry_at is not None

    @property
    def may_be_tried(self) -> bool:
        """Whether it answers, or the pause after the last failure is over."""
        return self._retry_at is None or self._clock() >= self._retry_at

    def failed(self, error: Exception) -> None:
        """Note that a try failed, with this error; hand over DeviceLost if that is news."""
        now = self._clock()
        if self._retry_at is None:
            why = os_reason(error) if isinstance(error, OSError) else str(error)
            self._hand_over(DeviceLost(now, self._device, why))
        self._retry_at = now + RETRY_US

    def worked(self) -> None:
        """Note that a try succeeded; hand over DeviceBack if that is news."""
        if self._retry_at is not None:
            self._retry_at = None
            self._hand_over(DeviceBack(self._clock(), self._device, self._what))
