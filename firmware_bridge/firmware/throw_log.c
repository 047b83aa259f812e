/* A record: mark, serial (4), number of dice, dice (4), checksum (2) over the series and all that
 * stands between. Its mark is first set to WRITING, then the rest is written, then its mark to HELD,
 * and later perhaps to TAKEN. It is valid with any mark but WRITING: a mark that was half written
 * when the power went stands beside a record that is whole, the one before or the one after. */
#include "throw_log.h"

#include <string.h>

#include "frames.h"

#define WRITING 0x33
#define HELD 0xFF /* also the value of a byte between erase and write */
#define TAKEN 0x0F

enum stage { IDLE, MARK, REST, HOLD, SERIES, SERIES_AGAIN, TAKE };

static uint16_t record_at(uint32_t serial) {
    return RECORDS_AT + (uint16_t)(serial % LOG_RECORDS) * RECORD_BYTES;
}

static uint16_t record_check(uint32_t series, const uint8_t *record) {
    uint8_t bytes[4];
    put_4(bytes, series);
    uint16_t crc = crc16_of(bytes, sizeof bytes);
    for (uint8_t i = 1; i < RECORD_BYTES - 2; i++) {
        crc = crc16(crc, record[i]);
    }
    return crc;
}

static void read_bytes(uint16_t at, uint8_t *bytes, uint8_t length) {
    while (length--) {
        *bytes++ = storage_read(at++);
    }
}

/* Read a number of four bytes and its checksum; 0 if invalid. */
static uint32_t read_checked(uint16_t at) {
    uint8_t bytes[6];
    read_bytes(at, bytes, sizeof bytes);
    uint32_t number = get_4(bytes);
    return crc16_of(bytes, 4) == get_2(bytes + 4) && number != 0xFFFFFFFF ? number : 0;
}

static void put_checked(uint8_t bytes[6], uint32_t number) {
    put_4(bytes, number);
    put_2(bytes + 4, crc16_of(bytes, 4));
}

/* The serial of the record in this place; 0 if there is none. */
static uint32_t record_in(uint32_t series, uint8_t place, uint8_t record[RECORD_BYTES]) {
    read_bytes(RECORDS_AT + (uint16_t)place * RECORD_BYTES, record, RECORD_BYTES);
    uint32_t serial = get_4(record + 1);
    bool valid = record[0] != WRITING && serial % LOG_RECORDS == place && serial != 0xFFFFFFFF &&
                 record[5] >= 1 && record[5] <= LOG_DICE &&
                 get_2(record + 10) == record_check(series, record);
    return valid ? serial : 0;
}

static void find_records(struct throw_log *log) {
    uint8_t record[RECORD_BYTES];
    uint32_t last = 0, taken = 0;
    for (uint8_t place = 0; place < LOG_RECORDS; place++) {
        uint32_t serial = record_in(log->series, place, record);
        last = serial > last ? serial : last;
        taken = record[0] == TAKEN && serial > taken ? serial : taken;
    }
    uint32_t first = last + 1;
    while (first > taken + 1 && last - first + 1 < LOG_RECORDS - 1 &&
           record_in(log->series, (first - 1) % LOG_RECORDS, record) == first - 1) {
        first--;
    }
    log->first = first;
    log->following = last + 1;
    log->marked = taken;
}

void throw_log_begin(struct throw_log *log) {
    memset(log, 0, sizeof *log);
    log->first = log->following = 1;
    log->series = read_checked(0);
    if (log->series == 0) {
        log->series = read_checked(6);
    }
    if (log->series != 0) {
        find_records(log);
    }
}

uint32_t throw_log_count_boot(void) {
    uint32_t last = 0;
    for (uint8_t place = 0; place < BOOTS; place++) {
        uint32_t boot = read_checked(BOOTS_AT + place * BOOT_BYTES);
        last = boot > last ? boot : last;
    }
    uint32_t boot = last + 1;
    uint8_t bytes[BOOT_BYTES];
    put_checked(bytes, boot);
    for (uint8_t i = 0; i < BOOT_BYTES; i++) {
        while (!storage_ready()) {
        }
        storage_write(BOOTS_AT + boot % BOOTS * BOOT_BYTES + i, bytes[i]);
    }
    while (!storage_ready()) {
    }
    return boot;
}

static void begin_writing(struct throw_log *log, uint8_t stage, uint16_t at, uint8_t length) {
    log->stage = stage;
    log->at = at;
    log->length = length;
    log->done = 0;
}

void throw_log_new_series(struct throw_log *log, uint32_t series) {
    log->series = series;
    log->first = log->following = 1;
    log->marked = 0;
    put_checked(log->bytes, series);
    begin_writing(log, SERIES, 0, 6);
}

bool throw_log_busy(const struct throw_log *log) {
    return log->stage != IDLE;
}

bool throw_log_has_room(const struct throw_log *log) {
    return log->series != 0 && log->following - log->first < LOG_RECORDS - 1 &&
           log->following != 0xFFFFFFFF;
}

void throw_log_put(struct throw_log *log, const uint8_t *values, uint8_t count) {
    uint8_t *record = log->bytes;
    memset(record, 0, RECORD_BYTES);
    record[0] = WRITING;
    put_4(record + 1, log->following);
    record[5] = count;
    memcpy(record + 6, values, count);
    put_2(record + 10, record_check(log->series, record));
    begin_writing(log, MARK, record_at(log->following), 1);
}

/* Start the next stage of a write; return true if a throw is now durable. */
static bool next_stage(struct throw_log *log) {
    switch (log->stage) {
    case MARK:
        begin_writing(log, REST, log->at, RECORD_BYTES);
        log->done = 1;
        return false;
    case REST:
        log->bytes[0] = HELD;
        begin_writing(log, HOLD, log->at, 1);
        return false;
    case HOLD:
        log->stage = IDLE;
        log->following++;
        return true;
    case SERIES:
        begin_writing(log, SERIES_AGAIN, 6, 6);
        return false;
    default:
        log->stage = IDLE;
        return false;
    }
}

bool throw_log_step(struct throw_log *log) {
    if (!storage_ready()) {
        return false;
    }
    if (log->stage == IDLE) {
        if (log->first > log->marked + 1) {
            log->marked = log->first - 1;
            log->bytes[0] = TAKEN;
            begin_writing(log, TAKE, record_at(log->marked), 1);
        }
        return false;
    }
    if (log->done == log->length) {
        return next_stage(log);
    }
    storage_write(log->at + log->done, log->bytes[log->done]);
    log->done++;
    return false;
}

void throw_log_taken(struct throw_log *log, uint32_t first) {
    if (first > log->first && first <= log->following) {
        log->first = first;
    }
}

uint8_t throw_log_read(uint32_t serial, uint8_t values[LOG_DICE]) {
    uint16_t at = record_at(serial) + 5;
    uint8_t count = storage_read(at);
    count = count > LOG_DICE ? LOG_DICE : count;
    read_bytes(at + 1, values, count);
    return count;
}
