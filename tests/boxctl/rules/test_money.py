"""A stake as people write it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxctl.rules.faults import RuleFault
from boxctl.rules.money import Money, decimals, read_money
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import as_data, with_settings, written


@pytest.mark.parametrize(
    ("text", "money"),
    [
        ("50", Money(50)),
        ("50p", Money(50, "GBP")),
        ("50 p", Money(50, "GBP")),
        ("£1", Money(100, "GBP")),
        ("£1.50", Money(150, "GBP")),
        ("£ 1.5", Money(150, "GBP")),
        ("£0.05", Money(5, "GBP")),
        ("1 €", Money(100, "EUR")),
        ("1,50 €", Money(150, "EUR")),
        ("1,50\u00a0€", Money(150, "EUR")),
        ("1,50\u202f€", Money(150, "EUR")),
        ("€1.50", Money(150, "EUR")),
        ("0.50 EUR", Money(50, "EUR")),
        ("eur 0,50", Money(50, "EUR")),
        ("50 ct", Money(50, "EUR")),
        ("$1", Money(100, "USD")),
        ("1,50 $US", Money(150, "USD")),
        ("50¢", Money(50, "USD")),
        ("CA$2", Money(200, "CAD")),
        ("A$2", Money(200, "AUD")),
        ("CHF 2.50", Money(250, "CHF")),
        ("20 Rp.", Money(20, "CHF")),
        ("Fr. 2", Money(200, "CHF")),
        ("¥100", Money(100, "JPY")),
        ("1.500 KWD", Money(1500, "KWD")),
        ("2 euros", Money(200, "EUR")),
        ("50 Pence", Money(50, "GBP")),
        ("2 Franken", Money(200, "CHF")),
        ("1.000,00 €", Money(100_000, "EUR")),
        ("1.000,5 €", Money(100_050, "EUR")),
        ("$1,000.00", Money(100_000, "USD")),
        ("1 000 €", Money(100_000, "EUR")),
        ("1\u202f000,50\u00a0€", Money(100_050, "EUR")),
        ("1'000.50 Fr.", Money(100_050, "CHF")),
        ("1 000 000 ¥", Money(1_000_000, "JPY")),
    ],
)
def test_a_stake_is_written_as_people_write_it(text: str, money: Money) -> None:
    assert read_money(text) == money


@pytest.mark.parametrize(
    "text",
    ["", "p", "£", "-1", "£-1", "0.50", "50c", "£1,000", "£1.000.50", "1 XYZ", "£1 €", "1.5p", "½",
     "٣ €", "¥1.50", "1e3", "99999999999", "£1.505", "1,000 €", "1.000.000 €",
     "1.000,000 €", "1 00 €", "50 cents", "-1 €", "1 000 50", "none", "50\x00p", "1€2"],
)  # fmt: skip
def test_what_may_mean_two_amounts_or_none_is_no_stake(text: str) -> None:
    with pytest.raises(ValueError, match=r"money|currenc"):
        read_money(text)
    with pytest.raises(RuleFault, match=r"such as 50p, £1\.50, 1,50 € or 0\.50 EUR"):
        with_settings(RuleSet(), [("stake", text)])


@given(st.integers(0, 10**9), st.sampled_from(["", "GBP", "EUR", "JPY", "KWD", "CHF"]))
def test_what_is_written_is_read_back(minor: int, currency: str) -> None:
    assert read_money(str(Money(minor, currency))) == Money(minor, currency)


def test_the_rules_keep_minor_units_and_the_currency_beside_them() -> None:
    rules = with_settings(RuleSet(), [("stake", "£1.50")])
    assert (rules.stake, rules.currency) == (150, "GBP")
    assert as_data(rules)["stake"] == 150
    assert written(rules)["stake"] == "1.50 GBP"
    assert with_settings(RuleSet(), written(rules).items()) == rules


def test_another_stake_takes_the_currency_along() -> None:
    rules = with_settings(RuleSet(), [("stake", "£1.50"), ("stake", "20")])
    assert (rules.stake, rules.currency) == (20, "")


def test_nothing_is_nothing_in_every_currency() -> None:
    assert with_settings(RuleSet(), [("stake", "£0")]) == RuleSet()


def test_a_stake_has_its_limit_in_minor_units() -> None:
    assert with_settings(RuleSet(), [("stake", "£10000000")]).stake == 10**9
    with pytest.raises(RuleFault, match="BX203"):
        with_settings(RuleSet(), [("stake", "£10000001")])


def test_most_currencies_have_two_decimals() -> None:
    assert [decimals(code) for code in ("EUR", "JPY", "KWD", "")] == [2, 0, 3, 0]
