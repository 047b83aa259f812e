"""The tables ``[mqtt]``, the broker that is told how the table stands, and ``[web]``, the pages."""

from __future__ import annotations

import re
from typing import Any

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr
from hardware.config.declare import Complain, Driver, Setting, ValueKind
from hardware.config.kinds import (
    host_of_this_machine,
    is_possible_host,
    names,
    one_of,
    shown,
    text,
    whole_number,
    yes_or_no,
)

SCHEMES = {"mqtt": (False, 1883), "mqtts": (True, 8883)}
"""For each beginning of an address: whether the line is encrypted, and the usual port."""

USUAL_DISCOVERY = "homeassistant"
NO_DISCOVERY = "none"

# Compiled when they are first used, as most files have neither.
_NAME = r"[A-Za-z0-9_-]{1,64}"
_HOST = r"\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]{1,253}"
_URL = rf"(mqtts?)://(?:([^@/]*)@)?({_HOST})(?::([0-9]{{1,5}}))?(?:/(.*))?"


@frozen_dataclass
class BrokerUrl:
    """The address of a broker: a host without brackets, and its port.

    ``user`` logs in there, with the password that goes with it. ``box`` is the name of this box in
    the topics; None for that of the machine.
    """

    host: str
    port: int
    is_encrypted: bool = False
    user: str | None = None
    box: str | None = None

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.is_encrypted else 'mqtt'}://{host}:{self.port}"


@frozen_dataclass
class MqttTable:
    """The broker, how to log in there, and the prefix of Home Assistant's topics.

    ``password_file`` has the password on its first line, ``ca_file`` the certificates that are
    trusted beside those of the system. A ``discovery`` of None announces nothing. Whoever may
    publish there may ``choose`` tonight's game, name the ``players`` of the next match, begin a
    ``new`` one, ``hush`` the voice, and ``mute`` voice and sound.
    """

    url: BrokerUrl
    password: str | None = None
    password_file: str | None = None
    ca_file: str | None = None
    discovery: str | None = USUAL_DISCOVERY
    choose: bool = False
    players: bool = False
    new: bool = False
    hush: bool = False
    mute: bool = False


def read_broker_url(url: str) -> BrokerUrl:
    """Read ``mqtt://USER@HOST:PORT/BOX``. Raises ValueError with what to write instead."""
    found = re.fullmatch(_URL, url, re.IGNORECASE)
    if found is None or not is_possible_host(found[3]):
        raise ValueError(tr("give {says}", says=_says_url()))
    scheme, user, host, port, box = found.groups()
    if user is not None and ":" in user:
        raise ValueError(
            tr("leave the password out: others can read it here; it belongs in a file of its own")
        )
    if port is not None and not 0 < int(port) < 65536:
        raise ValueError(tr("give a port from 1 to 65535"))
    if box and not re.fullmatch(_NAME, box):
        raise ValueError(
            tr("name the box with letters of English, figures, - and _, 64 of them at most")
        )
    is_encrypted, usual = SCHEMES[scheme.lower()]
    bare = host.removeprefix("[").removesuffix("]")
    return BrokerUrl(bare, int(port) if port else usual, is_encrypted, user or None, box or None)


def _says_url() -> str:
    return tr(
        "the address of a broker, such as mqtt://broker.local or mqtts://ann@broker.local/pub"
    )


def _broker_url() -> ValueKind:
    def read(value: Any, complain: Complain) -> BrokerUrl | None:
        try:
            if isinstance(value, str):
                return read_broker_url(value)
            hint = tr("give {says}", says=_says_url())
        except ValueError as wrong:
            hint = str(wrong)
        complain(tr("{value} is not possible", value=shown(without_password(value))), hint)
        return None

    return ValueKind(_says_url, read)


def without_password(value: Any) -> Any:
    """Return an address as it may be shown to others."""
    return re.sub(r"://[^@/]*@", "://…@", value) if isinstance(value, str) else value


def _password() -> ValueKind:
    def says() -> str:
        return tr("a password")

    def read(value: Any, complain: Complain) -> str | None:
        if isinstance(value, str) and value:
            return value
        # Whatever it is, it is not shown.
        complain(tr("this is no password"), tr("write it between quotation marks"))
        return None

    return ValueKind(says, read)


def _topic_prefix() -> ValueKind:
    def says() -> str:
        return tr("a word of letters of English, figures, - and _, or none")

    def read(value: Any, complain: Complain) -> str | None:
        if isinstance(value, str) and re.fullmatch(_NAME, value):
            return value
        complain(tr("{value} is not possible", value=shown(value)), tr("give {says}", says=says()))
        return None

    return ValueKind(says, read)


def _mqtt(
    url: BrokerUrl,
    password: str | None,
    password_file: str | None,
    ca_file: str | None,
    discovery: str,
    choose: bool,
    players: bool,
    new: bool,
    hush: bool,
    mute: bool,
) -> MqttTable:
    announced = None if discovery == NO_DISCOVERY else discovery
    files = password, password_file, ca_file
    return MqttTable(url, *files, announced, choose, players, new, hush, mute)


MQTT = Driver(
    "",
    "",
    (
        Setting("url", _broker_url(),
                message("where the broker is, as whom to log in, and the name of this box in its "
                "topics (that of the machine, if there is none); `mqtts` is encrypted")),
        Setting("password", _password(),
                message("the password; then nobody else may read this file"), default=None,
                default_says=message("no password")),
        Setting("password_file", text(message("the path of a file")),
                message("a file with the password, which nobody else may read"), default=None,
                default_says=message("no password")),
        Setting("ca_file", text(message("the path of a file")),
                message("certificates to trust beside those of the system, for `mqtts`"),
                default=None,
                default_says=message("only those of the system")),
        Setting("discovery", _topic_prefix(),
                message("where Home Assistant looks for devices; `none` announces nothing"),
                default=USUAL_DISCOVERY),
        Setting("choose", yes_or_no(),
                message("whether tonight's game may be chosen from Home Assistant, by whoever may "
                "publish there"), default=False),
        Setting("players", yes_or_no(),
                message("whether the players of the next match may be named there"),
                default=False),
        Setting("new", yes_or_no(),
                message("whether the next match may be begun there, and one that waits after an "
                "interruption be left"), default=False),
        Setting("hush", yes_or_no(),
                message("whether the voice may be cut off there"), default=False),
        Setting("mute", yes_or_no(),
                message("whether voice and sound may be switched off there, for the evening"),
                default=False),
    ),
    _mqtt,
)  # fmt: skip


@frozen_dataclass
class WebTable:
    """The address of the pages, their further ``names``, and who may ``act`` on them."""

    host: str
    port: int
    act: str
    names: tuple[str, ...]


WEB = Driver(
    "",
    "",
    (
        Setting("host", host_of_this_machine(),
                message("where the pages are served; `0.0.0.0` is every network, `127.0.0.1` none"),
                default="0.0.0.0"),
        Setting("port", whole_number(1, 65535), message("the port of the pages"), default=8765),
        Setting("act", one_of("code", "nobody"),
                message("who may confirm, answer and name players: whoever has the code of the "
                "table, or nobody"), default="code"),
        Setting("names", names(),
                message("further names under which the network knows this machine"),
                default=(), default_says=message("no others")),
    ),
    WebTable,
)  # fmt: skip
