/* Noise that no program can foretell: when the ring oscillator has gone round so many times, counted
 * in cycles of the crystal. */
#include "board.h"
#include "mark.h"
#include "rp2_chip.h"
#include "rp2_registers.h"

#define ASLEEP 32 /* cycles after which the chip is certainly asleep */
#define APART 17333 /* ticks of the timer: some 16 ms */
#define ALARM_0 BIT_OF(0)

static struct ticks ticks; /* of the ring oscillator */

void noise_begin(void) {
    start_watchdog();
    TIMER_INTE = ALARM_0;
    TIMER_ALARM0 = TIMER_RAWL + APART;
    NVIC_ENABLE = IRQ_TIMER_0;
}

/* Whether the chip slept until now and nothing but this tick asks to wake it: then what has passed
 * since the tick is the same every time, and none of it is the program's doing. */
ALWAYS_INLINE bool alone(uint16_t now) {
    return is_asleep && (uint16_t)(now - asleep_since) >= ASLEEP &&
           !(ICSR & ICSR_SYSTICK_PENDING) && !(NVIC_PENDING & ~IRQ_TIMER_0);
}

void noise_interrupt(void) {
    uint16_t now = cycles();
    bool is_alone = alone(now);
    awake();
    ticks_take(&ticks, now, is_alone);
    TIMER_INTR = ALARM_0;
    /* From the tick that was due, so that the ring alone says when the next one comes. */
    TIMER_ALARM0 = TIMER_ALARM0 + APART;
}

void noise_millisecond(void) {
    ticks_millisecond(&ticks);
}

bool tick_is_near(void) {
    return ticks_near(&ticks);
}

bool noise_of_tick(uint8_t *sample) {
    bool has_sample;
    feed_watchdog();
    if (!ticks.ticked) {
        return false;
    }
    interrupts_off();
    ticks.ticked = false;
    *sample = (uint8_t)ticks.interval;
    has_sample = ticks.timed;
    interrupts_on();
    return has_sample;
}

/* This chip's thermometer is left alone: nothing rests on it on the other either. */
bool noise_of_converter(uint8_t *sample) {
    (void)sample;
    return false;
}
