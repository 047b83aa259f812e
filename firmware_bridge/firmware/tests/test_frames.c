/* Frames survive anything that comes before them, and notice what happens to them. */
#include "check.h"
#include "frames.h"

static uint8_t read_all(struct frame_reader *reader, const uint8_t *bytes, size_t length,
                        uint8_t *payload) {
    uint8_t found = 0;
    for (size_t i = 0; i < length; i++) {
        uint8_t whole = frame_take(reader, bytes[i]);
        if (whole) {
            memcpy(payload, reader->bytes, whole);
            found = whole;
        }
    }
    return found;
}

static void the_crc_has_the_published_check_value(void) {
    CHECK(crc16_of("123456789", 9) == 0x29B1);
    CHECK(checksum("123456789", 9) == 0xD64E);
}

static void a_frame_comes_out_as_it_went_in(void) {
    for (int round = 0; round < 20000; round++) {
        struct frame_reader reader = {0};
        uint8_t sent[HEARD_MAX], got[HEARD_MAX + 2], line[FRAME_MAX];
        uint8_t length = (uint8_t)(1 + chance(HEARD_MAX));
        for (uint8_t i = 0; i < length; i++) {
            sent[i] = (uint8_t)chance(256);
        }
        uint8_t bytes = frame_write(line, sent, length);
        CHECK(bytes == FRAME_BYTES(length));
        CHECK(read_all(&reader, line, bytes, got) == length);
        CHECK(memcmp(sent, got, length) == 0);
        CHECK(reader.dropped == 0);
    }
}

static void no_rubbish_costs_the_next_good_frame(void) {
    static const char digits[] = "0123456789ABCDEF\nxa\xff";
    for (int round = 0; round < 20000; round++) {
        struct frame_reader reader = {0};
        uint8_t line[FRAME_MAX], got[HEARD_MAX + 2], payload[3] = {7, 8, (uint8_t)round};
        for (uint32_t i = chance(300); i; i--) {
            frame_take(&reader, (uint8_t)digits[chance(sizeof digits - 1)]);
        }
        uint8_t bytes = frame_write(line, payload, sizeof payload);
        CHECK(read_all(&reader, line, bytes, got) == sizeof payload);
        CHECK(memcmp(payload, got, sizeof payload) == 0);
    }
}

static void every_flipped_bit_is_noticed(void) {
    uint8_t line[FRAME_MAX], got[HEARD_MAX + 2], payload[9] = {4, 0x5E, 0xED, 0, 1, 0, 0, 0, 7};
    uint8_t bytes = frame_write(line, payload, sizeof payload);
    for (int bit = 8; bit < 8 * (bytes - 1); bit++) {
        struct frame_reader reader = {0};
        uint8_t bad[FRAME_MAX];
        memcpy(bad, line, bytes);
        bad[bit / 8] ^= 1 << bit % 8;
        CHECK(read_all(&reader, bad, bytes, got) == 0);
        CHECK(reader.dropped >= 1);
    }
}

static void what_is_longer_than_any_message_is_dropped_once(void) {
    struct frame_reader reader = {0};
    for (int i = 0; i < 1000; i++) {
        CHECK(frame_take(&reader, '0') == 0);
    }
    CHECK(frame_take(&reader, '\n') == 0);
    CHECK(reader.dropped == 1);
}

int main(void) {
    RUN(the_crc_has_the_published_check_value);
    RUN(a_frame_comes_out_as_it_went_in);
    RUN(no_rubbish_costs_the_next_good_frame);
    RUN(every_flipped_bit_is_noticed);
    RUN(what_is_longer_than_any_message_is_dropped_once);
}
