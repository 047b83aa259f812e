/* The chip itself: its clock, its port and its resets. */
#include "chip.h"

#include <stdlib.h>
#include <string.h>

#include <simavr/avr_eeprom.h>
#include <simavr/avr_extint.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_cycle_timers.h>
#include <simavr/sim_elf.h>

#define MCUSR 0x54
#define HANDED_OVER 2
#define PORF 1
#define EXTRF 2
#define WDRF 8
#define MEMORY_BEGINS 0x100
#define MEMORY_ENDS 0x8FF
#define STORAGE_BYTES 1024
#define CYCLES_A_BYTE 1500 /* simavr takes eleven bits for a byte */
#define RJMP_TO_ITSELF 0xCFFF
#define UNTOUCHED 0xA5
#define CYCLES_A_CALL 16000 /* Without a timer to wait for simavr would never return. */

static void say_nothing(avr_t *avr, const int level, const char *format, va_list arguments) {
    (void)avr, (void)level, (void)format, (void)arguments;
}

/* Do not sleep: in virtual time the cycles have passed already. */
static void sleep_not(avr_t *avr, avr_cycle_count_t cycles) {
    (void)avr, (void)cycles;
}

static void note_reset(avr_t *avr) {
    ((struct chip *)avr->custom.data)->was_reset = true;
}

/* Nothing; avr_run returns to see to it. */
static avr_cycle_count_t stop_here(avr_t *avr, avr_cycle_count_t when, void *param) {
    (void)avr, (void)when, (void)param;
    return 0;
}

static void said_byte(avr_irq_t *irq, uint32_t value, void *param) {
    struct chip *chip = param;
    (void)irq;
    if (chip->said_length < sizeof chip->said) {
        chip->said[chip->said_length++] = (uint8_t)value;
    }
    if (value == '\n') {
        chip->line_said = true;
        avr_cycle_timer_register(chip->avr, 1, stop_here, chip);
    }
}

static avr_cycle_count_t hear_next(avr_t *avr, avr_cycle_count_t when, void *param) {
    struct chip *chip = param;
    (void)avr;
    if (chip->heard_in == chip->heard_out) {
        chip->feeding = false;
        return 0;
    }
    avr_raise_irq(chip->port_in, chip->heard[chip->heard_out++ % HEARD_MOST]);
    return when + CYCLES_A_BYTE;
}

static void feed(struct chip *chip) {
    if (!chip->feeding && chip->heard_in != chip->heard_out) {
        chip->feeding = true;
        avr_cycle_timer_register(chip->avr, CYCLES_A_BYTE, hear_next, chip);
    }
}

