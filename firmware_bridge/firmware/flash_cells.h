/* Cells of lasting memory on flash, as throw_log.h asks for them: a byte each, written one at a time.
 *
 * Flash is erased by sectors and written by clearing bits. So a sector holds all cells as they were,
 * and after them each write since: four bytes with the cell, its value, and how many of these bits
 * are clear. A write that the power cut short has left bits set that should be clear; then the number
 * of clear bits in it is too low, and the number that it tells too high, so it cannot pass for whole.
 * A full sector is followed by the next of the ring: erased, the cells, and the seal that makes it
 * count. The one before is left as it is until the ring has come round. */
#ifndef FLASH_CELLS_H
#define FLASH_CELLS_H

#include <stdbool.h>
#include <stdint.h>

#include "throw_log.h"

#define SECTOR_BYTES 4096
#define SECTORS 32
#define PAGE_BYTES 256

/* In a sector: the cells, its number and a checksum of both, the seal, the writes. */
#define NUMBER_AT STORAGE_BYTES
#define SECTOR_CHECK_AT (NUMBER_AT + 4)
#define SEAL_AT 1020
#define WRITES_AT 1024
#define WRITE_BYTES 4
#define WRITES ((SECTOR_BYTES - WRITES_AT) / WRITE_BYTES)

/* The flash of the log; `at` counts from its first byte. A program clears bits, and stays within a
 * page. Each is done when it returns. */
void flash_read(uint32_t at, uint8_t *bytes, uint16_t length);
void flash_program(uint32_t at, const uint8_t *bytes, uint16_t length);
void flash_erase(uint8_t sector);

/* Read all cells. Call it before storage_read and storage_write. */
void cells_begin(void);

/* Whether flash has failed to keep something since the start. */
bool cells_worn(void);

#endif
