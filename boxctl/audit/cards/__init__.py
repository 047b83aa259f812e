"""The cards that people take home and sign: what of a record is on them, and their codes.

``card_of_match``    of a match that is over
``card_of_evening``  of all matches of an evening

May import what the audit may.
"""
