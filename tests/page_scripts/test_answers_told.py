"""The functions of Python that are told what a second worker answers: each is freed, once."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import boxctl.browser

FOLDER = Path(boxctl.browser.__file__).parent / "site" / "script" / "browser"
ASK = """
import { pathToFileURL } from "node:url";
const workers = [];
globalThis.Worker = class {
  constructor() {
    if (process.argv[3].includes("refuses")) throw new Error("no workers here");
    this.listeners = {};
    workers.push(this);
  }
  addEventListener(name, told) { this.listeners[name] = told; }
  postMessage() {}
  terminate() { this.ended = true; }
};
const { thinkBeside } = await import(pathToFileURL(process.argv[2]));
const { think, give_up } = thinkBeside((content) => [...content]);
const seen = [];
const proxy = (name) => {
  const tell = (content, trouble) => seen.push(`${name} told ${content}${trouble}`);
  tell.destroy = () => seen.push(`${name} freed`);
  return { copy: () => tell };
};
const question = { toJs: () => new Uint8Array() };
for (const step of JSON.parse(process.argv[3])) {
  const worker = workers.at(-1);
  if (step === "gives up") give_up();
  else if (step === "answers") worker.listeners.message({ data: { content: new Uint8Array([7]) } });
  else if (step === "breaks") worker.listeners.error({ message: "out of memory" });
  else if (step !== "refuses") think(question, proxy(step));
}
console.log(JSON.stringify([seen, workers.map(({ ended }) => Boolean(ended))]));
process.exit();
"""

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


@pytest.fixture
def seen(tmp_path: Path) -> Any:
    """What is told and freed while this happens, and which workers have ended."""

    def played(*steps: str) -> tuple[list[str], list[bool]]:
        script = tmp_path / "ask.mjs"
        script.write_text(ASK, encoding="utf-8")
        command = ["node", str(script), str(FOLDER / "thinking.js"), json.dumps(steps)]
        said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
        happened, ended = json.loads(said.stdout)
        return happened, ended

    return played


def test_a_question_that_is_given_up_is_told_nothing_and_freed(seen: Any) -> None:
    assert seen("odds", "gives up", "gives up") == (["odds freed"], [True])


def test_what_was_given_up_leaves_the_next_question_alone(seen: Any) -> None:
    happened, ended = seen("odds", "gives up", "judge", "answers")
    assert happened == ["odds freed", "judge told 7", "judge freed"]
    assert ended == [True, False]


def test_a_worker_that_breaks_tells_it_once_and_another_begins(seen: Any) -> None:
    happened, ended = seen("odds", "breaks", "judge", "answers")
    assert happened == ["odds told out of memory", "odds freed", "judge told 7", "judge freed"]
    assert ended == [True, False]


def test_where_no_worker_begins_it_is_told(seen: Any) -> None:
    assert seen("refuses", "odds")[0] == ["odds told no workers here", "odds freed"]
