"""Everything that talks to a microcontroller: protocol, link, port, firmware, emulator and noise.

Start at ``port.serial_board``. May import groundwork; knows neither the rules nor the box.
"""
