/* The messages between host and board, and their bytes. docs/protocol.md is their law.
 *
 * Made by generate.py from definitions.py: do not change it here. */
#ifndef MESSAGES_H
#define MESSAGES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define VERSION 2 /* the version of this protocol */
#define MAX_PAYLOAD 64 /* bytes that one frame carries at most */
#define MAX_DICE 16 /* dice of one throw at most */
#define MAX_NAME 32 /* bytes of a board's name at most */
#define MAX_TILES 24 /* tiles of one box at most */
#define WINDOW 4 /* numbered messages of one kind that are under way at most */
#define RETRANSMIT_SHORTEST_MS 100 /* the first pause before something is said again */
#define RETRANSMIT_LONGEST_MS 2000 /* the longest pause before something is said again */
#define GO_BACK_MS 20 /* how long the board goes back only once */
#define ASK_EVERY_MS 1000 /* how often the host asks how things stand */
#define ASK_AT_REST_MS 2500 /* the same when nothing has changed in the last answers */
#define HOST_PATIENCE_MS 6000 /* silence after which the host takes the board for gone */
#define BOARD_PATIENCE_MS 8000 /* silence after which the board takes the host for gone */
#define AGE_UNIT_MS 10 /* the unit in which a throw and a change tell their age */
#define AGE_UNKNOWN 65535u /* an age that is longer than can be told, or not known */

#define TYPE_HELLO 1
#define TYPE_WELCOME 2
#define TYPE_THROW 3
#define TYPE_THROW_ACK 4
#define TYPE_CHANGE 5
#define TYPE_CHANGE_ACK 6
#define TYPE_ASK 7
#define TYPE_STATE 8
#define TYPE_COMMAND 9
#define TYPE_ANSWER 10

/* Ability: what the board has */
#define ABILITY_LAMPS 1 /* a lamp for each tile */
#define ABILITY_THROWS 2 /* throws dice of its own, on its button or when it is told to */
#define ABILITY_LASTING 4 /* keeps its throws in lasting memory */
#define ABILITY_CONFIRM 8 /* a button that confirms a move */
#define ABILITY_NEW 16 /* a button for a new match */
#define ABILITY_ROLL 32 /* a button that throws the dice */

/* Cause: why the board started */
#define CAUSE_UNKNOWN 0 /* the board cannot tell */
#define CAUSE_POWER 1 /* power came */
#define CAUSE_RESET 2 /* its reset pin, which opening the port pulls on many boards */
#define CAUSE_BROWN_OUT 3 /* the supply sagged */
#define CAUSE_WATCHDOG 4 /* the firmware hung, and its watchdog started it again */

/* Task: what the firmware did last before its watchdog bit */
#define TASK_NONE 0 /* nothing, or not known */
#define TASK_LINK 1 /* hearing and saying */
#define TASK_CONTACTS 2 /* reading levers and buttons */
#define TASK_NOISE 3 /* gathering and testing noise */
#define TASK_THROW 4 /* throwing */
#define TASK_MEMORY 5 /* writing lasting memory */
#define TASK_SHOW 6 /* lamps and faces */

/* Contact: what can be on or off, besides tiles 1 to 24 */
#define CONTACT_CONFIRM 25 /* the button that confirms a move */
#define CONTACT_NEW 26 /* the button for a new match */
#define CONTACT_ROLL 27 /* the button that throws the dice */

/* Health: whether the dice are fit to be thrown */
#define HEALTH_GOOD 0 /* the noise passes its tests */
#define HEALTH_STARTING 1 /* the noise is being tested; no throw is given */
#define HEALTH_REPEATS 2 /* the noise is stuck or silent (repetition count test); no throw is given */
#define HEALTH_BIASED 3 /* the noise is lopsided (adaptive proportion test); no throw is given */
#define HEALTH_NO_DICE 4 /* the board has no dice of its own */

/* Order: what a command asks for */
#define ORDER_LAMPS 1 /* light the lamps of these tiles and no others: bit 0 is tile 1 */
#define ORDER_ROLL 2 /* throw this many dice; 0 is all that the board has */
#define ORDER_TEST 3 /* test the noise anew, from the start */

/* Result: what became of a command */
#define RESULT_DONE 0 /* it is done */
#define RESULT_NOT_ABLE 1 /* the board cannot do this */
#define RESULT_NOT_HEALTHY 2 /* no throw is given, as the noise fails its tests or is being tested */
#define RESULT_FULL 3 /* no throw is given, as too many wait to be acknowledged */

static inline uint8_t *put_1(uint8_t *at, uint8_t value) {
    *at++ = value;
    return at;
}

static inline uint8_t *put_2(uint8_t *at, uint16_t value) {
    return put_1(put_1(at, (uint8_t)(value >> 8)), (uint8_t)value);
}

static inline uint8_t *put_4(uint8_t *at, uint32_t value) {
    return put_2(put_2(at, (uint16_t)(value >> 16)), (uint16_t)value);
}

static inline uint16_t get_2(const uint8_t *at) {
    return (uint16_t)((uint16_t)at[0] << 8 | at[1]);
}

static inline uint32_t get_4(const uint8_t *at) {
    return (uint32_t)get_2(at) << 16 | get_2(at + 2);
}

struct hello {
    uint32_t boot;
    uint32_t series;
    uint32_t first;
    uint32_t changes;
    uint32_t change;
    uint16_t firmware;
    uint8_t cause;
    uint8_t task;
    uint8_t dice;
    uint8_t sides;
    uint8_t tiles;
    uint8_t abilities;
    const char *name;
    uint8_t name_length;
};

