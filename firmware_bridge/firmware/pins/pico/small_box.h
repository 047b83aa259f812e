/* The pin table of a box of nine tiles without any other chip: each sensor, each lamp and each of
 * three buttons has a pin of its own. The host asks for the throws, or the roll button does. It fits
 * on a Pico and on a Pico W. */
#define NAME "small box"

#define DICE 2
#define SIDES 6
#define ROLL_BUTTON GP28
#define CONFIRM_BUTTON GP26
#define NEW_BUTTON GP27

#define TILES 9
#define TILE_PINS {GP2, GP3, GP4, GP5, GP6, GP7, GP8, GP9, GP10}
#define LAMP_PINS {GP11, GP12, GP13, GP14, GP15, GP16, GP17, GP18, GP19}
