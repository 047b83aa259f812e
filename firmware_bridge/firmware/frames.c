#include "frames.h"

uint16_t crc16(uint16_t crc, uint8_t byte) {
    /* The polynomial 0x1021 a byte at a time; see docs/protocol.md for it bit by bit. */
    uint8_t x = (uint8_t)(crc >> 8) ^ byte;
    x ^= x >> 4;
    return (uint16_t)(crc << 8) ^ (uint16_t)((uint16_t)x << 12) ^ (uint16_t)((uint16_t)x << 5) ^ x;
}

uint16_t crc16_of(const void *bytes, uint8_t length) {
    uint16_t crc = 0xFFFF;
    const uint8_t *at = bytes;
    while (length--) {
        crc = crc16(crc, *at++);
    }
    return crc;
}

uint16_t checksum(const void *payload, uint8_t length) {
    return (uint16_t)~crc16_of(payload, length);
}

static uint8_t digit_value(uint8_t byte) {
    if (byte >= '0' && byte <= '9') {
        return byte - '0';
    }
    if (byte >= 'A' && byte <= 'F') {
        return byte - 'A' + 10;
    }
    return 0xFF;
}

static uint8_t finish(struct frame_reader *reader) {
    uint8_t digits = reader->digits;
    bool skipped = reader->skipping;
    reader->digits = 0;
    reader->skipping = false;
    if (digits == 0 && !skipped) {
        return 0;
    }
    if (!skipped && digits % 2 == 0 && digits >= 6) {
        uint8_t length = digits / 2 - 2;
        if (checksum(reader->bytes, length) == get_2(reader->bytes + length)) {
            return length;
        }
    }
    if (reader->dropped < 0xFFFF) {
        reader->dropped++;
    }
    return 0;
}

uint8_t frame_take(struct frame_reader *reader, uint8_t byte) {
    if (byte == '\n') {
        return finish(reader);
    }
    if (reader->skipping) {
        return 0;
    }
    uint8_t value = digit_value(byte);
    if (value > 15 || reader->digits == 2 * sizeof reader->bytes) {
        reader->skipping = true;
        return 0;
    }
    uint8_t *at = reader->bytes + reader->digits / 2;
    *at = reader->digits % 2 ? *at | value : (uint8_t)(value << 4);
    reader->digits++;
    return 0;
}

static uint8_t *write_byte(uint8_t *out, uint8_t byte) {
    static const uint8_t bias = 'A' - 10 - '0';
    uint8_t high = byte >> 4, low = byte & 15;
    *out++ = high + '0' + (high > 9 ? bias : 0);
    *out++ = low + '0' + (low > 9 ? bias : 0);
    return out;
}

uint8_t frame_write(uint8_t *out, const uint8_t *payload, uint8_t length) {
    uint8_t *at = out;
    uint16_t crc = checksum(payload, length);
    *at++ = '\n';
    while (length--) {
        at = write_byte(at, *payload++);
    }
    at = write_byte(at, (uint8_t)(crc >> 8));
    at = write_byte(at, (uint8_t)crc);
    *at++ = '\n';
    return (uint8_t)(at - out);
}
