"""Acting from a page: the code of the table, and the actions that it allows.

May import the other parts of web.
"""
