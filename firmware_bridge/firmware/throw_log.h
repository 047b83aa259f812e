/* The throws in lasting memory: their count survives every restart, and so does each throw until
 * it is acknowledged.
 *
 * A throw is announced only once it is read back whole from memory; a place that does not keep it is
 * passed over. The records lie in a ring, so that wear is even: at 100,000 writes a cell, 64 records
 * last for two million throws. A power cut at any moment leaves either the record before or the one
 * after, never a third. */
#ifndef THROW_LOG_H
#define THROW_LOG_H

#include <stdbool.h>
#include <stdint.h>

#define LOG_DICE 4
#define LOG_RECORDS 64
#define RECORD_BYTES 12

#define BOOTS_AT 12 /* after two copies of the series */
#define BOOTS 16
#define BOOT_BYTES 6
#define RECORDS_AT (BOOTS_AT + BOOTS * BOOT_BYTES)
#define STORAGE_BYTES (RECORDS_AT + LOG_RECORDS * RECORD_BYTES)

/* EEPROM: one byte is written at a time, which takes 3.4 ms. */
uint8_t storage_read(uint16_t at);
bool storage_ready(void);
void storage_write(uint16_t at, uint8_t byte);

struct throw_log {
    uint32_t series; /* 0: none yet */
    uint32_t first;  /* the oldest throw that is not acknowledged */
    uint32_t following;
    uint32_t marked; /* the last throw that is marked as acknowledged */
    uint8_t place;   /* where the next record goes */
    uint8_t failed;  /* places in a row that did not keep the record that is being written */
    bool worn;       /* whether a place has failed since the start */
    /* What is being written: `length` bytes from `at`, of which `done` are written. */
    uint8_t bytes[RECORD_BYTES];
    uint16_t at;
    uint8_t length, done, stage;
};

/* Read the log from memory. */
void throw_log_begin(struct throw_log *log);

/* Increment the count of starts, and wait until it is written and read back. */
uint32_t throw_log_count_boot(void);

/* Begin a series; throws can be put once it is written. */
void throw_log_new_series(struct throw_log *log, uint32_t series);

/* Whether a write is under way; nothing can be put then. */
bool throw_log_busy(const struct throw_log *log);

/* Whether there is a series and room for another throw. */
bool throw_log_has_room(const struct throw_log *log);

/* Start to write a throw of 1 to LOG_DICE dice. */
void throw_log_put(struct throw_log *log, const uint8_t *values, uint8_t count);

/* What came of the throw that was put. */
enum throw_log_news { LOG_NOTHING, LOG_KEPT, LOG_LOST };

/* Goes on writing. Tells once when a throw that was put is kept: it has the serial `following - 1`
 * then; or lost, as no place keeps it. Call it often. */
enum throw_log_news throw_log_step(struct throw_log *log);

/* Acknowledge everything before `first`. */
void throw_log_taken(struct throw_log *log, uint32_t first);

/* Read a held throw; return its number of dice, 0 if its record is damaged. */
uint8_t throw_log_read(const struct throw_log *log, uint32_t serial, uint8_t values[LOG_DICE]);

#endif
