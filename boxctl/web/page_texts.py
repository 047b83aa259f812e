"""The texts of the pages, in the language of each client: their own words, the rules, the games.

The scripts ask for a word by its English text; a test holds that each is here. What a ruling
says comes with the state, worded as everywhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from boxctl.presentation.game_names import summary_in_words
from boxctl.presentation.phrases import titles_of
from boxctl.presentation.rule_page.page import sections
from boxctl.presentation.ways_to_play import WAYS_TO_PLAY
from boxctl.rules.variant_titles import variant_title
from boxctl.rules.variants import load, names, variant
from boxctl.web.http.guard import NOT_YET
from boxctl.web.http.served import Address, routes_of, serves
from boxctl.web.journal.record_routes import json_response
from boxctl.web.state_parts import PlayedGame
from groundwork.language import known_languages, language, message, tr, with_share
from groundwork.languages.text_with_english import is_translated

TEXTS = (
    message(
        "A box with sensors shows a code and an address. Its own page opens and asks who you are."
    ),
    message(
        "BX788: {text} is no address of a box: type what the box shows, such as 192.168.4.1:8765."
    ),
    message(
        "BX789: the camera cannot be used ({why}): allow it for this page, or type the address."
    ),
    message(
        "A browser reads codes only where the address of this page begins with https: scan with "
        "the camera of the phone itself, or type the address."
    ),
    message("Copy the scores"),
    message("Save the picture"),
    message("Send the picture"),
    message("{name} is saved."),
    message("This browser could not draw the picture: print the card, or copy the scores."),
    message("Print"),
    message("Join"),
    message("Join a box"),
    message("Scan the code"),
    message("The address that the box shows"),
    message(
        "This browser reads no codes: scan with the camera of the phone itself, or type the "
        "address."
    ),
    message("What the camera sees"),
    message("A box from a box.toml…"),
    message("A box with everything"),
    message("A game from a file…"),
    message("All matches"),
    message("Another game, other players"),
    message("Another key has signed it than the one you typed."),
    message("Another key has signed which matches the evening had."),
    message("Another one…"),
    message("As on this device"),
    message("Ask the coach"),
    message("At your own box a move may be taken back until the next throw (R4.8)."),
    message("Begin this match"),
    message("Tap again"),
    message("{game}: {number} tiles"),
    message("Stake of each player"),
    message("such as {amount}; 0 for none"),
    message("Break it off"),
    message("Break off this match?"),
    message("Break off this match…"),
    message("Keep playing"),
    message("A field without a name is left out."),
    message("It does not count for money: everybody takes the stake back."),
    message("It ends without a winner, and its scores are lost."),
    message(
        "Somebody leaves, joins or changes the name: change the names, and begin anew. This match "
        "ends without a winner."
    ),
    message("Before: {value}"),
    message("Bright"),
    message("Cancel"),
    message("Change the rules: {game}"),
    message("Change the rules…"),
    message("changed: {number}"),
    message("Close"),
    message("Coach"),
    message(
        "Compare the key with the one that the box has shown you elsewhere: at the box, boxctl key "
        "shows it."
    ),
    message("Confirm"),
    message("Dark"),
    message("Entries"),
    message("Follow on your phone"),
    message(
        "For a throw that was tapped wrongly. The record keeps both scores, the reason and the "
        "name."
    ),
    message("Game"),
    message("Handicap"),
    message("has to go down"),
    message("has to go up"),
    message("has won"),
    message("How does tile {tile} stand?"),
    message("is out"),
    message("Is the sensor of tile {tile} at fault?"),
    message("is played now"),
    message("Is silent"),
    message("it is a match of another journal"),
    message("It is not the match that was played after the one before it: {why}."),
    message("It is shown at the table."),
    message("It lies"),
    message("It stands"),
    message("Key"),
    message("Light or dark"),
    message("Listening…"),
    message("Language"),
    message("Left out of the evening: match {matches}"),
    message("Luck"),
    message("markers: {number}"),
    message("handicap {number}"),
    message("Match"),
    message("Match {match}: {words}"),
    message("match {match} is not as it was when this one began"),
    message("match {match} was put in before it"),
    message("match {match}, which came before it, is missing"),
    message("Matches"),
    message("More"),
    message("moved"),
    message("Names of the next match"),
    message("New match"),
    message("Learn in ten minutes"),
    message("Your first match"),
    message("No"),
    message("None of them"),
    message("No dice are thrown."),
    message("Puzzles"),
    message("No lever was sensed: all is ruled as it was tapped. The program threw the dice."),
    message("No match is recorded yet."),
    message("Not as when the box signed the evening: match {matches}"),
    message("Not connected"),
    message("Not these dice"),
    message("not in play"),
    message("Next: {game}, {stake}"),
    message("Nothing was sensed: all is ruled as it was tapped, levers and dice."),
    message("Nothing yet."),
    message("One back"),
    message("Overrule"),
    message("Overrule this turn"),
    message("An operator has overruled it: the turn scores {score}."),
    message("The reason"),
    message("What the turn scores"),
    message("Who says so"),
    message("Only warns of blunders"),
    message("One more player"),
    message("One on"),
    message("opens the tiles"),
    message("Or a file that was taken home"),
    message("Our own box and dice: we tap what they show"),
    message("Our own box: throw for us"),
    message("Pause"),
    message("Play on"),
    message("Play by these rules"),
    message("Play the double"),
    message("Play this game"),
    message("Player"),
    message("Player {number}"),
    message("Players"),
    message("plays now"),
    message("Position in the match"),
    message("Purse"),
    message("Rounds won"),
    message("Put into the evening: match {matches}"),
    message("Put down:"),
    message("Put the tiles right"),
    message("Put up:"),
    message("Rates the match when it is over"),
    message("Records"),
    message("The last shut box"),
    message("Replay"),
    message("Report a sensor"),
    message("Save as"),
    message("Say the throw"),
    message("Score sheet"),
    message("Save the whole record"),
    message("Set back"),
    message("Set back: {setting}"),
    message("Set the names"),
    message("Settings"),
    message("Shakes when it refuses, and at your turn"),
    message("Share this position"),
    message("Sounds when it refuses, and at your turn"),
    message("Show the code on the box"),
    message("Shows what each choice comes to"),
    message("Given away"),
    message("Speed"),
    message("Stake"),
    message("Take back"),
    message("Take part"),
    message("Take the file home"),
    message("Television"),
    message("That is all"),
    message("The box does not answer."),
    message(
        "The box has not signed which matches the evening had: some may be left out at its "
        "beginning or end."
    ),
    message("The card"),
    message("The card of the evening"),
    message("The card of the match"),
    message("The coach works it out …"),
    message("The dice roll."),
    message("The dice show {faces}."),
    message("The key of the box, if you know it"),
    message("The link to this position"),
    message("The list of the matches of the evening is not as the box signed it."),
    message("The match is over"),
    message("The record"),
    message("The record holds together, but the box has not signed it."),
    message("The record is whole, and the key below has signed it."),
    message("The record of the evening"),
    message("The record was changed: entry {entry} does not follow from the one before it."),
    message("The referee works it out …"),
    message("The rule"),
    message("The rules"),
    message("The rules of the house"),
    message("The scores are copied."),
    message("The scores as text"),
    message("The signature holds up to entry {covers} of {entries}."),
    message("The signature is not that of this record."),
    message("The table"),
    message("The table's code, to take part"),
    message("The throw"),
    message("The whole evening"),
    message("This evening"),
    message("This is no record of a match."),
    message(
        "This page works out every hash and the signature itself. Take the file home: "
        "this page and boxctl on any computer accept it."
    ),
    message("Throw one die"),
    message("Throw the dice"),
    message("Throw the die"),
    message("Throw the double again"),
    message("Throw to begin"),
    message("Tile {tile}, its sensor is not believed"),
    message("Tile {tile}, open"),
    message("Tile {tile}, shut"),
    message("Tiles"),
    message("Tiles and dice move"),
    message("Time"),
    message("Title of your game"),
    message("To play"),
    message("To the beginning"),
    message("To the end"),
    message("Tonight's game"),
    message("Total"),
    message("Type again"),
    message("unreadable"),
    message("Waits until you ask"),
    message("was chosen"),
    message("What do the dice show?"),
    message("What happened"),
    message("What is not sure"),
    message("What levers and dice did"),
    message("What was allowed"),
    message("What was ruled"),
    message("Who is called {names} plays by itself."),
    message("Why?"),
    message("Why? {ruling}"),
    message("Winner"),
    message("Winner: {names}"),
    message("Won"),
    message("Yes"),
    message("{seconds} s"),
    message("You take part now."),
    message("Your hand on the box"),
    message("{game} is saved."),
    message("{name} cannot be read: it is no text in UTF-8."),
    message("{name} is too large: a file has at most {most} bytes."),
    message("The box on this page"),
    message("This throw counts in a moment."),
    message("What do you play with?"),
    message("A head that the box has printed, if you have one"),
    message("Back to the record"),
    message("Go on in this record"),
    message("Go on in {name}"),
    message("Or any other record: choose its file, or drop it here"),
    message("Play can go on in this record. Your own stays beside it, and is kept."),
    message("Play goes on in it."),
    message("Records in this browser"),
    message("Save {name}"),
    message("Delete {name}…"),
    message("Delete?"),
    message("Delete it"),
    message("Keep it"),
    message(
        "The matches in {name} cannot be brought back: save it first if you want to keep them. "
        "Everything else stays."
    ),
    message("{name} is deleted."),
    message("The file could not be read ({why}): choose it again."),
    message("The record does not hold."),
    message("The record holds."),
    message("The record is verified …"),
    message("Matches verified so far: {done} of {of}"),
    message("{name}, matches: {number}"),
    message("{value} points"),
    message("A throw"),
    message("A turn"),
    message("Ask the referee"),
    message("Best"),
    message("Copy it"),
    message("Die: {face}"),
    message("From the beginning"),
    message("Here is {game} as it is."),
    message("It is copied."),
    message("Link"),
    message("Link to these rules"),
    message("Markers"),
    message("May these be shut? Without any: everything that is allowed."),
    message("Move"),
    message("Not as in {game}:"),
    message("Odds"),
    message("Open it"),
    message("Open tiles"),
    message("The other players"),
    message(
        "In the order of play, with commas between, such as 7,12. The scores end before the player "
        "who is asked about."
    ),
    message("Print the card"),
    message("Questions"),
    message("Rules and card"),
    message("Rules by a link"),
    message("Save the card"),
    message("Save them as a game of the house…"),
    message("Take part to play by these rules."),
    message("Tap a tile that is shut; tap again if it is put back."),
    message("Tap the tiles: those that stand open are bright."),
    message("The card of {game}"),
    message("The link as a code for phones"),
    message("The link opens"),
    message("The link to these rules"),
    message("These are the rules of {game} as they are."),
    message("This player opens tiles"),
    message("What does the referee say?"),
    message("What happened, a line each"),
    message("What is allowed?"),
    message("What is it worth?"),
    message("What to play for"),
    message("Which games allow it?"),
    message("Without them"),
    message("Worth"),
    message("a new match by these rules"),
    message("this page with these rules"),
    message("For everybody at the table"),
    message("It is nobody's turn."),
    message("Leave this seat"),
    message("Marks the tab and the icon at your turn"),
    message("Nobody: I look after the table"),
    message("Take a seat"),
    message("This phone then says when it is your turn."),
    message("Who are you?"),
    message("You are {name}."),
    message("You may open"),
    message("You may shut"),
    message("Your turn"),
    message("scores as it stands"),
    message("thrown"),
    message("tiles to go"),
    message("to beat"),
    message("your score now"),
    message("{name} does not play here any more: this phone is free."),
    message("{name} plays"),
    message("pairing {number}"),
    message("Who plays next"),
    message("Everybody has played: the next round is drawn soon."),
    message("When"),
    message("Box"),
    message("Who"),
    message("now"),
    message("next up"),
    message("get ready"),
    message("later"),
    message("waits"),
    message("Rests in this round: {names}"),
    message("Points"),
    message("Drawn"),
    message("Lost"),
    message("S-B"),
    message("Place"),
    message("withdrawn"),
    message("away"),
    message("bye"),
    message("{name} has won the tournament."),
    message("{names} share the first place."),
    message("The final"),
    message("The semi-finals"),
    message("The quarter-finals"),
    message("Round {round} of {rounds}"),
    message("Round {round}"),
)
"""Every text, in English."""


def page_texts() -> dict[str, str]:
    """Return every text by its English one, in the language of the program."""
    return {text: tr(text) for text in TEXTS}


def own_names() -> dict[str, str]:
    """Return the name of each language in that language, by its code, with how far it is."""
    names = {}
    for code in known_languages():
        name = language(code).tr_as("the name of the language of this catalog", "English")
        # One that has only begun may not say its name.
        names[code] = with_share(code, name if is_translated(name) else code)
    return names


class RulesSection(TypedDict):
    """A section of the rules, a sentence a line."""

    title: str
    lines: list[str]


class RulesInWords(TypedDict):
    """The rules of the variant ``id``, in words."""

    id: str
    title: str
    sections: list[RulesSection]


class OfferedGame(TypedDict):
    """A variant that can be played, on a box with so many ``tiles``."""

    id: str
    title: str
    summary: str
    tiles: int


class Games(TypedDict):
    """What can be played; a player named as one of the ``robots`` plays by itself.

    ``titles`` is what people call them.
    """

    variants: list[OfferedGame]
    robots: list[str]
    titles: dict[str, str]


class RuleRoutes:
    """``/rules.json``, ``/texts.json``, ``/languages.json`` and ``/games.json``.

    ``played`` returns what is played, None while that is not known.
    """

    def __init__(self, played: Callable[[], PlayedGame | None]) -> None:
        self._played = played

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses."""
        return routes_of(self)

    @serves(Address("/rules.json", "The rules in words.", RulesInWords))
    async def _rules(self, request: Request) -> Response:
        played = self._played()
        if played is None:
            return NOT_YET.response()
        return json_response(rules_in_words(played), packs=_packs(request))

    @serves(Address("/games.json", "What can be played.", Games))
    async def _games(self, request: Request) -> Response:
        return json_response(games(), packs=_packs(request))

    @serves(Address("/texts.json", "The words of the pages.", dict[str, str]))
    async def _texts(self, request: Request) -> Response:
        return json_response(page_texts(), packs=_packs(request))

    @serves(Address("/languages.json", "The languages, by their codes.", dict[str, str]))
    async def _languages(self, request: Request) -> Response:
        return json_response(own_names(), packs=_packs(request))


def games() -> Games:
    """Return the games, in the language in use, and the names of robots."""
    variants = [_offered(name) for name in names()]
    return {"variants": variants, "robots": list(WAYS_TO_PLAY), "titles": titles_of(WAYS_TO_PLAY)}


def _offered(name: str) -> OfferedGame:
    return {
        "id": name,
        "title": variant_title(name),
        "summary": summary_in_words(load(name)),
        "tiles": variant(name).tiles,
    }


def rules_in_words(played: PlayedGame) -> RulesInWords:
    """Return the rules as sections of sentences, in the language in use, as data for JSON."""
    return {
        "id": played.variant,
        "title": played.told.name,
        "sections": [
            {"title": section.title, "lines": [each.text for each in section.sentences]}
            for section in sections(played.rules)
        ],
    }


def _packs(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")
