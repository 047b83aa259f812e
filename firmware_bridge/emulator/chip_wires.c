/* The parts on the pins: sensors, buttons, lamps, dice and shift registers. */
#include "chip.h"

#include <simavr/avr_adc.h>
#include <simavr/avr_ioport.h>

#include "../firmware/messages.h"
#include "../firmware/pins.h"

#define PORTB_AT 0x25
#define PORTC_AT 0x28
#define PORTD_AT 0x2B

#ifdef TILE_PINS
static const uint8_t tile_pins[] = TILE_PINS;
#endif
#ifdef LAMP_PINS
static const uint8_t lamp_pins[] = LAMP_PINS;
#endif
#ifdef FACE_LAMPS
static const uint8_t face_lamps[DICE][4] = FACE_LAMPS;
#endif
#ifdef SEGMENTS
static const uint8_t segment_pins[7] = SEGMENTS;
static const uint8_t digit_pins[2] = DIGITS;
#endif

/* Return the level that the firmware drives on a pin. */
static bool driven(const struct chip *chip, uint8_t pin) {
    const uint8_t *data = chip->avr->data;
    if (pin < D8) {
        return data[PORTD_AT] >> pin & 1;
    }
    return pin < A0 ? data[PORTB_AT] >> (pin - D8) & 1 : data[PORTC_AT] >> (pin - A0) & 1;
}

static bool is_on(const struct chip *chip, uint8_t contact) {
    return chip->contacts >> (contact - 1) & 1;
}

static bool is_closed(const struct chip *chip, uint8_t tile) {
    return is_on(chip, tile) != CLOSED_WHEN_SHUT;
}

/* A closed contact connects its pin to ground. simavr has to be told twice: as something outside
 * that is stronger than the pull-up, and as a level that changes now, even if it was so before. */
static void close_pin(struct chip *chip, uint8_t pin, bool closed) {
    if (pin >= A6) {
        /* A resistor pulls it up to 5 V; the converter is told millivolts. */
        avr_raise_irq(avr_io_getirq(chip->avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0 + pin - A0),
                      closed ? 0 : 5000);
        return;
    }
    char port = pin < D8 ? 'D' : pin < A0 ? 'B' : 'C';
    uint8_t line = pin < D8 ? pin : pin < A0 ? pin - D8 : pin - A0;
    uint8_t *mask = &chip->outside[port - 'B'], *level = &chip->levels[port - 'B'];
    *mask |= 1 << line;
    *level = closed ? *level & ~(1 << line) : *level | 1 << line;
    avr_ioport_external_t outside = {.name = port, .mask = *mask, .value = *level};
    avr_ioctl(chip->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &outside);
    avr_raise_irq(chip->pins[pin], closed);
    avr_raise_irq(chip->pins[pin], !closed);
}

void wires_raise(struct chip *chip) {
#ifdef TILE_PINS
    for (uint8_t tile = 1; tile <= TILES; tile++) {
        close_pin(chip, tile_pins[tile - 1], is_closed(chip, tile));
    }
#endif
#ifdef TILE_DATA
    close_pin(chip, TILE_DATA, true);
#endif
#if HAS_CONFIRM
    close_pin(chip, CONFIRM_BUTTON, is_on(chip, CONTACT_CONFIRM));
#endif
#if HAS_NEW
    close_pin(chip, NEW_BUTTON, is_on(chip, CONTACT_NEW));
#endif
#if HAS_ROLL
    close_pin(chip, ROLL_BUTTON, is_on(chip, CONTACT_ROLL));
#endif
    (void)is_closed, (void)is_on, (void)close_pin, (void)driven;
}

#ifdef TILE_DATA
static void show_chain(struct chip *chip) {
    bool high = chip->chain_in & 1;
    uint8_t line = TILE_DATA < D8 ? TILE_DATA : TILE_DATA < A0 ? TILE_DATA - D8 : TILE_DATA - A0;
    uint8_t *levels = &chip->levels[(TILE_DATA < D8 ? 'D' : TILE_DATA < A0 ? 'B' : 'C') - 'B'];
    /* Skip pins that do not change: simavr is slow, and this runs for each tile every ms. */
    if ((*levels >> line & 1) != high) {
        close_pin(chip, TILE_DATA, !high);
    }
}

