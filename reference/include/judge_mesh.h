/* Meshes of nx*ny*nz hexahedra of degree p: which local entries of elements meet at which global node.
 *
 * Element e = i + nx*(j + ny*k); local entry l = e*q^3 + a + q*(b + q*c), q = p + 1; its node stands at
 * (X, Y, Z) = (i*p + a, j*p + b, k*p + c), and is number X + GX*(Y + GY*Z). Permuted: number g becomes
 * (g*A + 12345) mod G, G the number of all nodes and A the first value from 2654435761 mod G on that has no divisor in
 * common with G. Masked, after that: nodes on the boundary have no number and the rest are numbered in the same order. */
#ifndef JUDGE_MESH_H
#define JUDGE_MESH_H

#include <stdint.h>
#include <stdlib.h>

typedef struct {
    int64_t n[3];        /* elements per axis */
    int64_t p;           /* degree */
    int64_t all[3];      /* nodes per axis */
    int64_t masked;      /* 1: those on the boundary have no number */
    int64_t NG;          /* numbered nodes */
    uint64_t multiplier; /* 0: not permuted */
    int32_t *rank;       /* permuted and masked: the numbered nodes before each permuted number */
} judge_mesh;

static inline uint64_t judge_gcd(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* (g*A + 12345) mod G, where g is the node's place in the plain order of all nodes. */
static inline int64_t judge_mesh_permuted(const judge_mesh *m, int64_t X, int64_t Y, int64_t Z) {
    uint64_t g = (uint64_t)(X + m->all[0] * (Y + m->all[1] * Z));
    return (int64_t)((g * m->multiplier + 12345) % (uint64_t)(m->all[0] * m->all[1] * m->all[2]));
}

/* Free `rank` afterwards. */
static inline judge_mesh judge_mesh_of(int64_t nx, int64_t ny, int64_t nz, int64_t p, int64_t permuted, int64_t masked) {
    judge_mesh m = {{nx, ny, nz}, p, {0, 0, 0}, masked, 1, 0, NULL};
    int64_t all = 1;
    for (int d = 0; d < 3; d++) {
        m.all[d] = m.n[d] * p + 1;
        m.NG *= m.all[d] - 2 * masked;
        all *= m.all[d];
    }
    if (!permuted) return m;
    m.multiplier = 2654435761u % (uint64_t)all;
    while (judge_gcd(m.multiplier, (uint64_t)all) != 1) m.multiplier++;
    if (!masked) return m;
    m.rank = calloc((size_t)all, sizeof *m.rank);
    if (!m.rank) abort();
    for (int64_t Z = 1; Z < m.all[2] - 1; Z++)
        for (int64_t Y = 1; Y < m.all[1] - 1; Y++)
            for (int64_t X = 1; X < m.all[0] - 1; X++) m.rank[judge_mesh_permuted(&m, X, Y, Z)] = 1;
    int32_t before = 0;
    for (int64_t g = 0; g < all; g++) {
        int32_t is_numbered = m.rank[g];
        m.rank[g] = before;
        before += is_numbered;
    }
    return m;
}

/* Number of the node at X, Y, Z, or -1 when it is masked. */
static inline int64_t judge_mesh_node(const judge_mesh *m, int64_t X, int64_t Y, int64_t Z) {
    int64_t k = m->masked, nx = m->all[0] - 2 * k, ny = m->all[1] - 2 * k, nz = m->all[2] - 2 * k;
    int64_t x = X - k, y = Y - k, z = Z - k;
    if (x < 0 || y < 0 || z < 0 || x >= nx || y >= ny || z >= nz) return -1;
    if (!m->multiplier) return x + nx * (y + ny * z);
    int64_t g = judge_mesh_permuted(m, X, Y, Z);
    return m->rank ? m->rank[g] : g;
}

#endif
