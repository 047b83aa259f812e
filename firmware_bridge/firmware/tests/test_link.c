/* The board's end of the link, as the host sees it. */
#include "check.h"
#include "link.h"

static struct link link;
static int rolled;
static uint8_t result_of_roll;
static uint32_t throws_first;
static uint8_t defects_told;
static int samples_wanted;

static void throw_of(uint32_t serial, struct throw *told, uint32_t now) {
    static uint8_t values[1];
    (void)now;
    values[0] = (uint8_t)(1 + serial % 6);
    told->values = values;
    told->values_length = 1;
}

static void change_of(uint32_t number, struct change *told, uint32_t now) {
    (void)now;
    told->contact = (uint8_t)(1 + number % 24);
    told->on = number % 2;
}

static void state(struct state *told) {
    told->contacts = 5;
}

static uint8_t defects(void) {
    return defects_told;
}

static bool samples(struct noise_samples *told) {
    static const uint8_t raw[] = {7, 8, 9};
    bool has_some = samples_wanted > 0;
    samples_wanted -= has_some;
    told->first = 5;
    told->samples = raw;
    told->samples_length = sizeof raw;
    return has_some;
}

static uint8_t obey(uint8_t order, uint32_t argument, uint32_t now) {
    (void)argument, (void)now;
    if (order != ORDER_ROLL) {
        return RESULT_NOT_ABLE;
    }
    rolled += result_of_roll != RESULT_LATER;
    return result_of_roll;
}

static void throws_taken(uint32_t first) {
    throws_first = first;
}

static void changes_taken(uint32_t first) {
    (void)first;
}

static const struct link_needs needs = {throw_of, change_of, state, defects, samples, obey, throws_taken,
                                        changes_taken};

static void begin(uint32_t throws) {
    memset(&link, 0, sizeof link);
    link.who = (struct hello){.boot = 3, .series = 77, .changes = 78, .dice = 1, .sides = 6};
    link.who.name = "test";
    link.who.name_length = 4;
    numbered_begin(&link.throws, 1, 1);
    numbered_begin(&link.changes, 1, 1);
    link_begin(&link, &needs, 0);
    for (; throws; throws--) {
        link_throw_given(&link, 0);
    }
    rolled = 0;
    result_of_roll = RESULT_DONE;
}

static void tell(const uint8_t *payload, uint8_t length, uint32_t now) {
    uint8_t line[FRAME_MAX];
    uint8_t bytes = frame_write(line, payload, length);
    for (uint8_t i = 0; i < bytes; i++) {
        link_hear(&link, line[i], now);
    }
}

#define TELL(now, ...)                                                                             \
    do {                                                                                           \
        const uint8_t told[] = {__VA_ARGS__};                                                      \
        tell(told, sizeof told, now);                                                              \
    } while (0)

#define NUMBER(n) (uint8_t)((n) >> 24), (uint8_t)((n) >> 16), (uint8_t)((n) >> 8), (uint8_t)(n)
#define WELCOME(boot, session) TYPE_WELCOME, VERSION, NUMBER(boot), NUMBER(session)
#define ACK(serial, again) TYPE_THROW_ACK, NUMBER(77), NUMBER(serial), again
#define ROLL(number) TYPE_COMMAND, NUMBER(3), NUMBER(number), ORDER_ROLL, NUMBER(0)

/* The next thing it says, as a payload; its type, or 0 for nothing. */
static uint8_t said[MAX_PAYLOAD + 2];

static uint8_t hear(uint32_t now) {
    uint8_t line[FRAME_MAX];
    uint8_t bytes = link_say(&link, line, now), digits = 0;
    for (uint8_t i = 1; i + 1 < bytes; i++) {
        uint8_t value = line[i] <= '9' ? line[i] - '0' : line[i] - 'A' + 10;
        said[digits / 2] = digits % 2 ? said[digits / 2] | value : (uint8_t)(value << 4);
        digits++;
    }
    return bytes ? said[0] : 0;
}

static void it_says_hello_ever_more_slowly_until_it_is_welcome(void) {
    begin(1);
    uint32_t dues[] = {0, 100, 300, 700, 1500, 3100, 5100};
    for (int i = 0; i < 7; i++) {
        CHECK(dues[i] == 0 || hear(dues[i] - 1) == 0);
        CHECK(hear(dues[i]) == TYPE_HELLO);
        CHECK(said[1] == VERSION && get_4(said + 2) == 3);
    }
    TELL(6000, WELCOME(9, 1));
    CHECK(hear(6000) == TYPE_HELLO);
    TELL(6001, TYPE_WELCOME, 1, NUMBER(3), NUMBER(1));
    CHECK(!link.greeted);
    TELL(6002, WELCOME(3, 1));
    CHECK(hear(6002) == TYPE_THROW);
    CHECK(hear(6002) == 0);
}

static void a_window_is_under_way_and_no_more(void) {
    begin(9);
    TELL(0, WELCOME(3, 1));
    for (uint32_t serial = 1; serial <= WINDOW; serial++) {
        CHECK(hear(0) == TYPE_THROW && get_4(said + 5) == serial);
    }
    CHECK(hear(99) == 0);
    TELL(99, ACK(2, 0));
    CHECK(throws_first == 3);
    CHECK(hear(99) == TYPE_THROW && get_4(said + 5) == 5);
    CHECK(hear(99) == TYPE_THROW && get_4(said + 5) == 6);
    CHECK(hear(99) == 0);
    CHECK(hear(199) == TYPE_THROW && get_4(said + 5) == 3);
    CHECK(link.throws.repeated == 1);
}

