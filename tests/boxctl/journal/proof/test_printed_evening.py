"""The list of an evening on its card: printed, scanned, and compared with a journal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from boxctl.journal.proof.chain import Head
from boxctl.journal.proof.keys import BoxKey
from boxctl.journal.proof.printed_evening import (
    EveningFlaw,
    PrintedEvening,
    evening_of_heads,
    evening_text,
    flaw_of_print,
    read_printed,
    statement_of,
)
from boxctl.journal.proof.printed_heads import NoHead, on_lines

KEY, OTHER = BoxKey(b"k" * 32), BoxKey(b"o" * 32)
TIME = "2026-11-21T22:15:00.000Z"

HEADS = st.lists(
    st.builds(Head, st.integers(1, 60), st.integers(1, 10**6), st.binary(min_size=32, max_size=32)),
    min_size=1,
    max_size=40,
    unique_by=lambda head: head.match,
).map(lambda heads: sorted(heads, key=lambda head: head.match))


def flaw(evening: PrintedEvening, there: Sequence[Head]) -> tuple[EveningFlaw, tuple[int, ...]]:
    found = flaw_of_print(evening, there, {KEY.public})
    assert found is not None
    return found.flaw, found.matches


@given(HEADS, st.booleans())
def test_what_is_printed_is_read_back(heads: list[Head], is_signed: bool) -> None:
    evening = evening_of_heads(heads, TIME, KEY if is_signed else None)
    assert read_printed(evening_text(evening)) == evening
    assert read_printed(evening_text(evening).lower().replace("/", " /\n")) == evening
    assert set(evening_text(evening)) <= set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")


@given(HEADS)
def test_a_plain_reading_finds_the_same_matches_and_the_same_hash(heads: list[Head]) -> None:
    _boxctl, _evening, _time, listed, digest, *_ = evening_text(
        evening_of_heads(heads, TIME, KEY)
    ).split(":")
    number, found = 0, []
    for part in listed.split("/"):
        fields = part.split(".")
        number = int(fields[0]) if len(fields) == 3 else number + 1
        found.append((number, int(fields[-2]), fields[-1]))
    assert found == [(head.match, head.entries, head.hash[:2].hex().upper()) for head in heads]
    told = "".join(f" {head.match} {head.entries} {head.hash.hex()}" for head in heads)
    assert digest == sha256(f"boxctl evening {TIME}{told}".encode()).hexdigest().upper()
    assert statement_of(heads, TIME) == f"boxctl evening {TIME}{told}".encode()


@given(HEADS)
def test_the_journal_that_was_signed_fits(heads: list[Head]) -> None:
    assert flaw_of_print(evening_of_heads(heads, TIME, KEY), heads, {KEY.public}) is None


@given(HEADS, st.data())
def test_a_match_that_is_missing_or_another_is_named(
    heads: list[Head], data: st.DataObject
) -> None:
    evening = evening_of_heads(heads, TIME, KEY)
    place = data.draw(st.integers(0, len(heads) - 1))
    number = heads[place].match
    there = heads[:place] + heads[place + 1 :]
    assert flaw(evening, there) == (EveningFlaw.LEFT_OUT, (number,))
    other = data.draw(st.binary(min_size=32, max_size=32))
    assume(other[:2] != heads[place].hash[:2])
    changed = [*there, Head(number, heads[place].entries, other)]
    assert flaw(evening, changed) == (EveningFlaw.CHANGED, (number,))


@given(HEADS, st.data())
def test_a_match_made_to_begin_alike_is_found_by_the_whole_hash(
    heads: list[Head], data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(heads) - 1))
    end = data.draw(st.binary(min_size=30, max_size=30))
    head = heads[place]
    assume(end != head.hash[2:])
    there = [*heads[:place], replace(head, hash=head.hash[:2] + end), *heads[place + 1 :]]
    every = tuple(each.match for each in heads)
    assert flaw(evening_of_heads(heads, TIME, KEY), there) == (EveningFlaw.CHANGED, every)


@given(HEADS, st.data())
def test_paper_of_which_a_sign_was_changed_is_refused(
    heads: list[Head], data: st.DataObject
) -> None:
    text = evening_text(evening_of_heads(heads, TIME, KEY))
    at = data.draw(st.integers(len("BOXCTL:EVENING:"), len(text) - 1))
    sign = data.draw(st.sampled_from("0123456789ABCDEF./:"))
    assume(sign != text[at])
    try:
        forged = read_printed(text[:at] + sign + text[at + 1 :])
    except NoHead:
        return
    assert isinstance(forged, PrintedEvening)
    assert flaw(forged, heads)[0] is EveningFlaw.WRONG_SIGNATURE


@given(HEADS)
def test_who_has_signed_counts(heads: list[Head]) -> None:
    by_other = evening_of_heads(heads, TIME, OTHER)
    assert flaw(by_other, heads) == (EveningFlaw.UNSIGNED, ())
    assert flaw(evening_of_heads(heads, TIME, None), heads) == (EveningFlaw.UNSIGNED, ())
    named = flaw_of_print(by_other, heads, {OTHER.public}, KEY.public)
    assert named is not None
    assert named.flaw is EveningFlaw.OTHER_KEY
    assert flaw_of_print(by_other, heads, {KEY.public}, OTHER.public) is None


@pytest.mark.parametrize(
    "text",
    [
        "BOXCTL",
        "BOXCTL:EVENING",
        "BOXCTL:EVENING:20261121T221500.000Z:1.2.AAAA",
        f"BOXCTL:EVENING:20261121T221500.000Z::{'A' * 64}",
        f"BOXCTL:EVENING:20261121T221500.000Z:2.AAAA:{'A' * 64}",
        f"BOXCTL:EVENING:20261121T221500.000Z:2.3.AAAA/2.3.AAAA:{'A' * 64}",
        f"BOXCTL:EVENING:20261121T221500.000Z:2.3.AAAA/1.3.AAAA:{'A' * 64}",
        f"BOXCTL:EVENING:20261121T221500.000Z:2.3.AAAA/3.3.AAAA:{'A' * 64}",
        f"BOXCTL:EVENING:20261121T221500.000Z:02.3.AAAA:{'A' * 64}",
        f"BOXCTL:EVENING:20261121:2.3.AAAA:{'A' * 64}",
        f"BOXCTL:EVENING:20261121T221500.000Z:2.3.AAAA:{'A' * 64}:{'A' * 64}",
    ],
)
def test_what_is_no_list_is_none(text: str) -> None:
    with pytest.raises(NoHead):
        read_printed(text)


def test_a_head_is_read_as_ever() -> None:
    text = f"BOXCTL:3:118:{'A1' * 32}"
    assert read_printed(text) == Head(3, 118, b"\xa1" * 32)
    assert read_printed(on_lines(f"{text}:{'B2' * 32}:{'C3' * 64}")) is not None
