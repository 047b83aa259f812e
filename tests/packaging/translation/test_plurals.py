"""A number before a noun has two forms: nobody reads ``1 matches``."""

from __future__ import annotations

import re

from translation.catalogs import messages_of_source

COUNTED = (
    "matches turns throws games rounds players points times minutes days entries hours wins "
    "phones pages levers"
)
"""What people read the number of."""

NEVER_ONE = {
    "{handicap} {handicaps}: give one from 0 to {most} for each of {number} players, such as "
    "{example}": "a table for which handicaps are told has two players or more",
    "all of {number} players have played: none is left": "the last of several",
    "looked at {done} of {matches} matches": "told of every hundredth",
    "match {match} holds: {entries} entries, nothing of it is signed.": "a match has a header",
    "match {match} holds: {entries} entries, signed up to entry {last} by {key}.": "as above",
    "the head tells of {entries} entries, and from here on they are missing": "as above",
    "of {count} throws: ask about one with --throw": "a die has two sides or more",
    "There are {count} throws: write one above to ask about it.": "as above",
    "only {number} of {all} throws play on": "of all",
    "{number} of {all} throws play on": "of all",
    "{number} of {all} throws still play": "of all",
    "stopped after {done} of {games} games": "one game is never stopped after",
    "stopped while best play was being worked out: these are {turns} turns with the highest tile "
    "first instead": "hundreds",
    "works out best play … the highest tile first: {turns} turns, mean score {score}": "hundreds",
    "{done} of {games} games, {turns} turns, mean score of a turn {score}": "written over",
    "this house has {most} games of its own, and no more can be saved": "fifty",
    "{count} levers moved at once, and none of them counts": "three or more (R4.11)",
    "{to_come} players to come cannot be solved: 0 to {most_to_come}": "more than can be solved",
    "{count} matches are more than the {most} of a card: name an evening of fewer.": "hundreds",
    "{value} points": "the script of the chart has one form",
    "{number} points": "a decimal: 1.00 points",
}
"""Messages with one form, and why that is enough."""


def test_what_may_be_one_has_a_form_for_one() -> None:
    counted = re.compile(rf"\{{\w+\}} (?:{COUNTED.replace(' ', '|')})\b")
    single = {
        str(text)
        for context, text in messages_of_source()
        if not context and isinstance(text, str) and counted.search(text)
    }
    told_as_a_verb = {
        text for text in single if re.search(r"\{(?:player|name|port)\} throws", text)
    }
    assert single - told_as_a_verb - NEVER_ONE.keys() == set()
    assert NEVER_ONE.keys() <= single, "no longer said"
