/* Fair dice from random bytes. */
#ifndef DICE_H
#define DICE_H

#include <stdint.h>

/* A value from 1 to `sides` (1 to 255), all equally likely if all bytes are: bytes that would make
 * the low values likelier are drawn again. */
static inline uint8_t die_of(uint8_t sides, uint8_t (*random_byte)(void)) {
    uint8_t byte, most = (uint8_t)(256 / sides * sides - 1);
    do {
        byte = random_byte();
    } while (byte > most);
    return byte % sides + 1;
}

#endif
