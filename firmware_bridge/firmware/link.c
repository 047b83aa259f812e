#include "link.h"

#include <string.h>

void link_begin(struct link *link, const struct link_needs *needs, uint32_t now) {
    link->needs = needs;
    memset(&link->in, 0, sizeof link->in);
    link->session = link->commands = 0;
    link->answer_due = link->defects_due = link->state_due = false;
    link->heard = now;
    link_leave(link, now);
}

void link_leave(struct link *link, uint32_t now) {
    link->greeted = false;
    pace_start(&link->saying, now);
}

void link_throw_given(struct link *link, uint32_t now) {
    numbered_put(&link->throws, now);
}

void link_change_given(struct link *link, uint32_t now) {
    numbered_put(&link->changes, now);
}

static void welcomed(struct link *link, const struct welcome *welcome, uint32_t now) {
    if (welcome->boot != link->who.boot) {
        link_leave(link, now);
        return;
    }
    link->heard = now;
    if (welcome->session != link->session) {
        link->session = welcome->session;
        link->commands = 0;
        link->answer_due = false;
    }
    if (!link->greeted) {
        link->greeted = true;
        /* At once: the next event may be the one that causes it. */
        link->defects_due = true;
        pace_stop(&link->saying);
        numbered_greeted(&link->throws, now);
        numbered_greeted(&link->changes, now);
    }
}

static void commanded(struct link *link, const struct command *command, uint32_t now) {
    if (command->number == link->commands + 1) {
        uint8_t result = link->needs->obey(command->order, command->argument, now);
        if (result == RESULT_LATER) {
            return;
        }
        link->commands = command->number;
        link->answer.boot = link->who.boot;
        link->answer.number = command->number;
        link->answer.result = result;
    } else if (command->number != link->commands || link->commands == 0) {
        return;
    }
    link->answer_due = true;
}

static void asked(struct link *link, const struct ask *ask, uint32_t now) {
    if (ask->boot == link->who.boot) {
        link->heard = now;
        link->defects_due = link->state_due = true;
    } else if (link->greeted) {
        link_leave(link, now);
    }
}

static void hear_message(struct link *link, const uint8_t *payload, uint8_t length, uint32_t now) {
    union {
        struct welcome welcome;
        struct throw_ack throw_ack;
        struct change_ack change_ack;
        struct ask ask;
        struct command command;
    } m;
    if (read_welcome(payload, length, &m.welcome)) {
        welcomed(link, &m.welcome, now);
    } else if (read_throw_ack(payload, length, &m.throw_ack)) {
        if (m.throw_ack.series == link->who.series) {
            link->heard = now;
            numbered_acknowledged(&link->throws, m.throw_ack.serial, m.throw_ack.again, now);
            link->needs->throws_taken(link->throws.first);
        }
    } else if (read_change_ack(payload, length, &m.change_ack)) {
        if (m.change_ack.series == link->who.changes) {
            link->heard = now;
            numbered_acknowledged(&link->changes, m.change_ack.number, m.change_ack.again, now);
            link->needs->changes_taken(link->changes.first);
        }
    } else if (read_ask(payload, length, &m.ask)) {
        asked(link, &m.ask, now);
    } else if (read_command(payload, length, &m.command)) {
        if (link->greeted && m.command.boot == link->who.boot) {
            link->heard = now;
            commanded(link, &m.command, now);
        }
    }
}

void link_hear(struct link *link, uint8_t byte, uint32_t now) {
    uint8_t length = frame_take(&link->in, byte);
    if (length) {
        hear_message(link, link->in.bytes, length, now);
    }
}

static uint8_t say_hello(struct link *link, uint8_t *payload, uint32_t now) {
    if (!pace_is_due(&link->saying, now)) {
        return 0;
    }
    pace_tried(&link->saying, now);
    link->who.first = link->throws.first;
    link->who.change = link->changes.first;
    return write_hello(payload, &link->who);
}

static uint8_t say_state(struct link *link, uint8_t *payload) {
    struct state told;
    link->needs->state(&told);
    uint32_t repeated = (uint32_t)link->throws.repeated + link->changes.repeated;
    told.boot = link->who.boot;
    told.change = link->changes.following - 1;
    told.dropped = link->in.dropped;
    told.repeated = repeated > 0xFFFF ? 0xFFFF : (uint16_t)repeated;
    return write_state(payload, &told);
}

static uint8_t say_defects(struct link *link, uint8_t *payload) {
    struct defect_report told = {.boot = link->who.boot, .defects = link->needs->defects()};
    return told.defects ? write_defect_report(payload, &told) : 0;
}

static uint8_t say_throw(struct link *link, uint8_t *payload, uint32_t now) {
    uint32_t serial = numbered_next(&link->throws, now);
    if (serial == 0) {
        return 0;
    }
    struct throw told = {.series = link->who.series, .serial = serial};
    link->needs->throw_of(serial, &told, now);
    return write_throw(payload, &told);
}

static uint8_t say_change(struct link *link, uint8_t *payload, uint32_t now) {
    uint32_t number = numbered_next(&link->changes, now);
    if (number == 0) {
        return 0;
    }
    struct change told = {.series = link->who.changes, .number = number};
    link->needs->change_of(number, &told, now);
    return write_change(payload, &told);
}

static uint8_t say_samples(struct link *link, uint8_t *payload) {
    struct noise_samples told = {.boot = link->who.boot};
    return link->needs->samples(&told) ? write_noise_samples(payload, &told) : 0;
}

static uint8_t payload_to_say(struct link *link, uint8_t *payload, uint32_t now) {
    if (link->greeted && now - link->heard >= BOARD_PATIENCE_MS) {
        link_leave(link, now);
    }
    if (link->defects_due) {
        link->defects_due = false;
        uint8_t length = say_defects(link, payload);
        if (length) {
            return length;
        }
    }
    if (link->state_due) {
        link->state_due = false;
        return say_state(link, payload);
    }
    if (!link->greeted) {
        return say_hello(link, payload, now);
    }
    if (link->answer_due) {
        link->answer_due = false;
        return write_answer(payload, &link->answer);
    }
    uint8_t length = say_throw(link, payload, now);
    length = length ? length : say_change(link, payload, now);
    return length ? length : say_samples(link, payload);
}

uint8_t link_say(struct link *link, uint8_t *out, uint32_t now) {
    uint8_t payload[MAX_PAYLOAD];
    uint8_t length = payload_to_say(link, payload, now);
    return length ? frame_write(out, payload, length) : 0;
}
