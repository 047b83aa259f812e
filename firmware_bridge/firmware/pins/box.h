/* The pin table of a whole box: 24 tiles and their lamps on chains of shift registers, three
 * buttons, and two dice on a pair of digits. It fits on an Uno and on a Nano. */
#define NAME "box"

#define DICE 2
#define SIDES 6
#define ROLL_BUTTON A2
#define CONFIRM_BUTTON A0
#define NEW_BUTTON A1

/* Sensors on three 74HC165. The one next to the board has tiles 1 to 8, from its input H to A. */
#define TILES 24
#define TILE_LOAD D2
#define TILE_CLOCK D3
#define TILE_DATA D4

/* Lamps on three 74HC595. The one next to the board has tiles 1 to 8, from its output A to H. Their
 * output enable hangs on the latch, too, and is pulled up: dark until the firmware drives it low. */
#define LAMP_LATCH D5
#define LAMP_CLOCK D6
#define LAMP_DATA D7

/* Segments a to g, and the common pin of each digit, which lights when it is low. */
#define SEGMENTS {D8, D9, D10, D11, D12, D13, A3}
#define DIGITS {A4, A5}
