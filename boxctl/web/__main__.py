"""Write the description of the feed and of the addresses: ``python -m boxctl.web``."""

from __future__ import annotations

import json

from boxctl.web.api_document import api_document
from groundwork.printing import print_lines

if __name__ == "__main__":
    print_lines(*json.dumps(api_document(), indent=1).splitlines())
