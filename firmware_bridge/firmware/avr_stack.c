/* The bytes after the last variable, where the stack would meet it. */
#include "avr_stack.h"

#define GUARD_BYTES 16 /* a frame that skips some of them still writes others */
#define GUARD 0xC5

void stack_guard(void) {
    for (uint8_t i = 0; i < GUARD_BYTES; i++) {
        _end[i] = GUARD;
    }
}

bool stack_is_clear(void) {
    for (uint8_t i = 0; i < GUARD_BYTES; i++) {
        if (_end[i] != GUARD) {
            return false;
        }
    }
    return true;
}
