"""Each field of each kind of entry takes what boxctl writes there, and nothing else.

docs/journal.md says what that is; tests/support/records/sample_entries.py reads it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from journal_fields import PAGE, with_fields

from boxctl.journal.entries import RecordedEntry
from boxctl.journal.entry_kinds import (
    KINDS,
    MatchBegan,
    RulingMade,
    entry_of,
    has_its_shape,
    read_entry,
)
from boxctl.journal.evidence import Evidence
from boxctl.presentation.journal.recorded_entries import as_contract, entry_in_words, sentence_of
from boxctl.referee.fields import fields_of
from boxctl.referee.payloads import Refusal
from boxctl.referee.ruling import PAYLOADS
from groundwork.language import known_languages, language, use
from tests.support.records.sample_entries import (
    ENTRIES,
    NOW,
    PARTS,
    RULED,
    SAMPLES,
    TELLS_ONE_OF,
    VERDICTS,
    WORDED,
    DocumentedField,
    a_ruling,
    values_of,
    wrong_values,
)

CONTRACTS = Path(__file__).parents[3] / "docs" / "contracts.md"
OPEN = ("event", "ruling")
"""Kinds whose content is more than their own fields: a line, and the fields of a verdict."""

EVERY = [(kind, body) for kind in SAMPLES for body in SAMPLES[kind]]
NAMED = [f"{kind}-{body.get('verdict', place)}" for place, (kind, body) in enumerate(EVERY)]

Fields = Mapping[str, DocumentedField]


def fits(kind: str, body: Mapping[str, Any]) -> bool:
    return has_its_shape(RecordedEntry(1, 1, kind, json.dumps(body), b""))


def without(body: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name != key}


def declared(record: type[Any]) -> list[tuple[str, str, bool]]:
    return [(each.key, each.kind.words, not each.needed) for each in fields_of(record)]


def as_documented(fields: Fields) -> list[tuple[str, str, bool]]:
    return [(key, field.what, field.may_be_missing) for key, field in fields.items()]


def test_the_page_has_each_field_as_it_is_declared() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_fields(page), "make man writes the tables of fields anew"


def test_the_page_has_every_kind_and_verdict() -> None:
    assert list(ENTRIES) == list(KINDS)
    assert list(VERDICTS) == list(PAYLOADS)
    assert {kind: set(made.tells_one_of) for kind, made in KINDS.items() if made.tells_one_of} == (
        TELLS_ONE_OF
    )


@pytest.mark.parametrize(("part", "record"), [("evidence", Evidence), ("refusal", Refusal)])
def test_the_page_has_each_field_within_an_entry(part: str, record: type[Any]) -> None:
    assert as_documented(PARTS[part]) == declared(record)


@pytest.mark.parametrize("verdict", PAYLOADS)
def test_the_contract_names_what_is_written_of_each_verdict(verdict: str) -> None:
    _before, _head, table = CONTRACTS.read_text("utf-8").partition(
        "| verdict | when | rule | also |"
    )
    row = re.search(rf"^\| `{verdict}` \|.*\|([^|]*)\|$", table, re.M)
    assert row is not None
    also = re.sub(r"\([^()]*\)", "", row.group(1))
    assert set(re.findall(r"`(\w+)`", also)) == set(PAYLOADS[verdict].contract)


@pytest.mark.parametrize(("kind", "body"), EVERY, ids=NAMED)
def test_what_boxctl_writes_has_its_shape(kind: str, body: dict[str, Any]) -> None:
    assert fits(kind, body)
    assert fits(kind, body | {"of a later boxctl": [1, "x"]})


@pytest.mark.parametrize(("kind", "body"), EVERY, ids=NAMED)
def test_each_entry_is_told_by_a_sentence_of_its_kind(kind: str, body: dict[str, Any]) -> None:
    entry = read_entry(RecordedEntry(1, 1, kind, json.dumps(body), b""))
    if not isinstance(entry, MatchBegan | RulingMade):
        told = entry_in_words(entry, kind)
        assert told != entry_in_words(None, kind), "give it one in recorded_entries.py"


RAW = re.compile(r"\b[a-z0-9]+_[a-z0-9_]+\b|\d\d\d\d-\d\d-\d\dT|\d\dZ\b|[0-9a-f]{33}")
"""A name as a program has it, a time as a record has it, and more of a key than anybody reads."""


@pytest.mark.parametrize("code", known_languages())
@pytest.mark.parametrize(("kind", "body"), EVERY, ids=NAMED)
def test_no_entry_is_told_by_names_that_only_programs_have(
    kind: str, body: dict[str, Any], code: str
) -> None:
    use(language(code))
    entry = read_entry(RecordedEntry(1, 1, kind, json.dumps(body), b""))
    if not isinstance(entry, MatchBegan):
        told = (
            sentence_of(entry.ruling)
            if isinstance(entry, RulingMade)
            else entry_in_words(entry, kind)
        )
        assert RAW.findall(told) == []


@pytest.mark.parametrize(("kind", "body"), EVERY, ids=NAMED)
def test_what_is_read_is_written_again_as_it_was(kind: str, body: dict[str, Any]) -> None:
    told = read_entry(RecordedEntry(1, 1, kind, json.dumps(body), b""))
    assert told is not None
    if "text" in body:
        assert isinstance(told, RulingMade)
        written = as_contract(told.ruling)
        assert json.loads(json.dumps(written)) == {name: body[name] for name in written}
        return
    again = entry_of(told)
    assert again.kind == kind
    assert list(json.loads(json.dumps(again.body)).items()) == list(body.items())


@pytest.mark.parametrize("kind", [kind for kind in ENTRIES if kind != "ruling"])
def test_a_field_takes_every_value_of_its_kind_and_no_other(kind: str) -> None:
    whole = SAMPLES[kind][0]
    for key, field in ENTRIES[kind].items():
        for good in (*values_of(field.what).good, *values_of(field.what).right):
            assert fits(kind, whole | {key: good}), (key, good)
        for wrong in wrong_values(field.what):
            assert not fits(kind, whole | {key: wrong}), (key, wrong)


@pytest.mark.parametrize("verdict", VERDICTS)
def test_a_field_of_a_ruling_takes_every_value_of_its_kind_and_no_other(verdict: str) -> None:
    whole = a_ruling(verdict)
    fields = {**RULED, **VERDICTS[verdict]}
    for key, field in fields.items():
        for good in (*values_of(field.what).good, *values_of(field.what).right):
            assert fits("ruling", whole | {key: good}), (key, good)
        for wrong in wrong_values(field.what, nothing_is_missing=field.may_be_missing):
            assert not fits("ruling", whole | {key: wrong}), (key, wrong)
    for wrong in ("", "x", 1, None, []):
        assert not fits("ruling", whole | {"verdict": wrong})


@pytest.mark.parametrize("body", WORDED, ids=lambda body: str(body["verdict"]))
def test_an_early_ruling_takes_no_wrong_value_in_a_field_of_the_contract(
    body: dict[str, Any],
) -> None:
    contract = PAYLOADS[body["verdict"]].contract
    fields = {**RULED, **{key: VERDICTS[body["verdict"]][key] for key in contract}}
    for key in body.keys() & fields.keys() - {"unverified"}:
        for wrong in wrong_values(fields[key].what):
            assert not fits("ruling", body | {key: wrong}), (key, wrong)
        assert not fits("ruling", without(body, key)), key
    for wrong in (1, "x", [1], [{"reason": "declared"}], {}):
        assert not fits("ruling", body | {"unverified": wrong})
    for wrong in (1, None, ["x"]):
        assert not fits("ruling", body | {"text": wrong})


@pytest.mark.parametrize("kind", ENTRIES)
def test_an_entry_lacks_only_what_may_be_missing(kind: str) -> None:
    whole, told = SAMPLES[kind][0], TELLS_ONE_OF.get(kind, set())
    for key, field in ENTRIES[kind].items():
        assert fits(kind, without(whole, key)) == field.may_be_missing, key
    assert fits(kind, {key: whole[key] for key in whole if key not in told}) == (not told)
    for only in told:
        one_way = {key: whole[key] for key in whole if key == only or key not in told}
        assert fits(kind, one_way), only


@pytest.mark.parametrize("verdict", VERDICTS)
def test_a_ruling_lacks_only_what_may_be_missing(verdict: str) -> None:
    whole = a_ruling(verdict)
    for key, field in {**RULED, **VERDICTS[verdict]}.items():
        assert fits("ruling", without(whole, key)) == field.may_be_missing, key
    assert not fits("ruling", without(whole, "verdict"))


@pytest.mark.parametrize("value", ["1e999", "-1e999", "NaN", "Infinity", "9" * 20, '"\\ud800"'])
@pytest.mark.parametrize("kind", [*SAMPLES, "of a later boxctl"])
def test_no_entry_has_a_number_or_a_text_that_nobody_can_write(kind: str, value: str) -> None:
    body = json.dumps(SAMPLES.get(kind, [{"at": 1.5}])[0])

    def has(value: str) -> bool:
        text = f'{body[:-1]}, "x": [{{"y": {value}}}]}}'
        return has_its_shape(RecordedEntry(1, 1, kind, text, b""))

    assert has("1")
    assert not has(value)


@pytest.mark.parametrize("kind", [*SAMPLES, "of a later boxctl"])
@pytest.mark.parametrize("text", ["", "x", "null", "[]", "1", '"x"', "{", "[" * 100_000])
def test_what_is_no_object_is_no_entry(kind: str, text: str) -> None:
    assert not has_its_shape(RecordedEntry(1, 1, kind, text, b""))


def test_a_match_left_says_why() -> None:
    assert not fits("left", {"at": 1.5, "now": NOW})
