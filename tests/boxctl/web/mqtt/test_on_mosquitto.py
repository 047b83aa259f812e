"""Boxes and a real broker, as people run both. Skipped where no Mosquitto can be had."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.boxctl.web.test_pages_of_a_box import BY_HAND
from tests.support.mqtt.certificates import OwnAuthority
from tests.support.mqtt.mosquitto import LONG, Mosquitto, MqttListener, find_mosquitto

# Each starts a program or two; what they say is tested by itself beside this file.
pytestmark = pytest.mark.full

ROOT = "boxctl/1/pub"
AVAILABILITY = f"{ROOT}/availability"
FOUND = "homeassistant/binary_sensor/boxctl_pub/tile_1/config"

ANN = (
    "ann:$6$c2FsdHNhbHRzYWx0$5MB/H8EuI2WPdfexe1+qHPyfI28QV4KwphmB"
    "aro0GPXBImJ9D8JhYJ0PMZKZmNm9kmULKX0dmUkgjUjEkwGQpw==\n"
)
"""Ann and her password, as mosquitto_passwd writes them."""


@pytest.fixture(scope="session")
def mosquitto() -> str:
    found = find_mosquitto()
    if found is None:
        pytest.skip("Mosquitto is missing: sudo apt install --no-install-recommends mosquitto")
    return found


@pytest.fixture
def broker(mosquitto: str, tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(mosquitto, tmp_path) as broker:
        yield broker


@contextmanager
def box(folder: Path, *options: str, table: str = "") -> Iterator[subprocess.Popen[str]]:
    """Run a box on pins in memory, whose dice are typed."""
    file = folder / "box.toml"
    file.write_text(BY_HAND + table)
    file.chmod(0o600)
    yield from _running(
        [
            sys.executable,
            "-m",
            "tests.support.run_on_mock_pins",
            "--config",
            str(file),
            "--journal",
            str(folder / "journal.db"),
            *options,
        ]
    )


@contextmanager
def game(folder: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    """Play on a laptop, line by line."""
    yield from _running(
        [
            sys.executable,
            "-m",
            "boxctl",
            "play",
            "--plain",
            "--players",
            "Zoë,Bob",
            "--seed",
            "7",
            "--journal",
            str(folder / "journal.db"),
            *options,
        ]
    )


def _running(command: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as running:
        try:
            yield running
        finally:
            if running.poll() is None:
                running.kill()


def waits_for_fault(running: subprocess.Popen[str], code: str) -> None:
    """Read what the program tells people, up to a fault of this code."""
    assert running.stderr is not None
    assert any(code in line for line in iter(running.stderr.readline, ""))


def encrypted(broker: Mosquitto, ca_file: Path | None) -> str:
    """The [mqtt] of a box that trusts this authority, or those of the system."""
    table = f'\n[mqtt]\nurl = "mqtts://127.0.0.1:{broker.port}/pub"\n'
    return table if ca_file is None else f'{table}ca_file = "{ca_file}"\n'


def online(listener: MqttListener) -> bool:
    return listener.kept.get(AVAILABILITY) == "online"


def told_all(listener: MqttListener) -> bool:
    """Whether the box is online, and something of each kind is kept; they come in any order."""
    kinds = (f"{ROOT}/state", f"{ROOT}/turn", f"{ROOT}/tile/1", FOUND)
    return online(listener) and all(listener.kept.get(topic) for topic in kinds)


def offline(listener: MqttListener) -> bool:
    return listener.kept.get(AVAILABILITY) == "offline"


def test_a_box_tells_how_it_stands_and_says_when_it_stops(
    broker: Mosquitto, tmp_path: Path
) -> None:
    url = f"mqtt://127.0.0.1:{broker.port}/pub"
    with box(tmp_path, "--mqtt", url) as running, MqttListener(broker.port) as listener:
        listener.waits_until(told_all)
        assert json.loads(listener.kept[f"{ROOT}/state"])["format"] == 1
        assert listener.kept[f"{ROOT}/tile/1"] in ("open", "shut")
        found = json.loads(listener.kept[FOUND])
        assert found["state_topic"] == f"{ROOT}/tile/1"
        running.send_signal(signal.SIGTERM)
        listener.waits_until(offline)
        assert running.wait(LONG) == 0


def test_who_comes_later_is_told_all_that_is_kept(broker: Mosquitto, tmp_path: Path) -> None:
    url = f"mqtt://127.0.0.1:{broker.port}/pub"
    with game(tmp_path, "--mqtt", url):
        with MqttListener(broker.port) as first:
            first.waits_until(told_all)
        with MqttListener(broker.port) as later:
            later.waits_until(told_all)
            assert later.kept[f"{ROOT}/turn"] == "Zoë"
            assert f"{ROOT}/state" in later.retained
            assert f"{ROOT}/rulings" not in later.retained


def test_rulings_come_in_order_as_they_are_made(broker: Mosquitto, tmp_path: Path) -> None:
    url = f"mqtt://127.0.0.1:{broker.port}/pub"
    with MqttListener(broker.port) as listener, game(tmp_path, "--mqtt", url) as running:
        listener.waits_until(online)
        assert running.stdin is not None
        running.stdin.write("\n")
        running.stdin.flush()
        listener.waits_until(lambda heard: len(heard.of(f"{ROOT}/rulings")) >= 2)
        said = [json.loads(text) for text in listener.of(f"{ROOT}/rulings")]
        assert [each["sequence"] for each in said] == list(range(1, len(said) + 1))
        assert [each["ruling"]["verdict"] for each in said][:2] == ["ready", "throw"]


def test_the_last_will_of_a_box_that_is_killed(broker: Mosquitto, tmp_path: Path) -> None:
    url = f"mqtt://127.0.0.1:{broker.port}/pub"
    with box(tmp_path, "--mqtt", url) as running, MqttListener(broker.port) as listener:
        listener.waits_until(online)
        running.kill()
        listener.waits_until(offline)
    with box(tmp_path, "--mqtt", url), MqttListener(broker.port) as listener:
        listener.waits_until(online)


def test_a_broker_that_is_started_again_in_mid_match(broker: Mosquitto, tmp_path: Path) -> None:
    url = f"mqtt://127.0.0.1:{broker.port}/pub"
    with box(tmp_path, "--mqtt", url) as running:
        with MqttListener(broker.port) as listener:
            listener.waits_until(told_all)
            before = listener.kept[f"{ROOT}/tile/1"]
        broker.stops()
        waits_for_fault(running, "BX762")
        broker.starts()
        with MqttListener(broker.port) as listener:
            listener.waits_until(told_all)
            assert listener.kept[f"{ROOT}/tile/1"] == before
        running.send_signal(signal.SIGTERM)
        assert running.wait(LONG) == 0
        assert running.stderr is not None
        assert running.stderr.read().count("BX762") == 0


def test_a_broker_that_is_away_at_the_start(mosquitto: str, tmp_path: Path) -> None:
    broker = Mosquitto(mosquitto, tmp_path)
    url = f"mqtt://127.0.0.1:{broker.port}/pub"
    with box(tmp_path, "--mqtt", url) as running:
        waits_for_fault(running, "BX762")
        with broker, MqttListener(broker.port) as listener:
            listener.waits_until(online)


def test_a_password_of_box_toml(mosquitto: str, tmp_path: Path) -> None:
    passwords = tmp_path / "passwords"
    passwords.write_text(ANN)
    passwords.chmod(0o600)
    settings = f"allow_anonymous false\npassword_file {passwords}"
    with Mosquitto(mosquitto, tmp_path, settings) as broker:
        table = f'\n[mqtt]\nurl = "mqtt://ann@127.0.0.1:{broker.port}/pub"\npassword = '
        with box(tmp_path, table=f'{table}"wrong"\n') as running:
            waits_for_fault(running, "BX763")
        login: dict[str, Any] = {"user": "ann", "password": "open sesame"}
        with (
            box(tmp_path, table=f'{table}"open sesame"\n'),
            MqttListener(broker.port, **login) as listener,
        ):
            listener.waits_until(online)


def test_a_broker_that_encrypts_is_trusted_by_its_ca_file(mosquitto: str, tmp_path: Path) -> None:
    authority = OwnAuthority(tmp_path / "certificates")
    with Mosquitto(mosquitto, tmp_path, authority.settings) as broker:
        table = encrypted(broker, authority.ca_file)
        with (
            box(tmp_path, table=table) as running,
            MqttListener(broker.port, ca_file=authority.ca_file) as listener,
        ):
            listener.waits_until(told_all)
            running.kill()
            listener.waits_until(offline)


@pytest.mark.parametrize("ca_file", [True, False], ids=["another authority", "that of the system"])
def test_a_broker_that_cannot_prove_who_it_is_is_told_nothing(
    mosquitto: str, tmp_path: Path, ca_file: bool
) -> None:
    authority = OwnAuthority(tmp_path / "certificates")
    other = OwnAuthority(tmp_path / "others")
    with Mosquitto(mosquitto, tmp_path, authority.settings) as broker:
        table = encrypted(broker, other.ca_file if ca_file else None)
        with (
            MqttListener(broker.port, ca_file=authority.ca_file) as listener,
            box(tmp_path, table=table) as running,
        ):
            waits_for_fault(running, "BX764")
            assert not listener.kept


def test_an_encrypted_broker_is_started_again_in_mid_match(mosquitto: str, tmp_path: Path) -> None:
    authority = OwnAuthority(tmp_path / "certificates")
    with Mosquitto(mosquitto, tmp_path, authority.settings) as broker:
        table = encrypted(broker, authority.ca_file)
        with box(tmp_path, table=table) as running:
            with MqttListener(broker.port, ca_file=authority.ca_file) as listener:
                listener.waits_until(told_all)
            assert running.stdin is not None
            broker.stops()
            waits_for_fault(running, "BX762")
            broker.starts()
            with MqttListener(broker.port, ca_file=authority.ca_file) as listener:
                listener.waits_until(told_all)


def test_a_move_while_the_broker_was_away_is_told_when_it_is_back(
    broker: Mosquitto, tmp_path: Path
) -> None:
    url = f"mqtt://127.0.0.1:{broker.port}/pub"

    def types(running: subprocess.Popen[str], line: str) -> None:
        assert running.stdin is not None
        running.stdin.write(f"{line}\n")
        running.stdin.flush()

    def verdicts(listener: MqttListener) -> list[str]:
        state = json.loads(listener.kept.get(f"{ROOT}/state", '{"rulings": []}'))
        return [ruling["verdict"] for ruling in state["rulings"]]

    with game(tmp_path, "--mqtt", url) as running:
        with MqttListener(broker.port) as listener:
            listener.waits_until(told_all)
            types(running, "")
            listener.waits_until(lambda heard: "throw" in verdicts(heard))
            move = json.loads(listener.kept[f"{ROOT}/state"])["moves"][0]
        broker.stops()
        types(running, " ".join(map(str, move)))
        broker.starts()
        with MqttListener(broker.port) as listener:
            listener.waits_until(lambda heard: "committed" in verdicts(heard))


def test_pages_and_a_broker_at_once(broker: Mosquitto, tmp_path: Path) -> None:
    url = f"mqtt://127.0.0.1:{broker.port}/pub"
    options = ("--mqtt", url, "--web", "127.0.0.1:0")
    with box(tmp_path, *options) as running, MqttListener(broker.port) as listener:
        listener.waits_until(online)
        running.send_signal(signal.SIGTERM)
        listener.waits_until(offline)
        assert running.wait(LONG) == 0


def test_a_game_is_chosen_through_the_broker(broker: Mosquitto, tmp_path: Path) -> None:
    table = f'\n[mqtt]\nurl = "mqtt://127.0.0.1:{broker.port}/pub"\nchoose = true\n'
    place = "homeassistant/select/boxctl_pub/tonight/config"
    with box(tmp_path, table=table) as running, MqttListener(broker.port) as listener:
        listener.waits_until(lambda heard: told_all(heard) and bool(heard.kept.get(place)))
        found = json.loads(listener.kept[place])
        playing = listener.kept[found["state_topic"]]
        wanted = next(game for game in found["options"] if game != playing)
        listener.publish(found["command_topic"], wanted)
        listener.waits_until(lambda heard: heard.kept.get(found["state_topic"]) == wanted)
        running.send_signal(signal.SIGTERM)
        assert running.wait(LONG) == 0


def test_players_are_named_through_the_broker(broker: Mosquitto, tmp_path: Path) -> None:
    table = f'\n[mqtt]\nurl = "mqtt://127.0.0.1:{broker.port}/pub"\nplayers = true\n'
    place = "homeassistant/text/boxctl_pub/players/config"

    def next_players(listener: MqttListener) -> list[str]:
        state = json.loads(listener.kept.get(f"{ROOT}/state", '{"next_players": []}'))
        return list(state["next_players"])

    with box(tmp_path, table=table) as running, MqttListener(broker.port) as listener:
        listener.waits_until(lambda heard: told_all(heard) and bool(heard.kept.get(place)))
        assert not listener.kept.get("homeassistant/button/boxctl_pub/new/config")
        found = json.loads(listener.kept[place])
        listener.publish(found["command_topic"], "Cleo, Dan")
        listener.waits_until(lambda heard: next_players(heard) == ["Cleo", "Dan"])
        running.send_signal(signal.SIGTERM)
        assert running.wait(LONG) == 0
