"""The table ``[web]``: the pages of the box."""

from __future__ import annotations

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message
from hardware.config.declare import Driver, Setting
from hardware.config.kinds import host_of_this_machine, names, one_of, whole_number


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
