"""Which texts are the address of a box, and what of them is opened."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import boxctl.web

SCRIPT = Path(boxctl.web.__file__).parent / "pages" / "script" / "live" / "joining.js"
ASK = """
import { pathToFileURL } from "node:url";
// What the scripts beside it look at once.
globalThis.document = { documentElement: { dataset: {} }, body: { dataset: {} } };
globalThis.location = new URL("http://pub.test/");
globalThis.matchMedia = () => ({ addEventListener: () => {} });
const { boxAddress } = await import(pathToFileURL(process.argv[1]));
console.log(JSON.stringify(process.argv.slice(2).map(boxAddress)));
"""
WORD = "abcdefghijklm234"

OPENED = {
    "192.168.4.1:8765": "http://192.168.4.1:8765/",
    " box.local ": "http://box.local/",
    "https://pub.test:444/": "https://pub.test:444/",
    "HTTP://Box.Local": "http://box.local/",
    "[fe80::1]:8765": "http://[fe80::1]:8765/",
    f"http://192.168.4.1:8765/#{WORD}": f"http://192.168.4.1:8765/#{WORD}",
    f"http://192.168.4.1:8765/record?x=1#{WORD}": f"http://192.168.4.1:8765/#{WORD}",
    f"http://box.local/#{WORD}x": "http://box.local/",
    "http://box.local/#<b>": "http://box.local/",
    "": None,
    "a box": None,
    "javascript:alert(1)": None,
    "javascript://box.local/%0aalert(1)": None,
    "data://box.local/": None,
    "file:///etc/passwd": None,
    "ftp://192.0.2.1/": None,
    "http://ann:secret@box.local/": None,
    "WIFI:S:pub;;": None,
}

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def test_only_the_first_page_of_a_box_is_opened_with_the_word_of_its_code() -> None:
    command = ["node", "--input-type=module", "-e", ASK, str(SCRIPT), *OPENED]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert dict(zip(OPENED, json.loads(said.stdout), strict=True)) == OPENED