/* While it is low the 74HC165 take in their inputs; the first is at their output at once. */
static void chain_load(avr_irq_t *irq, uint32_t high, void *param) {
    struct chip *chip = param;
    (void)irq;
    if (!high) {
        chip->chain_in = 0;
        for (uint8_t tile = 1; tile <= TILES; tile++) {
            chip->chain_in |= (uint32_t)!is_closed(chip, tile) << (tile - 1);
        }
        show_chain(chip);
    }
}

static void chain_clock(avr_irq_t *irq, uint32_t high, void *param) {
    struct chip *chip = param;
    (void)irq;
    if (high) {
        chip->chain_in >>= 1;
        show_chain(chip);
    }
}
#endif

#ifdef LAMP_DATA
static void lamp_clock(avr_irq_t *irq, uint32_t high, void *param) {
    struct chip *chip = param;
    (void)irq;
    if (high) {
        chip->chain_out = chip->chain_out << 1 | driven(chip, LAMP_DATA);
    }
}

static void lamp_latch(avr_irq_t *irq, uint32_t high, void *param) {
    struct chip *chip = param;
    (void)irq;
    if (high) {
        chip->lamps = chip->chain_out & ((1u << TILES) - 1);
    }
}
#endif

#ifdef SEGMENTS
static void digit_lit(struct chip *chip, uint8_t which) {
    chip->digits[which] = 0;
    for (uint8_t i = 0; i < 7; i++) {
        chip->digits[which] |= driven(chip, segment_pins[i]) << i;
    }
}

static void first_digit(avr_irq_t *irq, uint32_t high, void *param) {
    (void)irq;
    if (!high) {
        digit_lit(param, 0);
    }
}

static void second_digit(avr_irq_t *irq, uint32_t high, void *param) {
    (void)irq;
    if (!high) {
        digit_lit(param, 1);
    }
}
#endif

void wires_attach(struct chip *chip) {
    for (uint8_t pin = D0; pin <= A5; pin++) {
        char port = pin < D8 ? 'D' : pin < A0 ? 'B' : 'C';
        int line = pin < D8 ? pin : pin < A0 ? pin - D8 : pin - A0;
        chip->pins[pin] = avr_io_getirq(chip->avr, AVR_IOCTL_IOPORT_GETIRQ(port), line);
    }
#ifdef TILE_DATA
    avr_irq_register_notify(chip->pins[TILE_LOAD], chain_load, chip);
    avr_irq_register_notify(chip->pins[TILE_CLOCK], chain_clock, chip);
#endif
#ifdef LAMP_DATA
    avr_irq_register_notify(chip->pins[LAMP_CLOCK], lamp_clock, chip);
    avr_irq_register_notify(chip->pins[LAMP_LATCH], lamp_latch, chip);
#endif
#ifdef SEGMENTS
    avr_irq_register_notify(chip->pins[digit_pins[0]], first_digit, chip);
    avr_irq_register_notify(chip->pins[digit_pins[1]], second_digit, chip);
#endif
}

void chip_contacts(struct chip *chip, uint32_t on) {
    chip->contacts = on;
    wires_raise(chip);
}

uint32_t chip_lamps(const struct chip *chip) {
    uint32_t lamps = chip->lamps;
#ifdef LAMP_PINS
    for (uint8_t i = 0; i < TILES; i++) {
        lamps |= (uint32_t)driven(chip, lamp_pins[i]) << i;
    }
#endif
    return lamps;
}

uint8_t chip_face(const struct chip *chip, uint8_t which) {
#if defined(FACE_LAMPS)
    uint8_t pips = 0;
    for (uint8_t i = 0; i < 4 && which < DICE; i++) {
        pips |= driven(chip, face_lamps[which][i]) << i;
    }
    return pips;
#elif defined(SEGMENTS)
    return which < 2 ? chip->digits[which] : 0;
#else
    (void)chip, (void)which;
    return 0;
#endif
}
