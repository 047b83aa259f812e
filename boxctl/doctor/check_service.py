"""The service that starts the box with the machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxctl.doctor.check_result import CheckResult, Soundness, doubtful, good
from boxctl.doctor.machine import Machine
from groundwork.language import tr

SHOW = (
    "systemctl",
    "show",
    "boxctl.service",
    "--property=LoadState,ActiveState,SubState,UnitFileState",
)


def check_running(running: Sequence[int]) -> Iterator[CheckResult]:
    """Check that at most one process plays the box."""
    if len(running) > 1:
        says = tr(
            "several boxctl play this box at once, the processes {processes}; end all but one: "
            "sudo systemctl stop boxctl ends the service",
            processes=", ".join(map(str, running)),
        )
        yield CheckResult("running", Soundness.BAD, says, "BX914")


def check_service(machine: Machine, *, is_running: bool) -> Iterator[CheckResult]:
    """Check that the service, if there is one, runs and starts with the machine.

    ``is_running`` says that the box is being played, be it by hand.
    """
    told = machine.run(SHOW)
    if told is None:
        return
    state = dict(line.partition("=")[::2] for line in told.splitlines())
    if state.get("LoadState") != "loaded":
        yield good("service", tr("no service is installed; boxctl service install sets it up"))
    elif state.get("ActiveState") == "failed":
        says = tr(
            "the service has failed; sudo journalctl -u boxctl says why, and sudo systemctl "
            "restart boxctl starts it again"
        )
        yield CheckResult("service", Soundness.BAD, says, "BX907")
    elif state.get("SubState") == "auto-restart":
        says = tr(
            "the service ends again and again, and is started anew each time; sudo journalctl -u "
            "boxctl says why"
        )
        yield CheckResult("service", Soundness.BAD, says, "BX907")
    elif state.get("UnitFileState") == "disabled":
        says = tr(
            "the service does not start with the machine; switch that on: sudo systemctl enable "
            "boxctl"
        )
        yield doubtful("service", "BX907", says)
    elif state.get("ActiveState") == "inactive" and not is_running:
        says = tr("the service does not run; sudo systemctl start boxctl starts it")
        yield doubtful("service", "BX907", says)
    else:
        yield good("service", tr("the service is {state}", state=state.get("ActiveState", "?")))
