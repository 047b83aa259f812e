/* Memory that outlives a restart, but not a loss of power: each thing in it carries a checksum. */
#ifndef KEPT_H
#define KEPT_H

#include "frames.h"

#if defined(__AVR__) || defined(RP2040)
#define KEPT __attribute__((section(".noinit")))
#else
#define KEPT
#endif

/* The checksum of all members of a struct before `check`. */
#define CHECK_OF(thing) crc16_of(&(thing), offsetof(__typeof__(thing), check))

#endif
