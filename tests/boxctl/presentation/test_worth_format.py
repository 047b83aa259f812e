"""The figures that the values of moves are written with."""

from __future__ import annotations

from boxctl.presentation.analysis_sentences import worth_format


def test_a_score_of_many_digits_has_its_exponent_in_each_column() -> None:
    values = [1_234_567_890.0, 987_654_320.0]
    form = worth_format("digital", values, [246_913_570.0])
    assert [form.value(value) for value in values] == ["1.23e+09", "9.88e+08"]
    assert form.change(-246_913_570.0) == "−2.47e+08"


def test_a_loss_is_seen_in_as_many_decimals_as_it_needs() -> None:
    form = worth_format("golf", [12.0, 12.004], [0.004])
    assert form.value(12.004) == "12.004"
    assert form.is_nothing(0.0)
    assert not form.is_nothing(0.004)