static inline uint8_t write_hello(uint8_t *payload, const struct hello *m) {
    uint8_t *at = put_1(payload, TYPE_HELLO);
    at = put_1(at, VERSION);
    at = put_4(at, m->boot);
    at = put_4(at, m->series);
    at = put_4(at, m->first);
    at = put_4(at, m->changes);
    at = put_4(at, m->change);
    at = put_2(at, m->firmware);
    at = put_1(at, m->cause);
    at = put_1(at, m->task);
    at = put_1(at, m->dice);
    at = put_1(at, m->sides);
    at = put_1(at, m->tiles);
    at = put_1(at, m->abilities);
    memcpy(at, m->name, m->name_length);
    at += m->name_length;
    return (uint8_t)(at - payload);
}

struct welcome {
    uint32_t boot;
    uint32_t session;
};

/* Whether the payload is this message, in this version, with all in its range. */
static inline bool read_welcome(const uint8_t *payload, uint8_t length, struct welcome *m) {
    if (length != 10 || payload[0] != TYPE_WELCOME) {
        return false;
    }
    if (payload[1] != VERSION) {
        return false;
    }
    m->boot = get_4(payload + 2);
    m->session = get_4(payload + 6);
    return m->session >= 1;
}

struct throw {
    uint32_t series;
    uint32_t serial;
    uint16_t age;
    const uint8_t *values;
    uint8_t values_length;
};

static inline uint8_t write_throw(uint8_t *payload, const struct throw *m) {
    uint8_t *at = put_1(payload, TYPE_THROW);
    at = put_4(at, m->series);
    at = put_4(at, m->serial);
    at = put_2(at, m->age);
    memcpy(at, m->values, m->values_length);
    at += m->values_length;
    return (uint8_t)(at - payload);
}

struct throw_ack {
    uint32_t series;
    uint32_t serial;
    uint8_t again;
};

/* Whether the payload is this message, in this version, with all in its range. */
static inline bool read_throw_ack(const uint8_t *payload, uint8_t length, struct throw_ack *m) {
    if (length != 10 || payload[0] != TYPE_THROW_ACK) {
        return false;
    }
    m->series = get_4(payload + 1);
    m->serial = get_4(payload + 5);
    m->again = payload[9];
    return m->series >= 1 && m->again <= 1;
}

struct change {
    uint32_t series;
    uint32_t number;
    uint16_t age;
    uint8_t contact;
    uint8_t on;
};

static inline uint8_t write_change(uint8_t *payload, const struct change *m) {
    uint8_t *at = put_1(payload, TYPE_CHANGE);
    at = put_4(at, m->series);
    at = put_4(at, m->number);
    at = put_2(at, m->age);
    at = put_1(at, m->contact);
    at = put_1(at, m->on);
    return (uint8_t)(at - payload);
}

struct change_ack {
    uint32_t series;
    uint32_t number;
    uint8_t again;
};

/* Whether the payload is this message, in this version, with all in its range. */
static inline bool read_change_ack(const uint8_t *payload, uint8_t length, struct change_ack *m) {
    if (length != 10 || payload[0] != TYPE_CHANGE_ACK) {
        return false;
    }
    m->series = get_4(payload + 1);
    m->number = get_4(payload + 5);
    m->again = payload[9];
    return m->series >= 1 && m->again <= 1;
}

struct ask {
    uint32_t boot;
};

/* Whether the payload is this message, in this version, with all in its range. */
static inline bool read_ask(const uint8_t *payload, uint8_t length, struct ask *m) {
    if (length != 5 || payload[0] != TYPE_ASK) {
        return false;
    }
    m->boot = get_4(payload + 1);
    return m->boot >= 1;
}

struct state {
    uint32_t boot;
    uint32_t change;
    uint32_t contacts;
    uint8_t health;
    uint16_t failures;
    uint16_t refused;
    uint16_t dropped;
    uint16_t repeated;
};

static inline uint8_t write_state(uint8_t *payload, const struct state *m) {
    uint8_t *at = put_1(payload, TYPE_STATE);
    at = put_4(at, m->boot);
    at = put_4(at, m->change);
    at = put_4(at, m->contacts);
    at = put_1(at, m->health);
    at = put_2(at, m->failures);
    at = put_2(at, m->refused);
    at = put_2(at, m->dropped);
    at = put_2(at, m->repeated);
    return (uint8_t)(at - payload);
}

struct command {
    uint32_t boot;
    uint32_t number;
    uint8_t order;
    uint32_t argument;
};

/* Whether the payload is this message, in this version, with all in its range. */
static inline bool read_command(const uint8_t *payload, uint8_t length, struct command *m) {
    if (length != 14 || payload[0] != TYPE_COMMAND) {
        return false;
    }
    m->boot = get_4(payload + 1);
    m->number = get_4(payload + 5);
    m->order = payload[9];
    m->argument = get_4(payload + 10);
    return m->boot >= 1 && m->number >= 1;
}

struct answer {
    uint32_t boot;
    uint32_t number;
    uint8_t result;
};

static inline uint8_t write_answer(uint8_t *payload, const struct answer *m) {
    uint8_t *at = put_1(payload, TYPE_ANSWER);
    at = put_4(at, m->boot);
    at = put_4(at, m->number);
    at = put_1(at, m->result);
    return (uint8_t)(at - payload);
}

#endif
