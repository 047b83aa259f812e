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
#define ROM_TABLE 0x14    /* where the ROM says where its functions stand, */
#define ROM_LOOK_UP 0x18  /* and which of them finds one */
#define CODE(a, b) ((uint32_t)(a) | (uint32_t)(b) << 8)

extern const uint8_t _log[];

static struct {
    void (*connect)(void);
    void (*leave_xip)(void);
    void (*erase)(uint32_t at, uint32_t count, uint32_t block, uint8_t command);
    void (*program)(uint32_t at, const uint8_t *bytes, uint32_t count);
    void (*flush)(void);
    void (*enter_xip)(void);
} rom;

static volatile uint16_t busy; /* milliseconds that flash may still keep the main loop waiting */

/* A pointer of 16 bits in the ROM. The compiler must not know how near to zero it is. */
static uintptr_t rom_pointer(uintptr_t at) {
    __asm__ volatile("" : "+r"(at));
    return *(const uint16_t *)at;
}

void flash_begin(void) {
    void *(*look_up)(uintptr_t, uint32_t) =
        (void *(*)(uintptr_t, uint32_t))rom_pointer(ROM_LOOK_UP);
    uintptr_t table = rom_pointer(ROM_TABLE);
    rom.connect = (void (*)(void))look_up(table, CODE('I', 'F'));
    rom.leave_xip = (void (*)(void))look_up(table, CODE('E', 'X'));
    rom.erase = (void (*)(uint32_t, uint32_t, uint32_t, uint8_t))look_up(table, CODE('R', 'E'));
    rom.program = (void (*)(uint32_t, const uint8_t *, uint32_t))look_up(table, CODE('R', 'P'));
    rom.flush = (void (*)(void))look_up(table, CODE('F', 'C'));
    rom.enter_xip = (void (*)(void))look_up(table, CODE('C', 'X'));
}

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
