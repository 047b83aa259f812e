/* The pins of the RP2040, by their numbers in the pin table. */
#ifndef RP2_PINS_H
#define RP2_PINS_H

#include "pins.h"
#include "rp2_registers.h"

static inline void write_pin(uint8_t pin, bool high) {
    if (high) {
        GPIO_OUT_SET = BIT_OF(pin);
    } else {
        GPIO_OUT_CLEAR = BIT_OF(pin);
    }
}

/* The levels of all pins, bit 0 for GP0. */
static inline uint32_t pin_levels(void) {
    return GPIO_IN;
}

static inline __attribute__((unused)) bool read_pin(uint8_t pin) {
    return pin_levels() & BIT_OF(pin);
}

static inline void make_output(uint8_t pin) {
    PAD(pin) = PAD_4_MA | PAD_INPUT | PAD_SCHMITT;
    write_pin(pin, false);
    GPIO_OE_SET = BIT_OF(pin);
    IO_CTRL(pin) = FUNCTION_SIO;
}

static inline void make_input(uint8_t pin) {
    PAD(pin) = PAD_4_MA | PAD_INPUT | PAD_SCHMITT | PAD_PULL_UP;
    IO_CTRL(pin) = FUNCTION_SIO;
}

/* A chip of the 74HC family takes up to 100 ns at 3.3 V: some 13 cycles. */
static inline void chip_waits(void) {
    for (uint8_t i = 0; i < 5; i++) {
        __asm__ volatile("");
    }
}

#endif
