#include "health.h"

#include <string.h>

void health_begin(struct health *health, struct health_limits limits) {
    uint16_t failures = health->failures;
    memset(health, 0, sizeof *health);
    health->limits = limits;
    health->failures = failures;
    health->verdict = HEALTH_STARTING;
}

static void fail(struct health *health, uint8_t verdict) {
    health->verdict = verdict;
    health->passed = 0;
    health->repeats = 0;
    health->seen = 0;
    if (health->failures < 0xFFFF) {
        health->failures++;
    }
}

static void count_repetitions(struct health *health, uint8_t sample) {
    if (health->repeats == 0 || sample != health->last) {
        health->last = sample;
        health->repeats = 1;
    } else if (++health->repeats >= health->limits.repetitions) {
        fail(health, HEALTH_REPEATS);
    }
}

static void count_proportion(struct health *health, uint8_t sample) {
    if (health->seen == 0) {
        health->first = sample;
        health->equal = 0;
    }
    health->equal += sample == health->first;
    if (health->equal >= health->limits.proportion) {
        fail(health, HEALTH_BIASED);
    } else if (++health->seen == PROPORTION_WINDOW) {
        health->seen = 0;
    }
}

void health_silent(struct health *health) {
    fail(health, HEALTH_REPEATS);
}

void health_take(struct health *health, uint8_t sample) {
    uint16_t failures = health->failures;
    count_repetitions(health, sample);
    if (health->failures == failures) {
        count_proportion(health, sample);
    }
    if (health->failures == failures && health->passed < START_UP &&
        ++health->passed == START_UP) {
        health->verdict = HEALTH_GOOD;
    }
}
