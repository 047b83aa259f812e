#include "sha256.h"

#include <stdbool.h>
#include <string.h>

#include "messages.h"

#ifdef __AVR__
#include <avr/pgmspace.h>
#define CONSTANT(place) pgm_read_dword(&(place))
#else
#define PROGMEM
#define CONSTANT(place) (place)
#endif

static const uint32_t round_constants[64] PROGMEM = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static const uint32_t start[8] PROGMEM = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

/* Rotations by bytes cost next to nothing on the AVR, those by bits much; so each rotation here is
 * one by bytes and one by at most three bits. */
#define INLINE static inline __attribute__((always_inline))

INLINE uint32_t right_8(uint32_t x) { return x >> 8 | x << 24; }
INLINE uint32_t right_16(uint32_t x) { return x >> 16 | x << 16; }
INLINE uint32_t right_24(uint32_t x) { return x >> 24 | x << 8; }
INLINE uint32_t right_1(uint32_t x) {
#ifdef __AVR__
    __asm__("bst %A0, 0\n\t"
            "lsr %D0\n\t"
            "ror %C0\n\t"
            "ror %B0\n\t"
            "ror %A0\n\t"
            "bld %D0, 7"
            : "+r"(x));
    return x;
#else
    return x >> 1 | x << 31;
#endif
}
INLINE uint32_t left_1(uint32_t x) { return x << 1 | (x & 0x80000000 ? 1 : 0); }
INLINE uint32_t right_2(uint32_t x) { return right_1(right_1(x)); }
INLINE uint32_t left_2(uint32_t x) { return left_1(left_1(x)); }

/* The functions of FIPS 180-4, section 4.1.2. */
INLINE uint32_t big_sigma_0(uint32_t x) { /* 2, 13, 22 */
    return right_2(x) ^ left_2(right_16(left_1(x)) ^ right_24(x));
}
INLINE uint32_t big_sigma_1(uint32_t x) { /* 6, 11, 25 */
    return right_8(left_2(x)) ^ right_1(right_8(right_2(x)) ^ right_24(x));
}
INLINE uint32_t small_sigma_0(uint32_t x) { /* 7, 18, shift 3 */
    return right_8(left_1(x)) ^ right_16(right_2(x)) ^ x >> 3;
}
INLINE uint32_t small_sigma_1(uint32_t x) { /* 17, 19, shift 10 */
    return right_16(right_1(x ^ right_2(x))) ^ x >> 8 >> 2;
}

/* One round. The eight words move by one place each round; here it is the names that move, so the
 * rounds are written out eight at a time. */
#define ROUND(a, b, c, d, e, f, g, h, i)                                                           \
    do {                                                                                           \
        uint32_t t = s[h] + big_sigma_1(s[e]) + (s[g] ^ (s[e] & (s[f] ^ s[g]))) +                  \
                     CONSTANT(round_constants[at + i]) + w[(at + i) & 15];                                    \
        s[d] += t;                                                                                 \
        s[h] = t + big_sigma_0(s[a]) + ((s[a] & s[b]) | (s[c] & (s[a] | s[b])));                   \
    } while (0)

static void take_block(uint32_t hash[8], const uint8_t block[64]) {
    uint32_t w[16], s[8];
    for (uint8_t i = 0; i < 16; i++) {
        w[i] = get_4(block + 4 * i);
    }
    memcpy(s, hash, sizeof s);
    for (uint8_t at = 0; at < 64; at += 8) {
        for (uint8_t i = at; at >= 16 && i < at + 8; i++) {
            w[i & 15] += w[(i + 9) & 15] + small_sigma_0(w[(i + 1) & 15]) +
                         small_sigma_1(w[(i + 14) & 15]);
        }
        ROUND(0, 1, 2, 3, 4, 5, 6, 7, 0);
        ROUND(7, 0, 1, 2, 3, 4, 5, 6, 1);
        ROUND(6, 7, 0, 1, 2, 3, 4, 5, 2);
        ROUND(5, 6, 7, 0, 1, 2, 3, 4, 3);
        ROUND(4, 5, 6, 7, 0, 1, 2, 3, 4);
        ROUND(3, 4, 5, 6, 7, 0, 1, 2, 5);
        ROUND(2, 3, 4, 5, 6, 7, 0, 1, 6);
        ROUND(1, 2, 3, 4, 5, 6, 7, 0, 7);
    }
    for (uint8_t i = 0; i < 8; i++) {
        hash[i] += s[i];
    }
}

void sha256(uint8_t hash[SHA256_BYTES], const uint8_t *bytes, uint8_t length) {
    uint32_t words[8];
    uint8_t block[64];
    uint8_t left = length;
    bool ended = false;
    for (uint8_t i = 0; i < 8; i++) {
        words[i] = CONSTANT(start[i]);
    }
    for (;;) {
        uint8_t part = left < 64 ? left : 64;
        memset(block, 0, sizeof block);
        memcpy(block, bytes, part);
        bytes += part;
        left -= part;
        if (part < 64 && !ended) {
            block[part] = 0x80;
            ended = true;
        }
        if (ended && part < 56) {
            put_2(block + 62, (uint16_t)length * 8);
            take_block(words, block);
            break;
        }
        take_block(words, block);
    }
    for (uint8_t i = 0; i < 8; i++) {
        put_4(hash + 4 * i, words[i]);
    }
}
