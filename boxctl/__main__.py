"""``python -m boxctl`` is ``boxctl``."""

from boxctl.cli import main

raise SystemExit(main())
