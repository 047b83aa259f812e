"""``boxctl verify`` and ``boxctl head``, as other programs meet them."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.cli import main
from tests.boxctl.cli.journal.commands.conftest import Captured, refused, text
from tests.boxctl.cli.test_commands import answer, refusal
from tests.support.records.forger import writes
from tests.support.records.journals import Bare
from tests.support.tables.virtual_table import VirtualTable


class TestVerify:
    def test_a_match_that_holds(self, capsys: Captured, table: VirtualTable) -> None:
        found = answer(capsys, "verify", "1")
        assert found["holds"]
        (match,) = found["matches"]
        assert (match["entries"], match["broken"], match["differs"]) == (31, None, None)
        assert match["signed"][0]["entries"] == 31

    def test_a_whole_journal(self, capsys: Captured, table: VirtualTable) -> None:
        assert answer(capsys, "verify", str(table.path))["holds"]

    def test_a_match_that_does_not_hold(self, capsys: Captured, table: VirtualTable) -> None:
        writes(table.path, "UPDATE entry SET body = replace(body, '[3,4]', '[4,3]')")
        for what in ("1", str(table.path)):
            found = answer(capsys, "verify", what, status=1)
            assert not found["holds"]
            (match,) = found["matches"]
            assert match["broken"] == {
                "match": 1,
                "entry": 2,
                "why": "this entry is not as it was written",
            }
        assert "match 1, entry 2" in text(capsys, "verify", "1", status=1)

    def test_a_removed_tail_against_what_head_has_printed(
        self, capsys: Captured, table: VirtualTable
    ) -> None:
        printed = text(capsys, "head", "1").split("\n", 1)[1]
        head = answer(capsys, "head", "1")
        for known in (printed, head["text"], head["hash"]):
            assert answer(capsys, "verify", "1", "--head", known)["holds"]
        assert answer(capsys, "verify", "1", "--key", head["key"])["holds"]
        writes(table.path, "DELETE FROM head")
        writes(table.path, "DELETE FROM entry WHERE id = 1000000030")
        assert not answer(capsys, "verify", "1", status=1)["holds"]
        for file in ("box.key", "box.ledger"):
            (table.path.parent / file).unlink()
        assert answer(capsys, "verify", "1")["holds"]
        for known in (printed, head["text"], head["hash"]):
            assert not answer(capsys, "verify", "1", "--head", known, status=1)["holds"]
            assert not answer(capsys, "verify", str(table.path), "--head", known, status=1)["holds"]
        assert not answer(capsys, "verify", "1", "--key", head["key"], status=1)["holds"]

    def test_all_that_head_has_printed_is_a_head(
        self, capsys: Captured, table: VirtualTable
    ) -> None:
        for qr in ([], ["--qr"]):
            printed = text(capsys, "head", "1", *qr).rstrip("\n")
            assert printed.startswith("match 1, Shut the Box: Ann and Bob, begun ")
            assert answer(capsys, "verify", "1", "--head", printed)["holds"]

    def test_a_match_that_only_its_head_tells_of(
        self, capsys: Captured, table: VirtualTable
    ) -> None:
        head = answer(capsys, "head", "1")["text"]
        Bare(table.path).execute("DELETE FROM entry")
        found = answer(capsys, "verify", "1", "--head", head, status=1)
        assert found["missing"] == "match 1, of which a head was printed, is missing."

    @pytest.mark.parametrize("wrong", [("--head", "BOXCTL:1"), ("--key", "abc")])
    def test_what_is_no_head(
        self, capsys: Captured, table: VirtualTable, wrong: tuple[str, str]
    ) -> None:
        assert "as boxctl head prints it" in refusal(capsys, "verify", "1", *wrong)

    @pytest.mark.parametrize("option", ["--head", "--key"])
    def test_a_digit_too_many_is_said_without_all_the_others(
        self, capsys: Captured, table: VirtualTable, option: str
    ) -> None:
        said = refusal(capsys, "verify", "1", option, 65 * "a")
        assert f"'{24 * 'a'}…' is not " in said

    def test_a_file_that_is_no_journal(self, capsys: Captured, tmp_path: Path) -> None:
        Bare(tmp_path / "songs.db").execute("CREATE TABLE songs (title)")
        assert refusal(capsys, "verify", str(tmp_path / "songs.db")).startswith("BX603")

    @pytest.mark.parametrize("content", [b"root:x:0:0\n" * 50, b"noise" * 1000, bytes(range(256))])
    def test_a_file_that_never_was_one(
        self, capsys: Captured, tmp_path: Path, content: bytes
    ) -> None:
        (tmp_path / "passwd").write_bytes(content)
        assert refused(capsys, "verify", str(tmp_path / "passwd")) == (
            f"BX603: {tmp_path / 'passwd'} is no journal of boxctl: name the right file."
        )

    @pytest.mark.parametrize("damage", [bytes(100), b"noise" * 20])
    def test_a_file_that_is_damaged(
        self, capsys: Captured, table: VirtualTable, damage: bytes
    ) -> None:
        Bare(table.path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        content = table.path.read_bytes()
        table.path.write_bytes(damage + content[len(damage) :])
        assert main(["verify", str(table.path)]) == 1
        assert capsys.readouterr().err.startswith("BX604")

    @pytest.mark.parametrize("directory", ["/tmp", "/", "", "."])
    def test_a_directory(self, capsys: Captured, directory: str) -> None:
        assert "is a directory: name the file" in refusal(capsys, "verify", directory)


class TestHead:
    def test_it_is_kept_in_the_journal(self, capsys: Captured, table: VirtualTable) -> None:
        head = answer(capsys, "head", "last")
        assert (head["match"], head["entries"]) == (1, 31)
        ((entries, hash),) = Bare(table.path).execute("SELECT entries, hex(hash) FROM head")
        assert (entries, hash.lower()) == (31, head["hash"])

    def test_it_fits_a_narrow_paper(self, capsys: Captured, table: VirtualTable) -> None:
        assert max(map(len, text(capsys, "head", "1").splitlines())) <= 80

    def test_its_digits_stand_in_groups(self, capsys: Captured, table: VirtualTable) -> None:
        head = answer(capsys, "head", "1")
        _who, _begins, hash, key, *_signature = text(capsys, "head", "1").splitlines()
        for line, digits in ((hash, head["hash"]), (key, head["key"])):
            assert [len(group) for group in line.removesuffix(":").split(" ")] == 8 * [8]
            assert line.removesuffix(":").replace(" ", "").lower() == digits

    def test_it_is_shown_as_a_qr_code(self, capsys: Captured, table: VirtualTable) -> None:
        shown = text(capsys, "head", "1", "--qr").splitlines()
        code = [line for line in shown if "█" in line]
        assert len(code) > 20
        assert max(map(len, code)) < 80

    def test_what_was_tampered_with_is_not_signed(
        self, capsys: Captured, table: VirtualTable
    ) -> None:
        writes(table.path, "DELETE FROM entry WHERE id = 1000000030")
        assert main(["head", "1"]) == 1
        assert capsys.readouterr().err.startswith("BX611: match 1, entry 30")
