/* The board's end of the link: says hello, then each throw and change until it is acknowledged.
 *
 * Pure: no port and no clock of its own. `BoardLink` of the tests is its model. */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "frames.h"
#include "messages.h"
#include "numbered.h"
#include "pace.h"

/* What an order can be besides done or refused: not now; the host will say it again. */
#define RESULT_LATER 0xFF

/* What the link needs of the rest of the firmware. */
struct link_needs {
    /* The throw and the change of a number that was given and is not acknowledged. */
    void (*throw_of)(uint32_t serial, struct throw *told, uint32_t now);
    void (*change_of)(uint32_t number, struct change *told, uint32_t now);
    /* How things stand; the link fills in what it knows itself. */
    void (*state)(struct state *told);
    /* Carries out an order; gives a RESULT, or RESULT_LATER. */
    uint8_t (*obey)(uint8_t order, uint32_t argument, uint32_t now);
    /* Everything before `first` is the host's now. */
    void (*throws_taken)(uint32_t first);
    void (*changes_taken)(uint32_t first);
};

struct link {
    const struct link_needs *needs;
    struct hello who; /* `first` and `change` are filled in when it is said */
    struct frame_reader in;
    struct numbered throws, changes;
    struct pace saying;
    struct answer answer;
    uint32_t heard, session, commands;
    bool greeted, answer_due, state_due;
};

/* `who`, `throws` and `changes` are set before. */
void link_begin(struct link *link, const struct link_needs *needs, uint32_t now);

/* Takes one byte of what the host says. */
void link_hear(struct link *link, uint8_t byte, uint32_t now);

/* Writes the frame to say now, at most FRAME_MAX bytes, and gives its length; 0 if there is none.
 * Call it until there is none. */
uint8_t link_say(struct link *link, uint8_t *out, uint32_t now);

/* One more throw or change is there, numbered by its `following`. */
void link_throw_given(struct link *link, uint32_t now);
void link_change_given(struct link *link, uint32_t now);

/* Nobody has greeted us (any more), or our counts are not what we said: say hello. */
void link_leave(struct link *link, uint32_t now);

#endif
