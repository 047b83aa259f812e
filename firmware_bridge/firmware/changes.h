/* The changes of levers and buttons that the host has not acknowledged.
 *
 * They outlive every restart but a loss of power, and so do what the contacts were last known to
 * be: a lever that moves while the board restarts has changed all the same. */
#ifndef CHANGES_H
#define CHANGES_H

#include <stdbool.h>
#include <stdint.h>

#include "messages.h"

#define CHANGES_HELD 32 /* a power of two */

/* How long ago that was, as a message tells it. */
static inline uint16_t age_told(uint32_t at, uint32_t now) {
    uint32_t age = (now - at) / AGE_UNIT_MS;
    return age > AGE_UNKNOWN ? AGE_UNKNOWN : (uint16_t)age;
}

struct change_held {
    uint32_t number;
    uint32_t at; /* milliseconds of this boot */
    uint8_t contact;
    uint8_t on;
    uint16_t check;
};

struct changes_counts {
    uint32_t series;
    uint32_t first, following;
    uint32_t contacts; /* their last known state, with all changes before `following` */
    uint16_t check;
};

struct changes {
    struct change_held held[CHANGES_HELD];
    /* Written alternately, so that one is valid whenever the board restarts. */
    struct changes_counts counts[2];
    uint8_t newest;
    uint32_t ages_from; /* changes before this one have an unknown age */
};

/* Takes up what was kept, if it can be trusted and is whole; otherwise begins `series` at 1 with
 * nothing known. Gives whether it was kept. */
bool changes_begin(struct changes *changes, bool trusted, uint32_t series);

const struct changes_counts *changes_counts(const struct changes *changes);

/* Set the first known state after a start without one. */
void changes_stand(struct changes *changes, uint32_t contacts);

/* Number a change. Returns false if the oldest was dropped to make room. */
bool changes_put(struct changes *changes, uint8_t contact, bool on, uint32_t at);

/* Forget everything before `first`. */
void changes_taken(struct changes *changes, uint32_t first);

/* Forget when a change was once that is too long ago to be told. Call it more often than the clock
 * wraps around. */
void changes_forget_ages(struct changes *changes, uint32_t now);

/* Fill in what happened and when. */
void changes_tell(const struct changes *changes, uint32_t number, struct change *told,
                  uint32_t now);

#endif
