/* An ATmega328P that runs the firmware, and what is soldered to it, in virtual time.
 *
 * It is compiled with the pin table of the firmware that it runs, so that it knows the wiring. The
 * functions below are called by chip.py. Times are cycles of the chip, 16 to a microsecond. */
#ifndef CHIP_H
#define CHIP_H

#include <stdbool.h>
#include <stdint.h>

#include <simavr/sim_avr.h>

enum noise { NOISE_GOOD, NOISE_STUCK, NOISE_BIASED };

#define HEARD_MOST 65536 /* bytes that wait to be heard; a power of two */

struct chip {
    avr_t *avr;
    avr_irq_t *port_in;
    avr_irq_t *thermometer;
    avr_irq_t *pins[20]; /* D0 to D13, A0 to A5 */
    bool was_reset, bitten, line_said, feeding;
    uint64_t ends_at;

    /* The port. */
    uint8_t heard[HEARD_MOST];
    uint32_t heard_in, heard_out;
    uint8_t said[4096];
    uint32_t said_length;

    /* Noise. */
    bool from_system;
    uint64_t random[2];
    int watchdog_noise, converter_noise;
    int watchdog_off; /* cycles by which it ticks later than 16 ms */

    /* Wires. */
    uint32_t contacts; /* on or off, as the protocol has them */
    uint8_t outside[3], levels[3]; /* lines of ports B, C and D held by contacts, and their levels */
    uint32_t chain_in; /* what is left of a reading of the 74HC165 */
    uint32_t chain_out, lamps;
    uint8_t digits[2];

    bool has_loader;
    uint16_t hang_at; /* an address in memory, or 0; it hangs when that is hang_is */
    uint8_t hang_is;
    bool hang_deaf;
    uint16_t watched_at; /* an address in memory, or 0; a run ends when the byte there changes */
    uint8_t watched_is;
    uint16_t patched_at; /* the address of an instruction that hangs, or 0 */
    uint8_t patched[2];
};

struct chip *chip_new(const char *elf, bool seeded, uint64_t seed);
void chip_free(struct chip *chip);

/* Cycles since it was made; resets do not restart them. */
uint64_t chip_now(const struct chip *chip);

/* Runs until this cycle, or until it has said the last byte of a line. It may overrun by an
 * instruction. Gives false if the chip has crashed. */
bool chip_run(struct chip *chip, uint64_t until);

/* From now on a run also ends right after the instruction that changes the byte at this address of
 * its memory; 0 for none. */
void chip_watch(struct chip *chip, uint16_t at);

/* Take what it has sent, at most `room` bytes; return how many. */
uint32_t chip_said(struct chip *chip, uint8_t *bytes, uint32_t room);

/* Send it bytes at the speed of the line; return how many fitted. */
uint32_t chip_hear(struct chip *chip, const uint8_t *bytes, uint32_t length);
void chip_forget_heard(struct chip *chip);

/* Restarts it: by its reset pin, or with power off and on, after which memory is rubbish. */
void chip_reset(struct chip *chip, bool power);

/* Hang the firmware at its next sleep, until a reset. */
bool chip_hang(struct chip *chip);

/* Install a boot loader, from the next reset on. */
void chip_put_loader(struct chip *chip);

/* It hangs as soon as the byte at this address of its memory is this, and no interrupt is being
 * served; with `deaf` interrupts are off from then on. */
void chip_hang_when(struct chip *chip, uint16_t at, uint8_t is, bool deaf);

/* Set the quality of its two sources of noise. */
void chip_noise(struct chip *chip, int watchdog, int converter);

/* How many cycles later than every 16 ms the watchdog ticks. At first up to a tenth more or less: no
 * two chips are alike. */
void chip_watchdog_off(struct chip *chip, int cycles);

/* Set the contacts: bit 0 is tile 1, bits 24 to 26 are confirm, new and roll. */
void chip_contacts(struct chip *chip, uint32_t on);
uint32_t chip_lamps(const struct chip *chip);
/* Return the lamps of a die or the segments of a digit. */
uint8_t chip_face(const struct chip *chip, uint8_t which);

/* Read or write its EEPROM of 1024 bytes. */
void chip_storage(struct chip *chip, uint8_t *bytes, bool write);

/* Read or write its memory from this address on. */
void chip_memory(struct chip *chip, uint16_t at, uint8_t *bytes, uint16_t length, bool write);

/* Bytes never touched since power-on: what is left for the stack. */
uint16_t chip_memory_left(const struct chip *chip);

/* Internal to the emulator. */
void noise_attach(struct chip *chip);
uint64_t noise_number(struct chip *chip);
void wires_attach(struct chip *chip);
void wires_raise(struct chip *chip);

#endif
