/* The pin table of a whole box: 24 tiles and their lamps on chains of shift registers at 3.3 V, three
 * buttons, and two dice on a pair of digits. It fits on a Pico and on a Pico W. */
#define NAME "box"

#define DICE 2
#define SIDES 6
#define ROLL_BUTTON GP28
#define CONFIRM_BUTTON GP26
#define NEW_BUTTON GP27

/* Sensors on three 74HC165. The one next to the board has tiles 1 to 8, from its input H to A. */
#define TILES 24
#define TILE_LOAD GP2
#define TILE_CLOCK GP3
#define TILE_DATA GP4

/* Lamps on three 74HC595. The one next to the board has tiles 1 to 8, from its output A to H. Their
 * output enable hangs on the latch, too, and is pulled up: dark until the firmware drives it low. */
#define LAMP_LATCH GP5
#define LAMP_CLOCK GP6
#define LAMP_DATA GP7

/* Segments a to g, and the common pin of each digit, which lights when it is low. */
#define SEGMENTS {GP8, GP9, GP10, GP11, GP12, GP13, GP14}
#define DIGITS {GP15, GP16}
