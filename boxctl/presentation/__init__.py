"""A ruling as light, text, sound and speech. Pure: no clock, no input or output.

``wording``              a language, as an argument of everything that shows something to people
``english``              English, a wording; another language is another one
``sentences``            the sentence of every ruling
``doubt_words``          why a ruling is not to be relied on
``notices``              what people are told besides rulings; ``notice_sentences`` words it
``input_faults``         why an input line was refused
``record``               what is told of a journal and of an audit
``phrases``              tiles, dice and moves as parts of sentences, for the eye or the ear
``ruling_lines``         rulings as lines of JSON with their sentences
``money``                amounts as people write and say them
``spoken``               what is said aloud; ``spoken_phrases`` and ``number_words`` are its parts
``table_view``           how a table stands, for everything that shows it
``display``              that view as the pages of a display
``lamps``, ``tunes``     light and sound
``display_presenter``, ``speech_presenter``  keep display, voice and buzzer up to date

All sentences about rulings and records are made here, from data, and none is ever taken apart. The
text of a fault is made where the fault is found. May import odds, journal, referee, rules and the
types of hardware.devices.
"""
