/* When the state of a contact is believed: 32 of them at once, a bit each.
 *
 * A contact changes when it has differed from what is believed in SCANS scans in a row. */
#ifndef DEBOUNCE_H
#define DEBOUNCE_H

#include <stdint.h>

#define SCANS 5 /* a scan is a millisecond */

struct debounce {
    uint32_t believed;
    uint32_t ones, twos, fours; /* the bits of each contact's count of scans that differ */
};

/* Take one scan; return the contacts that changed. */
static inline uint32_t debounce_take(struct debounce *debounce, uint32_t scan) {
    uint32_t differ = scan ^ debounce->believed;
    if (differ == 0 && (debounce->ones | debounce->twos | debounce->fours) == 0) {
        return 0;
    }
    uint32_t carry = debounce->ones & debounce->twos;
    debounce->fours = (debounce->fours ^ carry) & differ;
    debounce->twos = (debounce->twos ^ debounce->ones) & differ;
    debounce->ones = ~debounce->ones & differ;
    uint32_t changed = debounce->fours & ~debounce->twos & debounce->ones;
    debounce->believed ^= changed;
    debounce->ones &= ~changed;
    debounce->fours &= ~changed;
    return changed;
}

#endif
