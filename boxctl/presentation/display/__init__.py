"""A table view on one display, whatever its size. Pure.

``pages``          lay a view out, what matters first, and keep a display up to date
``multi_line``     what is read on two lines or more; ``single_line``: on one
``words``          names, throws and tiles; ``display_words``: the words of a language

May import the table view, and a display's face and letters from hardware.
"""
