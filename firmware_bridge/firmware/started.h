/* How the chip was started, found out once at the start. */
#ifndef STARTED_H
#define STARTED_H

#include <stdbool.h>
#include <stdint.h>

struct started {
    uint8_t cause, did; /* a CAUSE_, and the TASK_ at which the watchdog has barked */
    bool memory_kept;
};

extern struct started started;

/* The watchdog did: note what was being done. */
void started_by_watchdog(void);

#endif
