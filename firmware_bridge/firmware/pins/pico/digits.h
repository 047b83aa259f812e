/* The pin table of a roller that shows its dice on a pair of digits: up to four dice of up to 20
 * sides. It fits on a Pico and on a Pico W. */
#define NAME "digits"

#ifndef DICE
#define DICE 2
#endif
#ifndef SIDES
#define SIDES 6
#endif
#define ROLL_BUTTON GP2

/* Segments a to g, and the common pin of each digit, which lights when it is low. */
#define SEGMENTS {GP3, GP4, GP5, GP6, GP7, GP8, GP9}
#define DIGITS {GP10, GP11}
