"""Commands about chances: odds, analyse, simulate.

May import the odds, the simulation, the journal and what words them.
"""
