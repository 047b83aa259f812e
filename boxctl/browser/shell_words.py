"""What a page of the browser says before the program runs there, and of what stands in its way.

``make browser`` writes the sentences into the folder in every complete language.
"""

from __future__ import annotations

from groundwork.language import message, tr

SENTENCES = {
    "loading": message("The referee is being set up: {part} of {parts}."),
    "old": message(
        "BX771: this browser cannot run the referee: it needs WebAssembly, workers and modules. "
        "Open the page in a newer one."
    ),
    "broken": message("BX771: the referee could not be started ({why}): load the page again."),
    "busy": message(
        "BX772: the table is open in another tab. Close that one, and play goes on here."
    ),
    "unkept": message(
        "BX773: this browser keeps nothing for this page ({why}). Play goes on; save the whole "
        "record on its page before you leave."
    ),
}
"""Each sentence by its name in ``site/script/browser/start.js``."""


def sentences_in_words() -> dict[str, str]:
    """Return the sentences in the language in use."""
    return {name: tr(sentence) for name, sentence in SENTENCES.items()}
