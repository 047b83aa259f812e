/* The ticks of an oscillator that nothing holds to the crystal, timed in cycles of the crystal. */
#ifndef TICKS_H
#define TICKS_H

#include <stdbool.h>
#include <stdint.h>

/* Inline: on the AVR a call from an interrupt would save every register. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

struct ticks {
    uint16_t last;
    bool last_alone;
    volatile bool ticked; /* and nobody has taken it */
    volatile bool timed;
    volatile uint16_t interval;
    volatile uint8_t period; /* in milliseconds; 0 is not known yet */
    volatile uint8_t since;  /* milliseconds since the last; stays at 255 */
};

/* Take a tick at this cycle. It is a sample only if it and the one before were `alone`: each found
 * the chip asleep, and nothing else asked to wake it. */
ALWAYS_INLINE void ticks_take(struct ticks *ticks, uint16_t now, bool alone) {
    ticks->timed = alone && ticks->last_alone;
    ticks->interval = now - ticks->last;
    ticks->last = now;
    ticks->last_alone = alone;
    ticks->period = ticks->since;
    ticks->since = 0;
    ticks->ticked = true;
}

ALWAYS_INLINE void ticks_millisecond(struct ticks *ticks) {
    ticks->since += ticks->since < 0xFF;
}

/* Whether the next is due within about two milliseconds. */
ALWAYS_INLINE bool ticks_near(const struct ticks *ticks) {
    /* Equal periods differ by one when counted in whole milliseconds. */
    return ticks->since + 1 >= ticks->period && ticks->since <= ticks->period + 1 && ticks->period;
}

#endif
