/* From boot stage 2 to main: everything is copied into memory and runs there. */
#include "firmware.h"
#include "pins.h"
#include "rp2_chip.h"
#include "rp2_registers.h"

extern uint32_t _run[], _run_ends[], _run_in_flash[], _bss[], _bss_ends[], _stack[];

int main(void);

/* Not in memory yet, so it must not call anything that is. */
__attribute__((naked, noreturn, used, section(".from_flash"))) void start_from_flash(void) {
    __asm__ volatile(
        "cpsid i\n"
        "ldr r0, =_run_in_flash\n"
        "ldr r1, =_run\n"
        "ldr r2, =_run_ends\n"
        "b 2f\n"
        "1: ldmia r0!, {r3}\n"
        "stmia r1!, {r3}\n"
        "2: cmp r1, r2\n"
        "blo 1b\n"
        "ldr r0, =start_in_memory\n"
        "bx r0\n"
        ".ltorg\n");
}

static __attribute__((noreturn)) void never(void) {
    /* A fault, or an interrupt that nobody asked for: the watchdog starts the chip anew. */
    for (;;) {
    }
}

__attribute__((noreturn, used)) void start_in_memory(void) {
    for (uint32_t *word = _bss; word < _bss_ends; word++) {
        *word = 0;
    }
    VTOR = (uint32_t)_run;
    main();
    never();
}

/* What boxctl reads in an image before it writes it to a board. */
__attribute__((used, section(".about"))) static const struct {
    char mark[8];
    uint8_t major, minor;
    char name[sizeof NAME];
} about = {"boxctl", FIRMWARE_MAJOR, FIRMWARE_MINOR, NAME};

/* What comes first: the stack, the start and the faults, the millisecond, the lines of the chip. */
__attribute__((used, section(".vectors"), aligned(256))) static const void *const vectors[48] = {
    [0] = _stack,
    [1] = (const void *)start_in_memory,
    [2] = (const void *)never,
    [3] = (const void *)never,
    [11] = (const void *)never,
    [14] = (const void *)never,
    [15] = (const void *)clock_interrupt,
    [16] = (const void *)noise_interrupt,
    [21] = (const void *)port_interrupt,
};
