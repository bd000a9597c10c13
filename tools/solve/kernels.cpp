#include "kernels.hpp"

#include <cstring>

// ── any processor ───────────────────────────────────────────────────────────────────────────────

static void max_expand_anywhere(int8_t *wide, const uint64_t *set, size_t words,
                                const int8_t *packed, int offset) {
  for (size_t word = 0; word < words; word++, wide += 64)
    for (uint64_t left = set[word]; left; left &= left - 1) {
      int at = __builtin_ctzll(left), value = *packed++ + offset;
      if (value > wide[at]) wide[at] = (int8_t)value;
    }
}

static void put_expand_anywhere(int8_t *wide, const uint64_t *set, const uint64_t *wanted,
                                size_t words, const int8_t *packed, int offset) {
  for (size_t word = 0; word < words; word++, wide += 64)
    for (uint64_t left = set[word]; left; left &= left - 1, packed++)
      if (wanted[word] & left & -left) wide[__builtin_ctzll(left)] = (int8_t)(*packed + offset);
}

static void compress_anywhere(int8_t *packed, const uint64_t *set, size_t words,
                              const int8_t *wide) {
  for (size_t word = 0; word < words; word++, wide += 64)
    for (uint64_t left = set[word]; left; left &= left - 1)
      *packed++ = wide[__builtin_ctzll(left)];
}

Kernels kernels = {max_expand_anywhere, put_expand_anywhere, compress_anywhere, "portable"};

// ── AVX-512 ─────────────────────────────────────────────────────────────────────────────────────

#if defined(__x86_64__)
#include <immintrin.h>
#define WIDE_PATH __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")))

WIDE_PATH static void max_expand_avx512(int8_t *wide, const uint64_t *set, size_t words,
                                        const int8_t *packed, int offset) {
  __m512i shift = _mm512_set1_epi8((char)offset);
  for (size_t word = 0; word < words; word++, wide += 64) {
    __m512i old = _mm512_loadu_si512(wide);
    __m512i spread = _mm512_maskz_expandloadu_epi8(set[word], packed);
    spread = _mm512_add_epi8(spread, shift);
    _mm512_storeu_si512(wide, _mm512_mask_max_epi8(old, set[word], old, spread));
    packed += __builtin_popcountll(set[word]);
  }
}

WIDE_PATH static void put_expand_avx512(int8_t *wide, const uint64_t *set, const uint64_t *wanted,
                                        size_t words, const int8_t *packed, int offset) {
  __m512i shift = _mm512_set1_epi8((char)offset);
  for (size_t word = 0; word < words; word++, wide += 64) {
    if (set[word] & wanted[word]) {
      __m512i spread = _mm512_maskz_expandloadu_epi8(set[word], packed);
      _mm512_mask_storeu_epi8(wide, set[word] & wanted[word], _mm512_add_epi8(spread, shift));
    }
    packed += __builtin_popcountll(set[word]);
  }
}

WIDE_PATH static void compress_avx512(int8_t *packed, const uint64_t *set, size_t words,
                                      const int8_t *wide) {
  for (size_t word = 0; word < words; word++, wide += 64) {
    // Compressing into a register and storing all of it is many times faster than storing
    // compressed; rows are built in scratch memory with 64 bytes to spare.
    _mm512_storeu_si512(packed, _mm512_maskz_compress_epi8(set[word], _mm512_loadu_si512(wide)));
    packed += __builtin_popcountll(set[word]);
  }
}

void kernels_choose(bool portable) {
  if (!portable && __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512bw"))
    kernels = {max_expand_avx512, put_expand_avx512, compress_avx512, "AVX-512"};
}
#else
void kernels_choose(bool) {}
#endif
