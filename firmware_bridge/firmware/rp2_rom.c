/* What the boot ROM does for this firmware: its functions, and the drive that it is for a new one. */
#include "rp2_chip.h"
#include "rp2_registers.h"

#define ROM_TABLE 0x14   /* where the ROM says where its functions stand, */
#define ROM_LOOK_UP 0x18 /* and which of them finds one */

/* A pointer of 16 bits in the ROM. The compiler must not know how near to zero it is. */
static uintptr_t rom_pointer(uintptr_t at) {
    __asm__ volatile("" : "+r"(at));
    return *(const uint16_t *)at;
}

void *rom_function(char first, char second) {
    void *(*look_up)(uintptr_t, uint32_t) =
        (void *(*)(uintptr_t, uint32_t))rom_pointer(ROM_LOOK_UP);
    return look_up(rom_pointer(ROM_TABLE), (uint32_t)first | (uint32_t)second << 8);
}

void restart_as_drive(void) {
    void (*reset_to_usb_boot)(uint32_t, uint32_t) =
        (void (*)(uint32_t, uint32_t))rom_function('U', 'B');
    interrupts_off();
    stop_watchdog();
    reset_to_usb_boot(0, 0); /* no lamp to show activity, and both of its interfaces */
    for (;;) {
    }
}
