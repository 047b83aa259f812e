"""A ruling as light, text, sound and speech. Pure: no clock, no input or output.

``phrases``       tiles, dice, moves and money as parts of sentences, written or said
``sentences``     the sentence of every ruling
``notices``       what people are told besides rulings; ``notice_sentences`` words it
``ruling_lines``  rulings as lines of JSON
``input_faults``  why an input line is refused, and why not to rely on a ruling
``table_view``    the state of a table, for everything that shows it
``display``       that view on a display: its pages, and what keeps them up to date
``sound``         words and tunes; what keeps voice and buzzer up to date
``lamps``         light
``rule_page``     the rules of a match as text; ``card`` draws them, ``game_names`` name them
``wiring_sheet``  the wires of a box, as text and as a ``drawing``
``journal``       the words for a journal and an audit
``analysis_sentences``  luck and skill of a match; ``analysis_chart`` draws them

All sentences about rulings and records are made here, from data, and none is ever taken apart; each
is in the language that is spoken where it is made (:class:`groundwork.language.speaking`). The text
of a fault is made where the fault is found. May import odds, journal, referee, rules and the types
of hardware.devices.
"""

from __future__ import annotations

from groundwork.promised_names import promised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from boxctl.presentation.phrases import WRITTEN
    from boxctl.presentation.ruling_lines import referee_lines, ruling_as_json
    from boxctl.presentation.sentences.ruling import sentence
    from groundwork.language import language, speaking
else:
    __getattr__ = promised(
        {
            "boxctl.presentation.phrases": ("WRITTEN",),
            "boxctl.presentation.ruling_lines": ("referee_lines", "ruling_as_json"),
            "boxctl.presentation.sentences.ruling": ("sentence",),
            "groundwork.language": ("language", "speaking"),
        },
    )

__all__ = ["WRITTEN", "language", "referee_lines", "ruling_as_json", "sentence", "speaking"]
