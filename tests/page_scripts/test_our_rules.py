"""Settings changed one after the other on a page, whose box answers late, not at all, or no."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import boxctl.web

SCRIPT = Path(boxctl.web.__file__).parent / "pages" / "script" / "live" / "our_rules.js"
PLAY = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const { ourRulesHere } = await import(pathToFileURL(process.argv[2]));
const steps = JSON.parse(readFileSync(process.argv[3], "utf8"));
const seen = [];
const asked = [];
const question = (address, body) => {
  seen.push(["asks", address, body]);
  return new Promise((answer) => asked.push(answer));
};
const rules = ourRulesHere(question, () => {
  seen.push(["draws", rules.form && rules.form.name, rules.trouble, [...rules.typed]]);
});
const settle = () => new Promise((done) => setImmediate(done));
for (const [step, ...given] of steps) {
  if (step === "answers") asked[given[0]]({ told: given[1], words: "" });
  else if (step === "refuses") asked[given[0]]({ told: {}, words: given[1] });
  else Promise.resolve(rules[step](...given)).then((told) => {
    if (step === "save") seen.push(["saved", told]);
  });
  await settle();
}
console.log(JSON.stringify(seen));
"""
SETTINGS, SAVE = "/our-rules/settings", "/our-rules/save"

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def told(name: str, **settings: str) -> dict[str, Any]:
    return {"name": name, "settings": settings, "groups": []}


@pytest.fixture
def played(tmp_path: Path) -> Any:
    """What the page asks and draws while this happens."""

    def play(*steps: tuple[Any, ...]) -> list[list[Any]]:
        script, file = tmp_path / "play.mjs", tmp_path / "steps.json"
        script.write_text(PLAY, encoding="utf-8")
        file.write_text(json.dumps(steps), encoding="utf-8")
        command = ["node", str(script), str(SCRIPT), str(file)]
        said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
        seen: list[list[Any]] = json.loads(said.stdout)
        return seen

    return play


def sent(seen: list[list[Any]], address: str = SETTINGS) -> list[Any]:
    return [body for what, to, *rest in seen if (what, to) == ("asks", address) for body in rest]


def drawn(seen: list[list[Any]]) -> list[list[Any]]:
    return [rest for what, *rest in seen if what == "draws"]


def test_a_game_begins_as_it_is_played_at_the_table(played: Any) -> None:
    seen = played(("begin", "pub"), ("answers", 0, told("first", stake="50")))
    assert sent(seen) == [{"variant": "pub", "settings": None}]
    assert drawn(seen) == [["first", "", []]]


def test_two_changes_at_once_are_both_sent_and_the_last_answer_counts(played: Any) -> None:
    seen = played(
        ("begin", "pub"),
        ("answers", 0, told("first")),
        ("choose", "tiles", "10"),
        ("choose", "dice", "1d6"),
        ("answers", 2, told("both", tiles="10", dice="1d6")),
        ("answers", 1, told("one", tiles="10")),
        ("setBack", "tiles"),
    )
    assert [each["settings"] for each in sent(seen)[1:]] == [
        {"tiles": "10"},
        {"tiles": "10", "dice": "1d6"},
        {"dice": "1d6"},
    ]
    assert [name for name, *_ in drawn(seen)] == ["first", "both"]


def test_what_a_change_implies_is_sent_with_the_next(played: Any) -> None:
    seen = played(
        ("begin", "pub"),
        ("answers", 0, told("first")),
        ("type", "combine"),
        ("set", "combine", "pair+…"),
        ("answers", 1, told("canoga", combine="canoga", quotient="true")),
        ("choose", "tiles", "10"),
    )
    assert drawn(seen)[-1] == ["canoga", "", ["combine"]]
    assert sent(seen)[-1]["settings"] == {"combine": "canoga", "quotient": "true", "tiles": "10"}


def test_a_change_that_did_not_arrive_goes_with_the_next(played: Any) -> None:
    seen = played(
        ("begin", "pub"),
        ("answers", 0, told("first")),
        ("choose", "tiles", "10"),
        ("refuses", 1, "The box does not answer."),
        ("choose", "dice", "1d6"),
        ("answers", 2, told("both", tiles="10", dice="1d6")),
    )
    assert drawn(seen)[1:] == [["first", "The box does not answer.", []], ["both", "", []]]
    assert sent(seen)[-1]["settings"] == {"tiles": "10", "dice": "1d6"}


def test_a_title_that_is_taken_is_said_and_can_be_typed_anew(played: Any) -> None:
    seen = played(
        ("begin", "pub"),
        ("answers", 0, told("first")),
        ("choose", "tiles", "10"),
        ("answers", 1, told("ten", tiles="10")),
        ("save", "Thai"),
        ("save", "Thai"),
        ("refuses", 2, "There is a game of that name."),
        ("save", "The Crown"),
        ("answers", 3, {"id": "the-crown", "title": "The Crown"}),
    )
    assert sent(seen, SAVE) == [
        {"variant": "pub", "settings": {"tiles": "10"}, "title": title}
        for title in ("Thai", "The Crown")
    ]
    # It is said once more if it is so once more, and not while the box saves.
    assert [trouble for _, trouble, _ in drawn(seen)[-3:]] == [
        "",
        "There is a game of that name.",
        "",
    ]
    # A second press while the box saves is none.
    assert [rest for what, *rest in seen if what == "saved"] == [
        [None],
        [None],
        [{"id": "the-crown", "title": "The Crown"}],
    ]


def test_what_comes_after_the_window_was_closed_is_not_drawn(played: Any) -> None:
    seen = played(
        ("begin", "pub"),
        ("answers", 0, told("first")),
        ("choose", "tiles", "10"),
        ("leave",),
        ("answers", 1, told("late", tiles="10")),
        ("begin", "thai"),
    )
    assert [name for name, *_ in drawn(seen)] == ["first"]
    assert sent(seen)[-1] == {"variant": "thai", "settings": None}
