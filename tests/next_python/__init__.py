"""``make test-next``: the tests of what is pure, with the Pythons that are next."""
