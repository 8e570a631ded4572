/* The judge's random numbers in C, for `generate`: the same values as `fill` in task.yaml makes. */
#ifndef JUDGE_RNG_H
#define JUDGE_RNG_H

#include <stdint.h>

/* SplitMix64 finaliser of seed + stream*0xD1B54A32D192ED03 + (i+1)*0x9E3779B97F4A7C15. */
static inline uint64_t judge_hash(uint64_t seed, uint64_t stream, uint64_t i) {
    uint64_t z = seed + stream * 0xD1B54A32D192ED03u + (i + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* In [0, 1), on a grid of 2^-53. */
static inline double judge_unit(uint64_t h) { return (double)(h >> 11) * 0x1p-53; }

/* Either sign, magnitude in [0.5, 1.5). */
static inline double judge_like(uint64_t h) {
    double magnitude = 0.5 + judge_unit(h);
    return h & 1 ? -magnitude : magnitude;
}

/* An integer in [1, max] with a random sign. */
static inline int64_t judge_ipm(uint64_t h, uint64_t max) {
    int64_t magnitude = (int64_t)(1 + (h >> 32) % max);
    return h & 1 ? -magnitude : magnitude;
}

/* An odd integer in [1, max]. */
static inline int64_t judge_odd_positive(uint64_t h, uint64_t max) {
    return (int64_t)(2 * ((h >> 20) % ((max + 1) / 2)) + 1);
}

#endif
