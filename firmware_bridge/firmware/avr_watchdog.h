/* The watchdog between the files that share it. */
#ifndef AVR_WATCHDOG_H
#define AVR_WATCHDOG_H

#include <stdint.h>

#define UNFED 0xB17E

/* Outlives the reset that the watchdog makes: whether it was hungry, and what was done then. */
struct watchdog_mark {
    uint16_t unfed;
    uint8_t task;
};

extern struct watchdog_mark watchdog_mark;

/* Called every millisecond from the clock's interrupt. */
void noise_millisecond(void);

/* After a reset of its own it goes on running, and would bite before the firmware is up. */
void stop_watchdog(void);

#endif
