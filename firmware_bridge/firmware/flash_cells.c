#include "flash_cells.h"

#include <string.h>

#include "frames.h"

#define SEAL 0x5EA1B0C5
#define SOME PAGE_BYTES
#define TRIES 8 /* places for a write that do not keep it, one after the other */

_Static_assert(STORAGE_BYTES <= 1 << 10, "a write has ten bits for its cell");
_Static_assert(SECTOR_CHECK_AT + 2 <= SEAL_AT, "the cells are too many for a sector");

static uint8_t cells[STORAGE_BYTES];
static uint32_t number; /* of the sector in use; 0 is none */
static uint8_t sector;
static uint16_t used; /* places for writes */
static bool worn;

/* How many cells to look at in one go, from this one on. */
static uint16_t some_from(uint16_t at) {
    return at + SOME < STORAGE_BYTES ? SOME : (uint16_t)(STORAGE_BYTES - at);
}

static uint32_t place_of(uint8_t in_sector, uint16_t place) {
    return (uint32_t)in_sector * SECTOR_BYTES + WRITES_AT + (uint32_t)place * WRITE_BYTES;
}

/* The cell, its value, how many of these 18 bits are clear, and nine that always are. */
static uint32_t write_of(uint16_t at, uint8_t value) {
    uint32_t told = (uint32_t)at | (uint32_t)value << 10;
    uint32_t clear = 0;
    for (uint8_t bit = 0; bit < 18; bit++) {
        clear += !(told >> bit & 1);
    }
    return told | clear << 18;
}

static bool is_write(uint32_t word) {
    uint16_t at = word & 0x3FF;
    return at < STORAGE_BYTES && word == write_of(at, (uint8_t)(word >> 10));
}

static uint32_t read_4(uint32_t at) {
    uint8_t bytes[4];
    flash_read(at, bytes, sizeof bytes);
    return get_4(bytes);
}

static void program_4(uint32_t at, uint32_t word) {
    uint8_t bytes[4];
    put_4(bytes, word);
    flash_program(at, bytes, sizeof bytes);
}

static uint16_t sector_check(uint8_t of, uint32_t its_number) {
    uint8_t bytes[SOME];
    put_4(bytes, its_number);
    uint16_t crc = crc16_of(bytes, 4);
    for (uint16_t at = 0; at < STORAGE_BYTES; at += SOME) {
        flash_read((uint32_t)of * SECTOR_BYTES + at, bytes, some_from(at));
        for (uint16_t i = 0; i < some_from(at); i++) {
            crc = crc16(crc, bytes[i]);
        }
    }
    return crc;
}

/* The number of a sector that is whole; 0 if it is not. */
static uint32_t number_of(uint8_t of) {
    uint32_t at = (uint32_t)of * SECTOR_BYTES;
    uint32_t its_number = read_4(at + NUMBER_AT);
    uint8_t check[2];
    flash_read(at + SECTOR_CHECK_AT, check, sizeof check);
    bool whole = read_4(at + SEAL_AT) == SEAL && get_2(check) == sector_check(of, its_number);
    return whole && its_number != 0xFFFFFFFF ? its_number : 0;
}

/* Take what was written after the cells. */
static void replay(void) {
    uint32_t last = 0xFFFFFFFF;
    for (used = 0; used < WRITES; used++) {
        uint32_t word = read_4(place_of(sector, used));
        if (word == 0xFFFFFFFF) {
            break;
        }
        if (is_write(word)) {
            cells[word & 0x3FF] = (uint8_t)(word >> 10);
            last = word;
        }
    }
    /* Bits that the power caught half clear may read otherwise the next time. Clear them fully. */
    program_4((uint32_t)sector * SECTOR_BYTES + SEAL_AT, SEAL);
    if (last != 0xFFFFFFFF && used < WRITES) {
        program_4(place_of(sector, used++), last);
    }
}

void cells_begin(void) {
    number = 0;
    worn = false;
    for (uint8_t each = 0; each < SECTORS; each++) {
        uint32_t its_number = number_of(each);
        if (its_number > number) {
            number = its_number;
            sector = each;
        }
    }
    if (number == 0) {
        memset(cells, 0xFF, sizeof cells);
        sector = SECTORS - 1;
        used = WRITES;
        return;
    }
    flash_read((uint32_t)sector * SECTOR_BYTES, cells, sizeof cells);
    replay();
}

bool cells_worn(void) {
    return worn;
}

static bool is_erased(uint8_t of) {
    for (uint32_t at = (uint32_t)of * SECTOR_BYTES, end = at + SECTOR_BYTES; at < end; at += 4) {
        if (read_4(at) != 0xFFFFFFFF) {
            return false;
        }
    }
    return true;
}

static void copy_cells(uint8_t to, uint32_t its_number) {
    uint32_t at = (uint32_t)to * SECTOR_BYTES;
    for (uint16_t done = 0; done < STORAGE_BYTES; done += SOME) {
        flash_program(at + done, cells + done, some_from(done));
    }
    program_4(at + NUMBER_AT, its_number);
    uint8_t check[2];
    put_2(check, sector_check(to, its_number));
    flash_program(at + SECTOR_CHECK_AT, check, sizeof check);
}

static bool holds_the_cells(uint8_t of) {
    uint8_t bytes[SOME];
    for (uint16_t at = 0; at < STORAGE_BYTES; at += SOME) {
        flash_read((uint32_t)of * SECTOR_BYTES + at, bytes, some_from(at));
        if (memcmp(bytes, cells + at, some_from(at)) != 0) {
            return false;
        }
    }
    return true;
}

static bool move_to(uint8_t to) {
    uint32_t seal_at = (uint32_t)to * SECTOR_BYTES + SEAL_AT;
    if (read_4(seal_at) != 0xFFFFFFFF) {
        /* An erase that is cut short leaves bits of any kind: it must not find a seal. */
        program_4(seal_at, 0);
    }
    flash_erase(to);
    if (!is_erased(to)) {
        return false;
    }
    copy_cells(to, number + 1);
    if (!holds_the_cells(to)) {
        return false;
    }
    program_4(seal_at, SEAL);
    return number_of(to) == number + 1;
}

/* Go on in the next sector that keeps what is written; false if none does. */
static bool next_sector(void) {
    for (uint8_t step = 1; step < SECTORS + (number == 0); step++) {
        uint8_t to = (sector + step) % SECTORS;
        if (move_to(to)) {
            sector = to;
            number++;
            used = 0;
            return true;
        }
        worn = true;
    }
    return false;
}

uint8_t storage_read(uint16_t at) {
    return cells[at];
}

bool storage_ready(void) {
    return true;
}

/* What flash does not keep the cell does not show, so that throw_log finds it out. */
void storage_write(uint16_t at, uint8_t byte) {
    for (uint8_t tries = 0; tries < TRIES && cells[at] != byte; tries++) {
        if (used == WRITES && !next_sector()) {
            return;
        }
        uint32_t to = place_of(sector, used++);
        program_4(to, write_of(at, byte));
        if (read_4(to) == write_of(at, byte)) {
            cells[at] = byte;
        } else {
            worn = true;
        }
    }
}
