/* The pin table of a roller that shows its dice on a pair of digits: up to four dice of up to 20
 * sides. It fits on an Uno and on a Nano. */
#define NAME "digits"

#ifndef DICE
#define DICE 2
#endif
#ifndef SIDES
#define SIDES 6
#endif
#define ROLL_BUTTON D2

/* Segments a to g, and the common pin of each digit, which lights when it is low. */
#define SEGMENTS {D3, D4, D5, D6, D7, D8, D9}
#define DIGITS {D10, D11}
