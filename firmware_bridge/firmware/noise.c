#include "noise.h"

#include "board.h"
#include "dice.h"
#include "generator.h"
#include "health.h"
#include "kept.h"
#include "pins.h"

#define STIRRED 64   /* samples of the watchdog, little more than a second */
#define A_TICK 6     /* samples of both sources from one tick to the next, at most */
#define SILENCE 4000 /* milliseconds: a source that gives no sample for so long is stuck */

struct source {
    struct health health;
    uint32_t heard; /* time of its last sample, or when it was last found silent */
};

static struct generator generator KEPT;
static struct generator_buffer buffer;
static struct source watchdog, converter;
static uint8_t stirred;

static void test_both(void) {
    health_begin(&watchdog.health, WATCHDOG_LIMITS);
    health_begin(&converter.health, CONVERTER_LIMITS);
}

void dice_begin(bool trusted) {
    generator_begin(&generator, &buffer, trusted);
    test_both();
}

static bool failed(const struct source *source) {
    return source->health.verdict == HEALTH_REPEATS || source->health.verdict == HEALTH_BIASED;
}

static bool good(const struct source *source) {
    return source->health.verdict == HEALTH_GOOD;
}

uint8_t dice_health(void) {
    if (DICE == 0) {
        return HEALTH_NO_DICE;
    }
    if (failed(&watchdog)) {
        return watchdog.health.verdict;
    }
    if (failed(&converter)) {
        return converter.health.verdict;
    }
    return generator.ready ? HEALTH_GOOD : HEALTH_STARTING;
}

uint16_t dice_failures(void) {
    uint32_t failures = (uint32_t)watchdog.health.failures + converter.health.failures;
    return failures > 0xFFFF ? 0xFFFF : (uint16_t)failures;
}

void dice_test(void) {
    test_both();
    generator.ready = false;
}

/* Return whether it had a sample. */
static bool gather_from(struct source *source, bool (*sample_of)(uint8_t *), uint32_t now) {
    uint8_t sample;
    if (sample_of(&sample)) {
        source->heard = now;
        health_take(&source->health, sample);
        generator_take(&generator, &buffer, sample);
        return true;
    }
    if (now - source->heard >= SILENCE) {
        source->heard = now;
        health_silent(&source->health);
    }
    return false;
}

bool dice_gather(uint32_t now) {
    uint8_t before = dice_health();
    if (gather_from(&watchdog, noise_of_watchdog, now)) {
        stirred += stirred < STIRRED;
        /* Hashing takes long, so do it well before the next tick. */
        generator_make_room(&generator, &buffer, A_TICK);
    }
    gather_from(&converter, noise_of_converter, now);
    if (!generator.ready && good(&watchdog) && good(&converter)) {
        generator_is_ready(&generator, &buffer);
    }
    return dice_health() != before;
}

bool dice_stirred(void) {
    return stirred == STIRRED || dice_health() != HEALTH_STARTING;
}

static uint8_t random_byte(void) {
    return generator_byte(&generator, &buffer);
}

uint32_t dice_number(void) {
    uint32_t number;
    do {
        number = 0;
        for (uint8_t i = 0; i < 4; i++) {
            number = number << 8 | random_byte();
        }
    } while (number == 0);
    return number;
}

uint8_t dice_throw(uint8_t sides) {
    return die_of(sides, random_byte);
}
