"""A phone finds the page by the QR code that the television shows."""

from __future__ import annotations

from boxctl.web.http.address import WebAddress, phone_url, qr_picture
from tests.support.web.served_table import ServedTable


def test_a_phone_in_the_network_is_told_the_address_of_the_box() -> None:
    assert phone_url(WebAddress("192.168.4.1", 8080)) == "http://192.168.4.1:8080/"


def test_a_page_for_this_machine_alone_has_no_code(pages: ServedTable) -> None:
    assert pages.asks("/phone.json")[:2] == (200, {"url": ""})
    assert pages.asks("/qr.svg")[0] == 404


def test_the_picture_of_a_code_keeps_to_the_policy_for_contents() -> None:
    picture = qr_picture("http://192.168.4.1:8080/").decode()
    assert picture.startswith("<svg")
    assert "style=" not in picture
    assert "<script" not in picture
    assert picture != qr_picture("http://192.168.4.1:8081/").decode()
