"""Plan the steps that install the service, by what is there already."""

from __future__ import annotations

from pathlib import Path

from boxctl.service import places
from boxctl.service.accounts import groups_to_join, has_group, user_id
from boxctl.service.host import ServiceHost
from boxctl.service.make_version import VersionSource, VersionStep
from boxctl.service.port_rule import port_rule, usb_device_of
from boxctl.service.steps import CommandStep, FileStep, InstallStep, LinkStep
from boxctl.service.version_shelf import current, target
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

RELOAD_UNITS = ("systemctl", "daemon-reload")
RELOAD_RULES = ("udevadm", "control", "--reload")
NAME_PORTS = ("udevadm", "trigger", "--subsystem-match=tty")


@frozen_dataclass
class InstallOrder:
    """The request: the box.toml to use, the board's port, and where boxctl comes from.

    ``config`` is None to use the one that is in ``/etc/boxctl``; ``port`` is None if the box has no
    board, or its port was not found. ``documents`` is the folder of the units.
    """

    config: Path | None
    port: str | None
    source: VersionSource
    documents: Path


@frozen_dataclass
class InstallPlan:
    """The steps, in their order, and what needs none, in words."""

    steps: tuple[InstallStep, ...]
    there_already: tuple[str, ...]
    remarks: tuple[str, ...]


def plan_install(host: ServiceHost, order: InstallOrder) -> InstallPlan:
    """Return what is to be done on this machine; it looks, and changes nothing. Raises OSError."""
    plan = _Plan(host)
    packaged = host.at(places.PACKAGED_UNIT_FILE).exists()
    plan.account()
    if packaged:
        plan.there.append(tr("the program and the unit, from the Debian package"))
    else:
        plan.program(order.source)
    plan.config(order.config)
    plan.port(order.port)
    if not packaged:
        plan.units(order.documents)
    plan.enabled(() if packaged else (places.UPDATE_UNIT,))
    return InstallPlan(tuple(plan.steps), tuple(plan.there), tuple(plan.remarks))


class _Plan:
    """A plan that is being made."""

    def __init__(self, host: ServiceHost) -> None:
        self._host = host
        self.steps: list[InstallStep] = []
        self.there: list[str] = []
        self.remarks: list[str] = []

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

    def program(self, source: VersionSource) -> None:
        there = current(self._host)
        if there is not None:
            self.there.append(
                tr("boxctl {version}; boxctl service update installs another", version=there)
            )
        else:
            version = VersionStep(source)
            self.steps += [version, _CurrentStep(version)]
        command = self._host.at(places.COMMAND_FOR_ALL)
        if not command.exists() and not command.is_symlink():
            says = tr("make the command boxctl available to everybody")
            self.steps.append(LinkStep(says, places.COMMAND_FOR_ALL, places.COMMAND))
        elif not (command.is_symlink() and str(command.readlink()) == places.COMMAND):
            self.remarks.append(
                tr("{path} is another program and stays", path=places.COMMAND_FOR_ALL)
            )

    def config(self, config: Path | None) -> None:
        there = self._host.at(places.CONFIG)
        wanted = None if config is None else config.read_bytes()
        if wanted is None or (there.exists() and there.read_bytes() == wanted):
            self.there.append(places.CONFIG)
            return
        if there.exists():
            kept = f"{places.CONFIG}.before"
            says = tr("keep the box.toml that is there as {file}", file=kept)
            self.steps.append(FileStep(says, kept, there.read_bytes(), shown=False))
        says = tr("copy {source} to {file}", source=config, file=places.CONFIG)
        self.steps.append(FileStep(says, places.CONFIG, wanted, shown=False))

    def port(self, port: str | None) -> None:
        device = None if port is None else usb_device_of(self._host, port)
        if port is None or device is None:
            return
        rule = port_rule(device)
        there = self._host.at(places.PORT_RULE_FILE)
        if there.exists() and there.read_bytes() == rule:
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

    def units(self, documents: Path) -> None:
        for name, path in (
            (places.UNIT, places.UNIT_FILE),
            (places.UPDATE_UNIT, places.UPDATE_UNIT_FILE),
        ):
            text = (documents / name).read_bytes()
            there = self._host.at(path)
            if there.exists() and there.read_bytes() == text:
                self.there.append(path)
            else:
                says = tr("write the unit {file}", file=path)
                self.steps.append(FileStep(says, path, text, shown=False, then=RELOAD_UNITS))

    def enabled(self, others: tuple[str, ...]) -> None:
        for unit in (places.UNIT, *others):
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


class _CurrentStep:
    """Points the link of the version that runs to the one that was made."""

    def __init__(self, made: VersionStep) -> None:
        self._made = made
        self.says = tr("have the service run this version: {link}", link=places.CURRENT)

    @property
    def details(self) -> tuple[str, ...]:
        """The link; the number of the version is not known before."""
        return ()

    def do(self, host: ServiceHost) -> None:
        """Make the link."""
        LinkStep(self.says, places.CURRENT, target(self._made.name)).do(host)

    def undo(self, host: ServiceHost) -> None:
        """Remove the link."""
        host.at(places.CURRENT).unlink(missing_ok=True)
