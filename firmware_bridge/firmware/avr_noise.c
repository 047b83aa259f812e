/* Noise that no program can foretell: when the watchdog's own oscillator ticks, counted in cycles of
 * the crystal. The lowest bits of the chip's thermometer come on top. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "avr_sleep.h"
#include "board.h"
#include "mark.h"
#include "ticks.h"

#define ASLEEP 32 /* cycles after which the chip is certainly asleep */
#define HUNGRY 12 /* milliseconds since a tick, long after the watchdog should have been fed */

static struct ticks ticks; /* of the watchdog, which is fed when a tick is taken */

void stop_watchdog(void) {
    wdt_reset();
    MCUSR &= ~_BV(WDRF);
    WDTCSR = _BV(WDCE) | _BV(WDE);
    WDTCSR = 0;
}

void noise_begin(void) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        wdt_reset();
        /* Every 16 ms: an interrupt, and a reset if the one before was not taken, or nobody has
         * fed the watchdog since. */
        WDTCSR = _BV(WDCE) | _BV(WDE);
        WDTCSR = _BV(WDE) | _BV(WDIE);
    }
    /* The thermometer against 1.1 V, converted five times as fast as it is exact. */
    ADMUX = _BV(REFS1) | _BV(REFS0) | _BV(MUX3);
    ADCSRA = _BV(ADEN) | _BV(ADPS2);
    ADCSRA |= _BV(ADSC);
}

/* Whether the chip slept until now and nothing but this tick asks to wake it: then what has passed
 * since the tick is the same every time, and none of it is the program's doing. */
ALWAYS_INLINE bool alone(uint16_t now) {
    return was_asleep() && (uint16_t)(now - asleep_since) >= ASLEEP &&
           !(TIFR2 & TIMSK2 & _BV(OCF2A)) && !(UCSR0A & UCSR0B & (_BV(RXC0) | _BV(UDRE0)));
}

ISR(WDT_vect) {
    uint16_t now = TCNT1;
    bool is_alone = alone(now);
    awake();
    ticks_take(&ticks, now, is_alone);
}

void noise_millisecond(void) {
    ticks_millisecond(&ticks);
    /* A reset that comes before is not the watchdog's, even if a boot loader says so. */
    if (ticks.ticked && ticks.since >= HUNGRY) {
        watchdog_mark.unfed = UNFED;
    }
}

bool tick_is_near(void) {
    return ticks_near(&ticks);
}

bool noise_of_tick(uint8_t *sample) {
    bool has_sample;
    if (!ticks.ticked) {
        return false;
    }
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        ticks.ticked = false;
        watchdog_mark.unfed = 0;
        *sample = (uint8_t)ticks.interval;
        has_sample = ticks.timed;
        /* Enable the interrupt again: it clears itself, and the next tick would reset. */
        WDTCSR |= _BV(WDIE);
    }
    return has_sample;
}

bool noise_of_converter(uint8_t *sample) {
    static uint8_t sum, count;
    if (ADCSRA & _BV(ADSC)) {
        return false;
    }
    sum += (uint8_t)ADC;
    ADCSRA |= _BV(ADSC);
    if (++count % 4) {
        return false;
    }
    *sample = sum;
    sum = 0;
    return true;
}
