"""A table view on one display, whatever its size. Pure.

``pages``          lay a view out: what matters first, and the rest page by page
``multi_line``     what is read on two lines or more; ``single_line``: on one
``words``          names, throws and tiles; ``display_words``: the words of a language
``text_items``     lines of text that fit
``invitation_pages``  the code for phones
``display_presenter`` keeps a display up to date

May import the table view, and a display's face and letters from hardware.
"""
