/* What the unit tests need: a check that says where it failed, and numbers at random. */
#ifndef CHECK_H
#define CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(what)                                                                                \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #what);                     \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

#define RUN(test)                                                                                  \
    do {                                                                                           \
        test();                                                                                    \
        printf("ok  %s\n", #test);                                                                 \
    } while (0)

static uint64_t chance_state = 1;

/* The same numbers in every run. */
static inline uint32_t chance(uint32_t below) {
    chance_state = chance_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(((chance_state >> 32) * below) >> 32);
}

#endif

/* Every test is linked with all of the firmware's pure parts, of which the throw log asks for a
 * memory. A test that does not bring its own has this one. */
#ifndef OWN_STORAGE
#include "throw_log.h"
uint8_t storage_read(uint16_t at) { (void)at; return 0xFF; }
bool storage_ready(void) { return true; }
void storage_write(uint16_t at, uint8_t byte) { (void)at, (void)byte; }
#endif
