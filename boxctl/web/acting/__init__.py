"""Acting from a page: the code of the table, and what may be done."""
