/* What the files for the RP2040 share. */
#ifndef RP2_CHIP_H
#define RP2_CHIP_H

#include <stdbool.h>
#include <stdint.h>

#include "mark.h"
#include "ticks.h"

#define CYCLES_A_MS 125000

/* The interrupts: every millisecond, at a tick of the ring oscillator, for the port. */
void clock_interrupt(void);
void noise_interrupt(void);
void port_interrupt(void);

/* Cycles of the crystal since the start, their lowest 16 bits. They are wrong while a millisecond
 * waits to be counted. */
uint16_t cycles(void);

/* Whether the chip sleeps, and since which cycle. One that sleeps takes the same number of cycles
 * from an interrupt to the first line of its routine every time. */
extern volatile bool is_asleep;
extern volatile uint16_t asleep_since;

/* Call first in every interrupt: it ends the sleep. */
ALWAYS_INLINE void awake(void) {
    is_asleep = false;
}

/* Whether the ring oscillator ticks within about two milliseconds. */
bool tick_is_near(void);

/* Start the watchdog; give it its whole time again. */
void start_watchdog(void);
void feed_watchdog(void);

/* Called every millisecond: feeds the watchdog while flash keeps the main loop waiting. */
void flash_millisecond(void);

/* A function of the boot ROM, by its two letters. */
void *rom_function(char first, char second);

/* Find the functions of the boot ROM that write flash, and read the number of flash. */
void flash_begin(void);

/* The number that the maker of flash gave it alone. */
#define FLASH_NUMBER_BYTES 8
extern uint8_t flash_number[FLASH_NUMBER_BYTES];

/* Whether a host has closed the port at 1200 bits a second: it wants to write a new firmware. */
bool port_closed_at_1200(void);

/* Become the drive of the boot ROM, which takes a new firmware. */
void __attribute__((noreturn)) restart_as_drive(void);

/* Called every millisecond: reads the contacts for the main loop. */
void scan_millisecond(uint32_t now);

#endif
