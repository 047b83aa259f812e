"""Questions that anybody at the pages asks, and those that are refused, over HTTP."""

from __future__ import annotations

import threading
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from boxctl.rules.house import folders as house_folders
from boxctl.web.acting.act_routes import MOST_WAITING
from boxctl.web.api_document import api_document
from boxctl.web.asking import page_answers
from tests.boxctl.web.test_api_document import fits
from tests.support.web.served_table import ServedTable

Json = dict[str, Any]
THROW = {"rules": "classic", "settings": {}, "open": "1-9", "throw": "2,4", "shut": ""}
ODDS = {"rules": "classic", "settings": {}, "open": "1-4", "throw": ""}
MANY_DICE = {**THROW, "settings": {"dice": "24d12"}, "throw": ",".join(["6"] * 24)}
TOLD = {"rules": "classic", "settings": {}, "lines": ["throw 3 4", "shut 7"]}


def says(pages: ServedTable, address: str, asked: Json, status: int = 200) -> Json:
    got, told = pages.sends(address, asked)
    assert got == status, told
    found: Json = told
    return found


def picture(pages: ServedTable, address: str) -> tuple[int, str, str]:
    line = HTTPConnection("127.0.0.1", pages.port, timeout=90)
    line.request("GET", address)
    answer = line.getresponse()
    try:
        return answer.status, answer.headers["content-type"], answer.read().decode()
    finally:
        line.close()


def test_what_a_throw_allows_is_told_in_sentences(pages: ServedTable) -> None:
    told = says(pages, "/ask/legal", THROW)
    assert told["allowed"]
    assert any("R3.1" in line for line in told["lines"])
    no = says(pages, "/ask/legal", {**THROW, "shut": "8"})
    assert not no["allowed"]
    assert no["lines"][0].startswith("not allowed: ")
    german = says(pages, "/ask/legal?lang=de", {**THROW, "shut": "8"})
    assert german["lines"] != no["lines"]
    assert german["answer"]["rule"] == no["answer"]["rule"]


def test_every_game_answers(pages: ServedTable) -> None:
    told = says(pages, "/ask/every-variant", {**THROW, "open": "4", "shut": "4"})
    by_name = {each["rules"]: each for each in told["variants"]}
    assert by_name["thai"]["allowed"]
    assert not by_name["classic"]["allowed"]
    assert by_name["classic"]["said"]


def test_the_referee_judges_what_is_told(pages: ServedTable) -> None:
    told = says(pages, "/ask/judge", TOLD)
    assert [each["line"] for each in told["lines"][:2]] == ["throw 3 4", "shut 7"]
    assert all(each["said"] for each in told["lines"])
    assert told["wrong"] == ""


def test_what_is_not_understood_ends_what_is_judged(pages: ServedTable) -> None:
    told = says(pages, "/ask/judge", {**TOLD, "lines": ["throw 3 4", "juggle", "shut 7"]})
    assert [each["line"] for each in told["lines"] if each["line"]] == ["throw 3 4"]
    assert told["wrong"].startswith("BX207: ")


def test_a_position_has_its_odds(pages: ServedTable) -> None:
    told = says(pages, "/ask/odds", {**ODDS, "throw": "1,3"})
    assert told["rows"][0]["remark"] == "best"
    assert told["rows"][0]["bar"] == 1.0


