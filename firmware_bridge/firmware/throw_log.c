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

static uint16_t record_at(uint8_t place) {
    return RECORDS_AT + (uint16_t)place * RECORD_BYTES;
}

static uint8_t place_before(uint8_t place) {
    return (uint8_t)(place + LOG_RECORDS - 1) % LOG_RECORDS;
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
    read_bytes(record_at(place), record, RECORD_BYTES);
    uint32_t serial = get_4(record + 1);
    bool valid = record[0] != WRITING && serial != 0xFFFFFFFF && record[5] >= 1 &&
                 record[5] <= LOG_DICE && get_2(record + 10) == record_check(series, record);
    return valid ? serial : 0;
}

static bool is_in(uint32_t series, uint32_t serial, uint8_t place, uint8_t record[RECORD_BYTES]) {
    uint8_t bytes[4];
    /* Its serial first: the checksum takes long. */
    read_bytes(record_at(place) + 1, bytes, sizeof bytes);
    return get_4(bytes) == serial && record_in(series, place, record) == serial;
}

/* The place of the record with this serial, looked for from `place` back; LOG_RECORDS if there is
 * none. */
static uint8_t find_record(uint32_t series, uint32_t serial, uint8_t place,
                           uint8_t record[RECORD_BYTES]) {
    for (uint8_t i = 0; i < LOG_RECORDS; i++, place = place_before(place)) {
        if (is_in(series, serial, place, record)) {
            return place;
        }
    }
    return LOG_RECORDS;
}

static void find_records(struct throw_log *log) {
    uint8_t record[RECORD_BYTES];
    uint8_t place_of_last = LOG_RECORDS - 1;
    uint32_t last = 0, taken = 0;
    for (uint8_t place = 0; place < LOG_RECORDS; place++) {
        uint32_t serial = record_in(log->series, place, record);
        if (serial > last) {
            last = serial;
            place_of_last = place;
        }
        taken = record[0] == TAKEN && serial > taken ? serial : taken;
    }
    uint32_t first = last + 1;
    uint8_t place = place_of_last;
    while (first > taken + 1 && last - first + 1 < LOG_RECORDS - 1) {
        place = find_record(log->series, first - 1, place, record);
        if (place == LOG_RECORDS) {
            break;
        }
        first--;
    }
    log->first = first;
    log->following = last + 1;
    log->marked = taken;
    log->place = (place_of_last + 1) % LOG_RECORDS;
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

/* Gives whether it is kept. */
static bool write_boot(uint32_t boot) {
    uint16_t at = BOOTS_AT + boot % BOOTS * BOOT_BYTES;
    uint8_t bytes[BOOT_BYTES];
    put_checked(bytes, boot);
    for (uint8_t i = 0; i < BOOT_BYTES; i++) {
        while (!storage_ready()) {
        }
        storage_write(at + i, bytes[i]);
    }
    while (!storage_ready()) {
    }
    return read_checked(at) == boot;
}

uint32_t throw_log_count_boot(void) {
    uint32_t boot = 0;
    for (uint8_t place = 0; place < BOOTS; place++) {
        uint32_t counted = read_checked(BOOTS_AT + place * BOOT_BYTES);
        boot = counted > boot ? counted : boot;
    }
    for (uint8_t tries = 0; tries < BOOTS && !write_boot(++boot); tries++) {
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
    log->place = 0;
    put_checked(log->bytes, series);
    begin_writing(log, SERIES, 0, 6);
}

bool throw_log_busy(const struct throw_log *log) {
    return log->stage != IDLE;
}

/* Whether the place for the next record holds one that is not acknowledged. */
static bool place_is_taken(const struct throw_log *log) {
    uint8_t record[RECORD_BYTES];
    return record_in(log->series, log->place, record) >= log->first;
}

bool throw_log_has_room(const struct throw_log *log) {
    return log->series != 0 && log->following - log->first < LOG_RECORDS - 1 &&
           log->following != 0xFFFFFFFF && !place_is_taken(log);
}

static void begin_record(struct throw_log *log) {
    log->bytes[0] = WRITING;
    begin_writing(log, MARK, record_at(log->place), 1);
}

void throw_log_put(struct throw_log *log, const uint8_t *values, uint8_t count) {
    uint8_t *record = log->bytes;
    memset(record, 0, RECORD_BYTES);
    put_4(record + 1, log->following);
    record[5] = count;
    memcpy(record + 6, values, count);
    put_2(record + 10, record_check(log->series, record));
    log->failed = 0;
    begin_record(log);
}

/* Pass over a place that does not keep what is written, as its cells are worn out. */
static enum throw_log_news pass_over(struct throw_log *log) {
    log->place = (log->place + 1) % LOG_RECORDS;
    log->stage = IDLE;
    log->worn = true;
    if (++log->failed == LOG_RECORDS || place_is_taken(log)) {
        return LOG_LOST;
    }
    begin_record(log);
    return LOG_NOTHING;
}

static enum throw_log_news check_record(struct throw_log *log) {
    uint8_t record[RECORD_BYTES];
    uint32_t serial = record_in(log->series, log->place, record);
    if (serial != log->following || record[0] != HELD) {
        return pass_over(log);
    }
    log->place = (log->place + 1) % LOG_RECORDS;
    log->stage = IDLE;
    log->following++;
    return LOG_KEPT;
}

/* Start the next stage of a write. */
static enum throw_log_news next_stage(struct throw_log *log) {
    switch (log->stage) {
    case MARK:
        /* With a mark stuck at TAKEN the record would count as acknowledged after a restart. */
        if (storage_read(log->at) != WRITING) {
            return pass_over(log);
        }
        begin_writing(log, REST, log->at, RECORD_BYTES);
        log->done = 1;
        return LOG_NOTHING;
    case REST:
        log->bytes[0] = HELD;
        begin_writing(log, HOLD, log->at, 1);
        return LOG_NOTHING;
    case HOLD:
        return check_record(log);
    case SERIES:
        begin_writing(log, SERIES_AGAIN, 6, 6);
        return LOG_NOTHING;
    default:
        log->stage = IDLE;
        return LOG_NOTHING;
    }
}

static void mark_taken(struct throw_log *log) {
    uint8_t record[RECORD_BYTES];
    if (log->first <= log->marked + 1) {
        return;
    }
    log->marked = log->first - 1;
    uint8_t place = find_record(log->series, log->marked, place_before(log->place), record);
    if (place != LOG_RECORDS) {
        log->bytes[0] = TAKEN;
        begin_writing(log, TAKE, record_at(place), 1);
    }
}

enum throw_log_news throw_log_step(struct throw_log *log) {
    if (!storage_ready()) {
        return LOG_NOTHING;
    }
    if (log->stage == IDLE) {
        mark_taken(log);
        return LOG_NOTHING;
    }
    if (log->done == log->length) {
        return next_stage(log);
    }
    storage_write(log->at + log->done, log->bytes[log->done]);
    log->done++;
    return LOG_NOTHING;
}

void throw_log_taken(struct throw_log *log, uint32_t first) {
    if (first > log->first && first <= log->following) {
        log->first = first;
    }
}

uint8_t throw_log_read(const struct throw_log *log, uint32_t serial, uint8_t values[LOG_DICE]) {
    uint8_t record[RECORD_BYTES];
    if (find_record(log->series, serial, place_before(log->place), record) == LOG_RECORDS) {
        return 0;
    }
    memcpy(values, record + 6, LOG_DICE);
    return record[5];
}
