/* Any bytes at all on the board's line. With clang's libFuzzer it looks for inputs by itself; built
 * with anything else it reads those that it is given as files, each also cut, flipped and doubled.
 *
 * The first byte of an input says how the time goes; the rest is what is heard. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link.h"
#include "throw_log.h"

/* The throw log is linked with the rest and has no memory here. */
uint8_t storage_read(uint16_t at) { (void)at; return 0xFF; }
bool storage_ready(void) { return true; }
void storage_write(uint16_t at, uint8_t byte) { (void)at, (void)byte; }

static struct link link;
static uint32_t obeyed;

static void throw_of(uint32_t serial, struct throw *told, uint32_t now) {
    static const uint8_t values[4] = {1, 2, 3, 4};
    (void)now;
    assert(serial >= link.throws.first && serial < link.throws.following);
    told->values = values;
    told->values_length = 4;
}

static void change_of(uint32_t number, struct change *told, uint32_t now) {
    (void)now;
    assert(number >= link.changes.first && number < link.changes.following);
    told->contact = 1;
    told->on = 1;
}

static void state(struct state *told) {
    memset(told, 0, sizeof *told);
}

static uint8_t defects(void) {
    return obeyed % 3;
}

static bool samples(struct noise_samples *told) {
    static uint32_t turns;
    static const uint8_t raw[MAX_SAMPLES];
    told->first = turns;
    told->samples = raw;
    told->samples_length = MAX_SAMPLES;
    return ++turns % 7 == 0;
}

static uint8_t obey(uint8_t order, uint32_t argument, uint32_t now) {
    (void)argument, (void)now;
    obeyed++;
    return order % 5 == 4 ? RESULT_LATER : RESULT_DONE;
}

static void taken(uint32_t first) {
    assert(first >= 1 && first <= 9);
}

static const struct link_needs needs = {throw_of, change_of, state, defects, samples, obey, taken, taken};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    uint8_t frame[FRAME_MAX];
    memset(&link, 0, sizeof link);
    link.who = (struct hello){.boot = 1, .series = 2, .changes = 3, .name = "f", .name_length = 1};
    numbered_begin(&link.throws, 1, 9);
    numbered_begin(&link.changes, 1, 9);
    link_begin(&link, &needs, 0);
    uint32_t now = 0, pause = length ? bytes[0] : 0;
    for (size_t i = 1; i < length; i++) {
        link_hear(&link, bytes[i], now);
        assert(link.in.digits <= 2 * sizeof link.in.bytes);
        assert(link.throws.first <= link.throws.unsent && link.throws.unsent <= 9);
        if (bytes[i] == '\n') {
            now += pause;
            for (int said = 0; link_say(&link, frame, now); said++) {
                assert(said < 2 * WINDOW + 4);
            }
        }
    }
    return 0;
}

#ifndef LIBFUZZER
static void with_damage(const uint8_t *bytes, size_t length, unsigned times) {
    uint8_t *copy = malloc(length + 64);
    uint64_t chance = length;
    for (unsigned i = 0; i < times; i++) {
        memcpy(copy, bytes, length);
        for (int damage = i % 4; damage >= 0 && length; damage--) {
            chance = chance * 6364136223846793005u + 1442695040888963407u;
            copy[(chance >> 33) % length] ^= 1 << (chance >> 60 & 7);
        }
        LLVMFuzzerTestOneInput(copy, i % 3 ? length : (chance >> 33) % (length + 1));
    }
    free(copy);
}

int main(int count, char **files) {
    for (int i = 1; i < count; i++) {
        static uint8_t bytes[1 << 16];
        FILE *file = fopen(files[i], "rb");
        assert(file);
        size_t length = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        LLVMFuzzerTestOneInput(bytes, length);
        with_damage(bytes, length, 200);
    }
    printf("ok  %d files\n", count - 1);
    return 0;
}
#endif
