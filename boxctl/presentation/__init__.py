"""A ruling as light, text, sound and speech. Pure: no clock, no input or output.

``sentences``            the English sentence of every ruling; another language is another Wording
``notices``              what people are told that is no ruling; ``notice_sentences`` words it
``phrases``              tiles, dice and moves as parts of sentences, for the eye or the ear
``ruling_lines``         rulings as lines of JSON with their sentences
``spoken``               what is said aloud; ``spoken_phrases`` and ``number_words`` are its parts
``table_view``           how a table stands, for everything that shows it
``pages``                a view on a display: ``multi_line``, ``single_line``, ``display_words``,
                         ``text_items``
``lamps``, ``tunes``     light and sound
``display_presenter``, ``speech_presenter``  keep display, voice and buzzer up to date

All sentences of the program that are about rulings are made here, of data, and none is ever taken
apart. May import odds, journal, referee, rules and the types of hardware.devices.
"""