@pytest.mark.parametrize(
    ("address", "asked", "code", "words"),
    [
        ("/ask/legal", {**THROW, "rules": "bridge"}, "BX201", "bridge"),
        ("/ask/legal", {**THROW, "rules": "/etc/passwd"}, "BX201", "no file"),
        ("/ask/legal", {**THROW, "settings": {"tilles": "9"}}, "BX202", "tilles"),
        ("/ask/legal", {**THROW, "settings": {"tiles": "x"}}, "BX203", "Tiles"),
        ("/ask/legal", {**THROW, "settings": {"match": "duel", "opening_tile": "2"}}, "BX204", ""),
        ("/ask/legal", {**THROW, "open": "1-12"}, "BX779", "1 to 9"),
        ("/ask/legal", {**THROW, "throw": "7,1"}, "BX779", "cannot show 7"),
        ("/ask/legal", {**THROW, "throw": ""}, "BX779", "No throw"),
        ("/ask/legal", {**THROW, "shut": "x"}, "BX205", "x"),
        ("/ask/every-variant", {**THROW, "shut": "9-1"}, "BX205", "backwards"),
        ("/ask/every-variant", MANY_DICE, "BX780", "too many moves"),
        ("/ask/odds", {**ODDS, "rules": "the-300", "open": ""}, "BX780", "24 tiles"),
        ("/ask/odds", {**ODDS, "settings": {"tiles": "16"}, "open": ""}, "BX780", "16 tiles"),
        ("/ask/odds", {**ODDS, "aim": "win"}, "BX779", "others"),
        ("/ask/odds", {**ODDS, "aim": "shut", "beat": 4}, "BX779", "play to win"),
        ("/ask/odds", {**ODDS, "markers": 1}, "BX779", "marker"),
        ("/ask/odds", {**ODDS, "rules": "shut-costs-ten", "aim": "win", "beat": 4}, "BX709", ""),
        ("/ask/judge", {**TOLD, "shut": "1-9"}, "BX207", "nothing is left"),
    ],
)  # fmt: skip
def test_a_question_that_cannot_be_is_answered_with_one_sentence(
    pages: ServedTable, address: str, asked: Json, code: str, words: str
) -> None:
    if asked.get("shut") == "1-9":
        told = says(pages, address, asked)
        refusal = {"code": told["wrong"][:5], "text": told["wrong"]}
    else:
        refusal = says(pages, address, asked, 409)
    assert refusal["code"] == code
    assert words in refusal["text"]


@pytest.mark.parametrize(
    ("address", "asked"),
    [
        ("/ask/legal", []),
        ("/ask/legal", {**THROW, "rules": 3}),
        ("/ask/legal", {**THROW, "throw": ["2"]}),
        ("/ask/legal", {**THROW, "settings": ["tiles"]}),
        ("/ask/legal", {**THROW, "settings": {"tiles": 9}}),
        ("/ask/legal", {**THROW, "open": "1\n2"}),
        ("/ask/legal", {**THROW, "open": "1" * 201}),
        ("/ask/judge", {**TOLD, "lines": "throw"}),
        ("/ask/judge", {**TOLD, "lines": ["x"] * 61}),
        ("/ask/judge", {**TOLD, "markers": -1}),
        ("/ask/odds", {**ODDS, "aim": "luck"}),
        ("/ask/odds", {**ODDS, "beat": True}),
        ("/ask/odds", {**ODDS, "to_come": 12}),
        ("/ask/odds", {**ODDS, "opens": 1}),
    ],
)
def test_what_is_no_question_is_none(pages: ServedTable, address: str, asked: object) -> None:
    status, told = pages.sends(address, asked)
    assert (status, told["code"]) == (400, "BX755")


