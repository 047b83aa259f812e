/* Random bytes from noise: a hash that never stops taking in samples.
 *
 * What it has given away cannot be worked out from its state, and what it will give cannot once
 * enough new noise has come in. Its state outlives every restart but a loss of power; as it moves
 * on before anything is given, nothing is given twice. */
#ifndef GENERATOR_H
#define GENERATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "sha256.h"

/* So many samples that they, the state and the purpose are hashed as one block of 64 bytes. */
#define NOISE_BLOCK 22

struct generator {
    uint8_t state[SHA256_BYTES];
    uint8_t ready; /* whether its first noise had passed the start-up tests */
    uint16_t check;
};

/* Output not used yet, and noise not hashed yet. */
struct generator_buffer {
    uint8_t drawn[SHA256_BYTES];
    uint8_t left;
    uint8_t noise[NOISE_BLOCK];
    uint8_t gathered;
};

/* Goes on with what was kept, if it can be trusted and is whole; otherwise begins with nothing.
 * Gives whether it is ready. */
bool generator_begin(struct generator *generator, struct generator_buffer *buffer, bool trusted);

/* Add a sample. A full block of them discards unused output. */
void generator_take(struct generator *generator, struct generator_buffer *buffer, uint8_t sample);

/* Hash now if a block would fill within this many samples; takes 3.5 ms. */
void generator_make_room(struct generator *generator, struct generator_buffer *buffer,
                         uint8_t samples);

/* Note that the noise has passed its start-up tests and is all added. */
void generator_is_ready(struct generator *generator, struct generator_buffer *buffer);

uint8_t generator_byte(struct generator *generator, struct generator_buffer *buffer);

#endif
