/* Start, clock, sleep and cause of the start, on the ATmega328P at 16 MHz. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "avr_sleep.h"
#include "board.h"
#include "kept.h"
#include "mark.h"
#include "messages.h"
#include "stack.h"
#include "started.h"

/* Boot loaders of the Optiboot family clear MCUSR and hand it over in register 2. */
static uint8_t handed_over KEPT;

static volatile uint32_t milliseconds;
static volatile bool ticked;

volatile uint16_t asleep_since;

struct watchdog_mark watchdog_mark KEPT;

void hand_over(void) __attribute__((naked, used, section(".init0")));
void hand_over(void) {
    __asm__ volatile("sts %0, r2" : : "i"(&handed_over));
}

static void find_cause(void) {
    uint8_t own = MCUSR;
    uint8_t flags = own ? own : handed_over;
    MCUSR = 0;
    started.memory_kept = flags && !(flags & (_BV(PORF) | _BV(BORF)));
    if (flags & _BV(PORF)) {
        started.cause = CAUSE_POWER;
    } else if (flags & _BV(BORF)) {
        started.cause = CAUSE_BROWN_OUT;
    } else if (own == _BV(WDRF) || (flags & _BV(WDRF) && watchdog_mark.unfed == UNFED)) {
        started_by_watchdog();
    } else if (flags & (_BV(EXTRF) | _BV(WDRF))) {
        /* A boot loader starts the firmware by its own watchdog once nobody has called it, and
         * hands that over as the cause. */
        started.cause = CAUSE_RESET;
    } else {
        started.cause = CAUSE_UNKNOWN;
    }
    watchdog_mark.unfed = 0;
    watchdog_mark.task = TASK_NONE;
}

void board_begin(void) {
    find_cause();
    started.memory_kept = stack_begin(started.memory_kept);
    stop_watchdog();
    PRR = _BV(PRTWI) | _BV(PRSPI) | _BV(PRTIM0);
    /* Timer 2 ticks every millisecond, timer 1 counts cycles for the noise of the watchdog. */
    TCCR2A = _BV(WGM21);
    OCR2A = F_CPU / 64 / 1000 - 1;
    TIMSK2 = _BV(OCIE2A);
    TCCR2B = _BV(CS22);
    TCCR1B = _BV(CS10);
    pins_begin();
    port_begin();
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
}

void restart(void) {
    cli();
    /* The cause is told even by a boot loader that clears the register of causes. */
    watchdog_mark.unfed = UNFED;
    wdt_enable(WDTO_15MS);
    for (;;) {
    }
}

ISR(TIMER2_COMPA_vect) {
    awake();
    milliseconds++;
    noise_millisecond();
    ticked = true;
    pins_tick();
}

uint8_t board_defects(void) {
    return watchdog_mark.defects;
}

uint32_t board_now(void) {
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        now = milliseconds;
    }
    return now;
}

/* Sleeps until the next interrupt. Interrupts are off when it is called, and on afterwards. */
static __attribute__((noinline)) void nap(void) {
    sleep_enable();
    asleep();
    sei();
    sleep_cpu();
    awake();
    sleep_disable();
}

void board_sleep(void) {
    cli();
    if (!ticked && !port_has_heard()) {
        nap();
    }
    /* A tick is a sample only if it finds the chip asleep, so everything else waits. */
    cli();
    while (tick_is_near()) {
        nap();
        cli();
    }
    ticked = false;
    sei();
}
