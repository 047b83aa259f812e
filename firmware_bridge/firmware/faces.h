/* The faces of a die, on lamps or digits. */
#ifndef FACES_H
#define FACES_H

#include <stdint.h>

/* The lamps of one die: bit 0 the middle, bit 1 one diagonal, bit 2 the other, bit 3 the two left
 * and right of the middle. Nothing for what is no face. */
static inline uint8_t pips_of(uint8_t value) {
    switch (value) {
    case 1: return 0x1;
    case 2: return 0x2;
    case 3: return 0x3;
    case 4: return 0x6;
    case 5: return 0x7;
    case 6: return 0xE;
    default: return 0;
    }
}

#define SEGMENTS_DASH 0x40

/* The segments of a digit: bit 0 is a, on the top, bit 6 is g, in the middle. */
static inline uint8_t segments_of(uint8_t digit) {
    switch (digit) {
    case 0: return 0x3F;
    case 1: return 0x06;
    case 2: return 0x5B;
    case 3: return 0x4F;
    case 4: return 0x66;
    case 5: return 0x6D;
    case 6: return 0x7D;
    case 7: return 0x07;
    case 8: return 0x7F;
    case 9: return 0x6F;
    default: return 0;
    }
}

#endif
