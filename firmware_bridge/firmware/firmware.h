/* The version of this firmware. */
#ifndef FIRMWARE_H
#define FIRMWARE_H

#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 2

#endif
