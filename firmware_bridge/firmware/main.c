/* The board: a roller, a box, or both, depending on the pin table. */
#include "board.h"
#include "changes.h"
#include "debounce.h"
#include "firmware.h"
#include "kept.h"
#include "link.h"
#include "messages.h"
#include "noise.h"
#include "pins.h"
#include "throw_log.h"

#define LONG_PRESS 600      /* milliseconds, from which on a press throws one die */
#define AGES 16             /* throws whose time is known, with that under way; a power of two */
#define HEARD_AT_A_TIME 32  /* bytes at a time, so that a flood cannot starve the rest */
/* The longest frame is the hello, with the name at its end. */
#define SAID_MAX FRAME_BYTES(30 + sizeof NAME - 1)
#define FIRST_READINGS (4 * SETTLE_MS) /* until the contacts of a new start are believed */
#define MOST_FIRST_READINGS 1000 /* milliseconds, if a contact never rests: the host is told */
#define CONTACTS CONTACT_ROLL
#define SHOW_EVERY 64       /* milliseconds */
#define NO_THROW 0xFF

/* Not inlined: each needs much stack, which main must not keep. */
#define NOT_INLINE __attribute__((noinline))

_Static_assert(sizeof NAME - 1 <= MAX_NAME, "the name in the pin table is too long");

static struct link link;
static struct throw_log throws;
static struct changes changes KEPT;
static struct debounce debounce;
static uint16_t refused;
static uint32_t thrown_at[AGES], ages_from; /* throws before this one have an unknown age */
static uint8_t shown[LOG_DICE], shown_count;
static uint32_t shown_last;
static uint32_t pressed_at;
static bool press_seen; /* since this start: how long an earlier one has lasted is not known */
static uint8_t throw_wanted = NO_THROW;
static uint8_t button_dice; /* on a short press; 0 is all */
static bool lit;

/* Callbacks of the link. */

static void throw_of(uint32_t serial, struct throw *told, uint32_t now) {
    static uint8_t values[LOG_DICE];
    told->values_length = throw_log_read(&throws, serial, values);
    if (told->values_length == 0) {
        /* Its record is damaged: dice that were not read, on a board that has none now one die. */
        memset(values, 0, sizeof values);
        told->values_length = DICE ? DICE : 1;
    }
    told->values = values;
    told->age = AGE_UNKNOWN;
    if (serial >= ages_from && link.throws.following - serial < AGES) {
        told->age = age_told(thrown_at[serial % AGES], now);
    }
}

/* Forget when throws and changes were once that is too long ago to be told: the clock wraps around
 * after 49 days, and they would seem to be new. */
static void forget_ages(uint32_t now) {
    uint32_t following = link.throws.following;
    while (ages_from != following &&
           (following - ages_from >= AGES ||
            age_told(thrown_at[ages_from % AGES], now) == AGE_UNKNOWN)) {
        ages_from++;
    }
    changes_forget_ages(&changes, now);
}

static void change_of(uint32_t number, struct change *told, uint32_t now) {
    changes_tell(&changes, number, told, now);
}

static void state(struct state *told) {
    told->contacts = changes_counts(&changes)->contacts;
    told->health = dice_health();
    told->failures = dice_failures();
    told->refused = refused;
}

static uint8_t defects(void) {
    return board_defects() | (throws.worn ? DEFECT_MEMORY : 0);
}

static void throws_taken(uint32_t first) {
    throw_log_taken(&throws, first);
}

static void changes_are_taken(uint32_t first) {
    changes_taken(&changes, first);
}

/* Throwing. */

static uint8_t refuse(uint8_t result) {
    refused += refused < 0xFFFF;
    link.state_due = link.greeted;
    return result;
}

/* Throws so many dice, 0 for all; gives a RESULT, or RESULT_LATER while memory is written. */
static uint8_t give_throw(uint32_t count, uint32_t now) {
    if (count > DICE || DICE == 0) {
        return RESULT_NOT_ABLE;
    }
    if (throw_log_busy(&throws)) {
        return RESULT_LATER;
    }
    if (dice_health() != HEALTH_GOOD) {
        return refuse(RESULT_NOT_HEALTHY);
    }
    if (!throw_log_has_room(&throws)) {
        return refuse(RESULT_FULL);
    }
    board_does(TASK_THROW);
    shown_count = count ? (uint8_t)count : DICE;
    for (uint8_t i = 0; i < shown_count; i++) {
        shown[i] = dice_throw(SIDES);
    }
    thrown_at[throws.following % AGES] = now;
    throw_log_put(&throws, shown, shown_count);
    return RESULT_DONE;
}

