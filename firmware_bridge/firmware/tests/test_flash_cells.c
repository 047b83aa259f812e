/* Cells on flash, through power cuts at every bit that is written or erased, and sectors that are
 * worn out. */
#define OWN_STORAGE
#include "check.h"

#include "../flash_cells.c"

static uint8_t flash[SECTORS * SECTOR_BYTES];
static uint32_t erased[SECTORS];
static bool dead[SECTORS]; /* sectors whose bits cannot be set again */
static long bits_left = -1; /* until the power goes; -1: it stays */

/* Whether the power is there for one bit more. */
static bool powered(void) {
    bits_left -= bits_left > 0;
    return bits_left != 0;
}

void flash_read(uint32_t at, uint8_t *bytes, uint16_t length) {
    CHECK(at + length <= sizeof flash);
    memcpy(bytes, flash + at, length);
}

/* Clears its bits in any order. */
void flash_program(uint32_t at, const uint8_t *bytes, uint16_t length) {
    CHECK(at / PAGE_BYTES == (at + length - 1) / PAGE_BYTES);
    uint32_t bits = 8u * length, first = chance(bits);
    for (uint32_t i = 0; i < bits; i++) {
        uint32_t bit = (first + i) % bits;
        uint8_t mask = (uint8_t)(1 << bit % 8);
        if (!(bytes[bit / 8] & mask) && flash[at + bit / 8] & mask && powered()) {
            flash[at + bit / 8] &= (uint8_t)~mask;
        }
    }
}

void flash_erase(uint8_t which) {
    uint8_t *bytes = flash + (uint32_t)which * SECTOR_BYTES;
    erased[which]++;
    for (uint32_t i = 0, first = chance(SECTOR_BYTES); i < SECTOR_BYTES && !dead[which]; i++) {
        uint8_t *byte = bytes + (first + i) % SECTOR_BYTES;
        if (*byte != 0xFF && powered()) {
            *byte = 0xFF;
        } else if (bits_left == 0 && *byte != 0xFF && chance(2)) {
            *byte |= (uint8_t)chance(256);
            return;
        }
    }
}

static void fresh(void) {
    memset(flash, 0xFF, sizeof flash);
    memset(erased, 0, sizeof erased);
    memset(dead, 0, sizeof dead);
    bits_left = -1;
    cells_begin();
}

/* The power goes and comes back. */
static void power_cycle(void) {
    bits_left = -1;
    memset(cells, 0xEE, sizeof cells);
    cells_begin();
}

static void new_flash_has_erased_cells(void) {
    fresh();
    for (uint16_t at = 0; at < STORAGE_BYTES; at++) {
        CHECK(storage_read(at) == 0xFF);
    }
}

static void cells_outlive_a_loss_of_power(void) {
    static uint8_t written[STORAGE_BYTES];
    fresh();
    memset(written, 0xFF, sizeof written);
    for (int i = 0; i < 20000; i++) {
        uint16_t at = (uint16_t)chance(STORAGE_BYTES);
        written[at] = (uint8_t)chance(256);
        storage_write(at, written[at]);
        if (chance(500) == 0) {
            power_cycle();
        }
        CHECK(storage_read(at) == written[at]);
    }
    power_cycle();
    for (uint16_t at = 0; at < STORAGE_BYTES; at++) {
        CHECK(storage_read(at) == written[at]);
    }
    CHECK(!cells_worn());
}

/* Cut the power at each bit of a write that fills a sector and begins the next: the cell is the old
 * or the new, and every other is as it was. Then whatever follows is kept. */
static void a_cut_leaves_the_old_or_the_new(void) {
    static uint8_t before[sizeof flash], written[STORAGE_BYTES];
    fresh();
    for (uint16_t at = 0; at < STORAGE_BYTES; at++) {
        storage_write(at, (uint8_t)chance(256));
    }
    /* Round the ring, so that the next sector is no new one. */
    while (number < SECTORS + 3 || used != WRITES) {
        storage_write((uint16_t)chance(STORAGE_BYTES), (uint8_t)chance(256));
    }
    memcpy(before, flash, sizeof flash);
    memcpy(written, cells, sizeof cells);
    int old = 0, new = 0;
    for (long cut = 1;; cut += cut < 40 ? 1 : 7) {
        memcpy(flash, before, sizeof flash);
        power_cycle();
        bits_left = cut;
        uint16_t at = (uint16_t)(cut % STORAGE_BYTES);
        uint8_t value = (uint8_t)~written[at];
        storage_write(at, value);
        bool done = bits_left > 0;
        power_cycle();
        CHECK(storage_read(at) == value || (!done && storage_read(at) == written[at]));
        old += storage_read(at) != value;
        new += storage_read(at) == value;
        for (uint16_t other = 0; other < STORAGE_BYTES; other++) {
            CHECK(other == at || storage_read(other) == written[other]);
        }
        for (uint8_t i = 0; i < 20; i++) {
            storage_write(i, i);
        }
        power_cycle();
        for (uint8_t i = 0; i < 20; i++) {
            CHECK(storage_read(i) == i);
        }
        if (done) {
            break;
        }
    }
    CHECK(old > 1000 && new >= 1);
}

