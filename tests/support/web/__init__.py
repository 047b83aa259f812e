"""Pages in tests: a table in virtual time behind a server on a real socket."""
