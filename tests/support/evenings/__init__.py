"""The fault simulator: whole evenings at a box, on one seed and in simulated time.

``evening``    what a seed stands for: rules, players, their habits, the wood, what goes wrong
``world``      time, wood, roller and disk, and the program among them; all of it steps as in life
``power``      cuts the program off at any instant, and starts another
``program``    what is started then: the runtime, the journal and the roller's driver
``roller``     a roller on a cable that can be noisy, pulled out and restarted
``disk``       what the journal's file is on: slow, full, failing, stalled or lying
``writing``    what the journal's thread does, in simulated time
``people``     who play by what the table shows them, and make mistakes
``mistakes``   the mistakes
``troubles``   what befalls the box: cuts, the disk, cables, restarts, stalls, sensors that lie
``account``    what the program says, beside what is true
``truth``      what is true, also of what was done while nothing watched
``reading``    the second reading of the rule book, told what is true
``checks``     what has to hold whenever everything that has happened is ruled on
``record``     what has to hold of the journal, after every cut and at the end
``unmarked``   where sensors lie, what is wrong and does not say so
``play``       one evening from its start to its end
``total``      what many evenings come to

``python -m tests.support.evenings`` plays many; ``--seed N -v`` plays one and tells it.
"""
