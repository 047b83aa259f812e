"""Voice and buzzer, and the queue of what they have to announce.

May import gpio, worker and config.
"""
