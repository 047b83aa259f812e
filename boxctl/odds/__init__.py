"""What a position is worth: exact odds and best moves. Pure: no clock, no input or output.

``throws``        every throw of a rule set, those with the same answers taken together
``subboxes``      the positions that a set of open tiles can still become, numbered
``aims``          what is played for: to shut the box, or for the least score
``turn``          the worth of every position of a turn under best play, and of each move
``policies``      ways to play: by the odds, by rules of thumb, at random, and with errors
``chain``         a turn under a policy, step by step
``distribution``  the chance of every end and every score of a turn under a policy
``round``         what a score is worth at the table: to win the round
``round_game``    a round as a game of all who are still to play in it
``roll_off``      what a tie is worth: a share, or the chance to win the roll-off
``scored_turn``   a turn of someone who knows what every score is worth, made to be asked often
``table``         to win the match, with its totals and scores known
``rest_of_match`` what totals are worth where a tournament or a knockout goes on
``duel``          two players at one box, as games of chance

``sampling``      turns played by the million; ``sampling_fast`` plays the same with numba
``post_mortem``   what each throw of a match was worth and each decision lost
``chart``         the same as SVG

``three_hundred``         where the worths of all positions of "The 300" lie in one table
``three_hundred_solver``  that table solved, with numba
``three_hundred_ends``    what the ends of a turn are worth there
``three_hundred_turns``   turns of it played by the million
``three_hundred_turns_fast``    the same, with numba
``three_hundred_distribution``  the chance of every end of such a turn, with numba
``lanes``                 rows of that table as values that fit a processor's vectors

A first look::

    >>> from boxctl.odds.aims import aim
    >>> from boxctl.odds.turn import solve
    >>> from boxctl.rules.tiles import tile_range
    >>> from boxctl.rules.variants import variant
    >>> rules = variant("classic")
    >>> round(solve(rules, aim("golf")).before_throw(tile_range(9)), 6)
    11.15304

Everything here is in double precision; worths are sums of at most a few hundred products, so the
twelfth digit is good.
"""
