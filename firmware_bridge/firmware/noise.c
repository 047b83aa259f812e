#include "noise.h"

#include "board.h"
#include "dice.h"
#include "generator.h"
#include "health.h"
#include "kept.h"
#include "pins.h"

#define STIRRED 64 /* ticks of the watchdog, a second */

static struct generator generator KEPT;
static struct generator_buffer buffer;
static struct health watchdog, converter;
static uint8_t ticks;

void dice_begin(bool trusted) {
    generator_begin(&generator, &buffer, trusted);
    health_begin(&watchdog, WATCHDOG_LIMITS);
    health_begin(&converter, CONVERTER_LIMITS);
}

static bool failed(const struct health *health) {
    return health->verdict == HEALTH_REPEATS || health->verdict == HEALTH_BIASED;
}

uint8_t dice_health(void) {
    if (DICE == 0) {
        return HEALTH_NO_DICE;
    }
    if (failed(&watchdog)) {
        return watchdog.verdict;
    }
    if (failed(&converter)) {
        return converter.verdict;
    }
    return generator.ready ? HEALTH_GOOD : HEALTH_STARTING;
}

uint16_t dice_failures(void) {
    uint32_t failures = (uint32_t)watchdog.failures + converter.failures;
    return failures > 0xFFFF ? 0xFFFF : (uint16_t)failures;
}

void dice_test(void) {
    health_begin(&watchdog, WATCHDOG_LIMITS);
    health_begin(&converter, CONVERTER_LIMITS);
    generator.ready = false;
}

bool dice_gather(void) {
    uint8_t before = dice_health();
    uint8_t sample;
    if (noise_of_watchdog(&sample)) {
        health_take(&watchdog, sample);
        generator_take(&generator, &buffer, sample);
        ticks += ticks < STIRRED;
    }
    if (noise_of_converter(&sample)) {
        health_take(&converter, sample);
        generator_take(&generator, &buffer, sample);
    }
    if (!generator.ready && watchdog.verdict == HEALTH_GOOD && converter.verdict == HEALTH_GOOD) {
        generator_is_ready(&generator, &buffer);
    }
    return dice_health() != before;
}

bool dice_stirred(void) {
    return ticks == STIRRED;
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
