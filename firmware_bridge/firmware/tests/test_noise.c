/* From noise to dice: the hash, the generator, the health tests, fairness. */
#include "check.h"
#include "dice.h"
#include "generator.h"
#include "health.h"

static void is_hash(const char *message, const char *expected) {
    uint8_t hash[SHA256_BYTES];
    char shown[2 * SHA256_BYTES + 1];
    sha256(hash, (const uint8_t *)message, (uint8_t)strlen(message));
    for (int i = 0; i < SHA256_BYTES; i++) {
        sprintf(shown + 2 * i, "%02x", hash[i]);
    }
    CHECK(strcmp(shown, expected) == 0);
}

/* The examples of FIPS 180-4 and of the NIST validation suite, and lengths around a block. */
static void the_hash_is_sha_256(void) {
    is_hash("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    is_hash("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    is_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    is_hash("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
    is_hash("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

static void the_generator_goes_on_after_a_restart_and_repeats_nothing(void) {
    struct generator generator = {0};
    struct generator_buffer buffer;
    generator_begin(&generator, &buffer, false);
    CHECK(!generator.ready);
    for (int i = 0; i < 100; i++) {
        generator_take(&generator, &buffer, (uint8_t)chance(256));
    }
    generator_is_ready(&generator, &buffer);
    uint8_t first[64], second[64];
    for (int i = 0; i < 64; i++) {
        first[i] = generator_byte(&generator, &buffer);
    }
    CHECK(generator_begin(&generator, &buffer, true));
    for (int i = 0; i < 64; i++) {
        second[i] = generator_byte(&generator, &buffer);
    }
    CHECK(memcmp(first, second, 32) && memcmp(first + 32, second, 32));
    generator.state[5] ^= 1;
    CHECK(!generator_begin(&generator, &buffer, true));
}

static void new_noise_throws_away_what_was_drawn(void) {
    struct generator one = {0}, other = {0};
    struct generator_buffer buffer_one, buffer_other;
    generator_begin(&one, &buffer_one, false);
    generator_begin(&other, &buffer_other, false);
    CHECK(generator_byte(&one, &buffer_one) == generator_byte(&other, &buffer_other));
    for (int i = 0; i < NOISE_BLOCK; i++) {
        generator_take(&one, &buffer_one, (uint8_t)i);
    }
    CHECK(buffer_one.left == 0 && buffer_other.left > 0);
    int equal = 0;
    for (int i = 0; i < 100; i++) {
        equal += generator_byte(&one, &buffer_one) == generator_byte(&other, &buffer_other);
    }
    CHECK(equal < 10);
}

static void a_block_is_taken_in_early_if_the_next_samples_would_fill_it(void) {
    struct generator one = {0}, other = {0};
    struct generator_buffer buffer_one, buffer_other;
    generator_begin(&one, &buffer_one, false);
    generator_begin(&other, &buffer_other, false);
    for (int i = 0; i < NOISE_BLOCK - 4; i++) {
        generator_take(&one, &buffer_one, (uint8_t)i);
        generator_take(&other, &buffer_other, (uint8_t)i);
    }
    generator_make_room(&one, &buffer_one, 3);
    CHECK(buffer_one.gathered == NOISE_BLOCK - 4);
    generator_make_room(&one, &buffer_one, 4);
    CHECK(buffer_one.gathered == 0);
    CHECK(memcmp(one.state, other.state, SHA256_BYTES));
    CHECK(generator_begin(&one, &buffer_one, true) == one.ready && one.check);
}

static uint8_t verdict_after(uint8_t (*sample)(int), int samples) {
    struct health health = {0};
    health_begin(&health, WATCHDOG_LIMITS);
    for (int i = 0; i < samples; i++) {
        health_take(&health, sample(i));
    }
    return health.verdict;
}

static uint8_t good(int i) {
    return (uint8_t)(i & 1 ? chance(2) : chance(256));
}

static uint8_t stuck(int i) {
    return i < 2000 ? good(i) : 7;
}

static uint8_t lopsided(int i) {
    return i < 2000 ? good(i) : chance(10) < 7 ? 7 : (uint8_t)chance(256);
}

static void noise_is_believed_after_its_start_up_test(void) {
    CHECK(verdict_after(good, START_UP - 1) == HEALTH_STARTING);
    CHECK(verdict_after(good, START_UP) == HEALTH_GOOD);
    CHECK(verdict_after(good, 1000000) == HEALTH_GOOD);
}

static void stuck_noise_is_found_at_the_cutoff(void) {
    CHECK(verdict_after(stuck, 2000 + WATCHDOG_LIMITS.repetitions - 2) == HEALTH_GOOD);
    CHECK(verdict_after(stuck, 2000 + WATCHDOG_LIMITS.repetitions + 1) == HEALTH_REPEATS);
}

static void lopsided_noise_is_found(void) {
    CHECK(verdict_after(lopsided, 2000 + 8 * PROPORTION_WINDOW) == HEALTH_BIASED);
}

static void a_source_that_falls_silent_has_failed(void) {
    struct health health = {0};
    health_begin(&health, WATCHDOG_LIMITS);
    for (int i = 0; i < START_UP; i++) {
        health_take(&health, good(i));
    }
    CHECK(health.verdict == HEALTH_GOOD);
    health_silent(&health);
    CHECK(health.verdict == HEALTH_REPEATS && health.failures == 1);
    for (int i = 0; i < START_UP; i++) {
        CHECK(health.verdict == HEALTH_REPEATS);
        health_take(&health, good(i));
    }
    CHECK(health.verdict == HEALTH_GOOD);
}

static void noise_that_mends_is_believed_after_another_start_up_test(void) {
    struct health health = {0};
    health_begin(&health, WATCHDOG_LIMITS);
    for (int i = 0; i < 3 * WATCHDOG_LIMITS.repetitions; i++) {
        health_take(&health, 3);
    }
    CHECK(health.verdict == HEALTH_REPEATS && health.failures == 3);
    for (int i = 0; i < START_UP - 1; i++) {
        health_take(&health, good(i));
    }
    CHECK(health.verdict == HEALTH_REPEATS);
    for (int i = 0; i < 20; i++) {
        health_take(&health, good(i));
    }
    CHECK(health.verdict == HEALTH_GOOD && health.failures == 3);
}

static int next_byte;

static uint8_t counting(void) {
    return (uint8_t)next_byte++;
}

/* If every byte comes equally often, so does every face. */
static void no_face_is_likelier_than_another(void) {
    for (int sides = 2; sides <= 255; sides++) {
        int times[256] = {0};
        next_byte = 0;
        while (next_byte < 256 / sides * sides) {
            uint8_t value = die_of((uint8_t)sides, counting);
            CHECK(value >= 1 && value <= sides);
            times[value]++;
        }
        for (int value = 1; value <= sides; value++) {
            CHECK(times[value] == 256 / sides);
        }
    }
}

int main(void) {
    RUN(the_hash_is_sha_256);
    RUN(the_generator_goes_on_after_a_restart_and_repeats_nothing);
    RUN(new_noise_throws_away_what_was_drawn);
    RUN(a_block_is_taken_in_early_if_the_next_samples_would_fill_it);
    RUN(noise_is_believed_after_its_start_up_test);
    RUN(stuck_noise_is_found_at_the_cutoff);
    RUN(lopsided_noise_is_found);
    RUN(a_source_that_falls_silent_has_failed);
    RUN(noise_that_mends_is_believed_after_another_start_up_test);
    RUN(no_face_is_likelier_than_another);
}
