/* The pin table of a roller: two dice of lamps and a button. It fits on a Pico and on a Pico W. */
#define NAME "roller"

#define DICE 2
#define SIDES 6
#define ROLL_BUTTON GP2

/* The lamps of each die: the middle, one diagonal, the other, and the two beside the middle. */
#define FACE_LAMPS {{GP3, GP4, GP5, GP6}, {GP7, GP8, GP9, GP10}}
