"""What commands and pages answer to a question about rules, in sentences and as data. Pure.

``position``      reads the tiles and dice that are asked about
``legal``         what a throw allows, by one game or by each
``odds``          what a position is worth
``linked_rules``  the rules that a link gives

May import odds, rules and the rest of presentation.
"""
