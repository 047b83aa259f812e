"""Textual's style sheet of the menu."""

from __future__ import annotations

TWO_COLUMNS = 64
"""On a screen of fewer columns the game and the match are below the list of games."""

THREE_COLUMNS = 150
"""The least columns of a screen on which the match has a column beside the game."""

MENU_STYLE = """
MenuScreen { background: $box-page; }
MenuScreen #title { height: 1; background: $box-header; color: $box-title; text-style: bold; }
MenuScreen #left { width: 30; background: $box-panel; }
MenuScreen #search { height: 1; border: none; background: $box-plaque; padding: 0 1; }
MenuScreen GameList {
    height: 1fr; border: none; padding: 0; background: $box-panel; color: $box-plain;
    overflow-y: auto; scrollbar-gutter: stable;
    scrollbar-size-vertical: 1; scrollbar-color: $box-frame; scrollbar-background: $box-panel;
}
MenuScreen GameList > .option-list--option-highlighted {
    background: $box-plaque-won; color: $box-said-won; text-style: bold;
}
MenuScreen #card { height: 1fr; padding: 0 1; background: $box-page; }
MenuScreen #beside { height: auto; max-height: 60%; background: $box-panel; }
MenuScreen #match {
    height: auto; padding: 0 1; background: $box-panel; scrollbar-size-vertical: 1;
}
MenuScreen #rules { display: none; }
MenuScreen #search > .input--placeholder { color: $box-dark; }
MenuScreen .heading { height: 1; color: $box-turn; text-style: bold; }
MenuScreen .hint { height: 1; color: $box-dark; }
MenuScreen .field { height: auto; }
MenuScreen .field .label { width: 8; color: $box-dark; }
MenuScreen .field Input {
    width: 12; height: 1; border: none; padding: 0 1; background: $box-plaque;
}
MenuScreen .field Input:focus { background: $box-footer; }
MenuScreen .field .hint { width: 1fr; height: 1; padding-left: 1; }
MenuScreen .field #settings { height: auto; padding-left: 0; }
MenuScreen #fault { height: auto; color: $box-bad; text-style: bold; }
MenuScreen #body { height: 1fr; }
MenuScreen #right { width: 1fr; }
MenuScreen.narrow #left { width: 1fr; height: 1fr; }
MenuScreen.narrow #right { height: auto; max-height: 60%; }
MenuScreen.narrow #card { height: 2; }
MenuScreen.narrow #beside { max-height: 4; }
MenuScreen.wide #left { width: 40; }
MenuScreen.three #card { width: 1fr; height: 1fr; }
MenuScreen.three #beside { width: 62; height: 1fr; max-height: 100%; }
MenuScreen.three #match { max-height: 60%; padding: 0 2; }
MenuScreen.three #rules { display: block; height: 1fr; padding: 1 2; background: $box-panel; }
MenuScreen.roomy .heading, MenuScreen.roomy .field { margin-top: 1; }
"""
"""``narrow``, ``wide``, ``three`` and ``roomy`` are set by the size of the screen."""
