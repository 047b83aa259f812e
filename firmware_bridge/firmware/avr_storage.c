/* The chip's EEPROM. Writing a byte takes 3.4 ms; unchanged bytes are skipped. */
#include <avr/eeprom.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "throw_log.h"

_Static_assert(STORAGE_BYTES <= E2END + 1, "the log is larger than the EEPROM");

bool storage_ready(void) {
    return !(EECR & _BV(EEPE));
}

uint8_t storage_read(uint16_t at) {
    while (!storage_ready()) {
    }
    EEAR = at;
    EECR |= _BV(EERE);
    return EEDR;
}

void storage_write(uint16_t at, uint8_t byte) {
    if (storage_read(at) == byte) {
        return;
    }
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        EEDR = byte;
        EECR = _BV(EEMPE);
        EECR |= _BV(EEPE);
    }
}
