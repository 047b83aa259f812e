"""The noise of a board: raw samples of it, and how much entropy they have.

``python -m bench.noise samples.bin`` records and estimates. The estimates are the non-IID ones of
NIST SP 800-90B, section 6.3; start at ``estimate``, which is pure.
"""
