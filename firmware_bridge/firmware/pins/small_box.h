/* The pin table of a box of nine tiles without any other chip: each sensor and each lamp has a pin
 * of its own. The host asks for the throws. It fits on an Uno and on a Nano. */
#define NAME "small box"

#define DICE 2
#define SIDES 6

#define TILES 9
#define TILE_PINS {D2, D3, D4, D5, D6, D7, D8, D9, D10}
#define LAMP_PINS {D11, D12, D13, A0, A1, A2, A3, A4, A5}
