#include "changes.h"

#include <stddef.h>
#include <string.h>

#include "kept.h"

static struct change_held *slot(struct changes *changes, uint32_t number) {
    return &changes->held[number % CHANGES_HELD];
}

static bool counts_whole(const struct changes_counts *counts) {
    return counts->check == CHECK_OF(*counts) && counts->series && counts->first &&
           counts->first <= counts->following && counts->following - counts->first <= CHANGES_HELD;
}

static bool held_whole(const struct changes *changes, uint32_t number) {
    const struct change_held *held = &changes->held[number % CHANGES_HELD];
    return held->number == number && held->check == CHECK_OF(*held);
}

static void write_counts(struct changes *changes, struct changes_counts counts) {
    uint8_t next = !changes->newest;
    counts.check = CHECK_OF(counts);
    changes->counts[next] = counts;
    changes->newest = next;
}

const struct changes_counts *changes_counts(const struct changes *changes) {
    return &changes->counts[changes->newest];
}

/* Return the later of two valid counts: counts never decrease. */
static bool find_newest(struct changes *changes) {
    const struct changes_counts *counts = changes->counts;
    bool whole[2] = {counts_whole(&counts[0]), counts_whole(&counts[1])};
    if (whole[0] && whole[1] && counts[0].series == counts[1].series) {
        changes->newest = counts[1].following > counts[0].following ||
                          (counts[1].following == counts[0].following &&
                           counts[1].first > counts[0].first);
    } else if (whole[0] != whole[1]) {
        changes->newest = whole[1];
    } else {
        return false;
    }
    return true;
}

bool changes_begin(struct changes *changes, bool trusted, uint32_t series) {
    bool kept = trusted && find_newest(changes);
    if (kept) {
        const struct changes_counts *counts = changes_counts(changes);
        for (uint32_t number = counts->first; number != counts->following; number++) {
            kept = kept && held_whole(changes, number);
        }
    }
    if (!kept) {
        memset(changes, 0, sizeof *changes);
        write_counts(changes, (struct changes_counts){.series = series, .first = 1, .following = 1});
    }
    changes->ages_from = changes_counts(changes)->following;
    return kept;
}

void changes_stand(struct changes *changes, uint32_t contacts) {
    struct changes_counts counts = *changes_counts(changes);
    counts.contacts = contacts;
    write_counts(changes, counts);
    /* Write both copies: their numbers do not show which is later. */
    write_counts(changes, counts);
}

bool changes_put(struct changes *changes, uint8_t contact, bool on, uint32_t at) {
    struct changes_counts counts = *changes_counts(changes);
    bool room = counts.following - counts.first < CHANGES_HELD;
    if (!room) {
        counts.first++;
        /* Do this before overwriting the entry, or a restart would miss it. */
        write_counts(changes, counts);
    }
    struct change_held held = {
        .number = counts.following, .at = at, .contact = contact, .on = on};
    held.check = CHECK_OF(held);
    *slot(changes, held.number) = held;
    uint32_t bit = (uint32_t)1 << (contact - 1);
    counts.contacts = on ? counts.contacts | bit : counts.contacts & ~bit;
    counts.following++;
    write_counts(changes, counts);
    return room;
}

void changes_taken(struct changes *changes, uint32_t first) {
    struct changes_counts counts = *changes_counts(changes);
    if (first > counts.first && first <= counts.following) {
        counts.first = first;
        write_counts(changes, counts);
    }
}

void changes_forget_ages(struct changes *changes, uint32_t now) {
    const struct changes_counts *counts = changes_counts(changes);
    if (changes->ages_from < counts->first) {
        changes->ages_from = counts->first;
    }
    while (changes->ages_from != counts->following &&
           age_told(slot(changes, changes->ages_from)->at, now) == AGE_UNKNOWN) {
        changes->ages_from++;
    }
}

void changes_tell(const struct changes *changes, uint32_t number, struct change *told,
                  uint32_t now) {
    const struct change_held *held = &changes->held[number % CHANGES_HELD];
    told->age = number < changes->ages_from ? AGE_UNKNOWN : age_told(held->at, now);
    told->contact = held->contact;
    told->on = held->on;
}
