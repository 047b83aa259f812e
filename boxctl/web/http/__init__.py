"""The server of the pages, and the checks that every request passes.

May import groundwork, and the state, events and description of web.
"""
