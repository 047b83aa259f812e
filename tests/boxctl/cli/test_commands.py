"""The commands as other programs meet them: what they print, and how they end."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli import main
from boxctl.rules.settings import SETTINGS
from boxctl.rules.variants import names

Captured = pytest.CaptureFixture[str]


def answer(capsys: Captured, *arguments: str, status: int = 0) -> Any:
    """The one JSON document that the command prints."""
    assert main([*arguments, "--json"]) == status
    captured = capsys.readouterr()
    assert captured.err == ""
    return json.loads(captured.out)


def refusal(capsys: Captured, *arguments: str) -> str:
    """The one line on standard error of a command that is wrong."""
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert captured.err.startswith("BX")
    return captured.err


class TestLegal:
    def test_the_contract_s_example(self, capsys: Captured) -> None:
        found = answer(capsys, "legal", "--rules", "canoga", "--open", "1-9", "--throw", "2,4")
        assert found["rules"] == "canoga"
        assert found["open"] == list(range(1, 10))
        assert found["throw"] == [2, 4]
        assert found["moves"] == [
            {"tiles": tiles, "rule": "R3.3"} for tiles in ([2], [2, 4], [6], [8])
        ]
        assert "void" not in found

    def test_no_move_is_the_answer_no(self, capsys: Captured) -> None:
        found = answer(capsys, "legal", "--open", "2,7", "--throw", "2,4", status=1)
        assert found["moves"] == []

    def test_a_number_of_dice_that_is_not_allowed_is_void(self, capsys: Captured) -> None:
        found = answer(capsys, "legal", "--open", "1,2", "--throw", "2", status=1)
        assert (found["void"], found["moves"]) == ("R2.3", [])

    def test_the_opening_tile_is_asked_for_at_the_start_only(self, capsys: Captured) -> None:
        at_the_start = answer(
            capsys, "legal", "--rules", "three-to-go", "--open", "1-9", "--throw", "2,4"
        )
        assert [move["tiles"] for move in at_the_start["moves"]] == [[1, 2, 3]]
        later = answer(
            capsys, "legal", "--rules", "three-to-go", "--open", "1,5,6", "--throw", "2,4"
        )
        assert [move["tiles"] for move in later["moves"]] == [[1, 5], [6]]

    def test_tiles_not_in_play_are_left_out(self, capsys: Captured) -> None:
        found = answer(
            capsys, "legal", "--rules", "even-stevens", "--open", "1-9", "--throw", "2,4"
        )
        assert found["open"] == [2, 4, 6, 8]

    def test_none_open(self, capsys: Captured) -> None:
        found = answer(capsys, "legal", "--open", "-", "--throw", "2,4", status=1)
        assert found["open"] == []

    @pytest.mark.parametrize(
        "wrong",
        [
            ("--throw", "7,1"),
            ("--throw", "0,1"),
            ("--throw", "a"),
            ("--throw", ""),
            ("--throw", "-1,2"),
            ("--throw", "1,2", "--open", "10"),
            ("--throw", "1,2", "--open", "9-1"),
            ("--throw", "1,2", "--open", "x"),
            ("--throw", "1,2", "--open", ""),
            ("--throw", "1,2", "--open", "99999999999999999999"),
            ("--throw", "1,2", "--rules", "clasic"),
            ("--throw", "1,2", "--set", "stakes=3"),
            ("--throw", "1,2", "--set", "stake"),
            ("--throw", "1,2", "--set", "doubles=yes"),
            ("--throw", "1,2", "--set", "tiles=25"),
            ("--throw", "1,2", "--set", "dice=9999999999999d6"),
            ("--throw", "1,2", "--frobnicate"),
            (),
        ],
    )
    def test_a_wrong_question_is_explained_in_one_line(
        self, capsys: Captured, wrong: tuple[str, ...]
    ) -> None:
        refusal(capsys, "legal", *wrong)

    def test_the_nearest_known_name_is_offered(self, capsys: Captured) -> None:
        assert "did you mean classic?" in refusal(capsys, "rules", "show", "clasic")
        assert "did you mean stake?" in refusal(capsys, "referee", "--set", "stakes=3")

    def test_people_get_a_line_for_each_move(self, capsys: Captured) -> None:
        assert main(["legal", "--throw", "1,2"]) == 0
        assert capsys.readouterr().out.splitlines() == [
            "3               R3.1, any tiles that add up to the total",
            "2+1             R3.1, any tiles that add up to the total",
        ]
        assert main(["legal", "--throw", "3"]) == 1
        assert capsys.readouterr().out == (
            "void: two dice must be thrown here (R2.3, the right number of dice)\n"
            "Once only the 1 is left, you may throw one die instead. (R2.2)\n"
        )
        assert main(["legal", "--throw", "1,1", "--open", "-"]) == 1
        assert (
            capsys.readouterr().out
            == "no move: 1 and 1 cannot be played with no tile left to move\n"
            "A throw allows: R3.1, any tiles that add up to the total\n"
        )


class TestRules:
    def test_the_list_names_all_variants(self, capsys: Captured) -> None:
        found = answer(capsys, "rules", "list")
        assert [known["name"] for known in found["variants"]] == list(names())

    def test_the_list_shows_families_and_other_names(self, capsys: Captured) -> None:
        assert main(["rules", "list"]) == 0
        shown = capsys.readouterr().out
        for name in names():
            assert f"  {name} " in shown
        *_, thai = shown.partition("\nThai style\n  thai ")
        told = ["Thai style. One tile a throw: one of the dice, or their sum.", "also jackpot"]
        assert [line.strip() for line in thai.splitlines()[:2]] == told
        (known,) = [
            known
            for known in answer(capsys, "rules", "list")["variants"]
            if known["name"] == "thai"
        ]
        assert known["family"] == "thai"
        assert known["other_names"] == ["jackpot", "thai style"]

    @pytest.mark.parametrize(
        ("code", "family", "title", "also"),
        [
            (
                "fr",
                "Plusieurs manches",
                "Le long jeu (The French long game).",
                "aussi la version aux cartes",
            ),
            ("de", "Mehrere Runden", "Die Pasch-Regel (The doubles rule).", "auch Zwölferbox"),
        ],
    )
    def test_the_list_speaks_other_languages(
        self, capsys: Captured, code: str, family: str, title: str, also: str
    ) -> None:
        assert main(["rules", "list", "--lang", code]) == 0
        shown = capsys.readouterr().out
        assert f"\n{family}\n" in shown
        assert title in shown
        assert also in shown

    def test_a_variant_answers_to_its_other_names_with_its_own(self, capsys: Captured) -> None:
        assert answer(capsys, "rules", "show", "2 to go")["name"] == "two-to-go"
        for command in (["legal", "--throw", "3,4"], ["simulate", "--games", "2", "--seed", "1"]):
            assert answer(capsys, *command, "--rules", "Kingoball")["rules"] == "classic"

    @pytest.mark.parametrize("name", names())
    def test_every_variant_shows_every_setting(self, capsys: Captured, name: str) -> None:
        assert set(answer(capsys, "rules", "show", name)["settings"]) == set(SETTINGS)

    def test_a_setting_can_be_changed(self, capsys: Captured) -> None:
        shown = answer(capsys, "rules", "show", "tournament", "--set", "scoring=missionary")
        assert shown["settings"]["scoring"] == "missionary"
        assert shown["settings"]["target"] == 100
        assert shown["settings"]["dice"] == "2d6"
        assert shown["settings"]["opening_tile"] is None

    def test_the_scoring_is_shown_with_what_it_counts(self, capsys: Captured) -> None:
        assert main(["rules", "show", "classic", "--set", "scoring=missionary", "--ids"]) == 0
        (line,) = [line for line in capsys.readouterr().out.splitlines() if "  scoring = " in line]
        assert line.endswith("what a turn scores: how many tiles are open")

    def test_what_a_setting_changes_in_the_description_is_said(self, capsys: Captured) -> None:
        changes = ("--set", "target=60", "--set", "scoring=golf")
        assert main(["rules", "show", "tournament", *changes]) == 0
        shown = capsys.readouterr().out
        assert "once someone has 60 or more" in " ".join(shown.split())
        assert shown.splitlines()[-1] == "Changed: target = 60 instead of 100."
        assert main(["rules", "show", "tournament"]) == 0
        assert "Changed" not in capsys.readouterr().out

    def test_a_contradiction_is_wrong(self, capsys: Captured) -> None:
        line = refusal(capsys, "rules", "show", "long-game", "--set", "opening_tile=2")
        assert "match = duel" in line
        assert "opening_tile = 2" in line

    def test_the_page_speaks_other_languages(self, capsys: Captured) -> None:
        assert main(["rules", "show", "canadienne", "--lang", "fr"]) == 0
        told = " ".join(capsys.readouterr().out.split())
        assert "Les règles françaises (canadienne)" in told
        assert "Qui ferme la boîte gagne aussitôt toute la partie." in told

    def test_a_card_is_written_as_svg_or_pdf(self, capsys: Captured, tmp_path: Path) -> None:
        assert main(["rules", "card", "Jackpot"]) == 0
        shown = capsys.readouterr().out
        assert shown.startswith("<svg ")
        assert "Thai style" in shown
        for name in ("card.svg", "card.pdf"):
            assert main(["rules", "card", "Jackpot", "--output", str(tmp_path / name)]) == 0
            assert capsys.readouterr().out == f"The card is in {tmp_path / name}.\n"
        assert (tmp_path / "card.svg").read_text(encoding="utf-8") == shown
        assert (tmp_path / "card.pdf").read_bytes().startswith(b"%PDF-")

    def test_a_card_that_cannot_be_drawn_is_explained(
        self, capsys: Captured, tmp_path: Path
    ) -> None:
        assert ".pdf" in refusal(capsys, "rules", "card", "thai", "--output", "card.png")
        nowhere = str(tmp_path / "nowhere" / "card.pdf")
        unwritten = refusal(capsys, "rules", "card", "thai", "--output", nowhere)
        assert unwritten.endswith("name a file in a folder of yours.\n")
        assert "match = duel" in refusal(
            capsys, "rules", "card", "long-game", "--set", "opening_tile=2"
        )

    def test_what_is_shown_can_be_set_again(self, capsys: Captured) -> None:
        main(["rules", "show", "canadienne", "--ids"])
        shown = capsys.readouterr().out
        settings = [line.split()[:3] for line in shown.splitlines() if " = " in line]
        changes = [f"--set={key}={value}" for key, _equals, value in settings]
        again = answer(capsys, "rules", "show", "classic", *changes)["settings"]
        assert again == answer(capsys, "rules", "show", "canadienne")["settings"]


class TestSimulate:
    def test_the_same_seed_gives_the_same_games(self, capsys: Captured) -> None:
        asked = ("simulate", "--rules", "pub", "--games", "30", "--seed", "5")
        assert answer(capsys, *asked) == answer(capsys, *asked)

    @pytest.mark.parametrize("name", names())
    def test_every_variant_plays_to_a_paid_out_pool(self, capsys: Captured, name: str) -> None:
        found = answer(
            capsys,
            *("simulate", "--rules", name, "--games", "10", "--player", "random"),
            *("--players", "Ann,Bob", "--set", "stake=7"),
        )
        assert found["matches"] == 10
        assert sum(found["paid"].values()) == 0
        assert sum(found["wins"].values()) >= 10
        assert sum(found["scores"].values()) == found["turns"]

    @pytest.mark.parametrize(
        "endless",
        [
            ("--rules", "relay", "--set", "tiles=24", "--set", "down=1-23"),
            ("--rules", "tournament", "--set", "tiles=1", "--set", "dice=1d1"),
            ("--rules", "relay", "--set", "dice=8d12"),
        ],
    )
    def test_a_match_that_cannot_end_is_given_up(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch, endless: tuple[str, ...]
    ) -> None:
        monkeypatch.setattr("boxctl.simulation.bulk_matches.LONGEST_MATCH", 1000)
        assert "BX208" in refusal(capsys, "simulate", "--games", "1", *endless)

    def test_another_player_at_each_seat(self, capsys: Captured) -> None:
        found = answer(
            capsys,
            *("simulate", "--players", "Ann,Bob", "--player", "best,random", "--games", "200"),
        )
        assert found["player"] == "best,random"
        assert found["wins"]["Ann"] > found["wins"]["Bob"]

    def test_many_rounds_are_the_same_on_any_number_of_workers(self, capsys: Captured) -> None:
        table = ("--players", "Ann,Bob,Cid", "--player", "best", "--games", "20000")
        rules = ("--set", "tiles=4", "--set", "ties=roll_off", "--set", "stake=5")
        one, two = (
            answer(capsys, "simulate", *table, *rules, "--workers", workers) for workers in "12"
        )
        assert one == two
        assert sum(one["wins"].values()) == one["matches"] == 20000
        assert sum(one["scores"].values()) == one["turns"] > 40000
        assert sum(one["paid"].values()) == 0

    @pytest.mark.parametrize(
        "wrong",
        [
            ("--games", "0"),
            ("--games", "x"),
            ("--player", "nobody"),
            ("--player", "best,best", "--players", "Ann,Bob,Cid"),
            ("--player", "best,nobody", "--players", "Ann,Bob"),
        ],
    )
    def test_a_wrong_question(self, capsys: Captured, wrong: tuple[str, ...]) -> None:
        refusal(capsys, "simulate", *wrong)

    def test_people_get_a_picture(self, capsys: Captured) -> None:
        assert main(["simulate", "--games", "20"]) == 0
        assert "█" in capsys.readouterr().out


class TestReferee:
    def test_lines_in_and_rulings_out(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stdin = io.TextIOWrapper(io.BytesIO(b'{"at": 1, "throw": [2, 3]}\n{"at": 2, "shut": 5}'))
        monkeypatch.setattr("sys.stdin", stdin)
        assert main(["referee", "--rules", "classic", "--players", "Ann,Bob"]) == 0
        found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [ruling["verdict"] for ruling in found] == ["ready", "throw", "committed"]

    @pytest.mark.parametrize(
        "wrong",
        [
            ("--rules", "long-game"),
            ("--players", "Ann,Ann"),
            ("--players", "Ann,"),
            ("--players", "Ann,B\nob"),
            ("--rules", "clas\nsic"),
            ("--rules", "nothing"),
            ("--at", "-1"),
        ],
    )
    def test_a_table_that_cannot_be(self, capsys: Captured, wrong: tuple[str, str]) -> None:
        refusal(capsys, "referee", *wrong)


def test_an_unknown_command_is_explained(capsys: Captured) -> None:
    assert "there is no command" in refusal(capsys, "reffere")


def test_no_command_prints_the_help(capsys: Captured) -> None:
    assert main([]) == 0
    alone = capsys.readouterr().out
    assert "simulate" in alone
    assert main(["--help"]) == 0
    assert capsys.readouterr().out == alone


def test_an_unknown_command_names_those_that_are_known(capsys: Captured) -> None:
    assert "simulate" in refusal(capsys, "simulat")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    "command", [["rules", "list"], ["legal", "--throw", "3,4"], ["verify", "--help"]]
)
def test_output_that_cannot_be_written_is_explained(command: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "boxctl", *command],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ended.returncode == 1
    assert ended.stderr == "BX102: the output cannot be written: No space left on device.\n"


def test_a_reader_who_goes_away_is_no_fault() -> None:
    ended = subprocess.run(
        f"{shlex.quote(sys.executable)} -m boxctl simulate --games 1 --json | head -c 1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.stdout, ended.stderr) == ("{", "")


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("utf-8", "il n’y a pas de commande «\u00a0x\u00a0»\u00a0; on connaît"),
        ("iso8859-1", "il n'y a pas de commande «\u00a0x\u00a0»\u00a0; on connaît"),
        ("ascii", 'il n\'y a pas de commande " x " ; on conna?t'),
    ],
)
def test_typographic_signs_become_plain_where_the_terminal_lacks_them(
    encoding: str, said: str
) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "boxctl", "x", "--lang", "fr"],
        env=os.environ | {"PYTHONIOENCODING": encoding},
        capture_output=True,
        encoding=encoding,
        check=False,
    )
    assert ended.returncode == 2
    assert said in ended.stderr


def test_words_that_the_terminal_cannot_show_are_replaced() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "boxctl", "simulate", "--games", "3"],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
