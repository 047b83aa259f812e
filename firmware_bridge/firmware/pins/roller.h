/* The pin table of a roller: two dice of lamps and a button. It fits on an Uno and on a Nano. */
#define NAME "roller"

#define DICE 2
#define SIDES 6
#define ROLL_BUTTON D2

/* The lamps of each die: the middle, one diagonal, the other, and the two beside the middle. */
#define FACE_LAMPS {{D3, D4, D5, D6}, {D7, D8, D9, D10}}
