"""Commands about the game: play it, judge lines, list moves, show rules.

May import the screens, the referee and the rules; ``play`` imports a screen when it is chosen.
"""
