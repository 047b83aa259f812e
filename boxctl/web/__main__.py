"""Write the descriptions of the addresses and of the events: ``python -m boxctl.web FOLDER``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from boxctl.web.api_document import api_document, event_document

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for name, document in (("web-api", api_document()), ("feed-api", event_document())):
        text = json.dumps(document, indent=1)
        (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")
