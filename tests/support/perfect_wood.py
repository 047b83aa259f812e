"""A box whose contacts do exactly what the hands do."""

from __future__ import annotations

from hardware.virtual import Wood

PERFECT_WOOD = Wood(bounces=0)
