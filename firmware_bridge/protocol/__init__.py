"""The messages of host and board, each defined once, and their bytes.

Start at ``messages``. The C header and the page's tables are generated from it. May import
groundwork.
"""