static void it_goes_back_when_one_is_missing_but_not_twice_at_once(void) {
    begin(4);
    TELL(0, WELCOME(3, 1));
    while (hear(0)) {
    }
    TELL(10, ACK(1, 1));
    TELL(11, ACK(1, 1));
    CHECK(hear(12) == TYPE_THROW && get_4(said + 5) == 2);
    CHECK(hear(12) && hear(12) && !hear(12));
    TELL(13, ACK(1, 1));
    CHECK(hear(13) == 0);
    TELL(10 + GO_BACK_MS, ACK(1, 1));
    CHECK(hear(10 + GO_BACK_MS) == TYPE_THROW && get_4(said + 5) == 2);
}

static void only_what_was_given_can_be_acknowledged(void) {
    begin(2);
    TELL(0, WELCOME(3, 1));
    TELL(0, TYPE_THROW_ACK, NUMBER(76), NUMBER(1), 0);
    TELL(0, ACK(3, 0));
    TELL(0, ACK(0xFFFFFFFF, 0));
    CHECK(link.throws.first == 1);
    TELL(0, ACK(2, 0));
    CHECK(link.throws.first == 3 && hear(5000) != TYPE_THROW);
}

static void a_command_is_carried_out_once(void) {
    begin(0);
    TELL(0, WELCOME(3, 1));
    TELL(0, ROLL(1));
    CHECK(hear(0) == TYPE_ANSWER && said[9] == RESULT_DONE);
    TELL(1, ROLL(1));
    CHECK(hear(1) == TYPE_ANSWER && rolled == 1);
    TELL(2, ROLL(3));
    CHECK(hear(2) == 0 && rolled == 1);
    TELL(3, WELCOME(3, 1));
    TELL(3, ROLL(2));
    CHECK(hear(3) == TYPE_ANSWER && rolled == 2);
    TELL(4, WELCOME(3, 2));
    TELL(4, ROLL(1));
    CHECK(hear(4) == TYPE_ANSWER && rolled == 3);
}

static void a_command_that_has_to_wait_is_not_taken_yet(void) {
    begin(0);
    TELL(0, WELCOME(3, 1));
    result_of_roll = RESULT_LATER;
    TELL(0, ROLL(1));
    CHECK(hear(0) == 0 && rolled == 0);
    result_of_roll = RESULT_FULL;
    TELL(100, ROLL(1));
    CHECK(hear(100) == TYPE_ANSWER && said[9] == RESULT_FULL);
}

static void it_answers_how_things_stand_and_leaves_a_silent_host(void) {
    begin(0);
    TELL(0, WELCOME(3, 1));
    TELL(1000, TYPE_ASK, NUMBER(3));
    CHECK(hear(1000) == TYPE_STATE && get_4(said + 9) == 5);
    CHECK(hear(1000 + BOARD_PATIENCE_MS - 1) == 0);
    CHECK(hear(1000 + BOARD_PATIENCE_MS) == TYPE_HELLO);
    CHECK(!link.greeted);
}

static void it_says_what_is_wrong_before_it_answers(void) {
    begin(0);
    defects_told = DEFECT_STACK;
    TELL(0, WELCOME(3, 1));
    CHECK(hear(0) == TYPE_DEFECT_REPORT && get_4(said + 1) == 3 && said[5] == DEFECT_STACK);
    CHECK(hear(0) == 0);
    TELL(1000, TYPE_ASK, NUMBER(3));
    CHECK(hear(1000) == TYPE_DEFECT_REPORT);
    CHECK(hear(1000) == TYPE_STATE && hear(1000) == 0);
    defects_told = 0;
    TELL(2000, TYPE_ASK, NUMBER(3));
    CHECK(hear(2000) == TYPE_STATE && hear(2000) == 0);
}

static void samples_of_the_noise_are_said_last_and_only_to_a_host(void) {
    begin(1);
    samples_wanted = 1;
    CHECK(hear(0) == TYPE_HELLO && hear(0) == 0);
    TELL(1, WELCOME(3, 1));
    CHECK(hear(1) == TYPE_THROW);
    CHECK(hear(1) == TYPE_NOISE_SAMPLES && said[1] == VERSION && get_4(said + 6) == 5);
    CHECK(said[10] == 7 && said[12] == 9 && hear(1) == 0);
}

/* Any bytes at all, damaged frames among them: nothing but what the sanitizers would tell. */
static void nothing_that_is_heard_breaks_it(void) {
    begin(3);
    for (int i = 0; i < 300000; i++) {
        uint8_t payload[HEARD_MAX];
        uint8_t length = (uint8_t)(1 + chance(HEARD_MAX));
        for (uint8_t j = 0; j < length; j++) {
            payload[j] = (uint8_t)chance(j ? 4 : 12);
        }
        tell(payload, length, (uint32_t)i);
        while (hear((uint32_t)i)) {
        }
    }
}

int main(void) {
    RUN(it_says_hello_ever_more_slowly_until_it_is_welcome);
    RUN(a_window_is_under_way_and_no_more);
    RUN(it_goes_back_when_one_is_missing_but_not_twice_at_once);
    RUN(only_what_was_given_can_be_acknowledged);
    RUN(a_command_is_carried_out_once);
    RUN(a_command_that_has_to_wait_is_not_taken_yet);
    RUN(it_answers_how_things_stand_and_leaves_a_silent_host);
    RUN(it_says_what_is_wrong_before_it_answers);
    RUN(samples_of_the_noise_are_said_last_and_only_to_a_host);
    RUN(nothing_that_is_heard_breaks_it);
}
