"""Plan the steps that install the service, by what is there already, or remove it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from boxctl.service import places
from boxctl.service.host import (
    FIRST_PERSON,
    ServiceHost,
    ServiceRefusal,
    groups_to_join,
    has_group,
    user_id,
)
from boxctl.service.make_version import SwitchStep, VersionStep, current, runs_from
from boxctl.service.port_rule import port_rule, usb_device_of
from boxctl.service.steps import (
    FAILED,
    CommandStep,
    FileStep,
    InstallStep,
    LinkStep,
    content_of,
    removal,
)
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import clauses, tr

RELOAD_UNITS = ("systemctl", "daemon-reload")
RELOAD_RULES = ("udevadm", "control", "--reload")
NAME_PORTS = ("udevadm", "trigger", "--subsystem-match=tty")


@frozen_dataclass
class InstallOrder:
    """The request: the box.toml to use, and the board's port.

    ``config`` is None to use the one that is in ``/etc/boxctl``; ``port`` is None if the box has no
    board, or its port was not found. ``documents`` is the folder of the units.
    """

    config: Path | None
    port: str | None
    documents: Path


@frozen_dataclass
class InstallPlan:
    """The steps, in their order, and what needs none, in words.

    ``replaced`` is the version that runs until then; None if none does, or it stays.
    """

    steps: tuple[InstallStep, ...]
    there_already: tuple[str, ...]
    remarks: tuple[str, ...]
    replaced: str | None


def plan_install(host: ServiceHost, order: InstallOrder) -> InstallPlan:
    """Return the steps of an installation on this machine; it looks, and changes nothing.

    Raises OSError, and Fault BX910 where the Debian package has to do it.
    """
    check_can_install(host)
    plan = _Plan(host)
    plan.account()
    plan.program()
    plan.config(order.config)
    plan.port(order.port)
    plan.unit(order.documents)
    plan.enabled()
    plan.without_earlier_unit()
    return InstallPlan(tuple(plan.steps), tuple(plan.there), tuple(plan.remarks), plan.replaced)


def check_can_install(host: ServiceHost) -> None:
    """Raise :class:`ServiceRefusal` (BX910) where the Debian package or an update has to go on."""
    if is_packaged(host):
        if host.at(places.UNIT_FILE).exists():
            raise ServiceRefusal(
                tr(
                    "boxctl was installed by apt here, but the service runs another copy of it; "
                    "sudo boxctl service uninstall removes that, and keeps box.toml and the record",
                ),
            )
        raise ServiceRefusal(
            tr(
                "boxctl was installed by apt here, and the service with it; put your box.toml "
                "there and start it: sudo install -D -m 644 box.toml {config} && sudo systemctl "
                "enable --now boxctl",
                config=places.CONFIG,
            ),
        )
    if host.at(places.ON_TRIAL).exists():
        raise ServiceRefusal(
            tr(
                "an update by an earlier boxctl was interrupted; restart the machine, which "
                "finishes it, and try again",
            ),
        )


class _Plan:
    """A plan that is being made."""

    def __init__(self, host: ServiceHost) -> None:
        self._host = host
        self.steps: list[InstallStep] = []
        self.there: list[str] = []
        self.remarks: list[str] = []
        self.replaced: str | None = None

    def account(self) -> None:
        user = places.USER
        if user_id(self._host) is None:
            own_group = () if not has_group(self._host, user) else ("--gid", user)
            command = ("useradd", "--system", *(own_group or ("--user-group",)),
                       "--no-create-home", "--home-dir", places.STATE, "--shell",
                       "/usr/sbin/nologin", "--comment", "boxctl", user)  # fmt: skip
            self.steps.append(
                CommandStep(
                    tr("make the user {user}, who cannot log in", user=user),
                    command,
                    ("userdel", user),
                )
            )
        else:
            self.there.append(tr("the user {user}", user=user))
        for group in groups_to_join(self._host):
            self.steps.append(
                CommandStep(
                    tr("put {user} into the group {group}", user=user, group=group),
                    ("usermod", "--append", "--groups", group, user),
                    ("gpasswd", "--delete", user, group),
                )
            )
        self.remarks += [
            tr("this machine has no group {group}", group=group)
            for group in places.GROUPS
            if not has_group(self._host, group)
        ]
        if self._host.at(places.STATE).is_dir():
            self.there.append(tr("the folder {folder}", folder=places.STATE))
        else:
            made = ("install", "--directory", "--mode=0700", f"--owner={user}", f"--group={user}",
                    places.STATE)  # fmt: skip
            says = tr("make {folder}, for the record and the box's key", folder=places.STATE)
            self.steps.append(CommandStep(says, made, ("rmdir", places.STATE)))

    def program(self) -> None:
        there = current(self._host)
        if there is not None and runs_from(self._host):
            self.there.append(tr("boxctl {version}", version=there))
        else:
            self.replaced = there
            version = VersionStep(there)
            self.steps += [version, SwitchStep(version)]
        command = self._host.at(places.COMMAND_FOR_ALL)
        if not command.exists() and not command.is_symlink():
            says = tr("make the command boxctl available to everybody")
            self.steps.append(LinkStep(says, places.COMMAND_FOR_ALL, places.COMMAND))
        elif not (command.is_symlink() and str(command.readlink()) == places.COMMAND):
            self.remarks.append(
                tr("{path} is another program and stays", path=places.COMMAND_FOR_ALL)
            )

    def config(self, config: Path | None) -> None:
        there = content_of(self._host, places.CONFIG)
        wanted = None if config is None else config.read_bytes()
        if wanted is None or there == wanted:
            self.there.append(places.CONFIG)
            return
        if there is not None:
            kept = f"{places.CONFIG}.before"
            says = tr("keep the box.toml that is there as {file}", file=kept)
            self.steps.append(FileStep(says, kept, there, shown=False))
        says = tr("copy {source} to {file}", source=config, file=places.CONFIG)
        self.steps.append(FileStep(says, places.CONFIG, wanted, shown=False))

    def port(self, port: str | None) -> None:
        device = None if port is None else usb_device_of(self._host, port)
        if port is None or device is None:
            return
        rule = port_rule(device)
        if content_of(self._host, places.PORT_RULE_FILE) == rule:
            self.there.append(tr("the name /dev/{name}", name=places.PORT_NAME))
            return
        says = (
            tr(
                "name the board's port /dev/{name}, in whichever socket it is: {file}",
                name=places.PORT_NAME,
                file=places.PORT_RULE_FILE,
            )
            if device.socket is None
            else tr(
                "name the board's port /dev/{name}, as long as it stays in its socket, as another "
                "board is just like it: {file}",
                name=places.PORT_NAME,
                file=places.PORT_RULE_FILE,
            )
        )
        file = FileStep(says, places.PORT_RULE_FILE, rule, shown=True, then=RELOAD_RULES)
        named = tr("have udev name the ports anew")
        self.steps += [file, CommandStep(named, NAME_PORTS, NAME_PORTS)]

    def unit(self, documents: Path) -> None:
        text = (documents / places.UNIT).read_bytes()
        if content_of(self._host, places.UNIT_FILE) == text:
            self.there.append(places.UNIT_FILE)
        else:
            says = tr("write the unit {file}", file=places.UNIT_FILE)
            file = FileStep(says, places.UNIT_FILE, text, shown=False, then=RELOAD_UNITS)
            self.steps.append(file)

    def enabled(self) -> None:
        unit = places.UNIT
        told = self._host.run(("systemctl", "is-enabled", unit))
        if told.output.strip() == "enabled":
            self.there.append(tr("{unit} starts with the machine", unit=unit))
        else:
            self.steps.append(
                CommandStep(
                    tr("have {unit} start with the machine", unit=unit),
                    ("systemctl", "enable", unit),
                    ("systemctl", "disable", unit),
                )
            )

    def without_earlier_unit(self) -> None:
        """Remove the unit of an earlier boxctl, which would start a version that is gone."""
        unit = places.EARLIER_UNIT
        if self._host.at(places.EARLIER_UNIT_FILE).exists():
            says = tr("no longer start {unit} with the machine", unit=unit)
            disable, enable = ("systemctl", "disable", unit), ("systemctl", "enable", unit)
            self.steps += [
                CommandStep(says, disable, enable),
                removal(self._host, places.EARLIER_UNIT_FILE),
            ]


def plan_uninstall(host: ServiceHost, *, purge: bool) -> list[CommandStep]:
    """Return the steps of a removal; ``purge`` adds box.toml, the record, the key and the user.

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
