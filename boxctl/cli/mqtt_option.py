"""The options ``--mqtt`` and ``--mqtt-password``, and what they start."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from boxctl.cli import BadOption
from boxctl.cli.options import path_of_file
from groundwork.language import message, tr
from groundwork.printing import print_lines

if TYPE_CHECKING:
    from argparse import Namespace

    from boxctl.cli.options import Options
    from boxctl.web.laptop_feed import BoxFeed, LaptopFeed
    from boxctl.web.mqtt.login import BrokerFault, BrokerLogin
    from boxctl.web.table_feed import TableFeed
    from hardware.config.box_file import BoxFile
    from hardware.config.tables.network import BrokerUrl, MqttTable

TOLD = message("The broker {broker} is told how the table stands, under {topics}.")
FOUND = message("The broker {broker} answers again.")

Tell = Callable[[str], object]


def add_mqtt(options: Options, text: str) -> None:
    """Add the options."""
    options.add_argument("--mqtt", metavar="URL", help=text)
    options.add_argument(
        "--mqtt-password",
        metavar="FILE",
        type=path_of_file,
        help=tr("with --mqtt: the file with the password, which nobody else may read"),
    )


@contextmanager
def box_on_broker(
    given: Namespace, box_file: BoxFile, journal: Path, pages: BoxFeed | None, tell: Tell
) -> Iterator[BoxFeed | None]:
    """Tell a broker meanwhile how a box stands, if ``given`` or its ``box_file`` asks for it.

    Goes along with the feed of its ``pages``; yields the feed. Raises :class:`BadOption`, and
    :class:`boxctl.web.mqtt.login.BrokerFault` BX761, BX764.
    """
    table = _table_of(given, box_file.mqtt)
    if table is None:
        yield pages
        return
    from boxctl.web.laptop_feed import BoxFeed
    from boxctl.web.mqtt.login import login_of, machine_name

    feed = BoxFeed(has_buttons=False) if pages is None else pages
    login = login_of(table, box_file.path, machine_name())
    tell(_what_is_told(login))
    with _told(login, table, feed, journal, tell, feed):
        yield feed


@contextmanager
def laptop_on_broker(
    given: Namespace, journal: Path, pages: LaptopFeed | None
) -> Iterator[LaptopFeed | None]:
    """Tell a broker meanwhile how the tables on this laptop stand, if ``given`` asks for it.

    Goes along with the feed of the ``pages``, and raises, as :func:`box_on_broker` does.
    """
    table = _table_of(given, None)
    if table is None:
        yield pages
        return
    from boxctl.web.laptop_feed import LaptopFeed
    from boxctl.web.mqtt.login import login_of, machine_name

    feed = LaptopFeed() if pages is None else pages
    login = login_of(table, None, f"{machine_name()}-play")
    print_lines(_what_is_told(login))
    with _told(login, table, feed, journal, feed.add_news):
        yield feed


@contextmanager
def _told(
    login: BrokerLogin,
    table: MqttTable,
    feed: TableFeed,
    journal: Path,
    tell: Tell,
    obeys: BoxFeed | None = None,
) -> Iterator[None]:
    from boxctl.web.mqtt.commands import COMMANDS
    from boxctl.web.mqtt.publisher import follow_table

    news = _News(str(login.url), tell)
    publisher = follow_table(
        login,
        feed,
        journal=journal,
        discovery=table.discovery,
        news=news,
        obeys=obeys,
        may_choose=table.choose,
        allowed=[name for name in COMMANDS if getattr(table, name)],
    )
    try:
        yield
    finally:
        publisher.close()


class _News:
    """Tells people that the broker is lost, and that it is found again."""

    def __init__(self, broker: str, tell: Tell) -> None:
        self._broker = broker
        self._tell = tell

    def lost(self, fault: BrokerFault) -> None:
        """Tell that the broker cannot be reached."""
        self._tell(str(fault))

    def found(self) -> None:
        """Tell that it is reached again."""
        self._tell(tr(FOUND, broker=self._broker))


def _what_is_told(login: BrokerLogin) -> str:
    from boxctl.web.mqtt.discovery import Topics

    return tr(TOLD, broker=login.url, topics=Topics(login.box).root)


def _table_of(given: Namespace, table: MqttTable | None) -> MqttTable | None:
    """Return the broker's settings by the options, else by box.toml. Raises :class:`BadOption`."""
    if given.mqtt is None:
        if given.mqtt_password is not None:
            raise BadOption(tr("--mqtt-password goes with --mqtt URL."))
        if table is not None:
            _need_mqtt()
        return table
    _need_mqtt()
    url = _url(given.mqtt)
    from dataclasses import replace

    from hardware.config.tables.network import MqttTable

    if given.mqtt_password is not None and url.user is None:
        raise BadOption(
            tr("--mqtt-password: name the user in the URL, as in mqtt://ann@broker.local.")
        )
    own = MqttTable(url) if table is None else replace(table, url=url)
    if given.mqtt_password is None:
        return own
    return replace(own, password=None, password_file=str(given.mqtt_password))


def _url(text: str) -> BrokerUrl:
    from hardware.config.tables.network import read_broker_url, without_password

    try:
        return read_broker_url(text)
    except ValueError as hint:
        raise BadOption(
            tr("--mqtt {text}: {hint}.", text=without_password(text), hint=hint)
        ) from None


def _need_mqtt() -> None:
    """Raise :class:`BadOption` if the package that talks to brokers is missing."""
    # A box without a broker starts without these.
    from importlib.util import find_spec

    from groundwork.installation import install_command

    if find_spec("paho") is None:
        raise BadOption(
            tr(
                "a broker needs the extra that talks to it: {command} gets it.",
                command=install_command("mqtt"),
            )
        )
