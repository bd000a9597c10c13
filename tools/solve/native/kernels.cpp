#include "kernels.hpp"

#include <algorithm>
#include <cstring>

// ── any processor ───────────────────────────────────────────────────────────────────────────────

static void max_expand_anywhere(int8_t *wide, const uint64_t *set, const uint64_t *wanted,
                                size_t words, const int8_t *packed, const Change &change) {
  for (size_t word = 0; word < words; word++, wide += LINE)
    for (uint64_t left = set[word] & wanted[word]; left; left &= left - 1) {
      int at = __builtin_ctzll(left);
      wide[at] = std::max(wide[at], change[(uint8_t)*packed++]);
    }
}

static void put_expand_anywhere(int8_t *wide, size_t stride, const uint64_t *set,
                                const uint64_t *wanted, size_t words, const int8_t *packed,
                                const Change &change) {
  for (size_t word = 0; word < words; word++, wide += stride)
    for (uint64_t left = set[word]; left; left &= left - 1, packed++)
      if (wanted[word] & left & -left) wide[__builtin_ctzll(left)] = change[(uint8_t)*packed];
}

static void compress_anywhere(int8_t *packed, const uint64_t *set, size_t words,
                              const int8_t *wide, size_t stride) {
  for (size_t word = 0; word < words; word++, wide += stride)
    for (uint64_t left = set[word]; left; left &= left - 1)
      *packed++ = wide[__builtin_ctzll(left)];
}

static void least_of_anywhere(int8_t *least, const int8_t *turned, const uint32_t *places,
                              const uint32_t *starts, size_t count, int8_t most) {
  for (size_t i = 0; i < count; i++, least += LINE) {
    memset(least, most, LINE);
    for (uint32_t at = starts[i]; at < starts[i + 1]; at++) {
      const int8_t *scores = turned + LINE * places[at];
      for (size_t row = 0; row < LINE; row++) least[row] = std::min(least[row], scores[row]);
    }
  }
}

// Eight by eight bytes at a time: halves, quarters and eighths are swapped.
static void turn_eight(uint64_t *lines) {
  static const uint64_t MASKS[] = {0x00000000ffffffffull, 0x0000ffff0000ffffull,
                                   0x00ff00ff00ff00ffull};
  int step = 4;
  for (uint64_t mask : MASKS) {
    int bits = 8 * step;
    for (int i = 0; i < 8; i++)
      if (!(i & step)) {
        uint64_t swapped = (lines[i] >> bits ^ lines[i + step]) & mask;
        lines[i + step] ^= swapped;
        lines[i] ^= swapped << bits;
      }
    step /= 2;
  }
}

void turn_tile(int8_t *tile) {
  auto load = [&](size_t row, size_t column, uint64_t *lines) {
    for (size_t i = 0; i < 8; i++) memcpy(&lines[i], tile + (8 * row + i) * LINE + 8 * column, 8);
  };
  auto store = [&](size_t row, size_t column, const uint64_t *lines) {
    for (size_t i = 0; i < 8; i++) memcpy(tile + (8 * row + i) * LINE + 8 * column, &lines[i], 8);
  };
  uint64_t one[8], two[8];
  for (size_t row = 0; row < 8; row++)
    for (size_t column = row; column < 8; column++) {
      load(row, column, one);
      load(column, row, two);
      turn_eight(one);
      turn_eight(two);
      store(row, column, two);
      store(column, row, one);
    }
}

Kernels kernels = {max_expand_anywhere, put_expand_anywhere, compress_anywhere, least_of_anywhere,
                   "portable"};

// ── AVX-512 ─────────────────────────────────────────────────────────────────────────────────────

#if defined(__x86_64__)
#include <immintrin.h>
#define WIDE_PATH __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")))

// 256 bytes in four registers: those of scores from 0 on, then those below.
struct Lookup {
  __m512i parts[4];
};

WIDE_PATH static Lookup look_up(const Change &change) {
  return {{_mm512_loadu_si512(change), _mm512_loadu_si512(change + 64),
           _mm512_loadu_si512(change + 128), _mm512_loadu_si512(change + 192)}};
}

WIDE_PATH static inline __m512i changed(const Lookup &lookup, __m512i scores) {
  __m512i above = _mm512_permutex2var_epi8(lookup.parts[0], scores, lookup.parts[1]);
  __m512i below = _mm512_permutex2var_epi8(lookup.parts[2], scores, lookup.parts[3]);
  return _mm512_mask_blend_epi8(_mm512_movepi8_mask(scores), above, below);
}

// Loading 64 bytes and expanding them in the register is many times faster than expanding from
// memory; there are always 64 bytes to spare behind a row (SPARE).
WIDE_PATH static inline __m512i expanded(uint64_t columns, const int8_t *packed) {
  return _mm512_maskz_expand_epi8(columns, _mm512_loadu_si512(packed));
}

WIDE_PATH static void max_expand_avx512(int8_t *wide, const uint64_t *set, const uint64_t *wanted,
                                        size_t words, const int8_t *packed, const Change &change) {
  Lookup lookup = look_up(change);
  for (size_t word = 0; word < words; word++, wide += LINE) {
    uint64_t columns = set[word] & wanted[word];
    __m512i old = _mm512_loadu_si512(wide);
    __m512i spread = changed(lookup, expanded(columns, packed));
    _mm512_storeu_si512(wide, _mm512_mask_max_epi8(old, columns, old, spread));
    packed += __builtin_popcountll(columns);
  }
}

WIDE_PATH static void put_expand_avx512(int8_t *wide, size_t stride, const uint64_t *set,
                                        const uint64_t *wanted, size_t words, const int8_t *packed,
                                        const Change &change) {
  Lookup lookup = look_up(change);
  for (size_t word = 0; word < words; word++, wide += stride) {
    if (set[word] & wanted[word]) {
      __m512i spread = changed(lookup, expanded(set[word], packed));
      _mm512_mask_storeu_epi8(wide, set[word] & wanted[word], spread);
    }
    packed += __builtin_popcountll(set[word]);
  }
}

WIDE_PATH static void compress_avx512(int8_t *packed, const uint64_t *set, size_t words,
                                      const int8_t *wide, size_t stride) {
  for (size_t word = 0; word < words; word++, wide += stride) {
    // Compressing into a register and storing all of it is many times faster than storing
    // compressed; rows are built in scratch memory with 64 bytes to spare.
    _mm512_storeu_si512(packed, _mm512_maskz_compress_epi8(set[word], _mm512_loadu_si512(wide)));
    packed += __builtin_popcountll(set[word]);
  }
}

WIDE_PATH static void least_of_avx512(int8_t *least, const int8_t *turned, const uint32_t *places,
                                      const uint32_t *starts, size_t count, int8_t most) {
  for (size_t i = 0; i < count; i++) {
    __m512i found = _mm512_set1_epi8(most);
    for (uint32_t at = starts[i]; at < starts[i + 1]; at++)
      found = _mm512_min_epi8(found, _mm512_loadu_si512(turned + LINE * places[at]));
    _mm512_storeu_si512(least + LINE * i, found);
  }
}

void kernels_choose(bool portable) {
  if (!portable && __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vbmi") &&
      __builtin_cpu_supports("avx512bw"))
    kernels = {max_expand_avx512, put_expand_avx512, compress_avx512, least_of_avx512, "AVX-512"};
}
#else
void kernels_choose(bool) {}
#endif
