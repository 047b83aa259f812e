"""Min-entropy of recorded noise: the non-IID estimates of NIST SP 800-90B, section 6.3.

Start at ``estimate``. Pure. May import groundwork.
"""
