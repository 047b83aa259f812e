/* SHA-256 (FIPS 180-4) of short messages. */
#ifndef SHA256_H
#define SHA256_H

#include <stdint.h>

#define SHA256_BYTES 32

/* The hash of at most 119 bytes, which are two blocks. */
void sha256(uint8_t hash[SHA256_BYTES], const uint8_t *bytes, uint8_t length);

#endif
