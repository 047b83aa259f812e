/* Exponential backoff: try at once, then after pauses that double up to a bound.
 *
 * Times are milliseconds that wrap around after 49 days, so only their differences count. */
#ifndef PACE_H
#define PACE_H

#include <stdbool.h>
#include <stdint.h>

#include "messages.h"

struct pace {
    bool on; /* whether there is something to try */
    uint16_t pause;
    uint32_t due;
};

static inline bool time_reached(uint32_t due, uint32_t now) {
    return (int32_t)(now - due) >= 0;
}

/* Try at once, and restart with the shortest pause. */
static inline void pace_start(struct pace *pace, uint32_t now) {
    pace->on = true;
    pace->pause = RETRANSMIT_SHORTEST_MS;
    pace->due = now;
}

static inline void pace_stop(struct pace *pace) {
    pace->on = false;
}

static inline bool pace_is_due(const struct pace *pace, uint32_t now) {
    return pace->on && time_reached(pace->due, now);
}

/* Note a try: the next one is due after the next pause. */
static inline void pace_tried(struct pace *pace, uint32_t now) {
    pace->due = now + pace->pause;
    pace->pause = pace->pause * 2 > RETRANSMIT_LONGEST_MS ? RETRANSMIT_LONGEST_MS : pace->pause * 2;
}

/* Try after the shortest pause, and restart with it. */
static inline void pace_wait(struct pace *pace, uint32_t now) {
    pace_start(pace, now);
    pace_tried(pace, now);
}

#endif
