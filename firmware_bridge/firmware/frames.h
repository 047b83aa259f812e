/* Frames: a payload and its checksum as one line of hexadecimal digits between two newlines. */
#ifndef FRAMES_H
#define FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "messages.h"

/* Longest payload of a host in bytes (COMMAND has 14); longer ones are dropped. */
#define HEARD_MAX 16

/* Bytes of the frame of a payload. */
#define FRAME_BYTES(payload) (2 * ((payload) + 2) + 2)
#define FRAME_MAX FRAME_BYTES(MAX_PAYLOAD)

struct frame_reader {
    uint8_t bytes[HEARD_MAX + 2];
    uint8_t digits;
    bool skipping;
    uint16_t dropped; /* lines that were not a frame; saturates at 65535 */
};

/* Add a byte to a CRC-16/CCITT-FALSE, which starts at 0xFFFF. */
uint16_t crc16(uint16_t crc, uint8_t byte);
uint16_t crc16_of(const void *bytes, uint8_t length);

/* CRC-16/GENIBUS, as in a frame: the same, inverted at the end. */
uint16_t checksum(const void *payload, uint8_t length);

/* Takes one byte of the line. Gives the length of the payload that it makes whole, else 0; the
 * payload is in `bytes` until the next byte is taken. */
uint8_t frame_take(struct frame_reader *reader, uint8_t byte);

/* Write the frame of a payload, at most FRAME_MAX bytes; return its length. */
uint8_t frame_write(uint8_t *out, const uint8_t *payload, uint8_t length);

#endif
