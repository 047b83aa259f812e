#include "numbered.h"

#include <string.h>

void numbered_begin(struct numbered *count, uint32_t first, uint32_t following) {
    memset(count, 0, sizeof *count);
    count->first = count->unsent = count->most = first;
    count->following = following;
}

void numbered_greeted(struct numbered *count, uint32_t now) {
    count->unsent = count->first;
    if (count->following != count->first) {
        pace_start(&count->pace, now);
    }
}

void numbered_put(struct numbered *count, uint32_t now) {
    count->following++;
    if (!count->pace.on) {
        pace_start(&count->pace, now);
    }
}

uint32_t numbered_next(struct numbered *count, uint32_t now) {
    if (pace_is_due(&count->pace, now)) {
        count->unsent = count->first;
        pace_tried(&count->pace, now);
    }
    if (count->unsent == count->following || count->unsent - count->first >= WINDOW) {
        return 0;
    }
    uint32_t number = count->unsent++;
    if (count->unsent > count->most) {
        count->most = count->unsent;
    } else if (count->repeated < 0xFFFF) {
        count->repeated++;
    }
    return number;
}

void numbered_acknowledged(struct numbered *count, uint32_t number, bool again, uint32_t now) {
    /* Ignore a number not given yet: it does not acknowledge a later one. */
    if (number + 1 < count->first || number >= count->following) {
        return;
    }
    bool moved = number >= count->first;
    count->first = number + 1;
    if (count->unsent < count->first) {
        count->unsent = count->first;
    }
    if (count->first == count->following) {
        pace_stop(&count->pace);
    } else if (moved) {
        pace_wait(&count->pace, now);
    }
    if (again && (!count->has_gone_back || now - count->went_back >= GO_BACK_MS)) {
        count->has_gone_back = true;
        count->went_back = now;
        count->unsent = count->first;
    }
}
