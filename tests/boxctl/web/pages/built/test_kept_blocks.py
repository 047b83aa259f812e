"""What a browser keeps of the folder of the record: Chromium's IndexedDB, Pyodide's files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.boxctl.web.pages.conftest import Page
from tests.support.web.built_page.served_site import served_site

pytestmark = pytest.mark.browser

BEGIN = """async () => {
  const { loadPyodide } = await import("./python/pyodide.mjs");
  const { keptFiles } = await import("./script/browser/kept_files.js");
  const python = await loadPyodide({ indexURL: new URL("python/", location.href).href });
  const { FS } = python;
  const FOLDER = "/kept";
  const namesIn = (folder) => FS.readdir(folder).filter((name) => !/^[.]{1,2}$/.test(name));
  const walked = (folder, take) => {
    for (const name of namesIn(folder)) {
      const path = `${folder}/${name}`;
      const isFolder = FS.isDir(FS.stat(path).mode);
      if (isFolder) walked(path, take);
      take(path, isFolder);
    }
  };
  const tree = () => {
    const found = {};
    walked(FOLDER, (path, isFolder) => {
      found[path] = isFolder ? "a folder" : sums(FS.readFile(path));
    });
    return found;
  };
  // Two sums and the length tell contents of megabytes from each other.
  const sums = (content) => {
    let [one, two] = [1, 0];
    for (const byte of content) {
      one = (one + byte) % 65521;
      two = (two + one) % 65521;
    }
    return `${content.length} ${one} ${two}`;
  };
  const store = async (mode = "readonly") => {
    const database = await new Promise((done) => {
      indexedDB.open(FOLDER, 21).onsuccess = ({ target }) => done(target.result);
    });
    return database.transaction(["FILE_DATA"], mode).objectStore("FILE_DATA");
  };
  const answer = (request) =>
    new Promise((done) => (request.onsuccess = () => done(request.result)));
  let puts = null;
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...given) {
    puts?.(given[1]);
    return put.apply(this, given);
  };
  globalThis.kept = {
    FS,
    FOLDER,
    tree,
    store,
    answer,
    put,
    load: () => keptFiles(python, FOLDER),
    /** As another visit finds it. */
    again: async () => {
      walked(FOLDER, (path, isFolder) => FS[isFolder ? "rmdir" : "unlink"](path));
      FS.rmdir(FOLDER);
      return keptFiles(python, FOLDER);
    },
    write: (name, at, content) => {
      const path = `${FOLDER}/${name}`;
      const stream = FS.open(path, FS.analyzePath(path).exists ? "r+" : "w+");
      FS.write(stream, content, 0, content.length, at);
      FS.close(stream);
    },
    /** Call `does`, and return the keys of what is put meanwhile; `fails` at one of them. */
    putsOf: async (does, fails = Infinity) => {
      const keys = [];
      puts = (key) => {
        keys.push(key);
        if (keys.length === fails) throw new DOMException("no room", "QuotaExceededError");
      };
      try {
        await does();
      } finally {
        puts = null;
      }
      return keys;
    },
  };
}"""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with served_site() as address:
        yield address


@pytest.fixture
def page(chromium: Any, site: str) -> Iterator[Page]:
    """A page with Python's files and what keeps them, but without the program."""
    with chromium.new_context() as visitor:
        page = visitor.new_page()
        page.route("**/start.js", lambda route: route.fulfill(content_type="text/javascript"))
        page.goto(site)
        page.evaluate(BEGIN)
        yield page


def test_what_a_visit_finds_is_what_the_one_before_it_kept(page: Page) -> None:
    """Files are written, cut, renamed and deleted in a drawn order, several between two keeps."""
    kept, found = page.evaluate("""async () => {
      const { FS, FOLDER, tree, again, write } = kept;
      let keep = await kept.load();
      // Mulberry32: the same order in each run.
      let seed = 30;
      const drawn = (most) => {
        seed = (seed + 0x6d2b79f5) | 0;
        let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
      };
      const names = ["a", "a-journal", "b", "house/a", "house/c", "house.toml"];
      const path = (name) => `${FOLDER}/${name}`;
      const exists = (name) => FS.analyzePath(path(name)).exists;
      const length = () => drawn(drawn(3) ? 500 : 200_000);
      const content = () => new Uint8Array(length()).fill(1 + drawn(255));
      const does = [
        (name) => write(name, drawn(150_000), content()),
        (name) => write(name, 0, content()),
        (name) => exists(name) && FS.truncate(path(name), drawn(200_000)),
        (name) => exists(name) && FS.unlink(path(name)),
        (name) => exists(name) && FS.rename(path(name), path(names[drawn(names.length)])),
        (name) => FS.writeFile(path(name), content()),
      ];
      FS.mkdir(path("house"));
      const [were, are] = [[], []];
      for (let round = 0; round < 60; round++) {
        for (let number = drawn(6); number >= 0; number--) {
          does[drawn(does.length)](names[drawn(names.length)]);
        }
        await keep();
        if (drawn(3)) continue;
        were.push(tree());
        keep = await again();
        are.push(tree());
      }
      return [were, are];
    }""")
    assert len(kept) > 10
    assert any(len(tree) > 3 for tree in kept)
    assert found == kept


