#include "noise.h"

#include "board.h"
#include "dice.h"
#include "generator.h"
#include "health.h"
#include "kept.h"
#include "pins.h"

#define STIRRED 64   /* samples of the watchdog, little more than a second */
#define A_TICK 6     /* samples of both sources from one tick to the next, at most */
#define SILENCE 4000 /* milliseconds: ticks of which none is a sample for so long are stuck */

static struct generator generator KEPT;
static struct generator_buffer buffer;
static struct health health;
static uint32_t heard; /* time of the last sample, or when the source was last found silent */
static uint8_t stirred;

/* Raw samples to be sent. */
static struct raw {
    uint32_t wanted, first;
    uint8_t samples[MAX_SAMPLES], length;
} raw;

void dice_begin(bool trusted) {
    generator_begin(&generator, &buffer, trusted);
    health_begin(&health, WATCHDOG_LIMITS);
}

uint8_t dice_health(void) {
    if (DICE == 0) {
        return HEALTH_NO_DICE;
    }
    if (health.verdict == HEALTH_REPEATS || health.verdict == HEALTH_BIASED) {
        return health.verdict;
    }
    return generator.ready ? HEALTH_GOOD : HEALTH_STARTING;
}

uint16_t dice_failures(void) {
    return health.failures;
}

void dice_test(void) {
    health_begin(&health, WATCHDOG_LIMITS);
    generator.ready = false;
}

void dice_record(uint32_t count) {
    raw = (struct raw){.wanted = count};
}

static void record(uint8_t sample) {
    if (raw.wanted == 0) {
        return;
    }
    if (raw.length == MAX_SAMPLES) {
        /* They were not sent in time; their numbers show the gap. */
        raw.first += MAX_SAMPLES;
        raw.length = 0;
    }
    raw.samples[raw.length++] = sample;
    raw.wanted--;
}

bool dice_recorded(struct noise_samples *told) {
    if (raw.length == 0 || (raw.length < MAX_SAMPLES && raw.wanted != 0)) {
        return false;
    }
    told->first = raw.first;
    told->samples = raw.samples;
    told->samples_length = raw.length;
    raw.first += raw.length;
    raw.length = 0;
    return true;
}

/* The ticks of the watchdog alone carry what is claimed of the dice. */
static void gather_ticks(uint32_t now) {
    uint8_t sample;
    if (noise_of_tick(&sample)) {
        heard = now;
        record(sample);
        health_take(&health, sample);
        generator_take(&generator, &buffer, sample);
        stirred += stirred < STIRRED;
        /* Hashing takes long, so do it well before the next tick. */
        generator_make_room(&generator, &buffer, A_TICK);
    } else if (now - heard >= SILENCE) {
        heard = now;
        health_silent(&health);
    }
}

bool dice_gather(uint32_t now) {
    uint8_t before = dice_health();
    uint8_t sample;
    gather_ticks(now);
    if (noise_of_converter(&sample)) {
        /* A bonus: many a chip's thermometer hardly stirs, so nothing is asked of it. */
        generator_take(&generator, &buffer, sample);
    }
    if (!generator.ready && health.verdict == HEALTH_GOOD) {
        generator_is_ready(&generator, &buffer);
    }
    return dice_health() != before;
}

bool dice_stirred(void) {
    /* Not dice_health: a board without dice needs its numbers, too. */
    return stirred == STIRRED || generator.ready || health.verdict != HEALTH_STARTING;
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
