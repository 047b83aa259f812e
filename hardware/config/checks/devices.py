"""Ask each table of a device in box.toml whether its values go together."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.config.checks.raw_tables import Contradiction, RawTables
from hardware.config.device_table import DisplayTable
from hardware.config.installed_drivers import UnusableDriver


def device_contradictions(found: RawTables) -> Iterator[Contradiction]:
    """Yield what each table of a device says is wrong with it, and drivers that cannot say it.

    Everything that is asked of a table without its device is asked here once, so that nothing else
    meets a driver of another package that fails.
    """
    tiles = found.of("box").get("tiles")
    if tiles is None:
        return
    for name, _device in found.devices():
        path = (name, "driver")
        try:
            table = found.read(name)
            wrong = [] if table is None else list(table.misfits(tiles))
            if table is not None and not wrong:
                table.wiring(tiles)
                if isinstance(table, DisplayTable):
                    table.face  # noqa: B018 - it is worked out to see whether it can be.
        except Exception as error:  # noqa: BLE001 - a driver of somebody else may raise anything.
            driver = found.drivers[name]
            failed = UnusableDriver(driver.name, f"{type(error).__name__}: {error}")
            yield Contradiction("BX325", path, failed.sentence, failed.cure)
        else:
            for each in wrong:
                yield Contradiction("BX319", path, each.sentence, each.cure)
