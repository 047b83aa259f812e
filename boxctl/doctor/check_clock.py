"""The time of day, which the record is dated with."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.doctor.check_result import CheckResult, doubtful, good
from boxctl.doctor.machine import Machine
from groundwork.language import tr

SYNCHRONIZED = ("timedatectl", "show", "--property=NTPSynchronized", "--value")


def check_clock(machine: Machine) -> Iterator[CheckResult]:
    """Check that the clock is set by the net, where systemd tells."""
    told = machine.run(SYNCHRONIZED)
    if told == "yes":
        yield good("clock", tr("the clock is set by the net"))
    elif told == "no":
        yield doubtful(
            "clock",
            "BX904",
            tr(
                "the clock is not set by the net, so matches may be dated wrongly; connect the box "
                "to a network, or fit a real-time clock"
            ),
        )
