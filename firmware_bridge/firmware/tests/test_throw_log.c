/* The throws in lasting memory, through power cuts at every possible moment. */
#define OWN_STORAGE
#include "check.h"
#include "throw_log.h"

static uint8_t memory[1024];
static uint32_t writes[1024];
static int writes_left = -1; /* until the power goes; -1: it stays */
static bool torn;            /* whether the last write leaves anything at all */

uint8_t storage_read(uint16_t at) {
    CHECK(at < sizeof memory);
    return memory[at];
}

bool storage_ready(void) {
    return true;
}

void storage_write(uint16_t at, uint8_t byte) {
    CHECK(at < STORAGE_BYTES);
    if (writes_left == 0) {
        return;
    }
    if (writes_left == 1 && torn) {
        /* A byte is first erased to ones, then its zeros are written: either may be half done. */
        byte = (uint8_t)((chance(2) ? memory[at] : byte) | chance(256));
    }
    writes_left -= writes_left > 0;
    writes[at] += memory[at] != byte;
    memory[at] = byte;
}

static struct throw_log fresh(void) {
    struct throw_log log;
    memset(memory, 0xFF, sizeof memory);
    memset(writes, 0, sizeof writes);
    writes_left = -1;
    throw_log_begin(&log);
    CHECK(log.series == 0);
    CHECK(!throw_log_has_room(&log));
    throw_log_new_series(&log, 0x5EED0001);
    while (throw_log_busy(&log)) {
        throw_log_step(&log);
    }
    return log;
}

static void values_of(uint32_t serial, uint8_t values[2]) {
    values[0] = (uint8_t)(1 + serial % 6);
    values[1] = (uint8_t)(1 + serial / 6 % 6);
}

/* Puts the next throw; gives whether it became lasting. */
static bool put(struct throw_log *log) {
    uint8_t values[2];
    values_of(log->following, values);
    throw_log_put(log, values, 2);
    bool lasting = false;
    for (int i = 0; i < 50; i++) {
        lasting |= throw_log_step(log);
    }
    return lasting;
}

static void is_held(uint32_t serial) {
    uint8_t values[LOG_DICE], right[2];
    values_of(serial, right);
    CHECK(throw_log_read(serial, values) == 2);
    CHECK(memcmp(values, right, 2) == 0);
}

static void throws_outlive_a_restart(void) {
    struct throw_log log = fresh();
    for (int i = 0; i < 5; i++) {
        CHECK(put(&log));
    }
    throw_log_taken(&log, 3);
    for (int i = 0; i < 5; i++) {
        throw_log_step(&log);
    }
    throw_log_begin(&log);
    CHECK(log.series == 0x5EED0001 && log.first == 3 && log.following == 6);
    is_held(3);
    is_held(5);
}

static void there_is_room_for_all_but_one_record(void) {
    struct throw_log log = fresh();
    for (int i = 0; i < LOG_RECORDS - 1; i++) {
        CHECK(throw_log_has_room(&log));
        CHECK(put(&log));
    }
    CHECK(!throw_log_has_room(&log));
    throw_log_begin(&log);
    CHECK(log.first == 1 && log.following == LOG_RECORDS);
    CHECK(!throw_log_has_room(&log));
    throw_log_taken(&log, 2);
    CHECK(throw_log_has_room(&log));
}

/* Throws and acknowledgements at random, with a power cut after any number of writes: what was
 * announced is held until it is acknowledged, and no serial is given twice. */
static void a_power_cut_loses_nothing_that_was_announced(void) {
    for (int round = 0; round < 3000; round++) {
        struct throw_log log = fresh();
        uint32_t announced = 0, taken = 0;
        for (int life = 0; life < 12; life++) {
            torn = chance(2);
            writes_left = (int)chance(400);
            while (writes_left != 0) {
                uint32_t before = log.following;
                if (throw_log_has_room(&log) && !throw_log_busy(&log) && chance(3)) {
                    bool lasting = put(&log);
                    /* What is told in the moment of the cut is told by nobody. */
                    if (lasting && writes_left != 0) {
                        CHECK(log.following == before + 1);
                        announced = before;
                    }
                } else if (announced > taken) {
                    taken += 1 + chance(announced - taken);
                    throw_log_taken(&log, taken + 1);
                    for (int i = 0; i < 4; i++) {
                        throw_log_step(&log);
                    }
                }
            }
            writes_left = -1;
            throw_log_begin(&log);
            CHECK(log.series == 0x5EED0001);
            CHECK(log.first <= taken + 1);
            CHECK(log.following > announced && log.following <= announced + 2);
            for (uint32_t serial = taken + 1; serial < log.following; serial++) {
                is_held(serial);
            }
            announced = log.following - 1;
            taken = taken < log.first - 1 ? log.first - 1 : taken;
        }
    }
}

static void a_series_is_whole_or_the_one_before(void) {
    for (int cut = 0; cut <= 12; cut++) {
        struct throw_log log = fresh();
        torn = cut % 2;
        throw_log_new_series(&log, 0xABCD1234);
        writes_left = cut;
        for (int i = 0; i < 20; i++) {
            throw_log_step(&log);
        }
        writes_left = -1;
        throw_log_begin(&log);
        CHECK(log.series == 0x5EED0001 || log.series == 0xABCD1234);
    }
}

static void every_start_has_another_number(void) {
    fresh();
    uint32_t last = 0;
    for (int i = 0; i < 1000; i++) {
        writes_left = -1;
        uint32_t boot = throw_log_count_boot();
        CHECK(boot > last);
        last = boot;
        /* A start that is cut short has said nothing to anybody yet. */
        torn = chance(2);
        writes_left = (int)chance(7);
        throw_log_count_boot();
    }
}

static void the_cells_wear_evenly(void) {
    struct throw_log log = fresh();
    for (uint32_t serial = 1; serial <= 6400; serial++) {
        CHECK(put(&log));
        throw_log_taken(&log, serial + 1);
        throw_log_step(&log), throw_log_step(&log), throw_log_step(&log);
    }
    for (uint16_t at = 0; at < STORAGE_BYTES; at++) {
        /* A mark is written three times a throw: for 100,000 writes two million throws. */
        CHECK(writes[at] <= 3 * 6400 / LOG_RECORDS + 2);
    }
}

int main(void) {
    RUN(throws_outlive_a_restart);
    RUN(there_is_room_for_all_but_one_record);
    RUN(a_power_cut_loses_nothing_that_was_announced);
    RUN(a_series_is_whole_or_the_one_before);
    RUN(every_start_has_another_number);
    RUN(the_cells_wear_evenly);
}
