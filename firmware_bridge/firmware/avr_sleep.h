/* The sleep of the chip, shared by the files that put it to sleep and those that wake it.
 *
 * A chip that sleeps takes the same number of cycles from an interrupt to the first line of its
 * routine every time. One that is awake does not: it depends on what it was about, which says
 * nothing about noise but would look like it. */
#ifndef AVR_SLEEP_H
#define AVR_SLEEP_H

#include <avr/io.h>
#include <stdbool.h>
#include <stdint.h>

#include "ticks.h"

/* Value of timer 1 when the chip fell asleep. */
extern volatile uint16_t asleep_since;

ALWAYS_INLINE void asleep(void) {
    asleep_since = TCNT1;
    GPIOR0 |= _BV(0);
}

/* Whether the watchdog ticks within about two milliseconds. */
bool tick_is_near(void);

/* Call first in every interrupt: it ends the sleep. */
ALWAYS_INLINE void awake(void) {
    GPIOR0 &= ~_BV(0);
}

ALWAYS_INLINE bool was_asleep(void) {
    return GPIOR0 & _BV(0);
}

#endif
