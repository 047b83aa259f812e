"""The messages of the source, and the catalogs that have them in other languages.

``make languages`` brings every catalog up to date; the tests hold that it has been run.
"""
