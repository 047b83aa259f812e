"""The pages of a table: what browsers show of it, and what people may do there.

The loop of the table only hands over what has changed; everything else happens in the server's own
thread. May import the screens and everything below them; imported only when pages are served.
"""