static void attach_port(struct chip *chip) {
    uint32_t flags = 0;
    avr_ioctl(chip->avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    uint32_t which = AVR_IOCTL_UART_GETIRQ('0');
    chip->port_in = avr_io_getirq(chip->avr, which, UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(chip->avr, which, UART_IRQ_OUTPUT), said_byte, chip);
}

struct chip *chip_new(const char *elf, bool seeded, uint64_t seed) {
    avr_global_logger_set(say_nothing);
    struct chip *chip = calloc(1, sizeof *chip);
    elf_firmware_t firmware;
    memset(&firmware, 0, sizeof firmware);
    if (elf_read_firmware(elf, &firmware) != 0) {
        free(chip);
        return NULL;
    }
    strcpy(firmware.mmcu, "atmega328p");
    firmware.frequency = 16000000;
    chip->avr = avr_make_mcu_by_name(firmware.mmcu);
    avr_init(chip->avr);
    avr_load_firmware(chip->avr, &firmware);
    chip->avr->custom.data = chip;
    chip->avr->sleep = sleep_not;
    chip->avr->reset = note_reset;
    chip->from_system = !seeded;
    chip->random[0] = seed;
    chip->random[1] = ~seed;
    attach_port(chip);
    noise_attach(chip);
    wires_attach(chip);
    uint8_t blank[STORAGE_BYTES];
    memset(blank, 0xFF, sizeof blank);
    chip_storage(chip, blank, true);
    chip_reset(chip, true);
    return chip;
}

void chip_free(struct chip *chip) {
    avr_terminate(chip->avr);
    free(chip);
}

uint64_t chip_now(const struct chip *chip) {
    return chip->avr->cycle;
}

/* The loader of an Uno (Optiboot 4) clears the register of causes and hands it over in register 2.
 * When its pin was pulled it waits for a program first, and then begins anew by its own watchdog. */
static void run_loader(struct chip *chip) {
    uint8_t *data = chip->avr->data;
    data[HANDED_OVER] = data[MCUSR] & EXTRF ? WDRF : data[MCUSR];
    data[MCUSR] = 0;
}

static void after_reset(struct chip *chip) {
    if (chip->has_loader) {
        run_loader(chip);
    }
    /* A reset has wiped the timers and the levels of the pins. */
    chip->was_reset = chip->bitten = false;
    chip->feeding = false;
    /* Otherwise simavr polls D2 and D3 after every instruction. */
    avr_extint_set_strict_lvl_trig(chip->avr, 0, 0);
    avr_extint_set_strict_lvl_trig(chip->avr, 1, 0);
    if (chip->patched_at) {
        memcpy(chip->avr->flash + chip->patched_at, chip->patched, sizeof chip->patched);
        chip->patched_at = 0;
    }
    wires_raise(chip);
    feed(chip);
}

static void hang_here(struct chip *chip, uint32_t at) {
    avr_t *avr = chip->avr;
    chip->patched_at = (uint16_t)at;
    memcpy(chip->patched, avr->flash + at, sizeof chip->patched);
    avr->flash[at] = RJMP_TO_ITSELF & 0xFF;
    avr->flash[at + 1] = RJMP_TO_ITSELF >> 8;
}

static void hang_if_wanted(struct chip *chip) {
    avr_t *avr = chip->avr;
    if (chip->hang_at && avr->data[chip->hang_at] == chip->hang_is && avr->sreg[S_I]) {
        hang_here(chip, avr->pc);
        avr->sreg[S_I] = !chip->hang_deaf;
        chip->hang_at = 0;
    }
}

static bool has_changed(struct chip *chip) {
    uint8_t before = chip->watched_is;
    chip->watched_is = chip->avr->data[chip->watched_at];
    return chip->watched_at && chip->watched_is != before;
}

void chip_watch(struct chip *chip, uint16_t at) {
    chip->watched_at = at;
    chip->watched_is = chip->avr->data[at];
}

/* Let a call of avr_run take many instructions, unless memory is looked at after each.
 * A reset sets simavr back to one. */
static void limit_calls(struct chip *chip) {
    bool each = chip->hang_at || chip->watched_at;
    chip->avr->run_cycle_limit = chip->avr->run_cycle_count = each ? 1 : CYCLES_A_CALL;
}

bool chip_run(struct chip *chip, uint64_t until) {
    avr_t *avr = chip->avr;
    bool changed = false;
    chip->line_said = false;
    while (avr->cycle < until && !chip->line_said && !changed) {
        limit_calls(chip);
        /* End a sleep, and a call, at the end of the run. */
        avr_cycle_timer_cancel(avr, stop_here, chip);
        avr_cycle_timer_register(avr, until - avr->cycle, stop_here, chip);
        do {
            int state = avr_run(avr);
            if (state == cpu_Crashed || state == cpu_Done) {
                return false;
            }
            hang_if_wanted(chip);
            if (chip->bitten) {
                avr_reset(avr);
                avr->data[MCUSR] = WDRF;
            }
            changed = has_changed(chip);
        } while (avr->cycle < until && !chip->line_said && !chip->was_reset && !changed);
        if (chip->was_reset) {
            after_reset(chip);
        }
    }
    return true;
}

uint32_t chip_said(struct chip *chip, uint8_t *bytes, uint32_t room) {
    uint32_t length = chip->said_length < room ? chip->said_length : room;
    memcpy(bytes, chip->said, length);
    memmove(chip->said, chip->said + length, chip->said_length - length);
    chip->said_length -= length;
    return length;
}

uint32_t chip_hear(struct chip *chip, const uint8_t *bytes, uint32_t length) {
    uint32_t taken = 0;
    while (taken < length && chip->heard_in - chip->heard_out < HEARD_MOST) {
        chip->heard[chip->heard_in++ % HEARD_MOST] = bytes[taken++];
    }
    feed(chip);
    return taken;
}

void chip_forget_heard(struct chip *chip) {
    chip->heard_out = chip->heard_in;
}

void chip_reset(struct chip *chip, bool power) {
    avr_t *avr = chip->avr;
    avr_reset(avr);
    if (power) {
        for (uint16_t at = MEMORY_BEGINS; at <= MEMORY_ENDS; at++) {
            avr->data[at] = (uint8_t)noise_number(chip);
        }
        /* A known pattern where the stack will grow. */
        memset(avr->data + MEMORY_ENDS + 1 - 768, UNTOUCHED, 768);
    }
    avr->data[MCUSR] = power ? PORF : EXTRF;
    after_reset(chip);
}

bool chip_hang(struct chip *chip) {
    /* Stop at the instruction `sleep`, which runs every millisecond. */
    avr_t *avr = chip->avr;
    for (uint32_t at = 0; at < avr->codeend && !chip->patched_at; at += 2) {
        if (avr->flash[at] == 0x88 && avr->flash[at + 1] == 0x95) {
            hang_here(chip, at);
        }
    }
    return chip->patched_at != 0;
}

void chip_put_loader(struct chip *chip) {
    chip->has_loader = true;
}

void chip_hang_when(struct chip *chip, uint16_t at, uint8_t is, bool deaf) {
    chip->hang_at = at;
    chip->hang_is = is;
    chip->hang_deaf = deaf;
}

void chip_storage(struct chip *chip, uint8_t *bytes, bool write) {
    avr_eeprom_desc_t all = {.ee = bytes, .offset = 0, .size = STORAGE_BYTES};
    avr_ioctl(chip->avr, write ? AVR_IOCTL_EEPROM_SET : AVR_IOCTL_EEPROM_GET, &all);
}

void chip_memory(struct chip *chip, uint16_t at, uint8_t *bytes, uint16_t length, bool write) {
    for (uint16_t i = 0; i < length && at + i <= MEMORY_ENDS; i++) {
        uint8_t *cell = chip->avr->data + at + i;
        *(write ? cell : bytes + i) = write ? bytes[i] : *cell;
    }
}

uint16_t chip_memory_left(const struct chip *chip) {
    /* A variable may have the same value by chance, so only the longest stretch counts. */
    uint16_t longest = 0, stretch = 0;
    for (uint16_t at = MEMORY_ENDS + 1 - 768; at <= MEMORY_ENDS; at++) {
        stretch = chip->avr->data[at] == UNTOUCHED ? stretch + 1 : 0;
        longest = stretch > longest ? stretch : longest;
    }
    return longest;
}
