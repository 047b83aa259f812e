/* Start, clock, sleep and cause of the start, on the RP2040 at 125 MHz.
 *
 * The crystal times everything but two things: the ring oscillator, which starts the chip, goes on to
 * drive the reference clock, and with it the timer, whose ticks are the noise, and the watchdog. */
#include "board.h"
#include "flash_cells.h"
#include "kept.h"
#include "mark.h"
#include "messages.h"
#include "pace.h"
#include "rp2_chip.h"
#include "rp2_registers.h"
#include "stack.h"
#include "started.h"

/* Outlives the watchdog's reset, but neither the pin nor a new firmware: the boot ROM, too, starts a
 * firmware by the watchdog once it has written it. */
#define ARMED 0xB0C5F00D
#define RING_CYCLES_A_TICK 6 /* a tick is about a microsecond: the ring has some 6.5 MHz */
#define WATCHDOG_TICKS_TWICE (2 * 100000) /* it counts each tick twice (RP2040-E1) */
#define LEAVES_AFTER_MS 20
#define CRYSTAL_STARTS (6 * 47) /* times 256 cycles: 6 ms, slow crystals take some */

static volatile uint32_t milliseconds;
static volatile bool ticked;
static volatile uint16_t cycles_before;

volatile bool is_asleep;
volatile uint16_t asleep_since;

struct watchdog_mark watchdog_mark KEPT;

static void find_cause(void) {
    uint32_t had = CHIP_RESET;
    bool by_watchdog = WATCHDOG_REASON != 0;
    started.memory_kept = by_watchdog || (had & HAD_PIN && !(had & HAD_POWER));
    if (by_watchdog && WATCHDOG_SCRATCH0 == ARMED) {
        started_by_watchdog();
    } else if (started.memory_kept) {
        started.cause = CAUSE_RESET;
    } else {
        started.cause = had & HAD_POWER ? CAUSE_POWER : CAUSE_UNKNOWN;
    }
    WATCHDOG_SCRATCH0 = 0;
    watchdog_mark.task = TASK_NONE;
}

static void release(uint32_t blocks) {
    SET_BITS(RESETS_RESET, blocks);
    CLEAR_BITS(RESETS_RESET, blocks);
    while (~RESETS_DONE & blocks) {
    }
}

/* The crystal's 12 MHz so many times, divided by both. */
static void start_pll(uint32_t pll, uint32_t times, uint32_t by, uint32_t and_by) {
    REGISTER(pll + PLL_CS) = 1;
    REGISTER(pll + PLL_FBDIV) = times;
    CLEAR_BITS(pll + PLL_PWR, PLL_PD | PLL_VCOPD);
    while (!(REGISTER(pll + PLL_CS) & PLL_LOCK)) {
    }
    REGISTER(pll + PLL_PRIM) = by << 16 | and_by << 12;
    CLEAR_BITS(pll + PLL_PWR, PLL_POSTDIVPD);
}

/* 125 MHz for the chip, 48 for USB. */
static void start_clocks(void) {
    CLEAR_BITS(CLK_SYS_CTRL, CLK_SYS_FROM_AUX);
    while (!(CLK_SYS_SELECTED & BIT_OF(0))) {
    }
    XOSC_STARTUP = CRYSTAL_STARTS;
    XOSC_CTRL = XOSC_1_TO_15_MHZ | XOSC_ENABLE;
    while (!(XOSC_STATUS & XOSC_STABLE)) {
    }
    release(RESET_PLL_SYS | RESET_PLL_USB);
    start_pll(PLL_SYS, 125, 6, 2);
    start_pll(PLL_USB, 100, 5, 5);
    REGISTER(CLK_SYS_CTRL) = 0; /* from its PLL, once it is chosen */
    SET_BITS(CLK_SYS_CTRL, CLK_SYS_FROM_AUX);
    while (!(CLK_SYS_SELECTED & BIT_OF(1))) {
    }
    CLK_USB_CTRL = CLK_USB_ENABLE;
    WATCHDOG_TICK = WATCHDOG_TICKS | RING_CYCLES_A_TICK;
}

void board_begin(void) {
    find_cause();
    started.memory_kept = stack_begin(started.memory_kept);
    stop_watchdog();
    start_clocks();
    release(RESET_IO_BANK0 | RESET_PADS_BANK0 | RESET_USB | RESET_TIMER);
    SYSTICK_RVR = CYCLES_A_MS - 1;
    SYSTICK_CVR = 0;
    SYSTICK_CSR = SYSTICK_BY_INTERRUPT;
    pins_begin();
    flash_begin();
    port_begin();
    interrupts_on();
    cells_begin();
}

void stop_watchdog(void) {
    CLEAR_BITS(WATCHDOG_CTRL, WATCHDOG_ENABLE);
}

void feed_watchdog(void) {
    WATCHDOG_LOAD = WATCHDOG_TICKS_TWICE;
}

void start_watchdog(void) {
    PSM_WDSEL = PSM_ALL_BUT_OSCILLATORS;
    WATCHDOG_SCRATCH0 = ARMED;
    feed_watchdog();
    SET_BITS(WATCHDOG_CTRL, WATCHDOG_ENABLE);
}

void restart(void) {
    interrupts_off();
    PSM_WDSEL = PSM_ALL_BUT_OSCILLATORS;
    WATCHDOG_SCRATCH0 = ARMED;
    SET_BITS(WATCHDOG_CTRL, WATCHDOG_TRIGGER);
    for (;;) {
    }
}

void clock_interrupt(void) {
    awake();
    milliseconds++;
    cycles_before += (uint16_t)CYCLES_A_MS;
    noise_millisecond();
    flash_millisecond();
    ticked = true;
    pins_tick();
    scan_millisecond(milliseconds);
}

uint16_t cycles(void) {
    return cycles_before + (uint16_t)(CYCLES_A_MS - 1 - SYSTICK_CVR);
}

uint8_t board_defects(void) {
    return watchdog_mark.defects | (cells_worn() ? DEFECT_MEMORY : 0);
}

uint32_t board_now(void) {
    return milliseconds;
}

/* Sleeps until the next interrupt. Interrupts are off when it is called, and on afterwards: one that
 * comes in between still ends the sleep. */
static void nap(void) {
    asleep_since = cycles();
    is_asleep = true;
    __asm__ volatile("wfi" ::: "memory");
    interrupts_on();
    awake();
}

/* The host is still to hear that its last request is done. */
static __attribute__((noreturn)) void leave_for_drive(void) {
    uint32_t until = milliseconds + LEAVES_AFTER_MS;
    while (!time_reached(until, milliseconds)) {
    }
    restart_as_drive();
}

void board_sleep(void) {
    if (port_closed_at_1200()) {
        leave_for_drive();
    }
    interrupts_off();
    if (!ticked && !port_has_heard()) {
        nap();
    }
    /* A tick is a sample only if it finds the chip asleep, so everything else waits. */
    interrupts_off();
    while (tick_is_near()) {
        nap();
        interrupts_off();
    }
    ticked = false;
    interrupts_on();
}
