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
    int watchdog_off; /* so many cycles later than 16 ms it ticks */

    /* Wires. */
    uint32_t contacts; /* on or off, as the protocol has them */
    uint8_t outside[3], levels[3]; /* of ports B, C and D: the lines that contacts hold, and how */
    uint32_t chain_in; /* what is left of a reading of the 74HC165 */
    uint32_t chain_out, lamps;
    uint8_t digits[2];

    bool has_loader;
    uint16_t hang_at; /* an address in memory, or 0; it hangs when that is hang_is */
    uint8_t hang_is;
    bool hang_deaf;
    uint16_t patched_at; /* the address of an instruction that hangs, or 0 */
    uint8_t patched[2];
};

struct chip *chip_new(const char *elf, bool seeded, uint64_t seed);
void chip_free(struct chip *chip);

/* The cycles since it was made; resets do not set them back. */
uint64_t chip_now(const struct chip *chip);

/* Runs until this cycle, or until it has said the last byte of a line. It may overrun by an
 * instruction. Gives false if the chip has crashed. */
bool chip_run(struct chip *chip, uint64_t until);

/* What it has said since it was asked last; at most `room` bytes, gives how many. */
uint32_t chip_said(struct chip *chip, uint8_t *bytes, uint32_t room);

/* What it will hear, at the pace of the line; gives how many bytes there was room for. */
uint32_t chip_hear(struct chip *chip, const uint8_t *bytes, uint32_t length);
void chip_forget_heard(struct chip *chip);

/* Restarts it: by its reset pin, or with power off and on, after which memory is rubbish. */
void chip_reset(struct chip *chip, bool power);

/* The firmware hangs the next time it wants to sleep, until the chip is reset. */
bool chip_hang(struct chip *chip);

/* From the next reset on there is a boot loader. */
void chip_put_loader(struct chip *chip);

/* It hangs as soon as the byte at this address of its memory is this, and no interrupt is being
 * served; with `deaf` interrupts are off from then on. */
void chip_hang_when(struct chip *chip, uint16_t at, uint8_t is, bool deaf);

/* Which kind of noise its two sources have from now on. */
void chip_noise(struct chip *chip, int watchdog, int converter);

/* How many cycles later than every 16 ms the watchdog ticks. At first up to a tenth more or less: no
 * two chips are alike. */
void chip_watchdog_off(struct chip *chip, int cycles);

/* A contact is on: bit 0 is tile 1, bits 24 to 26 are confirm, new and roll. */
void chip_contacts(struct chip *chip, uint32_t on);
uint32_t chip_lamps(const struct chip *chip);
/* What a die's lamps, or a digit's segments, show. */
uint8_t chip_face(const struct chip *chip, uint8_t which);

/* Its lasting memory, 1024 bytes: read (write false) or written. */
void chip_storage(struct chip *chip, uint8_t *bytes, bool write);

/* Its memory from this address on, read or written. */
void chip_memory(struct chip *chip, uint16_t at, uint8_t *bytes, uint16_t length, bool write);

/* How much memory has never been touched since the power came: what is left for the stack. */
uint16_t chip_memory_left(const struct chip *chip);

/* Shared by the files of the emulator. */
void noise_attach(struct chip *chip);
uint64_t noise_number(struct chip *chip);
void wires_attach(struct chip *chip);
void wires_raise(struct chip *chip);

#endif
