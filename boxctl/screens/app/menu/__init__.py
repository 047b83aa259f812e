"""The menu of the full-screen game: choose what is played, by whom and by which rules."""
