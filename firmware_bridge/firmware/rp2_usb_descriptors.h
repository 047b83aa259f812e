/* What the board says of itself on USB: a serial port (CDC ACM). */
#ifndef RP2_USB_DESCRIPTORS_H
#define RP2_USB_DESCRIPTORS_H

#include <stdint.h>

#include "firmware.h"
#include "pins.h"

#define LOW(number) ((number) & 0xFF)
#define HIGH(number) ((number) >> 8)

/* Raspberry Pi's own, for serial ports of programs on an RP2040. */
#define VENDOR 0x2E8A
#define PRODUCT 0x000A

#define NOTES_ENDPOINT 1 /* has to be there, and says nothing */
#define DATA_ENDPOINT 2
#define PACKET_BYTES 64

enum { DESCRIBES_DEVICE = 1, DESCRIBES_CONFIGURATION, DESCRIBES_STRING };

#define NUMBER_STRING_AT 16

static uint8_t device_descriptor[] = {
    18, DESCRIBES_DEVICE, 0x00, 0x02, 0xEF, 2, 1, PACKET_BYTES, LOW(VENDOR), HIGH(VENDOR),
    LOW(PRODUCT), HIGH(PRODUCT), FIRMWARE_MINOR, FIRMWARE_MAJOR, 1, 2, 0, 1,
};

#define ENDPOINT(address, kind, bytes, interval) 7, 5, address, kind, LOW(bytes), HIGH(bytes), interval

static const uint8_t configuration_descriptor[] = {
    9, DESCRIBES_CONFIGURATION, 75, 0, 2, 1, 0, 0x80, 250, /* two interfaces, 500 mA at most */
    8, 11, 0, 2, 2, 2, 0, 0,                               /* both are one function */
    9, 4, 0, 0, 1, 2, 2, 0, 0,                             /* its control: a modem of old */
    5, 0x24, 0, 0x10, 0x01,
    5, 0x24, 1, 0, 1,
    4, 0x24, 2, 2,
    5, 0x24, 6, 0, 1,
    ENDPOINT(0x80 | NOTES_ENDPOINT, 3, 8, 255),
    9, 4, 1, 0, 2, 10, 0, 0, 0,                            /* its data */
    ENDPOINT(DATA_ENDPOINT, 2, PACKET_BYTES, 0),
    ENDPOINT(0x80 | DATA_ENDPOINT, 2, PACKET_BYTES, 0),
};

_Static_assert(sizeof configuration_descriptor == 75, "the configuration tells its own length");

#endif
