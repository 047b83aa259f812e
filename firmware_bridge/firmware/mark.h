/* What the firmware notes for its next start. */
#ifndef MARK_H
#define MARK_H

#include <stdint.h>

#define UNFED 0xB17E

/* Survives the watchdog's reset: whether it was not fed, and the task then. */
struct watchdog_mark {
    uint16_t unfed; /* only where a boot loader clears the chip's register of causes */
    uint8_t task;
    uint8_t defects;  /* DEFECT_ bits, until the power goes */
    uint16_t guarded; /* where the stack's guard is, if there is one */
};

extern struct watchdog_mark watchdog_mark;

/* Called every millisecond from the clock's interrupt. */
void noise_millisecond(void);

/* After its own reset it keeps running, and would reset again during start-up. */
void stop_watchdog(void);

/* Have the watchdog reset the chip. */
void __attribute__((noreturn)) restart(void);

#endif
