"""What a position is worth: exact odds and best moves. docs/odds.md says what is exact.

May import the score sheet of the referee, and rules. Pure, but for the file of the_300's table.

One turn:

``throws``         every throw of a rule set, those with the same answers as one
``subboxes``       the positions that a set of open tiles can become, numbered
``turn_states``    a position with what the turn remembers: extra throws and markers
``throw_tables``   all throws with their moves, as numbers of states
``aims``           what to play for: to shut the box, the least score, or a win
``fewest_points``  how to choose between moves that win alike
``turn``           the worth of every position under best play, and of each move
``duel``           the same for two players at one box
``extrapolation``  the limit of a sequence, for ``duel``
``policies``       ways to play: best, by rules of thumb, at random, with errors
``turn_chain``     a turn under a policy as a Markov chain

Many turns:

``scored_turn``    a turn prepared to be solved for thousands of prizes
``position_throws``  the throws of one position, as ``scored_turn`` and its twin read them
``sampling``       turns played by the million
``*_numba``, ``*_numpy``  the same functions compiled, or for many at once; they need the extra
                   ``odds``

Questions:

``query``          a question about a turn, answered from a solution or from a table
``post_mortem``    what each throw of a match was worth and what each decision lost
``match``          the package for what a turn is worth to a round or a match
``the_300``        the package for The 300, whose 2**24 positions need a table in a file

A first look::

    >>> from boxctl.odds.aims import aim
    >>> from boxctl.odds.turn import solve
    >>> from boxctl.rules.tiles import tile_range
    >>> from boxctl.rules.variants import variant
    >>> rules = variant("classic")
    >>> round(solve(rules, aim("golf")).before_throw(tile_range(9)), 6)
    11.15304

Worths are sums of at most a few hundred products in double precision: the twelfth digit is good.
"""
