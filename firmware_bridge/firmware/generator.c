#include "generator.h"

#include <stddef.h>
#include <string.h>

#include "kept.h"

enum purpose { TAKE_IN, GIVE, MOVE_ON };

bool generator_begin(struct generator *generator, struct generator_buffer *buffer, bool trusted) {
    memset(buffer, 0, sizeof *buffer);
    if (!trusted || generator->check != CHECK_OF(*generator)) {
        memset(generator, 0, sizeof *generator);
    }
    return generator->ready;
}

/* hash(purpose, state, what is added) */
static void stir(const struct generator *generator, uint8_t purpose, const uint8_t *added,
                 uint8_t length, uint8_t hash[SHA256_BYTES]) {
    uint8_t bytes[1 + SHA256_BYTES + NOISE_BLOCK];
    bytes[0] = purpose;
    memcpy(bytes + 1, generator->state, SHA256_BYTES);
    if (length) {
        memcpy(bytes + 1 + SHA256_BYTES, added, length);
    }
    sha256(hash, bytes, 1 + SHA256_BYTES + length);
}

static void take_in(struct generator *generator, struct generator_buffer *buffer) {
    stir(generator, TAKE_IN, buffer->noise, buffer->gathered, generator->state);
    generator->check = CHECK_OF(*generator);
    buffer->gathered = 0;
    buffer->left = 0;
}

void generator_take(struct generator *generator, struct generator_buffer *buffer, uint8_t sample) {
    buffer->noise[buffer->gathered++] = sample;
    if (buffer->gathered == NOISE_BLOCK) {
        take_in(generator, buffer);
    }
}

void generator_make_room(struct generator *generator, struct generator_buffer *buffer,
                         uint8_t samples) {
    if (buffer->gathered + samples >= NOISE_BLOCK) {
        take_in(generator, buffer);
    }
}

void generator_is_ready(struct generator *generator, struct generator_buffer *buffer) {
    generator->ready = true;
    take_in(generator, buffer);
}

uint8_t generator_byte(struct generator *generator, struct generator_buffer *buffer) {
    if (buffer->left == 0) {
        stir(generator, GIVE, NULL, 0, buffer->drawn);
        stir(generator, MOVE_ON, NULL, 0, generator->state);
        generator->check = CHECK_OF(*generator);
        buffer->left = SHA256_BYTES;
    }
    uint8_t byte = buffer->drawn[--buffer->left];
    buffer->drawn[buffer->left] = 0;
    return byte;
}
