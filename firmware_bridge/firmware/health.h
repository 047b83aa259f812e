/* The health tests of NIST SP 800-90B, section 4.4, on the samples of one source of noise.
 *
 * The repetition count test (4.4.1) finds noise that is stuck, the adaptive proportion test
 * (4.4.2) noise that is lopsided. Both run on every sample for ever; a source is believed once
 * START_UP samples in a row have passed (4.3, at least 1024), at the start and after a failure. */
#ifndef HEALTH_H
#define HEALTH_H

#include <stdint.h>

#include "messages.h"

#define START_UP 1024
#define PROPORTION_WINDOW 512

struct health_limits {
    uint16_t repetitions; /* this many equal samples in a row fail */
    uint16_t proportion;  /* this many in a window equal to its first fail */
};

/* For a chance of 2^-30 a test that good noise fails, and noise that has at least one bit of
 * min-entropy a sample. tests/firmware_bridge/firmware/test_firmware.py works both out anew. */
#define WATCHDOG_LIMITS ((struct health_limits){.repetitions = 31, .proportion = 325})

struct health {
    struct health_limits limits;
    uint8_t last, first;
    uint16_t repeats; /* how often `last` has occurred in a row */
    uint16_t seen;    /* samples of this window so far */
    uint16_t equal;   /* those of them that are `first` */
    uint16_t passed;  /* samples since the start or the last failure; saturates at START_UP */
    uint16_t failures; /* saturates at 65535 */
    uint8_t verdict;   /* a HEALTH_ number */
};

void health_begin(struct health *health, struct health_limits limits);

/* Test one sample. */
void health_take(struct health *health, uint8_t sample);

/* Note a source that gives no samples, which is as bad as a stuck one. */
void health_silent(struct health *health);

#endif
