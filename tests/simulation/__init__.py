"""The fault simulator: whole evenings at a box, on one seed and in simulated time.

``evening``    what a seed stands for: rules, players, their habits, the wood, what goes wrong
``world``      time, wood and roller, and the program among them; all of it steps as in life
``program``    what is started when the box is switched on: the runtime and the roller's driver
``roller``     a roller on a cable that can be noisy, pulled out and restarted
``people``     who play by what the table shows them, and make mistakes
``mistakes``   the mistakes
``troubles``   what befalls the box: cables, restarts, stalls, sensors that lie
``reading``    the second reading of the rule book, told what has really happened
``checks``     what has to hold whenever everything that has happened is ruled on
``play``       one evening from its start to its end

``python -m tests.simulation`` plays many; ``--seed N -v`` plays one and tells it.
"""
