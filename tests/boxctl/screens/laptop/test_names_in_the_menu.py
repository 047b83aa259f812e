"""The names that boxctl gives to players, as the menu shows them in a language."""

from __future__ import annotations

from boxctl.screens.laptop.game_card import resume_card
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.player_roster import player_rows_picture
from boxctl.screens.laptop.unfinished_matches import UnfinishedMatch
from boxctl.screens.pictures.picture import ASCII
from groundwork.language import language, use
from tests.support.screens.picture_text import text_of

CHOSEN = GameChoice("classic", (), ("Player 1", "Ann"))


def test_a_player_without_a_name_is_called_in_the_language() -> None:
    use(language("de"))
    rows = text_of(player_rows_picture(CHOSEN.players, (), 0, 60, ASCII, focused=False))
    assert "Spieler 1" in rows
    assert "Ann" in rows


def test_so_is_a_player_of_a_match_that_can_be_resumed() -> None:
    use(language("fr"))
    match = UnfinishedMatch(7, "2026-11-23T08:00:00Z", CHOSEN)
    assert "Joueur 1 et Ann" in " ".join(text_of(resume_card(match, 60, 24, ASCII)).split())
