"""Check that the settings of the broker in box.toml go together."""

from __future__ import annotations

from collections.abc import Iterator

from groundwork.language import tr
from hardware.config.checks.raw_tables import Contradiction, RawTables

URL, PASSWORD, PASSWORD_FILE = ("mqtt", "url"), ("mqtt", "password"), ("mqtt", "password_file")
CA_FILE = ("mqtt", "ca_file")
CODE = "BX322"


def mqtt_contradictions(found: RawTables) -> Iterator[Contradiction]:
    """Yield settings of the broker that contradict each other."""
    values = found.of("mqtt")
    url = values.get("url")
    inline, in_file = values.get("password") is not None, values.get("password_file") is not None
    if inline and in_file:
        yield Contradiction(
            CODE,
            PASSWORD,
            tr("there are two passwords, here and in a file"),
            tr("leave one of them out"),
            (PASSWORD_FILE,),
        )
    if url is None:
        return
    if (inline or in_file) and url.user is None:
        yield Contradiction(
            CODE,
            PASSWORD if inline else PASSWORD_FILE,
            tr("there is a password, but nobody logs in with it"),
            tr("name the user in url, as in mqtt://ann@broker.local"),
            (URL,),
        )
    if values.get("ca_file") is not None and not url.is_encrypted:
        yield Contradiction(
            CODE,
            CA_FILE,
            tr("nothing is encrypted here, so no certificate is looked at"),
            tr("write mqtts:// in url, or leave ca_file out"),
            (URL,),
        )
