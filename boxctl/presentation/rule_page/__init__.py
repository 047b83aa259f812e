"""The rules of a match told to players: as a page of text, and as a card to print."""
