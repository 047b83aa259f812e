"""The tables [mqtt] and [web] of box.toml."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.config.box_file import BoxFile, BoxFileFault
from hardware.config.read import read_box
from hardware.config.tables.network import BrokerUrl, read_broker_url
from tests.support.chips.box_toml import GOOD


def read(folder: Path, table: str) -> BoxFile:
    file = folder / "box.toml"
    file.write_text(f"{GOOD}[mqtt]\n{table}\n")
    return read_box(file)


def problems(folder: Path, table: str) -> list[tuple[str, str]]:
    with pytest.raises(BoxFileFault) as wrong:
        read(folder, table)
    return [(problem.code, problem.key) for problem in wrong.value.problems]


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("mqtt://broker.local", BrokerUrl("broker.local", 1883)),
        ("MQTT://10.0.0.7:1900/", BrokerUrl("10.0.0.7", 1900)),
        ("mqtt://ann@broker/pub-box", BrokerUrl("broker", 1883, user="ann", box="pub-box")),
        ("mqtts://[2001:db8::1]/b", BrokerUrl("2001:db8::1", 8883, is_encrypted=True, box="b")),
    ],
)
def test_addresses_of_brokers(text: str, url: BrokerUrl) -> None:
    assert read_broker_url(text) == url


@pytest.mark.parametrize(
    "text",
    [
        "", "broker.local", "http://broker", "mqtt://", "mqtt://a b", "mqtt://h:0", "mqtt://h:65536",
        "mqtt://h/a/b", "mqtt://h/+", "mqtt://h/#", "mqtt://h/ä", "mqtt://h/" + 65 * "a",
        "mqtt://h:1883:1", "mqtt://h\n", "mqtt://ann:secret@h", "mqtt://h..local",
        "mqtt://" + 64 * "h",
    ],
)  # fmt: skip
def test_what_is_no_address_of_a_broker(text: str) -> None:
    with pytest.raises(ValueError):
        read_broker_url(text)


def test_a_box_may_name_a_broker(tmp_path: Path) -> None:
    mqtt = read(tmp_path, 'url = "mqtts://ann@broker.local"\npassword_file = "/etc/p"').mqtt
    assert mqtt is not None
    assert str(mqtt.url) == "mqtts://broker.local:8883"
    assert mqtt.password_file == "/etc/p"
    assert mqtt.discovery == "homeassistant"
    silent = read(tmp_path, 'url = "mqtt://h"\ndiscovery = "none"').mqtt
    assert silent is not None and silent.discovery is None


def test_a_box_without_the_table_has_no_broker(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text(GOOD)
    assert read_box(file).mqtt is None


@pytest.mark.parametrize(
    ("table", "found"),
    [
        ("", [("BX304", "mqtt.url")]),
        ('url = "broker"', [("BX305", "mqtt.url")]),
        ("url = 7", [("BX305", "mqtt.url")]),
        ('url = "mqtt://h"\npassword = 7', [("BX305", "mqtt.password")]),
        ('url = "mqtt://h"\ndiscovery = "a/b"', [("BX305", "mqtt.discovery")]),
        ('url = "mqtt://h"\npassword = "p"', [("BX322", "mqtt.password")]),
        ('url = "mqtt://h"\npassword_file = "p"', [("BX322", "mqtt.password_file")]),
        ('url = "mqtt://a@h"\npassword = "p"\npassword_file = "f"', [("BX322", "mqtt.password")]),
        ('url = "mqtt://h"\nca_file = "c"', [("BX322", "mqtt.ca_file")]),
        ('url = "mqtt://h"\nusr = "c"', [("BX303", "mqtt.usr")]),
    ],
)
def test_what_is_wrong_has_a_code_and_a_place(
    tmp_path: Path, table: str, found: list[tuple[str, str]]
) -> None:
    assert problems(tmp_path, table) == found


@pytest.mark.parametrize(
    "table", ['url = "mqtt://ann:s3cret@h"', 'url = "mqtt://h"\npassword = 8675309']
)
def test_no_password_is_shown(tmp_path: Path, table: str) -> None:
    with pytest.raises(BoxFileFault) as wrong:
        read(tmp_path, table)
    assert "s3cret" not in str(wrong.value)
    assert "8675309" not in str(wrong.value)


@pytest.mark.parametrize("host", ["127.0.0.1", "::", "box.local", "schänke.local"])
def test_pages_are_served_at_an_address_or_a_name(tmp_path: Path, host: str) -> None:
    file = tmp_path / "box.toml"
    file.write_text(f'{GOOD}[web]\nhost = "{host}"\n')
    web = read_box(file).web
    assert web is not None
    assert web.host == host


@pytest.mark.parametrize("host", ["", " ", "box..local", 64 * "b", r"box\u0000"])
def test_what_no_machine_can_be_called_is_refused(tmp_path: Path, host: str) -> None:
    file = tmp_path / "box.toml"
    file.write_text(f'{GOOD}[web]\nhost = "{host}"\n')
    with pytest.raises(BoxFileFault) as wrong:
        read_box(file)
    assert [(each.code, each.key) for each in wrong.value.problems] == [("BX305", "web.host")]
