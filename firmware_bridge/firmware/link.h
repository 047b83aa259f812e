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

/* An order's result besides RESULT_: not now, the host will repeat it. */
#define RESULT_LATER 0xFF

/* The callbacks of the link. */
struct link_needs {
    /* The throw or change of an unacknowledged number. */
    void (*throw_of)(uint32_t serial, struct throw *told, uint32_t now);
    void (*change_of)(uint32_t number, struct change *told, uint32_t now);
    /* The state; the link fills in its own fields. */
    void (*state)(struct state *told);
    /* The DEFECT_ bits. */
    uint8_t (*defects)(void);
    /* Fill in raw samples of the noise if there are some to be told; the link fills in the boot. */
    bool (*samples)(struct noise_samples *told);
    /* Execute an order; return a RESULT_ or RESULT_LATER. */
    uint8_t (*obey)(uint8_t order, uint32_t argument, uint32_t now);
    /* Everything before `first` is acknowledged. */
    void (*throws_taken)(uint32_t first);
    void (*changes_taken)(uint32_t first);
};

struct link {
    const struct link_needs *needs;
    struct hello who; /* `first` and `change` are filled in when it is sent */
    struct frame_reader in;
    struct numbered throws, changes;
    struct pace saying;
    struct answer answer;
    uint32_t heard, session, commands;
    bool greeted, answer_due, defects_due, state_due;
};

/* `who`, `throws` and `changes` are set before. */
void link_begin(struct link *link, const struct link_needs *needs, uint32_t now);

/* Take a received byte. */
void link_hear(struct link *link, uint8_t byte, uint32_t now);

/* Writes the frame to say now, at most FRAME_MAX bytes, and gives its length; 0 if there is none.
 * Call it until there is none. */
uint8_t link_say(struct link *link, uint8_t *out, uint32_t now);

/* Note a new throw or change, numbered `following`. */
void link_throw_given(struct link *link, uint32_t now);
void link_change_given(struct link *link, uint32_t now);

/* Say hello: no host has greeted us, or our counts have changed. */
void link_leave(struct link *link, uint32_t now);

#endif