/* A write of four bytes that is cut short never passes for another: all subsets of its bits. */
static void no_half_write_passes_for_whole(void) {
    for (int i = 0; i < 300; i++) {
        uint32_t whole = write_of((uint16_t)chance(STORAGE_BYTES), (uint8_t)chance(256));
        for (int cut = 0; cut < 400; cut++) {
            uint32_t torn = whole | chance(1 << 16) << 16 | chance(1 << 16);
            CHECK(torn == whole || !is_write(torn));
        }
        for (uint8_t bit = 0; bit < 32; bit++) {
            uint32_t torn = whole | (uint32_t)1 << bit;
            CHECK(torn == whole || !is_write(torn));
        }
    }
}

static void sectors_wear_evenly(void) {
    fresh();
    for (uint32_t i = 0; i < 40u * SECTORS * WRITES; i++) {
        storage_write((uint16_t)(i % 20), (uint8_t)(i / 20));
    }
    uint32_t least = erased[0], most = erased[0];
    for (uint8_t each = 0; each < SECTORS; each++) {
        least = erased[each] < least ? erased[each] : least;
        most = erased[each] > most ? erased[each] : most;
    }
    CHECK(most - least <= 1);
    CHECK(most <= 41);
}

static void a_sector_that_is_worn_out_is_passed_over_and_told(void) {
    fresh();
    for (uint32_t i = 0; i < 3u * SECTORS * WRITES; i++) {
        storage_write((uint16_t)(i % 50), (uint8_t)(i / 50));
        if (i == SECTORS * WRITES) {
            dead[4] = dead[5] = dead[31] = true;
            memset(flash + 4 * SECTOR_BYTES, 0, SECTOR_BYTES);
            memset(flash + 5 * SECTOR_BYTES, 0, SECTOR_BYTES);
        }
        CHECK(storage_read((uint16_t)(i % 50)) == (uint8_t)(i / 50));
    }
    CHECK(cells_worn());
}

static void flash_that_keeps_nothing_shows_nothing(void) {
    fresh();
    storage_write(3, 7);
    memset(dead, true, sizeof dead);
    for (uint32_t i = 0; i < WRITES; i++) {
        storage_write(4, (uint8_t)i);
    }
    memset(flash + SECTOR_BYTES, 0, sizeof flash - SECTOR_BYTES);
    uint8_t last = storage_read(4);
    storage_write(4, (uint8_t)(last + 1));
    CHECK(storage_read(4) == last);
    CHECK(storage_read(3) == 7);
    CHECK(cells_worn());
}

/* The throws on such cells: every start has another number, and a throw that was told is there. */
static void throws_on_flash_outlive_cuts(void) {
    static struct throw_log log;
    fresh();
    throw_log_begin(&log);
    throw_log_new_series(&log, 0x5EED0001);
    while (throw_log_busy(&log)) {
        throw_log_step(&log);
    }
    uint32_t told = 0, boot = 0;
    for (int i = 0; i < 3000; i++) {
        bits_left = chance(4) == 0 ? 1 + (long)chance(900) : -1;
        uint8_t values[LOG_DICE] = {(uint8_t)(1 + log.following % 6), 3};
        throw_log_taken(&log, told + 1);
        throw_log_put(&log, values, 2);
        enum throw_log_news news = LOG_NOTHING;
        while (throw_log_busy(&log) && bits_left != 0) {
            enum throw_log_news now = throw_log_step(&log);
            news = now == LOG_NOTHING ? news : now;
        }
        if (bits_left == 0) {
            power_cycle();
            uint32_t counted = throw_log_count_boot();
            CHECK(counted > boot);
            boot = counted;
            throw_log_begin(&log);
            CHECK(log.following == told + 1 || log.following == told + 2);
        } else {
            CHECK(news == LOG_KEPT);
        }
        told = log.following - 1;
        if (told > 0) {
            CHECK(throw_log_read(&log, told, values) == 2);
            CHECK(values[0] == 1 + told % 6);
        }
    }
    CHECK(told > 2000);
}

int main(void) {
    RUN(new_flash_has_erased_cells);
    RUN(cells_outlive_a_loss_of_power);
    RUN(a_cut_leaves_the_old_or_the_new);
    RUN(no_half_write_passes_for_whole);
    RUN(sectors_wear_evenly);
    RUN(a_sector_that_is_worn_out_is_passed_over_and_told);
    RUN(flash_that_keeps_nothing_shows_nothing);
    RUN(throws_on_flash_outlive_cuts);
}