/* Sets how long a contact takes to settle: `argument` has its number, 0 for all, and above it the
 * milliseconds. */
static uint8_t settle(uint32_t argument) {
    uint8_t contact = (uint8_t)argument;
    uint32_t scans = argument >> 8;
    if (contact > CONTACTS || scans < 1 || scans > MAX_SETTLE_MS) {
        return RESULT_NOT_ABLE;
    }
    for (uint8_t i = 0; i < CONTACTS; i++) {
        if (contact == 0 || contact == i + 1) {
            debounce_settle(&debounce, i, (uint8_t)scans);
        }
    }
    return RESULT_DONE;
}

static uint8_t set_button_dice(uint32_t count) {
    if (count > DICE || DICE == 0) {
        return RESULT_NOT_ABLE;
    }
    button_dice = (uint8_t)count;
    return RESULT_DONE;
}

static uint8_t obey(uint8_t order, uint32_t argument, uint32_t now) {
    switch (order) {
    case ORDER_LAMPS:
        if (!HAS_LAMPS) {
            return RESULT_NOT_ABLE;
        }
        pins_light(argument);
        lit = argument != 0;
        return RESULT_DONE;
    case ORDER_ROLL:
        return give_throw(argument, now);
    case ORDER_TEST:
        if (DICE == 0) {
            return RESULT_NOT_ABLE;
        }
        dice_test();
        return RESULT_DONE;
    case ORDER_SAMPLES:
        if (DICE == 0) {
            return RESULT_NOT_ABLE;
        }
        dice_record(argument);
        return RESULT_DONE;
    case ORDER_SETTLE:
        return settle(argument);
    case ORDER_BUTTON_DICE:
        return set_button_dice(argument);
    default:
        return RESULT_NOT_ABLE;
    }
}

/* The roll button throws when it is let go: as many dice as the host has told, or one if it was
 * held long. A press from before this start throws nothing, as it may have been either. */
static void roll_button(bool pressed, uint32_t now) {
    if (pressed) {
        pressed_at = now;
        press_seen = true;
    } else if (press_seen) {
        throw_wanted = now - pressed_at >= LONG_PRESS ? 1 : button_dice;
    }
}

/* The tasks of the main loop. */

static NOT_INLINE void hear(uint32_t now) {
    uint8_t byte;
    for (uint8_t i = 0; i < HEARD_AT_A_TIME && port_hear(&byte); i++) {
        link_hear(&link, byte, now);
    }
}

static NOT_INLINE void say(uint32_t now) {
    uint8_t frame[SAID_MAX];
    while (port_room() >= SAID_MAX) {
        uint8_t length = link_say(&link, frame, now);
        if (length == 0) {
            return;
        }
        port_say(frame, length);
    }
}

static void one_change(uint8_t contact, bool on, uint32_t now) {
    uint32_t began = now - (debounce_scans(&debounce, contact - 1) - 1);
    if (!changes_put(&changes, contact, on, began)) {
        /* The oldest is lost: a new hello says which is the oldest now. */
        link.changes.first = changes_counts(&changes)->first;
        link_leave(&link, now);
    }
    link_change_given(&link, now);
    if (contact == CONTACT_ROLL && DICE) {
        roll_button(on, now);
    }
}

static void take_contacts(uint32_t contacts, uint32_t now) {
    uint32_t changed = debounce_take(&debounce, contacts);
    for (uint8_t contact = 1; changed; contact++, changed >>= 1) {
        if (changed & 1) {
            one_change(contact, debounce.believed >> (contact - 1) & 1, now);
        }
    }
}

static void read_contacts(uint32_t now) {
#ifdef RP2040
    uint32_t contacts, at;
    while (board_scan(&contacts, &at, now)) {
        take_contacts(contacts, at);
    }
#else
    take_contacts(pins_contacts(), now);
#endif
}

static NOT_INLINE void write_memory(uint32_t now) {
    switch (throw_log_step(&throws)) {
    case LOG_KEPT:
        link_throw_given(&link, now);
        break;
    case LOG_LOST:
        shown_count = 0;
        refuse(RESULT_FULL);
        break;
    case LOG_NOTHING:
        break;
    }
    if (throw_wanted != NO_THROW && give_throw(throw_wanted, now) != RESULT_LATER) {
        throw_wanted = NO_THROW;
    }
}

