/* Noise, from two places that no program can foretell: when the watchdog's own oscillator ticks,
 * counted in cycles of the crystal, and the lowest bits of the chip's thermometer. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "avr_watchdog.h"
#include "board.h"

static volatile bool ticked;
static volatile uint16_t interval;
static uint16_t last_tick;

void stop_watchdog(void) {
    wdt_reset();
    MCUSR &= ~_BV(WDRF);
    WDTCSR = _BV(WDCE) | _BV(WDE);
    WDTCSR = 0;
}

void noise_begin(void) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        wdt_reset();
        /* Every 16 ms: an interrupt, and a reset if the one before was not taken. */
        WDTCSR = _BV(WDCE) | _BV(WDE);
        WDTCSR = _BV(WDE) | _BV(WDIE);
    }
    /* The thermometer against 1.1 V, converted five times as fast as it is exact. */
    ADMUX = _BV(REFS1) | _BV(REFS0) | _BV(MUX3);
    ADCSRA = _BV(ADEN) | _BV(ADPS2);
    ADCSRA |= _BV(ADSC);
}

ISR(WDT_vect) {
    uint16_t now = TCNT1;
    interval = now - last_tick;
    last_tick = now;
    ticked = true;
    watchdog_mark.unfed = UNFED;
}

bool noise_of_watchdog(uint8_t *sample) {
    if (!ticked) {
        return false;
    }
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        ticked = false;
        watchdog_mark.unfed = 0;
        *sample = (uint8_t)interval;
        /* The interrupt has switched itself off, so that the next tick would be a reset. */
        WDTCSR |= _BV(WDIE);
    }
    return true;
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
