/* Dice from noise: two sources, their health tests, and the generator that they feed. */
#ifndef NOISE_H
#define NOISE_H

#include <stdbool.h>
#include <stdint.h>

/* Takes up the generator as it was kept, if that can be trusted. */
void dice_begin(bool trusted);

/* Takes in what noise there is. Gives true if the health has changed. */
bool dice_gather(uint32_t now);

/* A HEALTH_ number; dice may be thrown with HEALTH_GOOD only. */
uint8_t dice_health(void);

/* How often a test has failed since the start; stays at 65535. */
uint16_t dice_failures(void);

/* Tests the noise anew, from the start. */
void dice_test(void);

/* Whether there has been enough noise for a number that no other board has; or there never will
 * be, as it fails its tests. */
bool dice_stirred(void);

/* A number at random, but not 0. */
uint32_t dice_number(void);

/* A die of so many sides. */
uint8_t dice_throw(uint8_t sides);

#endif