static NOT_INLINE void gather_noise(uint32_t now) {
    if (dice_gather(now)) {
        link.state_due = link.greeted;
    }
}

/* Switch the lamps off: no host is there to set them. */
static void darken(uint32_t now) {
    if (lit && !link.greeted && now - link.heard >= BOARD_PATIENCE_MS) {
        pins_light(0);
        lit = false;
    }
}

static void one_turn(uint32_t now, bool new_millisecond) {
    board_does(TASK_LINK);
    hear(now);
    board_does(TASK_MEMORY);
    write_memory(now);
    if (new_millisecond) {
        board_check();
        board_does(TASK_CONTACTS);
        read_contacts(now);
        board_does(TASK_NOISE);
        gather_noise(now);
        board_does(TASK_SHOW);
        if (now - shown_last >= SHOW_EVERY) {
            shown_last = now;
            pins_show(shown, dice_health() == HEALTH_GOOD ? shown_count : 0, now);
            darken(now);
            forget_ages(now);
        }
    }
    board_does(TASK_LINK);
    say(now);
    board_does(TASK_NONE);
}

/* Starting. */

/* Drop what has been received: a chip with a byte waiting does not sleep. */
static void sleep_deaf(void) {
    uint8_t byte;
    while (port_hear(&byte)) {
    }
    board_sleep();
}

/* A new board has no series: gather noise until it can draw one. */
static void find_series(void) {
    while (!dice_stirred()) {
        dice_gather(board_now());
        sleep_deaf();
    }
    throw_log_new_series(&throws, dice_number());
    while (throw_log_busy(&throws)) {
        uint8_t sample;
        noise_of_tick(&sample);
        throw_log_step(&throws);
    }
}

/* The series of changes: new after each loss of memory, never that of throws. */
static uint32_t changes_series(uint32_t boot) {
    uint32_t series = (throws.series ^ boot * 0x9E3779B1) | 1;
    return series == throws.series ? series ^ 0x80000000 : series;
}

static void first_readings(bool kept) {
    settle((uint32_t)SETTLE_MS << 8);
    if (kept) {
        debounce.believed = changes_counts(&changes)->contacts;
        return;
    }
    debounce.believed = pins_contacts();
    uint32_t most = board_now() + MOST_FIRST_READINGS;
    uint32_t until = board_now() + FIRST_READINGS;
    while (!time_reached(until, board_now()) && !time_reached(most, board_now())) {
        if (debounce_take(&debounce, pins_contacts())) {
            until = board_now() + FIRST_READINGS;
        }
        uint8_t sample;
        noise_of_tick(&sample);
        sleep_deaf();
    }
    changes_stand(&changes, debounce.believed);
}

static const struct link_needs needs = {
    throw_of, change_of, state, defects, dice_recorded, obey, throws_taken, changes_are_taken};

static void say_who(uint32_t boot) {
    struct hello *who = &link.who;
    who->boot = boot;
    who->series = throws.series;
    who->changes = changes_counts(&changes)->series;
    who->firmware = FIRMWARE_MAJOR * 256 + FIRMWARE_MINOR;
    who->cause = board_cause();
    who->task = board_did();
    who->dice = DICE;
    who->sides = SIDES;
    who->tiles = TILES;
    who->abilities = (HAS_LAMPS ? ABILITY_LAMPS : 0) | (DICE ? ABILITY_THROWS | ABILITY_SAMPLES : 0) |
                     ABILITY_LASTING | ABILITY_SETTLES | (HAS_CONFIRM ? ABILITY_CONFIRM : 0) |
                     (HAS_NEW ? ABILITY_NEW : 0) | (HAS_ROLL ? ABILITY_ROLL : 0);
    who->name = NAME;
    who->name_length = sizeof NAME - 1;
}

static void start(void) {
    board_begin();
    uint32_t boot = throw_log_count_boot();
    throw_log_begin(&throws);
    dice_begin(board_kept_memory());
    noise_begin();
    if (throws.series == 0) {
        find_series();
    }
    ages_from = throws.following;
    bool kept = changes_begin(&changes, board_kept_memory(), changes_series(boot));
    first_readings(kept);
    say_who(boot);
    numbered_begin(&link.throws, throws.first, throws.following);
    numbered_begin(&link.changes, changes_counts(&changes)->first,
                   changes_counts(&changes)->following);
    link_begin(&link, &needs, board_now());
}

int main(void) {
    start();
    uint32_t last = board_now();
    for (;;) {
        board_sleep();
        uint32_t now = board_now();
        one_turn(now, now != last);
        last = now;
    }
}
