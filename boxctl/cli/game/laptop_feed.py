"""The pages and the broker that follow the tables on this laptop."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from boxctl.cli.mqtt_option import laptop_on_broker
from boxctl.cli.web_option import laptop_pages

if TYPE_CHECKING:
    from boxctl.web.laptop_feed import LaptopFeed


@contextmanager
def laptop_feed(given: Namespace, journal: Path) -> Iterator[LaptopFeed | None]:
    """Serve pages and inform a broker meanwhile, if ``given`` asks for either; yield their feed.

    Raises as :func:`laptop_pages` and :func:`laptop_on_broker` do.
    """
    with (
        laptop_pages(given.web, journal) as pages,
        laptop_on_broker(given, journal, pages) as feed,
    ):
        yield feed
