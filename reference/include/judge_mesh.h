/* Meshes of nx*ny*nz hexahedra of degree p: which local entries of elements meet at which global node.
 *
 * Element e = i + nx*(j + ny*k); local entry l = e*q^3 + a + q*(b + q*c), q = p + 1; its node stands at
 * (X, Y, Z) = (i*p + a, j*p + b, k*p + c), and is number X + GX*(Y + GY*Z). Masked: nodes on the boundary have no number
 * and the rest are numbered in the same order. Permuted: number g becomes (g*A + 12345) mod NG, A the first value from
 * 2654435761 mod NG on that has no divisor in common with NG. */
#ifndef JUDGE_MESH_H
#define JUDGE_MESH_H

#include <stdint.h>

typedef struct {
    int64_t n[3];     /* elements per axis */
    int64_t p;        /* degree */
    int64_t nodes[3]; /* numbered nodes per axis */
    int64_t masked;   /* 1: the first numbered node of an axis is its second */
    int64_t NG;
    uint64_t multiplier; /* 0: not permuted */
} judge_mesh;

static inline uint64_t judge_gcd(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static inline judge_mesh judge_mesh_of(int64_t nx, int64_t ny, int64_t nz, int64_t p, int64_t permuted, int64_t masked) {
    judge_mesh m = {{nx, ny, nz}, p, {0, 0, 0}, masked, 1, 0};
    for (int d = 0; d < 3; d++) {
        m.nodes[d] = m.n[d] * p + 1 - 2 * masked;
        m.NG *= m.nodes[d];
    }
    if (permuted && m.NG > 0) {
        m.multiplier = 2654435761u % (uint64_t)m.NG;
        while (judge_gcd(m.multiplier, (uint64_t)m.NG) != 1) m.multiplier++;
    }
    return m;
}

/* Final number of the node that is `g`-th in the plain order. */
static inline int64_t judge_mesh_renumber(const judge_mesh *m, int64_t g) {
    return m->multiplier ? (int64_t)(((uint64_t)g * m->multiplier + 12345) % (uint64_t)m->NG) : g;
}

/* Number of the node at X, Y, Z, or -1 when it is masked. */
static inline int64_t judge_mesh_node(const judge_mesh *m, int64_t X, int64_t Y, int64_t Z) {
    int64_t x = X - m->masked, y = Y - m->masked, z = Z - m->masked;
    if (x < 0 || y < 0 || z < 0 || x >= m->nodes[0] || y >= m->nodes[1] || z >= m->nodes[2]) return -1;
    return judge_mesh_renumber(m, x + m->nodes[0] * (y + m->nodes[1] * z));
}

#endif
