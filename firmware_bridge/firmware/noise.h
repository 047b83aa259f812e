/* Dice from noise: the ticks of the watchdog, their health tests, and the generator that they feed.
 *
 * The lowest bits of the thermometer are mixed in, and nothing rests on them. */
#ifndef NOISE_H
#define NOISE_H

#include <stdbool.h>
#include <stdint.h>

#include "messages.h"

/* Resume the kept generator if it is valid. */
void dice_begin(bool trusted);

/* Take all new noise. Returns true if the health has changed. */
bool dice_gather(uint32_t now);

/* A HEALTH_ number; throw dice only with HEALTH_GOOD. */
uint8_t dice_health(void);

/* Failures of the tests since the start; saturates at 65535. */
uint16_t dice_failures(void);

/* Restart the tests of the noise. */
void dice_test(void);

/* Whether there has been enough noise for a number that no other board has; or there never will
 * be, as it fails its tests. */
bool dice_stirred(void);

/* Record so many raw samples from now on; 0 ends it. */
void dice_record(uint32_t count);

/* Give recorded samples, if a message is full or the last ones have come. They are forgotten. */
bool dice_recorded(struct noise_samples *told);

/* A random number other than 0. */
uint32_t dice_number(void);

/* Throw a die of this many sides. */
uint8_t dice_throw(uint8_t sides);

#endif
