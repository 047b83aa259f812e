"""The manual pages of the commands, and what makes them from the options."""
