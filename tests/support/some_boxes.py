"""Files of boxes that are wired in different ways."""

from __future__ import annotations

NINE = """
[box]
tiles = 9
[rules]
variant = "classic"
[tiles]
driver = "gpio"
pins = [17, 27, 22, 5, 6, 13, 19, 26, 21]
[[tiles.except]]
tiles = [9]
sensor = "switch"
[lamps]
driver = "gpio"
pins = [18, 23, 24, 25, 10, 9, 11, 12, 16]
[buttons]
driver = "gpio"
confirm = 20
new = 8
roll = 4
[roller]
driver = "pi"
[display]
driver = "ssd1306"
"""

_TWENTY_FOUR = [*range(7), *range(8, 13)]

TWENTY_FOUR = f"""
[box]
tiles = 24
[rules]
variant = "the-300"
[tiles]
driver = "gpio"
pins = {[f"{chip}:{line}" for chip in ("1-0020", "1-0021") for line in _TWENTY_FOUR]}
[lamps]
driver = "gpio"
pins = {[f"{chip}:{line}" for chip in ("1-0022", "1-0023") for line in range(12)]}
active = "low"
[buttons]
driver = "gpio"
confirm = 20
new = 21
roll = 16
[roller]
driver = "pi"
"""

HALL_AND_STRIP = """
[box]
tiles = 12
[rules]
variant = "pub"
[tiles]
driver = "gpio"
pins = [17, 27, 22, 5, 6, 13, 19, 26, 21, 20, 16, 12]
sensor = "hall"
[lamps]
driver = "ws2812"
leds_per_tile = 4
brightness = 100
colour = "#ffffff"
[roller]
driver = "serial"
[display]
driver = "hd44780"
"""

CHAINS = """
[box]
tiles = 10
[rules]
variant = "ten"
[tiles]
driver = "gpio"
pins = [17, 27, 22, 5, 6, 13, 19, 26, 21, 20]
connects_to = "3v3"
[lamps]
driver = "max7219"
[display]
driver = "max7219-matrix"
chip_select = 1
[buttons]
driver = "gpio"
confirm = 16
new = 12
roll = 4
[roller]
driver = "pi"
leds = [[14, 15, 18, 23], [24, 25, 0, 1]]
[buzzer]
driver = "gpio"
pin = 2
[gpio]
i2c = false
"""

APA_AND_PAIRS = """
[box]
tiles = 9
[rules]
variant = "canoga"
[gpio]
i2c = false
[tiles]
driver = "gpio"
pins = [2, 3, 22, 5, 6, 13, 19, 26, 4]
sensor = "switch"
contact = "normally_closed"
[lamps]
driver = "apa102"
[buttons]
driver = "gpio"
roll = 12
[roller]
driver = "pi"
leds = [[14, 15, 18, 23, 24, 25, 27]]
"""

ON_USB = """
[box]
tiles = 9
[rules]
variant = "classic"
[tiles]
driver = "usb"
[lamps]
driver = "usb"
[buttons]
driver = "usb"
[roller]
driver = "usb"
"""

SMALL_ON_USB = ON_USB.replace('[buttons]\ndriver = "usb"\n', "")

DUEL = """
[box]
tiles = 24
[rules]
variant = "the-300"
[tiles]
driver = "gpio"
pins = [4, 17, 27, 22, 5, 6, 13, 19, 26, 16, 20, 21,
  "1-0020:0", "1-0020:1", "1-0020:2", "1-0020:3", "1-0020:4", "1-0020:5", "1-0020:6",
  "1-0020:8", "1-0020:9", "1-0020:10", "1-0020:11", "1-0020:12"]
[[tiles.except]]
tiles = "13-24"
sensor = "hall"
[[lamps]]
driver = "gpio"
tiles = "1-6"
pins = ["1-0021:0", "1-0021:1", "1-0021:2", "1-0021:3", "1-0021:4", "1-0021:5"]
milliamperes = 9
[[lamps]]
driver = "ws2812"
tiles = "24-7"
leds_per_tile = 2
dark_between = 1
first_led = 3
brightness = 30
[buttons]
driver = "gpio"
confirm = 12
new = "1-0020:13"
roll = "1-0020:14"
[roller]
driver = "serial"
[buzzer]
driver = "gpio"
pin = 25
kind = "active"
"""
"""Two makers' work in one box: four dice, pins and an expander, bright LEDs and a strip."""

MATRIX = """
[box]
tiles = 9
[rules]
variant = "classic"
[tiles]
driver = "gpio"
pins = [17, 27, 22, 5, 6, 13, 26, 12, 25]
[lamps]
driver = "max7219"
chips = 3
leds_per_tile = 15
brightness = 100
[display]
driver = "max7219-digits"
modules = 2
chip_select = 1
contrast = 255
[roller]
driver = "pi"
leds = [[4, 14, 15, 16], [19, 20, 21, 24]]
[buttons]
driver = "gpio"
roll = 23
"""

BOXES = {
    "nine": NINE,
    "twenty-four": TWENTY_FOUR,
    "hall-and-strip": HALL_AND_STRIP,
    "chains": CHAINS,
    "apa-and-pairs": APA_AND_PAIRS,
    "on-usb": ON_USB,
    "small-on-usb": SMALL_ON_USB,
    "duel": DUEL,
    "matrix": MATRIX,
}
