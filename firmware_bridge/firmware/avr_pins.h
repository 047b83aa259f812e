/* The pins of the ATmega328P, by their numbers in the pin table. */
#ifndef AVR_PINS_H
#define AVR_PINS_H

#include <avr/io.h>
#include <stdbool.h>
#include <stdint.h>
#include <util/atomic.h>

#include "pins.h"

static inline volatile uint8_t *port_of(uint8_t pin) {
    return pin < D8 ? &PORTD : pin < A0 ? &PORTB : &PORTC;
}

static inline uint8_t mask_of(uint8_t pin) {
    return (uint8_t)(1 << (pin < D8 ? pin : pin < A0 ? pin - D8 : pin - A0));
}

static inline void write_pin(uint8_t pin, bool high) {
    volatile uint8_t *port = port_of(pin);
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        *port = high ? *port | mask_of(pin) : *port & ~mask_of(pin);
    }
}

static inline __attribute__((unused)) bool read_pin(uint8_t pin) {
    return *(port_of(pin) - 2) & mask_of(pin); /* PINx stands two before PORTx */
}

static inline void make_output(uint8_t pin) {
    *(port_of(pin) - 1) |= mask_of(pin); /* DDRx stands before PORTx */
}

static inline void make_input(uint8_t pin) {
    if (pin < A6) {
        *port_of(pin) |= mask_of(pin); /* with pull-up */
    }
}

/* The levels of the pins that only the converter reads, at their places among all. One of them is
 * converted anew, in 0.1 ms. */
uint32_t converter_levels(void);

/* The levels of all pins, bit 0 for D0. */
static inline uint32_t pin_levels(void) {
    uint32_t levels = PIND | (uint32_t)(PINB & 0x3F) << D8 | (uint32_t)(PINC & 0x3F) << A0;
#ifdef ON_CONVERTER
    levels |= converter_levels();
#endif
    return levels;
}

/* A chip of the 74HC family on the pins is quicker than this one. */
static inline void chip_waits(void) {
}

#endif
