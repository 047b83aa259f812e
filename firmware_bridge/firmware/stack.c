/* The bytes after the last variable, where the stack would meet it. */
#include "stack.h"

#include "mark.h"
#include "messages.h"

#define GUARD_BYTES 16 /* a frame that skips some of them still writes others */
#define GUARD 0xC5
#define GUARDED 0xB0C5 /* rubbish is not likely to be this with the guard's address */

static void set_guard(void) {
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

/* Firmware that was flashed just now finds the guard of another elsewhere, or none. */
static uint16_t guarded_here(void) {
    return (uint16_t)(uintptr_t)_end ^ GUARDED;
}

bool stack_begin(bool memory_kept) {
    if (!memory_kept || watchdog_mark.guarded != guarded_here()) {
        watchdog_mark.defects = 0;
    } else if (!stack_is_clear()) {
        /* What lies before the guard may have been written over. */
        watchdog_mark.defects |= DEFECT_STACK;
        memory_kept = false;
    }
    watchdog_mark.guarded = guarded_here();
    set_guard();
    return memory_kept;
}
