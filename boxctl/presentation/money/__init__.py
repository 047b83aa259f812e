"""Money: ``amounts`` as people write and say them, and the ``winnings`` of a match. Pure."""
