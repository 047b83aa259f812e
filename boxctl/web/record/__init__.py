"""The pages of what was recorded: matches, replays, the grounds of rulings."""
