"""What people ask at the table, answered for pages as the commands answer it.

``questions``      reads what a page asks
``page_answers``   the answers, in sentences and as the commands print them
``linked_game``    the rules of a link
``ask_routes``     the addresses

May import the other parts of web.
"""
