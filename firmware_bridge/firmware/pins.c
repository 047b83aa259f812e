/* Levers, buttons, lamps and dice on the pins that the pin table names. */
#include "pins.h"

#include <stddef.h>

#include "board.h"
#include "faces.h"
#include "messages.h"

#ifdef RP2040
#include "rp2_pins.h"
#else
#include "avr_pins.h"
#endif

#define BIT(n) ((uint32_t)1 << (n))
#define COUNT(array) (sizeof(array) / sizeof *(array))

#ifdef TILE_PINS
static const uint8_t tile_pins[] = TILE_PINS;
_Static_assert(COUNT(tile_pins) == TILES, "one pin for each tile");
#endif
#ifdef LAMP_PINS
static const uint8_t lamp_pins[] = LAMP_PINS;
_Static_assert(COUNT(lamp_pins) == TILES, "one lamp for each tile");
#endif
#ifdef FACE_LAMPS
static const uint8_t face_lamps[DICE][4] = FACE_LAMPS;
#endif
#ifdef SEGMENTS
static const uint8_t segment_pins[7] = SEGMENTS;
static const uint8_t digit_pins[2] = DIGITS;
static volatile uint8_t digits[2];
#endif

void pins_begin(void) {
#ifdef TILE_PINS
    for (uint8_t i = 0; i < TILES; i++) {
        make_input(tile_pins[i]);
    }
#endif
#ifdef TILE_DATA
    make_output(TILE_LOAD);
    make_output(TILE_CLOCK);
    make_input(TILE_DATA);
    write_pin(TILE_LOAD, true);
#endif
#ifdef LAMP_PINS
    for (uint8_t i = 0; i < TILES; i++) {
        make_output(lamp_pins[i]);
    }
#endif
#ifdef LAMP_DATA
    make_output(LAMP_LATCH);
    make_output(LAMP_CLOCK);
    make_output(LAMP_DATA);
#endif
#if HAS_CONFIRM
    make_input(CONFIRM_BUTTON);
#endif
#if HAS_NEW
    make_input(NEW_BUTTON);
#endif
#if HAS_ROLL
    make_input(ROLL_BUTTON);
#endif
#ifdef FACE_LAMPS
    for (uint8_t i = 0; i < 4 * DICE; i++) {
        make_output(face_lamps[i / 4][i % 4]);
    }
#endif
#ifdef SEGMENTS
    for (uint8_t i = 0; i < COUNT(segment_pins); i++) {
        make_output(segment_pins[i]);
    }
    for (uint8_t i = 0; i < COUNT(digit_pins); i++) {
        make_output(digit_pins[i]);
    }
#endif
    pins_light(0);
}

/* Return which sensors are closed, bit 0 for tile 1. */
static inline uint32_t closed_sensors(uint32_t pins) {
    uint32_t closed = 0;
#ifdef TILE_PINS
    for (uint8_t i = 0; i < TILES; i++) {
        if (!(pins & BIT(tile_pins[i]))) {
            closed |= BIT(i);
        }
    }
#elif defined(TILE_DATA)
    write_pin(TILE_LOAD, false);
    chip_waits();
    write_pin(TILE_LOAD, true);
    chip_waits();
    uint8_t *bytes = (uint8_t *)&closed;
    for (uint8_t byte = 0; byte < (TILES + 7) / 8; byte++) {
        uint8_t bits = 0;
        for (uint8_t bit = 1; bit; bit <<= 1) {
            if (!read_pin(TILE_DATA)) {
                bits |= bit;
            }
            write_pin(TILE_CLOCK, true);
            chip_waits();
            write_pin(TILE_CLOCK, false);
            chip_waits();
        }
        bytes[byte] = bits;
    }
#endif
    (void)pins;
    return closed;
}

uint32_t pins_contacts(void) {
    uint32_t pins = pin_levels();
    uint32_t on = closed_sensors(pins);
    if (CLOSED_WHEN_SHUT) {
        on = ~on & (BIT(TILES) - 1);
    }
#if HAS_CONFIRM
    on |= pins & BIT(CONFIRM_BUTTON) ? 0 : BIT(CONTACT_CONFIRM - 1);
#endif
#if HAS_NEW
    on |= pins & BIT(NEW_BUTTON) ? 0 : BIT(CONTACT_NEW - 1);
#endif
#if HAS_ROLL
    on |= pins & BIT(ROLL_BUTTON) ? 0 : BIT(CONTACT_ROLL - 1);
#endif
    return on;
}

void pins_light(uint32_t tiles) {
#ifdef LAMP_PINS
    for (uint8_t i = 0; i < TILES; i++) {
        write_pin(lamp_pins[i], tiles & BIT(i));
    }
#elif defined(LAMP_DATA)
    /* The last tile goes first: it has the longest way. */
    for (uint8_t i = (TILES + 7) / 8 * 8; i-- > 0;) {
        write_pin(LAMP_DATA, tiles & BIT(i));
        chip_waits();
        write_pin(LAMP_CLOCK, true);
        chip_waits();
        write_pin(LAMP_CLOCK, false);
    }
    write_pin(LAMP_LATCH, true);
    chip_waits();
    write_pin(LAMP_LATCH, false);
#endif
    (void)tiles;
}

#ifdef SEGMENTS
/* Two small dice have a digit each; otherwise each die is shown in turn, for a second. */
static void show_digits(const uint8_t *values, uint8_t count, uint32_t now) {
    if (count == 0) {
        digits[0] = digits[1] = SEGMENTS_DASH;
    } else if (count == 2 && SIDES <= 9) {
        digits[0] = segments_of(values[0]);
        digits[1] = segments_of(values[1]);
    } else {
        uint8_t value = values[now / 1000 % count];
        digits[0] = value < 10 ? 0 : segments_of(value / 10);
        digits[1] = segments_of(value % 10);
    }
}
#endif

void pins_show(const uint8_t *values, uint8_t count, uint32_t now) {
#ifdef FACE_LAMPS
    for (uint8_t die = 0; die < DICE; die++) {
        uint8_t pips = die < count ? pips_of(values[die]) : 0;
        for (uint8_t i = 0; i < 4; i++) {
            write_pin(face_lamps[die][i], pips & 1 << i);
        }
    }
#endif
#ifdef SEGMENTS
    show_digits(values, count, now);
#endif
    (void)values;
    (void)count;
    (void)now;
}

void pins_tick(void) {
#ifdef SEGMENTS
    /* Multiplex the digits, a millisecond each. */
    static uint8_t shown;
    write_pin(digit_pins[shown], true);
    shown = !shown;
    for (uint8_t i = 0; i < COUNT(segment_pins); i++) {
        write_pin(segment_pins[i], digits[shown] & 1 << i);
    }
    write_pin(digit_pins[shown], false);
#endif
}
