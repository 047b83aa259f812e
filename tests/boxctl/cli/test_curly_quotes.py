"""Commands with the quotation marks that a phone or a text program types."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.cli import main
from groundwork.cell_width import without_curly_quotes


@pytest.mark.parametrize("typed", ["“Crown”", "„Crown“", "«Crown»", "« Crown »", "‘Crown’"])
def test_a_title_is_what_stands_between_them(tmp_path: Path, typed: str) -> None:
    assert main(["rules", "save", typed, "--set", "stake=“50p”", "--to", str(tmp_path)]) == 0
    written = (tmp_path / "crown.toml").read_text(encoding="utf-8")
    assert 'title = "Crown"' in written
    assert 'stake = "0.50 GBP"' in written


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules", "save", "“The", "Crown”", "--rules", "pub"],
        ["play", "--rules", "“The", "Crown”"],
    ],
)
def test_a_shell_that_parts_the_words_is_no_riddle(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert 'the quotation marks round “The Crown” are curly ones: write "The Crown"' in said


@pytest.mark.parametrize(
    "text", ["“Ann” or “Bob”", "“", "“”", "’tis ours", "l’ami", "“The", "plain"]
)
def test_what_is_no_quotation_stays(text: str) -> None:
    assert without_curly_quotes(text) == text


@pytest.mark.parametrize("title", ['"“The Crown”"', "“The Crown”"])
def test_a_file_gives_no_title_with_them(
    tmp_path: Path, title: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "crown.toml"
    file.write_text(f"title = {title}\n", encoding="utf-8")
    main(["rules", "check", str(file)])
    printed = capsys.readouterr()
    if title.startswith('"'):
        assert printed.out.endswith("is right: The Crown.\n")
    else:
        assert printed.err.endswith('curly ones: write title = "The Crown".\n')
