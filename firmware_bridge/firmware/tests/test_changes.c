/* The changes of levers that wait, through restarts at any moment. */
#include "changes.h"
#include "check.h"

static struct changes changes;

static void nothing_is_kept_from_rubbish(void) {
    for (int round = 0; round < 2000; round++) {
        uint8_t *bytes = (uint8_t *)&changes;
        for (size_t i = 0; i < sizeof changes; i++) {
            bytes[i] = (uint8_t)chance(256);
        }
        CHECK(!changes_begin(&changes, true, 9));
        CHECK(changes_counts(&changes)->series == 9);
        CHECK(changes_counts(&changes)->following == 1);
    }
}

static void what_cannot_be_trusted_is_forgotten(void) {
    changes_begin(&changes, false, 9);
    changes_put(&changes, 3, true, 100);
    CHECK(!changes_begin(&changes, false, 10));
    CHECK(changes_counts(&changes)->series == 10);
}

static void changes_and_contacts_outlive_a_restart(void) {
    changes_begin(&changes, false, 9);
    changes_stand(&changes, 0x1FF);
    CHECK(changes_put(&changes, 3, false, 1000));
    CHECK(changes_put(&changes, 25, true, 2000));
    changes_taken(&changes, 2);
    struct change told;
    changes_tell(&changes, 2, &told, 2500);
    CHECK(told.contact == 25 && told.on == 1 && told.age == 50);
    CHECK(changes_begin(&changes, true, 77));
    const struct changes_counts *counts = changes_counts(&changes);
    CHECK(counts->series == 9 && counts->first == 2 && counts->following == 3);
    CHECK(counts->contacts == (0x1FB | 1u << 24));
    changes_tell(&changes, 2, &told, 2500);
    CHECK(told.contact == 25 && told.on == 1 && told.age == AGE_UNKNOWN);
}

static void a_change_does_not_seem_new_again_after_49_days(void) {
    struct change told;
    changes_begin(&changes, false, 9);
    changes_put(&changes, 1, true, 1000);
    changes_put(&changes, 2, true, 1000 + 655340);
    changes_forget_ages(&changes, 1000 + 655349);
    changes_tell(&changes, 1, &told, 1000 + 655349);
    CHECK(told.age == 65534);
    changes_forget_ages(&changes, 1000 + 655350);
    changes_tell(&changes, 1, &told, 1001);
    CHECK(told.age == AGE_UNKNOWN);
    changes_tell(&changes, 2, &told, 1000 + 655350);
    CHECK(told.age == 1);
    changes_taken(&changes, 3);
    changes_put(&changes, 1, false, 700000);
    changes_forget_ages(&changes, 700500);
    changes_tell(&changes, 3, &told, 700500);
    CHECK(told.age == 50);
}

static void the_oldest_makes_room_and_that_is_said(void) {
    changes_begin(&changes, false, 9);
    for (uint32_t i = 0; i < CHANGES_HELD; i++) {
        CHECK(changes_put(&changes, 1, i % 2, i));
    }
    CHECK(!changes_put(&changes, 2, true, 99));
    CHECK(changes_counts(&changes)->first == 2);
    CHECK(changes_begin(&changes, true, 1));
    CHECK(changes_counts(&changes)->following == CHANGES_HELD + 2);
}

/* A restart while a change is written: what there is afterwards is what there was before, or what
 * there would have been, or nothing; the last is said by a new series. */
static void a_restart_in_the_middle_leaves_no_third(void) {
    int kept = 0;
    for (int round = 0; round < 20000; round++) {
        changes_begin(&changes, false, 9);
        for (uint32_t i = chance(100); i; i--) {
            if (chance(2)) {
                changes_put(&changes, (uint8_t)(1 + chance(24)), chance(2), 5);
            } else {
                changes_taken(&changes, 1 + chance(changes_counts(&changes)->following));
            }
        }
        struct changes before = changes, after;
        struct changes_counts was = *changes_counts(&changes);
        changes_put(&changes, 7, true, 5);
        struct changes_counts is = *changes_counts(&changes);
        after = changes;
        /* Memory as it is when the bytes up to some place are the new ones. */
        size_t cut = chance(sizeof changes);
        memcpy(&changes, &after, cut);
        memcpy((uint8_t *)&changes + cut, (uint8_t *)&before + cut, sizeof changes - cut);
        if (changes_begin(&changes, true, 10)) {
            const struct changes_counts *now = changes_counts(&changes);
            CHECK(now->following == was.following || now->following == is.following);
            CHECK(now->contacts == (now->following == is.following ? is : was).contacts);
            kept++;
        }
    }
    CHECK(kept > 19000);
}

int main(void) {
    RUN(nothing_is_kept_from_rubbish);
    RUN(what_cannot_be_trusted_is_forgotten);
    RUN(changes_and_contacts_outlive_a_restart);
    RUN(a_change_does_not_seem_new_again_after_49_days);
    RUN(the_oldest_makes_room_and_that_is_said);
    RUN(a_restart_in_the_middle_leaves_no_third);
}
