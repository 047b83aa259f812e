"""The option ``--web``, and the server that it starts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from boxctl.cli import BadOption
from groundwork.language import message, tr
from groundwork.printing import print_lines

if TYPE_CHECKING:
    from boxctl.cli.options import Options
    from boxctl.web.acting.table_code import TableCode
    from boxctl.web.http.address import WebAddress
    from boxctl.web.laptop_feed import BoxFeed, LaptopFeed
    from boxctl.web.table_feed import TableFeed
    from hardware.config.tables.network import WebTable

USUAL = "usual"
"""The value of an option that is given without one."""

EVERY_NETWORK = "0.0.0.0"

CODE = message("The table's code, for whoever may act on its page: {code}.")

NOT_KEPT = message("The table's code cannot be kept: {why}. After a restart it is another one.")

Tell = Callable[[str], object]


def add_web(options: Options, text: str) -> None:
    """Add the option."""
    options.add_argument("--web", metavar="[HOST:]PORT", nargs="?", const=USUAL, help=text)


@contextmanager
def laptop_pages(text: str | None, journal: Path) -> Iterator[LaptopFeed | None]:
    """Serve the pages of the tables on this laptop meanwhile, if ``text`` asks for it.

    Raises :class:`BadOption`, and :class:`Fault` BX751 if nothing can be served there.
    """
    if text is None:
        yield None
        return
    address = address_of(text)
    from boxctl.web.laptop_feed import LaptopFeed

    feed = LaptopFeed()
    told: Tell = print_lines

    with _serving(address, feed, lambda words: told(words), journal) as page_and_code:
        # A full screen hides what was printed before it, and would be torn by what is later.
        feed.notes(page_and_code)
        told = feed.add_news
        yield feed


@contextmanager
def box_pages(
    text: str | None, table: WebTable | None, journal: Path, tell: Tell
) -> Iterator[BoxFeed | None]:
    """Serve the pages of a box meanwhile, if ``text`` or its ``table`` asks for it.

    Raises as :func:`laptop_pages` does.
    """
    if text is None and table is None:
        yield None
        return
    needs_web()
    from boxctl.web.http.address import WebAddress
    from boxctl.web.laptop_feed import BoxFeed

    if text not in (None, USUAL):
        address = address_of(text or "")
    elif table is not None:
        address = WebAddress(table.host, table.port)
    else:
        address = WebAddress(EVERY_NETWORK)
    acts = table is None or table.act == "code"
    feed = BoxFeed(has_buttons=acts)
    names = frozenset(map(str.lower, table.names)) if table is not None else frozenset()
    with _serving(address, feed, tell, journal, acts=acts, names=names):
        yield feed


@contextmanager
def _serving(
    address: WebAddress,
    feed: TableFeed,
    tell: Tell,
    journal: Path,
    *,
    acts: bool = True,
    names: frozenset[str] = frozenset(),
) -> Iterator[Callable[[], str]]:
    """Serve the pages of a table meanwhile; ``tell`` says what is exposed, and each new code.

    Yields what says where the page is and what the code is now. Safe from any thread.
    """
    from boxctl.web.acting.code_file import CodeFile
    from boxctl.web.http.address import phone_url
    from boxctl.web.serve import (
        code_of_the_evening,
        link_to_act,
        serve_table,
        this_evening,
    )

    with ExitStack() as serving:
        code = None
        if acts:
            kept = CodeFile(journal, this_evening, lambda why: tell(tr(NOT_KEPT, why=why)))
            serving.callback(kept.close)
            code = code_of_the_evening(kept, lambda new: tell(tr(CODE, code=new)))
        server = serve_table(address, feed, code=code, journal=journal, names=names)
        serving.callback(server.close)
        url = server.address.url
        feed.page = phone_url(server.address)
        tell(what_is_exposed(server.address))
        if not server.address.is_loopback:
            tell(tr("On a television, open {url}.", url=f"{url}tv"))
        if sys.stdout.isatty() and not server.address.is_loopback:
            from boxctl.cli.terminal import can_show, qr_lines

            lines = qr_lines(url if code is None else link_to_act(url, code.link_word))
            for line in lines if can_show(lines) else ():
                tell(line)
        if code is not None:
            kept.serves(url)
            tell(tr(CODE, code=code.code))
        yield lambda: _page_and_code(server.address, code)


def _page_and_code(address: WebAddress, code: TableCode | None) -> str:
    exposed = what_is_exposed(address)
    return exposed if code is None else f"{exposed} {tr(CODE, code=code.code)}"


def needs_web() -> None:
    """Raise :class:`BadOption` if the packages that serve pages are missing."""
    # A box without pages starts without these.
    from importlib.util import find_spec

    from groundwork.installation import install_command

    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        raise BadOption(
            tr(
                "pages need the extra that serves them: {command} gets it.",
                command=install_command("web"),
            )
        )


def address_of(text: str) -> WebAddress:
    """Read the value of the option. Raises :class:`BadOption`."""
    needs_web()
    from boxctl.web.http.address import WebAddress, read_address

    address = WebAddress() if text == USUAL else read_address(text)
    if address is None:
        raise BadOption(
            tr("--web {text}: write a port, or a host and a port: 8765, 0.0.0.0:8765.", text=text)
        )
    return address


def what_is_exposed(address: WebAddress) -> str:
    """Return a sentence about who can read the pages."""
    if address.is_loopback:
        return tr("The page of the table: {url} (this machine only).", url=address.url)
    return tr(
        "The page of the table: {url}; everybody in the network can read it.", url=address.url
    )
