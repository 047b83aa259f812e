"""The pages of a table: what is seen of it over HTTP, and what may be done there.

The loop of the table only hands over what has changed. Everything else happens in a thread of the
server's own. Nothing of this package is imported where no page is served.
"""