@pytest.mark.parametrize("line", ["rules /etc/passwd", "rules ./games/x.toml", "rules x.toml"])
def test_nobody_has_the_box_read_a_file(
    pages: ServedTable, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    def take(path: str) -> str:
        raise AssertionError(path)

    monkeypatch.setattr(house_folders, "take", take)
    told = says(pages, "/ask/judge", {**TOLD, "lines": [line, "throw 3 4"]})
    assert told["wrong"].startswith("BX201: a link names")
    assert says(pages, "/ask/judge", {**TOLD, "lines": ["rules canoga", "throw 3 4"]})["lines"]


def test_the_rules_of_a_link_are_in_words(pages: ServedTable) -> None:
    told = pages.asks("/linked-rules.json?rules=pub&set=tiles%3D10&set=doubles%3Drethrow")[1]
    assert (told["id"], told["base"], told["wrong"]) == ("pub", "Pub rules", "")
    assert told["settings"] == {"tiles": "10", "doubles": "rethrow"}
    assert told["differs"][0] == "Number of tiles = 10 instead of 9"
    assert told["box"] == {"tiles": 10, "in_play": list(range(1, 11)), "sides": 6, "dice": 2}
    assert [section["title"] for section in told["sections"]][:2] == ["Goal", "Box"]
    again = pages.asks(f"/linked-rules.json{told['query']}")[1]
    assert again == {**told, "settings": again["settings"]}


def test_a_link_without_rules_is_the_classic_game(pages: ServedTable) -> None:
    told = pages.asks("/linked-rules.json")[1]
    assert (told["id"], told["query"], told["differs"]) == ("classic", "?rules=classic", [])


@pytest.mark.parametrize(
    ("query", "code", "base"),
    [
        ("?rules=pubb", "BX201", "classic"),
        ("?rules=/etc/passwd", "BX201", "classic"),
        ("?rules=pub&set=tilles=10", "BX202", "pub"),
        ("?rules=pub&set=tiles", "BX202", "pub"),
        ("?rules=pub&set=tiles=many", "BX203", "pub"),
        ("?rules=pub&set=match=duel&set=opening_tile=2", "BX204", "pub"),
        ("?rules=pub&set=tiles=10&set=tiles=12", "BX204", "pub"),
        ("?rules=pub&set=<script>=1", "BX202", "pub"),
    ],
)
def test_a_link_that_cannot_be_is_said_and_the_base_is_offered(
    pages: ServedTable, query: str, code: str, base: str
) -> None:
    query = query.replace("<", quote("<")).replace(">", quote(">"))
    told = pages.asks(f"/linked-rules.json{query}")[1]
    assert (told["id"], told["settings"], told["differs"]) == (base, {}, [])
    assert told["wrong"].startswith(f"{code}: ")
    assert "\n" not in told["wrong"]
    assert picture(pages, f"/linked-rules/card.svg{query}")[0] == 409


def test_a_game_of_the_house_is_written_out_in_its_link(
    pages: ServedTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The link means the same where nobody has the file."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    folder = tmp_path / "boxctl" / "variants"
    folder.mkdir(parents=True)
    text = 'title = "The Crown"\nbased_on = "pub"\n[settings]\ntiles = 8\n'
    (folder / "crown.toml").write_text(text, encoding="utf-8")
    told = pages.asks("/linked-rules.json?rules=crown&set=stake=50p")[1]
    assert told["id"] == "crown"
    assert told["query"] == "?rules=pub&set=tiles%3D8&set=stake%3D0.50GBP"
    assert "The Crown" in picture(pages, "/linked-rules/card.svg?rules=crown")[2]


def test_the_card_is_that_of_the_command(
    pages: ServedTable, capsys: pytest.CaptureFixture[str]
) -> None:
    from boxctl.cli import main

    main(["rules", "card", "pub", "--set", "tiles=10"])
    printed = capsys.readouterr().out
    status, kind, drawn = picture(pages, "/linked-rules/card.svg?rules=pub&set=tiles=10&lang=en")
    assert (status, kind) == (200, "image/svg+xml")
    assert drawn.splitlines() == printed.splitlines()


def test_a_link_is_drawn_for_phones(pages: ServedTable) -> None:
    link = quote("http://boxes.local:8765/ask?rules=pub", safe="")
    status, kind, drawn = picture(pages, f"/linked-rules/qr.svg?to={link}")
    assert (status, kind) == (200, "image/svg+xml")
    assert drawn.startswith("<svg")
    assert picture(pages, "/linked-rules/qr.svg?to=javascript:alert(1)")[0] == 404
    assert picture(pages, f"/linked-rules/qr.svg?to=http://{'x' * 500}")[0] == 413


def test_a_link_that_is_too_long_is_not_read(pages: ServedTable) -> None:
    assert pages.asks("/linked-rules.json?set=" + "x" * 2000)[0] == 413


def test_answers_are_as_they_are_described(pages: ServedTable) -> None:
    document = api_document()
    questions = {
        "/ask/legal": THROW, "/ask/every-variant": THROW, "/ask/judge": TOLD, "/ask/odds": ODDS,
    }  # fmt: skip
    assert set(questions) == {path for path in document["paths"] if path.startswith("/ask/")}
    for address, asked in questions.items():
        described = document["paths"][address]["post"]
        (answer,) = described["responses"]["200"]["content"].values()
        assert fits(says(pages, address, asked), answer["schema"], document)
    (answer,) = document["paths"]["/linked-rules.json"]["get"]["responses"]["200"][
        "content"
    ].values()
    assert fits(pages.asks("/linked-rules.json?rules=pub")[1], answer["schema"], document)


def test_too_many_questions_at_once_are_refused(
    pages: ServedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on, begun = threading.Event(), threading.Event()

    def slow(answer: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def wait(asked: Any) -> Any:
            begun.set()
            goes_on.wait(60)
            return answer(asked)

        return wait

    monkeypatch.setattr(page_answers, "legal_answer", slow(page_answers.legal_answer))
    got: list[int] = []
    asking = [
        threading.Thread(target=lambda: got.append(pages.sends("/ask/legal", THROW)[0]))
        for _ in range(MOST_WAITING + 1)
    ]
    for each in asking:
        each.start()
    assert begun.wait(60)
    while 429 not in got:
        asking[0].join(0.01)
    # The table is followed and asked meanwhile.
    assert pages.asks("/state.json")[0] == 200
    goes_on.set()
    for each in asking:
        each.join()
    assert sorted(got) == [200] * MOST_WAITING + [429]
