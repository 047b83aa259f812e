/* The throws in lasting memory, through power cuts at every possible moment. */
#define OWN_STORAGE
#include "check.h"
#include "throw_log.h"

static uint8_t memory[1024];
static uint32_t writes[1024];
static int writes_left = -1; /* until the power goes; -1: it stays */
static bool torn;            /* whether the last write leaves anything at all */
static bool dead[1024];      /* cells that keep what they have, whatever is written */

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
    memory[at] = dead[at] ? memory[at] : byte;
}

static struct throw_log fresh(void) {
    struct throw_log log;
    memset(memory, 0xFF, sizeof memory);
    memset(writes, 0, sizeof writes);
    memset(dead, 0, sizeof dead);
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
    for (int i = 0; i < 50 || throw_log_busy(log); i++) {
        lasting |= throw_log_step(log) == LOG_KEPT;
    }
    return lasting;
}

static void is_held(const struct throw_log *log, uint32_t serial) {
    uint8_t values[LOG_DICE], right[2];
    values_of(serial, right);
    CHECK(throw_log_read(log, serial, values) == 2);
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
    is_held(&log, 3);
    is_held(&log, 5);
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
                is_held(&log, serial);
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

static void a_record_that_is_damaged_later_is_no_throw(void) {
    struct throw_log log = fresh();
    for (int i = 0; i < 3; i++) {
        CHECK(put(&log));
    }
    uint8_t values[LOG_DICE];
    for (uint16_t at = RECORDS_AT; at < RECORDS_AT + 3 * RECORD_BYTES; at++) {
        if ((at - RECORDS_AT) % RECORD_BYTES == 0) {
            continue; /* its mark, which may be half written */
        }
        for (uint8_t bit = 1; bit; bit <<= 1) {
            memory[at] ^= bit;
            CHECK(throw_log_read(&log, 1 + (at - RECORDS_AT) / RECORD_BYTES, values) == 0);
            memory[at] ^= bit;
        }
    }
    is_held(&log, 1);
    CHECK(throw_log_read(&log, 4, values) == 0);
}

/* Kills a cell of this place, so that a record does not stay as it was written. */
static void wear_out(uint8_t place, uint8_t cell, uint8_t stuck_at) {
    uint16_t at = RECORDS_AT + place * RECORD_BYTES + cell;
    dead[at] = true;
    memory[at] = stuck_at;
}

static void a_place_that_is_worn_out_is_passed_over(void) {
    for (uint8_t cell = 0; cell < RECORD_BYTES; cell++) {
        struct throw_log log = fresh();
        bool worn = false;
        for (uint8_t place = 3; place < LOG_RECORDS; place += 9) {
            wear_out(place, cell, cell == 0 ? 0x0F : 0x5A);
            wear_out(place + 1, cell, 0xA5);
        }
        for (uint32_t serial = 1; serial <= 300; serial++) {
            CHECK(throw_log_has_room(&log));
            CHECK(put(&log));
            CHECK(log.following == serial + 1);
            worn |= log.worn;
            is_held(&log, serial);
            if (serial % 20 == 0) {
                throw_log_begin(&log);
                CHECK(log.following == serial + 1 && log.first <= serial - 9);
                for (uint32_t held = log.first; held <= serial; held++) {
                    is_held(&log, held);
                }
            }
            if (serial >= 10) {
                throw_log_taken(&log, serial - 8);
            }
        }
        CHECK(worn);
    }
}

static void no_throw_that_waits_is_written_over_for_want_of_places(void) {
    struct throw_log log = fresh();
    for (uint8_t place = 0; place < LOG_RECORDS; place += 2) {
        wear_out(place, 7, 0x5A);
    }
    uint32_t kept = 0;
    while (throw_log_has_room(&log)) {
        kept += put(&log);
    }
    CHECK(kept == LOG_RECORDS / 2);
    for (uint32_t serial = 1; serial <= kept; serial++) {
        is_held(&log, serial);
    }
}

static void memory_that_keeps_nothing_is_told_and_gives_no_throw(void) {
    struct throw_log log = fresh();
    for (uint8_t place = 0; place < LOG_RECORDS; place++) {
        wear_out(place, 2, 0x5A);
    }
    uint8_t values[2] = {1, 2};
    throw_log_put(&log, values, 2);
    int lost = 0;
    for (int i = 0; i < 64 * 50; i++) {
        enum throw_log_news news = throw_log_step(&log);
        CHECK(news != LOG_KEPT);
        lost += news == LOG_LOST;
    }
    CHECK(lost == 1 && log.following == 1 && !throw_log_busy(&log));
}

static void every_start_has_another_number_on_worn_out_memory(void) {
    fresh();
    for (uint8_t place = 0; place < BOOTS; place += 3) {
        dead[BOOTS_AT + place * BOOT_BYTES + 2] = true;
        memory[BOOTS_AT + place * BOOT_BYTES + 2] = 0x5A;
    }
    uint32_t last = 0;
    for (int i = 0; i < 100; i++) {
        uint32_t boot = throw_log_count_boot();
        CHECK(boot > last);
        last = boot;
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
    RUN(a_record_that_is_damaged_later_is_no_throw);
    RUN(a_place_that_is_worn_out_is_passed_over);
    RUN(no_throw_that_waits_is_written_over_for_want_of_places);
    RUN(memory_that_keeps_nothing_is_told_and_gives_no_throw);
    RUN(every_start_has_another_number_on_worn_out_memory);
    RUN(the_cells_wear_evenly);
}
