"""The login of a box at its broker: address, user, password, trusted certificates."""

from __future__ import annotations

import errno
import os
import socket
import ssl
import stat
from pathlib import Path

from groundwork.faults import Fault, os_reason
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.system.files import WITHOUT_WAITING, is_open_to_others
from hardware.config.tables.network import BrokerUrl, MqttTable

OF_OTHERS = stat.S_IROTH | stat.S_IWOTH
MOST_BYTES = 4_096

USUAL_NAME = "box"


class BrokerFault(Fault):
    """The broker cannot be reached as the box was told to."""


@frozen_dataclass
class BrokerLogin:
    """Address of the broker and login of this box. ``tls`` verifies the broker, if not None."""

    url: BrokerUrl
    box: str
    password: str | None = None
    tls: ssl.SSLContext | None = None

    @property
    def client_id(self) -> str:
        """The name of this box with the broker.

        It is the same at each start: so the broker ends a connection that died with the power
        before, and does not send its last will into the new one.
        """
        return f"boxctl-{self.box}"


def login_of(table: MqttTable, beside: Path | None, usual_box: str) -> BrokerLogin:
    """Return how to log in as a ``table`` says that stands in the file ``beside``.

    ``usual_box`` is the name of a box that has none. Raises :class:`BrokerFault` BX761, BX764.
    """
    password = table.password
    if password is not None and beside is not None:
        _keep_from_others(beside)
    if table.password_file is not None:
        password = read_password(Path(table.password_file))
    return BrokerLogin(
        table.url, table.url.box or usual_box, password, _trusting(table.url, table.ca_file)
    )


def machine_name() -> str:
    """Return the name of this machine as topics have it."""
    first = socket.gethostname().partition(".")[0]
    kept = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in first)[:48]
    return kept.strip("-") or USUAL_NAME


def read_password(file: Path) -> str:
    """Return the first line of a file. Raises :class:`BrokerFault` BX761 if others may read it."""
    try:
        descriptor = os.open(file, os.O_RDONLY | WITHOUT_WAITING)
        with os.fdopen(descriptor, "rb") as opened:
            if _may_be_read(os.fstat(descriptor)):
                raise _open_to_others(file)
            text = opened.read(MOST_BYTES).decode()
    except OSError as problem:
        why = os_reason(problem)
        raise BrokerFault(
            "BX761",
            tr("the password cannot be read from {file}: {why}; name another file, or make it "
               "readable for the user of the box", file=file, why=why),
        ) from None  # fmt: skip
    except UnicodeDecodeError:
        text = ""
    password = text.split("\n", 1)[0].removesuffix("\r")
    if not password:
        raise BrokerFault(
            "BX761",
            tr("{file} has no password: write it on the first line, as UTF-8", file=file),
        )
    return password


def _keep_from_others(file: Path) -> None:
    try:
        status = file.stat()
    except OSError:
        return  # It was read a moment ago; what cannot be looked at now is not open either.
    if _may_be_read(status):
        raise _open_to_others(file)


def _may_be_read(status: os.stat_result) -> bool:
    """Return whether anybody may read or write it; the group may be the box's own."""
    return is_open_to_others(status) and bool(status.st_mode & OF_OTHERS)


def _open_to_others(file: Path) -> BrokerFault:
    # Seldom needed: a box that starts does without it.
    from shlex import quote

    return BrokerFault(
        "BX761",
        tr(
            "everybody on this machine can read the password in {file}: chmod o= {file}",
            file=quote(str(file)),
        ),
    )


def _trusting(url: BrokerUrl, ca_file: str | None) -> ssl.SSLContext | None:
    if not url.is_encrypted:
        return None
    trusting = ssl.create_default_context()
    if ca_file is not None:
        try:
            if not stat.S_ISREG(Path(ca_file).stat().st_mode):
                # To open a pipe waits until somebody writes to it.
                raise OSError(errno.EINVAL, tr("this is no file"))
            trusting.load_verify_locations(ca_file)
        except (OSError, ssl.SSLError) as problem:
            why = os_reason(problem)
            raise BrokerFault(
                "BX764",
                tr("the certificates in {file} cannot be used: {why}; name a file in the form of "
                   "PEM", file=ca_file, why=why),
            ) from None  # fmt: skip
    return trusting
