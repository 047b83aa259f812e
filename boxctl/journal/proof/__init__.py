"""The proof of a record: the chain of hashes, the box's key and the heads that it signs.

May import the journal's disk and entries.
"""
