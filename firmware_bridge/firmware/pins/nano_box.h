/* The pin table of the small box with two buttons more, on the two pins of a Nano that only its
 * converter reads, A6 and A7. An Uno does not have them, and a Nano without the buttons and their
 * resistors would tell of presses that nobody made: those take small_box. */
#define NAME "nano box"

#define DICE 2
#define SIDES 6

#define TILES 9
#define TILE_PINS {D2, D3, D4, D5, D6, D7, D8, D9, D10}
#define LAMP_PINS {D11, D12, D13, A0, A1, A2, A3, A4, A5}

/* They have no pull-up of their own: 10 kOhm from each to 5V. */
#define ON_CONVERTER {A6, A7}
#define CONFIRM_BUTTON A6
#define NEW_BUTTON A7
