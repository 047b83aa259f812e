/* Noise that no program can foretell: when the watchdog's own oscillator ticks, counted in cycles of
 * the crystal. The lowest bits of the chip's thermometer come on top. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "avr_pins.h"
#include "avr_sleep.h"
#include "board.h"
#include "mark.h"
#include "ticks.h"

#define ASLEEP 32 /* cycles after which the chip is certainly asleep */
#define HUNGRY 12 /* milliseconds since a tick, long after the watchdog should have been fed */

/* The thermometer against 1.1 V. */
#define THERMOMETER (_BV(REFS1) | _BV(REFS0) | _BV(MUX3))
#define FAST (_BV(ADEN) | _BV(ADPS2)) /* 1 MHz, five times as fast as it is exact */

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
    ADMUX = THERMOMETER;
    ADCSRA = FAST;
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

#ifdef ON_CONVERTER
/* 250 kHz: time for the capacitor of the converter to take the level of a pin behind 10 kOhm,
 * whatever the pin before it had. */
#define SLOW (_BV(ADEN) | _BV(ADPS2) | _BV(ADPS1))
#define HALF 512 /* of 1.1 V: a contact to ground is far below, the pull-up to 5 V far above */

static const uint8_t on_converter[] = ON_CONVERTER;
static uint8_t kept; /* what the thermometer said before a pin was converted */
static bool is_kept;

static uint16_t converted(uint8_t channel) {
    ADMUX = (THERMOMETER & ~_BV(MUX3)) | channel;
    ADCSRA = SLOW;
    ADCSRA = SLOW | _BV(ADSC);
    while (ADCSRA & _BV(ADSC)) {
    }
    return ADC;
}

/* The reference stays that of the thermometer: to change it takes longer than a millisecond. */
uint32_t converter_levels(void) {
    static uint32_t low;
    static uint8_t turn;
    while (ADCSRA & _BV(ADSC)) {
    }
    kept = (uint8_t)ADC;
    is_kept = true;
    uint32_t all = 0;
    for (uint8_t i = 0; i < sizeof on_converter; i++) {
        all |= (uint32_t)1 << on_converter[i];
    }
    uint32_t bit = (uint32_t)1 << on_converter[turn];
    low = converted(on_converter[turn] - A0) < HALF ? low | bit : low & ~bit;
    turn++;
    if (turn >= sizeof on_converter) {
        turn = 0;
    }
    converted(_BV(MUX3));
    ADCSRA = FAST;
    ADCSRA = FAST | _BV(ADSC);
    return all & ~low;
}
#endif

/* Whether the thermometer has been converted since it was asked last. */
static bool thermometer(uint8_t *reading) {
#ifdef ON_CONVERTER
    if (is_kept) {
        is_kept = false;
        *reading = kept;
        return true;
    }
#endif
    if (ADCSRA & _BV(ADSC)) {
        return false;
    }
    *reading = (uint8_t)ADC;
    ADCSRA |= _BV(ADSC);
    return true;
}

bool noise_of_converter(uint8_t *sample) {
    static uint8_t sum, count;
    uint8_t reading;
    if (!thermometer(&reading)) {
        return false;
    }
    sum += reading;
    if (++count % 4) {
        return false;
    }
    *sample = sum;
    sum = 0;
    return true;
}
