/* Noise that simavr lacks: the watchdog's oscillator and the thermometer. */
#include "chip.h"

#include <string.h>
#include <sys/random.h>

#include <simavr/avr_adc.h>
#include <simavr/avr_watchdog.h>
#include <simavr/sim_cycle_timers.h>
#include <simavr/sim_interrupts.h>

#define WATCHDOG_VECTOR 6
#define ROOM_MILLIVOLTS 360
#define WATCHDOG_PERIOD 256000 /* cycles */
#define WATCHDOG_OFF 6400      /* a quarter of the most that it is off: a tenth */

/* xorshift128+, or the system's own. */
uint64_t noise_number(struct chip *chip) {
    uint64_t x;
    if (chip->from_system) {
        return getrandom(&x, sizeof x, 0) == sizeof x ? x : 0;
    }
    x = chip->random[0];
    uint64_t y = chip->random[1];
    chip->random[0] = y;
    x ^= x << 23;
    chip->random[1] = x ^ y ^ x >> 17 ^ y >> 26;
    return chip->random[1] + y;
}

/* Near enough to a normal spread: the sum of four dice of `reach` sides, about zero. */
static int spread(struct chip *chip, int reach) {
    uint64_t x = noise_number(chip);
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += (int)((x >> 16 * i & 0xFFFF) * reach >> 16);
    }
    return sum - 2 * (reach - 1);
}

static bool is_quiet(struct chip *chip, int noise, int quiet_in_1000) {
    return noise == NOISE_STUCK ||
           (noise == NOISE_BIASED && noise_number(chip) % 1000 < (unsigned)quiet_in_1000);
}

/* The watchdog's timer is the one that has the watchdog for its parameter. */
static avr_cycle_timer_slot_p watchdog_timer(avr_t *avr) {
    for (avr_cycle_timer_slot_p slot = avr->cycle_timers.timer; slot; slot = slot->next) {
        for (avr_io_t *io = avr->io_port; io; io = io->next) {
            if (slot->param == io && strcmp(io->kind, "watchdog") == 0) {
                return slot;
            }
        }
    }
    return NULL;
}

/* After its interrupt the watchdog has been set to tick again; it will, a little off. */
static void watchdog_ticked(avr_irq_t *irq, uint32_t running, void *param) {
    struct chip *chip = param;
    (void)irq;
    avr_cycle_timer_slot_p slot = running ? NULL : watchdog_timer(chip->avr);
    if (slot) {
        int off = chip->watchdog_off;
        off += is_quiet(chip, chip->watchdog_noise, 750) ? 0 : spread(chip, 200);
        avr_cycle_count_t when = slot->when + (avr_cycle_count_t)off;
        avr_cycle_timer_t timer = slot->timer;
        void *watchdog = slot->param;
        avr_cycle_timer_cancel(chip->avr, timer, watchdog);
        avr_cycle_timer_register(chip->avr, when - chip->avr->cycle, timer, watchdog);
    }
}

static avr_cycle_count_t bite(avr_t *avr, avr_cycle_count_t when, void *param) {
    struct chip *chip = param;
    (void)avr, (void)when;
    chip->bitten = true;
    return 0;
}

/* A chip that does not take the interrupt until the next tick is reset, says its data sheet; simavr
 * would let it wait for ever. */
static void watchdog_waits(avr_irq_t *irq, uint32_t waiting, void *param) {
    struct chip *chip = param;
    (void)irq;
    avr_cycle_timer_cancel(chip->avr, bite, chip);
    if (waiting) {
        avr_cycle_timer_register(chip->avr, WATCHDOG_PERIOD, bite, chip);
    }
}

static void converter_asked(avr_irq_t *irq, uint32_t value, void *param) {
    struct chip *chip = param;
    (void)irq, (void)value;
    int off = is_quiet(chip, chip->converter_noise, 999) ? 0 : spread(chip, 4);
    avr_raise_irq(chip->thermometer, (uint32_t)(ROOM_MILLIVOLTS + off));
}

void noise_attach(struct chip *chip) {
    chip->watchdog_off = spread(chip, WATCHDOG_OFF);
    avr_irq_t *ticks = avr_get_interrupt_irq(chip->avr, WATCHDOG_VECTOR);
    avr_irq_register_notify(ticks + AVR_INT_IRQ_RUNNING, watchdog_ticked, chip);
    avr_irq_register_notify(ticks + AVR_INT_IRQ_PENDING, watchdog_waits, chip);
    chip->thermometer = avr_io_getirq(chip->avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_TEMP);
    avr_irq_register_notify(avr_io_getirq(chip->avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER),
                            converter_asked, chip);
}

void chip_watchdog_off(struct chip *chip, int cycles) {
    chip->watchdog_off = cycles;
}

void chip_noise(struct chip *chip, int watchdog, int converter) {
    chip->watchdog_noise = watchdog;
    chip->converter_noise = converter;
}
