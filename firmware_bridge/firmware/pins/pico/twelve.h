/* The pin table of a box of twelve tiles without any other chip: each sensor, each lamp and each of
 * two buttons has a pin of its own, so all pins are taken. The host asks for the throws. It fits on a
 * Pico and on a Pico W. */
#define NAME "twelve"

#define DICE 2
#define SIDES 6
#define CONFIRM_BUTTON GP27
#define NEW_BUTTON GP28

#define TILES 12
#define TILE_PINS {GP0, GP1, GP2, GP3, GP4, GP5, GP6, GP7, GP8, GP9, GP10, GP11}
#define LAMP_PINS {GP12, GP13, GP14, GP15, GP16, GP17, GP18, GP19, GP20, GP21, GP22, GP26}
