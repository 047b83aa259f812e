/* The log's part of flash, through the functions of the boot ROM.
 *
 * While one of them runs, flash cannot be read. Everything else is in memory, so interrupts are served
 * all the time: bytes come in, and the clock goes on. */
#include <string.h>

#include "board.h"
#include "flash_cells.h"
#include "rp2_chip.h"
#include "rp2_registers.h"

#define LOG_AT ((uint32_t)_log - XIP_BASE)
#define ERASE_SECTOR 0x20 /* the command for 4 kB, which every flash has */
#define LONGEST_MS 1000   /* an old flash takes 400 to erase a sector */
#define READ_ITS_NUMBER 0x4B /* the command for the number that no other flash has */
#define BEFORE_NUMBER 5      /* bytes, with the command, until it comes */

extern const uint8_t _log[];

static struct {
    void (*connect)(void);
    void (*leave_xip)(void);
    void (*erase)(uint32_t at, uint32_t count, uint32_t block, uint8_t command);
    void (*program)(uint32_t at, const uint8_t *bytes, uint32_t count);
    void (*flush)(void);
    void (*enter_xip)(void);
} rom;

uint8_t flash_number[FLASH_NUMBER_BYTES];

static volatile uint16_t busy; /* milliseconds that flash may still keep the main loop waiting */

void flash_millisecond(void) {
    if (busy != 0) {
        busy--;
        feed_watchdog();
    }
}

static void begin(void) {
    busy = LONGEST_MS;
    rom.connect();
    rom.leave_xip();
}

static void end(void) {
    rom.flush();
    rom.enter_xip();
    busy = 0;
}

/* Send flash a byte while it is connected, and take the one that comes meanwhile. */
static uint8_t exchange(uint8_t byte) {
    while (!(SSI_STATUS & SSI_TAKES)) {
    }
    SSI_DATA = byte;
    while (!(SSI_STATUS & SSI_HAS)) {
    }
    return (uint8_t)SSI_DATA;
}

static void read_number(void) {
    begin();
    FLASH_SELECT = (FLASH_SELECT & ~SELECT_FORCED) | SELECT_LOW;
    exchange(READ_ITS_NUMBER);
    for (uint8_t i = 1; i < BEFORE_NUMBER; i++) {
        exchange(0);
    }
    for (uint8_t i = 0; i < sizeof flash_number; i++) {
        flash_number[i] = exchange(0);
    }
    FLASH_SELECT |= SELECT_FORCED; /* high */
    end();
}

void flash_begin(void) {
    rom.connect = (void (*)(void))rom_function('I', 'F');
    rom.leave_xip = (void (*)(void))rom_function('E', 'X');
    rom.erase = (void (*)(uint32_t, uint32_t, uint32_t, uint8_t))rom_function('R', 'E');
    rom.program = (void (*)(uint32_t, const uint8_t *, uint32_t))rom_function('R', 'P');
    rom.flush = (void (*)(void))rom_function('F', 'C');
    rom.enter_xip = (void (*)(void))rom_function('C', 'X');
    read_number();
}

void flash_read(uint32_t at, uint8_t *bytes, uint16_t length) {
    memcpy(bytes, _log + at, length);
}

void flash_program(uint32_t at, const uint8_t *bytes, uint16_t length) {
    uint8_t page[PAGE_BYTES];
    memset(page, 0xFF, sizeof page);
    memcpy(page + at % PAGE_BYTES, bytes, length);
    begin();
    rom.program(LOG_AT + at / PAGE_BYTES * PAGE_BYTES, page, sizeof page);
    end();
}

void flash_erase(uint8_t sector) {
    begin();
    rom.erase(LOG_AT + (uint32_t)sector * SECTOR_BYTES, SECTOR_BYTES, SECTOR_BYTES, ERASE_SECTOR);
    end();
}
