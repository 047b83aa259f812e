"""What the menu of the laptop's game knows: games, players, stakes and habits. Nothing is drawn."""
