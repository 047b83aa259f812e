/* What the files for the RP2040 share. */
#ifndef RP2_CHIP_H
#define RP2_CHIP_H

#include <stdbool.h>
#include <stdint.h>

#include "ticks.h"

#define CYCLES_A_MS 125000

/* The interrupts: every millisecond, at a tick of the ring oscillator, for the port. */
void clock_interrupt(void);
void noise_interrupt(void);
void port_interrupt(void);

/* Cycles of the crystal since the start, their lowest 16 bits. They are wrong while a millisecond
 * waits to be counted. */
uint16_t cycles(void);

/* Whether the chip sleeps, and since which cycle. One that sleeps takes the same number of cycles
 * from an interrupt to the first line of its routine every time. */
extern volatile bool is_asleep;
extern volatile uint16_t asleep_since;

/* Call first in every interrupt: it ends the sleep. */
ALWAYS_INLINE void awake(void) {
    is_asleep = false;
}

/* Whether the ring oscillator ticks within about two milliseconds. */
bool tick_is_near(void);

/* Start the watchdog; give it its whole time again. */
void start_watchdog(void);
void feed_watchdog(void);

/* Called every millisecond: feeds the watchdog while flash keeps the main loop waiting. */
void flash_millisecond(void);

/* Find the functions of the boot ROM. */
void flash_begin(void);

#endif
