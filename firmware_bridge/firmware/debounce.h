/* Debounce 32 contacts at once, a bit each.
 *
 * A contact changes when it has differed from what is believed in so many scans in a row as it needs
 * to settle. A plane has one bit of each contact's number. */
#ifndef DEBOUNCE_H
#define DEBOUNCE_H

#include <stdint.h>

#include "messages.h"

#define PLANES 6 /* a scan is a millisecond, and MAX_SETTLE_MS has six bits */

_Static_assert(MAX_SETTLE_MS < 1 << PLANES, "a contact's number of scans needs more planes");

struct debounce {
    uint32_t believed;
    uint32_t differed;       /* in the last scan */
    uint32_t count[PLANES];  /* scans in a row that differ */
    uint32_t settle[PLANES]; /* scans until it is believed */
};

/* Have a contact settle in 1 to MAX_SETTLE_MS scans. Contacts count from 0 here. */
static inline void debounce_settle(struct debounce *debounce, uint8_t contact, uint8_t scans) {
    uint32_t bit = (uint32_t)1 << contact;
    for (uint8_t i = 0; i < PLANES; i++) {
        debounce->count[i] &= ~bit;
        debounce->settle[i] &= ~bit;
        if (scans >> i & 1) {
            debounce->settle[i] |= bit;
        }
    }
}

/* Return in how many scans a contact settles. */
static inline uint8_t debounce_scans(const struct debounce *debounce, uint8_t contact) {
    uint8_t scans = 0;
    for (uint8_t i = 0; i < PLANES; i++) {
        scans |= (uint8_t)((debounce->settle[i] >> contact & 1) << i);
    }
    return scans;
}

/* Take one scan; return the contacts that changed. */
static inline uint32_t debounce_take(struct debounce *debounce, uint32_t scan) {
    uint32_t differ = scan ^ debounce->believed;
    if ((differ | debounce->differed) == 0) {
        return 0;
    }
    uint32_t carry = differ, unsettled = 0;
    for (uint8_t i = 0; i < PLANES; i++) {
        uint32_t count = debounce->count[i];
        debounce->count[i] = (count ^ carry) & differ;
        carry &= count;
        unsettled |= debounce->count[i] ^ debounce->settle[i];
    }
    uint32_t changed = differ & ~unsettled;
    for (uint8_t i = 0; i < PLANES; i++) {
        debounce->count[i] &= ~changed;
    }
    debounce->believed ^= changed;
    debounce->differed = differ & ~changed;
    return changed;
}

#endif
