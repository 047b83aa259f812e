"""Ctrl-C that comes while an object is finalized, as libraries do at any moment."""

from __future__ import annotations

import signal
from threading import Event

import pytest

from boxctl.cli.terminal import heed_lost_interrupts

PATIENCE_S = 60.0


class InterruptedAtItsEnd:
    """An object that Ctrl-C is pressed on."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


class BrokenAtItsEnd:
    """An object whose making was broken off, so that it fails when it ends."""

    def __del__(self) -> None:
        raise AttributeError("no attribute _ptr")


def _ctrl_c_while_an_object_ends() -> None:
    with heed_lost_interrupts():
        InterruptedAtItsEnd()
        Event().wait(PATIENCE_S)


def _object_that_ctrl_c_has_left_half_made() -> None:
    with heed_lost_interrupts():
        BrokenAtItsEnd()
        raise KeyboardInterrupt


def test_an_interrupt_that_python_would_lose_ends_the_work(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(KeyboardInterrupt):
        _ctrl_c_while_an_object_ends()
    assert capsys.readouterr() == ("", "")


def test_what_fails_because_of_an_interrupt_is_not_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(KeyboardInterrupt):
        _object_that_ctrl_c_has_left_half_made()
    assert capsys.readouterr() == ("", "")


def test_what_fails_for_another_reason_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with heed_lost_interrupts():
        BrokenAtItsEnd()
    assert "AttributeError: no attribute _ptr" in capsys.readouterr().err
