/* What the pin table chooses, and what follows from it.
 *
 * The table is one of pins/, named when the firmware is built. What it leaves out the board does
 * not have. Every sensor and button connects its pin to ground; the pull-ups are the chip's own,
 * but for a 74HC165, whose inputs need resistors. */
#ifndef PINS_H
#define PINS_H

#include PIN_TABLE

/* The pins as the boards have them printed. */
#ifdef RP2040
enum pin {
    GP0, GP1, GP2, GP3, GP4, GP5, GP6, GP7, GP8, GP9, GP10, GP11, GP12, GP13, GP14, GP15, GP16,
    GP17, GP18, GP19, GP20, GP21, GP22, GP26 = 26, GP27, GP28
};
#else
enum pin {
    D0, D1, D2, D3, D4, D5, D6, D7, D8, D9, D10, D11, D12, D13, A0, A1, A2, A3, A4, A5,
    A6, A7 /* on a Nano alone, for the converter alone: a table names them in ON_CONVERTER */
};
#endif

#ifndef DICE
#define DICE 0
#endif
#ifndef SIDES
#define SIDES 6
#endif
#ifndef TILES
#define TILES 0
#endif

/* Whether a closed contact is a shut tile: the magnet is at the sensor while the tile is down. */
#ifndef CLOSED_WHEN_SHUT
#define CLOSED_WHEN_SHUT 1
#endif

/* How long a contact has to be still before it is believed, in milliseconds, unless the host says
 * otherwise: 5 for reed sensors, 10 for most switches. */
#ifndef SETTLE_MS
#define SETTLE_MS 5
#endif

#if SETTLE_MS < 1 || SETTLE_MS > 63
#error "the pin table has contacts that settle in less than 1 or more than 63 ms"
#endif

#if DICE > 4 || SIDES < 2 || SIDES > 20 || TILES > 24
#error "the pin table has more than 4 dice, dice of other than 2 to 20 sides, or more than 24 tiles"
#endif

#if defined(LAMP_PINS) || defined(LAMP_DATA)
#define HAS_LAMPS 1
#else
#define HAS_LAMPS 0
#endif

#ifdef CONFIRM_BUTTON
#define HAS_CONFIRM 1
#else
#define HAS_CONFIRM 0
#endif
#ifdef NEW_BUTTON
#define HAS_NEW 1
#else
#define HAS_NEW 0
#endif
#ifdef ROLL_BUTTON
#define HAS_ROLL 1
#else
#define HAS_ROLL 0
#endif

#endif
