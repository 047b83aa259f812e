"""Lamps on an I2C bus, all set at once."""

from __future__ import annotations

from contextlib import ExitStack, suppress

from groundwork.faults import Fault
from hardware.buses import no_answer
from hardware.config.device_table import DrivenLampTable
from hardware.config.tables.i2c import I2cPlace
from hardware.devices import LAMPS
from hardware.lamps.retry import RESEND_US, LampMachine
from hardware.lamps.spi import Frames
from hardware.worker import RETRY_S, Do, Worker


class I2cLamps:
    """Lamps at one address, dark when opened and closed.

    Each part of ``frames`` is one write: a register, and up to 32 bytes. A bus may keep its caller
    waiting for a second, so a thread of its own sends them, again each second, and reports a chip
    that does not answer.

    Raises :class:`Fault` BX421 to BX424 if the chip does not answer when the lamps are opened.
    """

    def __init__(
        self,
        table: DrivenLampTable,
        what: str,
        frames: Frames,
        machine: LampMachine,
        *,
        retry_s: float = RETRY_S,
    ) -> None:
        assert isinstance(table.place, I2cPlace)
        self._device = type(table)
        self._place = table.place
        self._frames = frames
        self._machine = machine
        machine.buses.check(table)
        with ExitStack() as once:
            self._open(once)
        self._worker: Worker[int] = Worker(
            LAMPS,
            what,
            self._open,
            machine.clock,
            machine.hand_over,
            retry_s=retry_s,
            refresh_s=RESEND_US / 1_000_000,
        )

    def show(self, lit: int) -> None:
        """Light exactly these lamps. Never waits."""
        self._worker.give(lit)

    def check(self, now: int) -> None:
        """Report lamps that have not answered for too long. Never waits."""
        self._worker.check(now)

    def close(self) -> None:
        """Darken and close them; a bus that hangs is left behind."""
        self._worker.close()

    def _open(self, closing: ExitStack) -> Do[int]:
        """Open the bus and darken the lamps, now and when ``closing`` is closed."""
        place, device = self._place, self._device
        try:
            bus = self._machine.buses.i2c(place.bus)
        except OSError as error:
            raise no_answer(place, device, error) from error
        closing.callback(bus.close)

        def send(lit: int) -> None:
            try:
                for register, *data in self._frames(lit):
                    bus.write_i2c_block_data(place.address, register, data)
            except OSError as error:
                raise no_answer(place, device, error) from error

        def darken() -> None:
            with suppress(Fault):
                send(0)

        send(0)
        closing.callback(darken)
        return send
