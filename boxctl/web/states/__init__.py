"""The parts of the state of a table, each made from what its loop hands over. Pure."""
