"""How a box logs in to its broker, and what it refuses to start with."""

from __future__ import annotations

import socket
import ssl
import subprocess
from pathlib import Path

import pytest

from boxctl.web.mqtt.login import BrokerFault, login_of, machine_name, read_password
from hardware.config.tables.network import BrokerUrl, MqttTable

PLAIN = BrokerUrl("broker.test", 1883, user="ann")
ENCRYPTED = BrokerUrl("broker.test", 8883, is_encrypted=True)


def a_file(folder: Path, text: str, mode: int = 0o600) -> Path:
    file = folder / "password"
    file.write_text(text)
    file.chmod(mode)
    return file


def test_the_password_is_the_first_line_of_its_file(tmp_path: Path) -> None:
    file = a_file(tmp_path, "open sesame\r\nnot this\n")
    assert read_password(file) == "open sesame"
    login = login_of(MqttTable(PLAIN, password_file=str(file)), None, "pub")
    assert login.password == "open sesame"
    assert login.client_id == "boxctl-pub"


@pytest.mark.parametrize("mode", [0o604, 0o644, 0o602])
def test_a_password_that_everybody_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    with pytest.raises(BrokerFault, match="everybody on this machine can read") as refused:
        read_password(a_file(tmp_path, "open sesame", mode))
    assert refused.value.code == "BX761"
    assert "open sesame" not in str(refused.value)


def test_the_command_that_closes_it_can_be_run_as_it_is_shown(tmp_path: Path) -> None:
    folder = tmp_path / "the pub's béx"
    folder.mkdir()
    file = a_file(folder, "open sesame", 0o644)
    with pytest.raises(BrokerFault) as refused:
        read_password(file)
    command = str(refused.value).rpartition("chmod ")[2]
    subprocess.run(["sh", "-c", f"chmod {command}"], check=True)
    assert read_password(file) == "open sesame"


def test_the_group_of_the_service_may_read_it(tmp_path: Path) -> None:
    assert read_password(a_file(tmp_path, "secret", 0o640)) == "secret"


def test_a_box_toml_with_a_password_is_kept_from_others(tmp_path: Path) -> None:
    box_toml = a_file(tmp_path, "", 0o644)
    table = MqttTable(PLAIN, password="secret")
    with pytest.raises(BrokerFault, match="BX761"):
        login_of(table, box_toml, "pub")
    box_toml.chmod(0o640)
    assert login_of(table, box_toml, "pub").password == "secret"
    box_toml.chmod(0o644)
    assert login_of(MqttTable(PLAIN), box_toml, "pub").password is None


@pytest.mark.parametrize("content", ["", "\nsecond"])
def test_a_file_without_a_password_is_said_so(tmp_path: Path, content: str) -> None:
    with pytest.raises(BrokerFault, match="BX761"):
        read_password(a_file(tmp_path, content))


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(BrokerFault, match="BX761: the password cannot be read"):
        read_password(tmp_path / "none")


def test_an_encrypted_line_proves_who_the_broker_is() -> None:
    login = login_of(MqttTable(ENCRYPTED), None, "pub")
    assert login.tls is not None
    assert login.tls.verify_mode is ssl.CERT_REQUIRED
    assert login.tls.check_hostname
    assert login_of(MqttTable(PLAIN), None, "pub").tls is None


def test_certificates_that_are_none_are_said_so(tmp_path: Path) -> None:
    with pytest.raises(BrokerFault, match="BX764"):
        login_of(MqttTable(ENCRYPTED, ca_file=str(a_file(tmp_path, "no PEM"))), None, "pub")
    with pytest.raises(BrokerFault, match="BX764"):
        login_of(MqttTable(ENCRYPTED, ca_file=str(tmp_path / "none")), None, "pub")


@pytest.mark.parametrize(
    ("machine", "name"),
    [("boxes", "boxes"), ("boxes.home.arpa", "boxes"), ("büchse+1", "b-chse-1"), ("ü", "box")],
)
def test_a_box_is_called_as_its_machine(
    monkeypatch: pytest.MonkeyPatch, machine: str, name: str
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: machine)
    assert machine_name() == name
    login = login_of(MqttTable(BrokerUrl("broker.test", 1883, box="pub")), None, name)
    assert login.box == "pub"
