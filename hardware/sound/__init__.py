"""Voice and buzzer, and the queue of what they announce.

Start at ``queue``. May import hardware.gpio, hardware.worker and hardware.config.
"""
