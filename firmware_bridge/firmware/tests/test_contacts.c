/* Contacts are believed once they are still; faces show what was thrown. */
#include "check.h"
#include "debounce.h"
#include "faces.h"

#define SCANS 5

static struct debounce all_settling_in(uint8_t scans) {
    struct debounce debounce = {0};
    for (uint8_t contact = 0; contact < 32; contact++) {
        debounce_settle(&debounce, contact, scans);
    }
    return debounce;
}

static void a_contact_changes_when_it_has_differed_long_enough(void) {
    for (uint8_t scans = 1; scans <= MAX_SETTLE_MS; scans++) {
        struct debounce debounce = all_settling_in(scans);
        CHECK(debounce_scans(&debounce, 0) == scans);
        for (int i = 0; i < scans - 1; i++) {
            CHECK(debounce_take(&debounce, 1) == 0);
        }
        CHECK(debounce_take(&debounce, 1) == 1);
        CHECK(debounce.believed == 1);
        CHECK(debounce_take(&debounce, 1) == 0);
    }
}

/* Against the plainest reading of the rule, for 32 contacts that chatter each in its own way. */
static void all_contacts_at_once_are_each_on_its_own(void) {
    struct debounce debounce = all_settling_in(SCANS);
    uint32_t believed = 0;
    int differs[32] = {0}, settles[32];
    for (uint8_t contact = 0; contact < 32; contact++) {
        settles[contact] = contact % 4 ? SCANS : 1 + (int)chance(MAX_SETTLE_MS);
        debounce_settle(&debounce, contact, (uint8_t)settles[contact]);
    }
    uint32_t scan = 0;
    for (int i = 0; i < 200000; i++) {
        scan ^= 1u << chance(32) & (chance(3) ? 0 : ~0u);
        if (chance(1000) == 0) {
            /* One is set anew, in the middle of whatever it is about. */
            uint8_t contact = (uint8_t)chance(32);
            settles[contact] = 1 + (int)chance(MAX_SETTLE_MS);
            debounce_settle(&debounce, contact, (uint8_t)settles[contact]);
            differs[contact] = 0;
        }
        uint32_t changed = 0;
        for (int contact = 0; contact < 32; contact++) {
            bool differ = (scan ^ believed) >> contact & 1;
            differs[contact] = differ ? differs[contact] + 1 : 0;
            if (differs[contact] == settles[contact]) {
                changed |= 1u << contact;
                differs[contact] = 0;
            }
        }
        believed ^= changed;
        CHECK(debounce_take(&debounce, scan) == changed);
        CHECK(debounce.believed == believed);
    }
}

static void a_face_has_as_many_lamps_as_its_value(void) {
    static const int lamps[] = {1, 2, 2, 2};
    for (uint8_t value = 1; value <= 6; value++) {
        int lit = 0;
        for (int i = 0; i < 4; i++) {
            lit += pips_of(value) >> i & 1 ? lamps[i] : 0;
        }
        CHECK(lit == value);
    }
    CHECK(pips_of(0) == 0 && pips_of(7) == 0);
}

static void no_two_digits_look_alike(void) {
    for (uint8_t one = 0; one < 10; one++) {
        CHECK(segments_of(one) != SEGMENTS_DASH);
        for (uint8_t other = 0; other < one; other++) {
            CHECK(segments_of(one) != segments_of(other));
        }
    }
}

int main(void) {
    RUN(a_contact_changes_when_it_has_differed_long_enough);
    RUN(all_contacts_at_once_are_each_on_its_own);
    RUN(a_face_has_as_many_lamps_as_its_value);
    RUN(no_two_digits_look_alike);
}
