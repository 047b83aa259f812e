"""Everything that talks to a microcontroller; knows nothing of the game and nothing of the box."""