def test_a_ruling_late_in_an_evening_writes_what_changed(page: Page) -> None:
    keys, other = page.evaluate("""async () => {
      const keep = await kept.load();
      kept.write("play.journal", 0, new Uint8Array(4_000_000).fill(1));
      await keep();
      kept.write("play.journal", 1_000_000, new Uint8Array(20).fill(2));
      return [await kept.putsOf(keep), await kept.putsOf(keep)];
    }""")
    assert keys == ["/kept/play.journal", ["/kept/play.journal", 1_000_000 // 65_536]]
    assert len(other) <= 1


def test_a_file_that_was_kept_whole_is_read_and_kept_in_blocks(page: Page) -> None:
    before, after, stored = page.evaluate("""async () => {
      const { FOLDER } = kept;
      await kept.load();
      const store = await kept.store("readwrite");
      const contents = Uint8Array.from({ length: 200_000 }, (_, at) => at % 251);
      const timestamp = new Date(2026, 9, 1);
      const file = { timestamp, mode: 0o100644, contents };
      kept.put.call(store, { timestamp, mode: 0o40755 }, `${FOLDER}/house`);
      await kept.answer(kept.put.call(store, file, `${FOLDER}/house/play.journal`));
      const keep = await kept.again();
      const before = kept.tree();
      await keep();
      await kept.again();
      const keys = await kept.answer((await kept.store()).getAllKeys());
      const values = await kept.answer((await kept.store()).getAll());
      const lengths = values.map(({ contents, length }) => (contents ? "whole" : length ?? 0));
      return [before, kept.tree(), keys.map((key, at) => [key, lengths[at]])];
    }""")
    assert before == after
    file = "/kept/house/play.journal"
    assert set(before) == {"/kept/house", file}
    blocks = [[[file, 0], 65_536], [[file, 1], 65_536], [[file, 2], 65_536], [[file, 3], 3_392]]
    assert stored == [["/kept/house", 0], [file, 0], *blocks]


@pytest.mark.parametrize("fails", [1, 2, 4])
def test_what_could_not_be_kept_leaves_all_as_it_was_and_is_kept_next(
    page: Page, fails: int
) -> None:
    shown, trouble, left, now, then = page.evaluate(
        """async (fails) => {
      let keep = await kept.load();
      kept.write("play.journal", 0, new Uint8Array(300_000).fill(1));
      await keep();
      const shown = kept.tree();
      kept.write("play.journal", 0, new Uint8Array(300_000).fill(2));
      kept.write("new", 0, new Uint8Array(5).fill(2));
      const trouble = await kept.putsOf(keep, fails).then(() => "", (problem) => problem.name);
      const now = kept.tree();
      const stored = await kept.answer((await kept.store()).getAll());
      const blocks = stored.filter((value) => value.length);
      const left = blocks.every((block) => block.every((byte) => byte === 1));
      await keep();
      await kept.again();
      return [shown, trouble, left, now, kept.tree()];
    }""",
        fails,
    )
    assert (trouble, left) == ("QuotaExceededError", True)
    assert then == now != shown


def test_a_change_that_is_taken_back_while_it_is_kept_is_taken_back(page: Page) -> None:
    was, found = page.evaluate("""async () => {
      const keep = await kept.load();
      kept.write("play.journal", 0, new Uint8Array(200_000).fill(1));
      await keep();
      const was = kept.tree();
      kept.write("play.journal", 70_000, new Uint8Array(10).fill(2));
      const first = keep();
      await Promise.resolve();
      await Promise.resolve();
      kept.write("play.journal", 70_000, new Uint8Array(10).fill(1));
      await Promise.all([first, keep()]);
      await kept.again();
      return [was, kept.tree()];
    }""")
    assert found == was


def test_a_file_of_which_a_block_is_missing_is_not_read_as_if_it_were_whole(page: Page) -> None:
    trouble = page.evaluate("""async () => {
      const keep = await kept.load();
      kept.write("play.journal", 0, new Uint8Array(200_000).fill(1));
      await keep();
      await kept.answer((await kept.store("readwrite")).delete(["/kept/play.journal", 1]));
      return kept.again().then(() => "", (problem) => problem.message);
    }""")
    assert trouble == "/kept/play.journal: 134464 / 200000"
