/* A count of things that have to arrive once and in order. It keeps their numbers only.
 *
 * A window of them is under way; the board goes back to the oldest when the host says that one is
 * missing, or says nothing. `SendWindow` of the tests is its model. */
#ifndef NUMBERED_H
#define NUMBERED_H

#include <stdbool.h>
#include <stdint.h>

#include "pace.h"

struct numbered {
    uint32_t first;     /* the oldest that is not acknowledged */
    uint32_t following; /* the next to be numbered */
    uint32_t unsent;    /* the next to be sent */
    uint32_t most;      /* one more than the last ever sent */
    uint32_t went_back;
    bool has_gone_back;
    uint16_t repeated; /* how many were repeated; saturates at 65535 */
    struct pace pace;
};

void numbered_begin(struct numbered *count, uint32_t first, uint32_t following);

/* The host is there (again): send everything from the oldest on. */
void numbered_greeted(struct numbered *count, uint32_t now);

/* Number one more, to be sent until it is acknowledged. */
void numbered_put(struct numbered *count, uint32_t now);

/* The number to send now, 0 if none. Call until it is 0. */
uint32_t numbered_next(struct numbered *count, uint32_t now);

/* The host has all up to `number`; with `again` it reports a gap. */
void numbered_acknowledged(struct numbered *count, uint32_t number, bool again, uint32_t now);

#endif
