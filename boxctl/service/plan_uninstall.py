"""Plan the steps that remove the service."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from boxctl.service import places
from boxctl.service.accounts import FIRST_PERSON, has_group, user_id
from boxctl.service.host import ServiceHost
from boxctl.service.plan_install import NAME_PORTS, RELOAD_RULES, RELOAD_UNITS
from boxctl.service.steps import FAILED, CommandStep, removal
from groundwork.faults import Fault
from groundwork.language import clauses, tr


def plan_uninstall(host: ServiceHost, *, purge: bool) -> list[CommandStep]:
    """Return what is to be removed; with ``purge`` also box.toml, the record, the key and the user.

    It looks, and changes nothing. Where there is the Debian package, that is only what a
    ``service install`` before it has made.
    """
    if is_packaged(host):
        return [*_units(host), *_program(host)]
    return [*_units(host), *_port_rule(host), *_program(host), *(_kept(host) if purge else ())]


def kept_after(host: ServiceHost, *, purge: bool) -> list[str]:
    """Return the paths that stay, so that a new installation goes on where this one stops."""
    kept = () if purge else (places.CONFIG, places.STATE, places.DROP_INS)
    return [path for path in kept if host.at(path).exists()]


def is_packaged(host: ServiceHost) -> bool:
    """Return whether the Debian package has installed the service: apt removes it then."""
    return host.at(places.PACKAGED_UNIT_FILE).exists()


def remove(
    host: ServiceHost, steps: list[CommandStep], tell: Callable[[CommandStep], None]
) -> None:
    """Do each step, whatever becomes of the others. Raises Fault BX908 with those that failed."""
    failed = []
    for step in steps:
        tell(step)
        try:
            step.do(host)
        except FAILED as failure:
            failed.append(f"{step.says} ({failure})")
    if failed:
        raise Fault(
            "BX908",
            tr(
                "this could not be removed: {left}. All else was; run it again once the cause is "
                "mended",
                left=clauses(failed),
            ),
        )


def _units(host: ServiceHost) -> Iterator[CommandStep]:
    found = [
        (unit, path)
        for unit, path in (
            (places.UNIT, places.UNIT_FILE),
            (places.EARLIER_UNIT, places.EARLIER_UNIT_FILE),
        )
        if host.at(path).exists()
    ]
    for unit, path in found:
        yield CommandStep(tr("stop {unit}", unit=unit), ("systemctl", "stop", unit))
        says = tr("no longer start {unit} with the machine", unit=unit)
        yield CommandStep(says, ("systemctl", "disable", unit))
        yield removal(host, path)
    if found:
        yield CommandStep(tr("have systemd forget what was removed"), RELOAD_UNITS)


def _port_rule(host: ServiceHost) -> Iterator[CommandStep]:
    if host.at(places.PORT_RULE_FILE).exists():
        yield removal(host, places.PORT_RULE_FILE)
        yield CommandStep(tr("have udev forget what was removed"), RELOAD_RULES)
        yield CommandStep(tr("have udev name the ports anew"), NAME_PORTS)


def _program(host: ServiceHost) -> Iterator[CommandStep]:
    command = host.at(places.COMMAND_FOR_ALL)
    if command.is_symlink() and str(command.readlink()) == places.COMMAND:
        yield removal(host, places.COMMAND_FOR_ALL)
    ours = (places.CURRENT, places.VERSIONS, *places.LEFT_BY_EARLIER)
    for path in ours:
        if host.at(path).exists() or host.at(path).is_symlink():
            yield removal(host, path)
    program = host.at(places.PROGRAM)
    names = {path.rpartition("/")[2] for path in ours}
    if program.is_dir() and {each.name for each in program.iterdir()} <= names:
        yield CommandStep(
            tr("remove {path}", path=places.PROGRAM), ("rmdir", str(host.at(places.PROGRAM)))
        )


def _kept(host: ServiceHost) -> Iterator[CommandStep]:
    if host.at(places.STATE).exists():
        yield removal(host, places.STATE)
    config = host.at(places.CONFIG).parent
    if config.exists():
        yield removal(host, places.CONFIG.rpartition("/")[0])
    if host.at(places.DROP_INS).exists():
        yield removal(host, places.DROP_INS)
    number = user_id(host)
    if number is not None and number < FIRST_PERSON:
        user = places.USER
        yield CommandStep(tr("remove the user {user}", user=user), ("userdel", user))
    elif number is None and has_group(host, places.USER):
        group = places.USER
        yield CommandStep(tr("remove the group {group}", group=group), ("groupdel", group))
