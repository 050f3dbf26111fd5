// SPDX-License-Identifier: Apache-2.0
#include "packing/doc_id_kernels.h"

#include <boost/endian/conversion.hpp>
#include <cstring>

// One source for all kernels: the loops below are inlined into functions that differ in their
// target attribute, and the compiler vectorises each for its instruction set. Only the step from
// bytes to bits is written by hand.
#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define SEGSMITH_X86_KERNELS 1
// GCC 12 takes its own undefined-register idiom in the AVX-512 headers for a mistake of ours.
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#endif
#define SEGSMITH_INLINE inline __attribute__((always_inline))

namespace segsmith::packing {

namespace {

template <class T>
SEGSMITH_INLINE T load(const std::byte* p) {
  T v;
  std::memcpy(&v, p, sizeof v);
  return boost::endian::little_to_native(v);
}

SEGSMITH_INLINE uint32_t load_24(const std::byte* p) {
  return load<uint16_t>(p) | static_cast<uint32_t>(p[2]) << 16;
}

SEGSMITH_INLINE uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

SEGSMITH_INLINE uint32_t delta16_body(const std::byte* in, size_t count, uint32_t min,
                                      int32_t* out) {
  const size_t half = count / 2;
  uint32_t largest = 0;
  for (size_t i = 0; i < half; ++i) {
    const auto pair = load<uint32_t>(in + 4 * i);
    const uint32_t a = (pair >> 16) + min;
    const uint32_t b = (pair & 0xFFFF) + min;
    out[i] = static_cast<int32_t>(a);
    out[i + half] = static_cast<int32_t>(b);
    largest = larger(largest, larger(a, b));
  }
  if (count & 1) {
    const uint32_t last = load<uint16_t>(in + 4 * half) + min;
    out[count - 1] = static_cast<int32_t>(last);
    largest = larger(largest, last);
  }
  return largest;
}

SEGSMITH_INLINE uint32_t bits21_body(const std::byte* in, size_t count, int32_t* out) {
  const size_t third = count / 3 & ~size_t{15};
  uint32_t largest = 0;
  for (size_t i = 0; i < third; ++i) {
    const auto a = load<uint32_t>(in + 4 * i);
    const auto b = load<uint32_t>(in + 4 * (i + third));
    const uint32_t c = (a & 0x7FF) | (b & 0x7FF) << 11;
    out[i] = static_cast<int32_t>(a >> 11);
    out[i + third] = static_cast<int32_t>(b >> 11);
    out[i + 2 * third] = static_cast<int32_t>(c);
    largest = larger(largest, larger(c, larger(a >> 11, b >> 11)));
  }
  in += 8 * third;
  size_t i = 3 * third;
  for (; i + 2 < count; i += 3, in += 8) {
    const auto three = load<uint64_t>(in);
    const auto a = static_cast<uint32_t>(three & 0x1FFFFF);
    const auto b = static_cast<uint32_t>(three >> 21 & 0x1FFFFF);
    const auto c = static_cast<uint32_t>(three >> 42);
    out[i] = static_cast<int32_t>(a);
    out[i + 1] = static_cast<int32_t>(b);
    out[i + 2] = static_cast<int32_t>(c);
    largest = larger(largest, larger(a, larger(b, c)));
  }
  for (; i < count; ++i, in += 3) {
    out[i] = static_cast<int32_t>(load_24(in));
    largest = larger(largest, load_24(in));
  }
  return largest;
}

SEGSMITH_INLINE uint32_t bits24_body(const std::byte* in, size_t count, int32_t* out) {
  const size_t quarter = count / 4;
  uint32_t largest = 0;
  for (size_t i = 0; i < quarter; ++i) {
    const auto a = load<uint32_t>(in + 4 * i);
    const auto b = load<uint32_t>(in + 4 * (i + quarter));
    const auto c = load<uint32_t>(in + 4 * (i + 2 * quarter));
    const uint32_t d = (a & 0xFF) | (b & 0xFF) << 8 | (c & 0xFF) << 16;
    out[i] = static_cast<int32_t>(a >> 8);
    out[i + quarter] = static_cast<int32_t>(b >> 8);
    out[i + 2 * quarter] = static_cast<int32_t>(c >> 8);
    out[i + 3 * quarter] = static_cast<int32_t>(d);
    largest = larger(larger(largest, d), larger(a >> 8, larger(b >> 8, c >> 8)));
  }
  in += 12 * quarter;
  for (size_t i = 4 * quarter; i < count; ++i, in += 3) {
    out[i] = static_cast<int32_t>(load_24(in));
    largest = larger(largest, load_24(in));
  }
  return largest;
}

/// Eight ids in three longs, highest bits first; the rest as a short of the high bits and a byte.
SEGSMITH_INLINE uint32_t bits24_before_10_body(const std::byte* in, size_t count, int32_t* out) {
  uint32_t largest = 0;
  size_t i = 0;
  for (; i + 7 < count; i += 8, in += 24) {
    const auto a = load<uint64_t>(in);
    const auto b = load<uint64_t>(in + 8);
    const auto c = load<uint64_t>(in + 16);
    const uint64_t ids[8] = {a >> 40, a >> 16,           a << 8 | b >> 56, b >> 32,
                             b >> 8,  b << 16 | c >> 48, c >> 24,          c};
    for (size_t k = 0; k < 8; ++k) {
      const auto id = static_cast<uint32_t>(ids[k] & 0xFFFFFF);
      out[i + k] = static_cast<int32_t>(id);
      largest = larger(largest, id);
    }
  }
  for (; i < count; ++i, in += 3) {
    const uint32_t id =
        static_cast<uint32_t>(load<uint16_t>(in)) << 8 | static_cast<uint32_t>(in[2]);
    out[i] = static_cast<int32_t>(id);
    largest = larger(largest, id);
  }
  return largest;
}

SEGSMITH_INLINE uint32_t bits32_body(const std::byte* in, size_t count, int32_t* out) {
  uint32_t largest = 0;
  for (size_t i = 0; i < count; ++i) {
    const auto id = load<uint32_t>(in + 4 * i);
    out[i] = static_cast<int32_t>(id);
    largest = larger(largest, id);
  }
  return largest;
}

SEGSMITH_INLINE void set_bits_body(const int32_t* docs, size_t count, uint64_t* words) {
  for (size_t i = 0; i < count; ++i) {
    const auto doc = static_cast<uint32_t>(docs[i]);
    words[doc >> 6] |= uint64_t{1} << (doc & 63);
  }
}

SEGSMITH_INLINE void clear_bits_body(const int32_t* docs, size_t count, uint64_t* words) {
  for (size_t i = 0; i < count; ++i) {
    const auto doc = static_cast<uint32_t>(docs[i]);
    words[doc >> 6] &= ~(uint64_t{1} << (doc & 63));
  }
}

SEGSMITH_INLINE uint32_t max16_body(const std::byte* in, size_t count) {
  uint16_t largest = 0;
  for (size_t i = 0; i < count; ++i) {
    const auto v = load<uint16_t>(in + 2 * i);
    largest = v > largest ? v : largest;
  }
  return largest;
}

SEGSMITH_INLINE void set_far_deltas(const std::byte* in, size_t count, uint32_t min, bool set,
                                    uint64_t* words) {
  if (set) {
    for (size_t i = 0; i < count; ++i) {
      const uint32_t doc = load<uint16_t>(in + 2 * i) + min;
      words[doc >> 6] |= uint64_t{1} << (doc & 63);
    }
  } else {
    for (size_t i = 0; i < count; ++i) {
      const uint32_t doc = load<uint16_t>(in + 2 * i) + min;
      words[doc >> 6] &= ~(uint64_t{1} << (doc & 63));
    }
  }
}

/// Marks a byte a document, which is stored without reading what was there, so neighbours do not
/// wait for one another as they do in the words of a bit set.
SEGSMITH_INLINE void mark_deltas(const std::byte* in, size_t count, uint8_t* mark) {
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    const auto four = load<uint64_t>(in + 2 * i);
    mark[four & 0xFFFF] = 0xFF;
    mark[four >> 16 & 0xFFFF] = 0xFF;
    mark[four >> 32 & 0xFFFF] = 0xFF;
    mark[four >> 48] = 0xFF;
  }
  for (; i < count; ++i) mark[load<uint16_t>(in + 2 * i)] = 0xFF;
}

#define SEGSMITH_KERNELS(suffix, attributes)                                                      \
  attributes uint32_t delta16_##suffix(const std::byte* in, size_t count, uint32_t min,           \
                                       int32_t* out) {                                            \
    return delta16_body(in, count, min, out);                                                     \
  }                                                                                               \
  attributes uint32_t bits21_##suffix(const std::byte* in, size_t count, int32_t* out) {          \
    return bits21_body(in, count, out);                                                           \
  }                                                                                               \
  attributes uint32_t bits24_##suffix(const std::byte* in, size_t count, int32_t* out) {          \
    return bits24_body(in, count, out);                                                           \
  }                                                                                               \
  attributes uint32_t bits24_old_##suffix(const std::byte* in, size_t count, int32_t* out) {      \
    return bits24_before_10_body(in, count, out);                                                 \
  }                                                                                               \
  attributes uint32_t bits32_##suffix(const std::byte* in, size_t count, int32_t* out) {          \
    return bits32_body(in, count, out);                                                           \
  }                                                                                               \
  attributes void set_bits_##suffix(const int32_t* docs, size_t count, uint64_t* words) {         \
    set_bits_body(docs, count, words);                                                            \
  }                                                                                               \
  attributes void clear_bits_##suffix(const int32_t* docs, size_t count, uint64_t* words) {       \
    clear_bits_body(docs, count, words);                                                          \
  }                                                                                               \
  attributes uint32_t max16_##suffix(const std::byte* in, size_t count) {                         \
    return max16_body(in, count);                                                                 \
  }                                                                                               \
  attributes void set_deltas_##suffix(const std::byte* in, size_t count, uint32_t min,            \
                                      uint32_t max, bool set, uint64_t* words, uint8_t* scratch); \
  constexpr DocIdKernels k_##suffix = {#suffix,                                                   \
                                       delta16_##suffix,                                          \
                                       bits21_##suffix,                                           \
                                       bits24_##suffix,                                           \
                                       bits24_old_##suffix,                                       \
                                       bits32_##suffix,                                           \
                                       set_bits_##suffix,                                         \
                                       clear_bits_##suffix,                                       \
                                       max16_##suffix,                                            \
                                       set_deltas_##suffix};

SEGSMITH_KERNELS(scalar, )
void set_deltas_scalar(const std::byte* in, size_t count, uint32_t min, uint32_t, bool set,
                       uint64_t* words, uint8_t*) {
  set_far_deltas(in, count, min, set, words);
}

#ifdef SEGSMITH_X86_KERNELS
/// Whether a byte a document pays: it is a matter of how many words there are to gather.
SEGSMITH_INLINE bool near(size_t count, uint32_t max) {
  return max < kDeltaSpread && max < 16 * count;
}

/// set_deltas by marks, where `gather` makes bits of 64 of them and clears them.
#define SEGSMITH_SET_DELTAS(suffix, attributes, gather)                                            \
  attributes void set_deltas_##suffix(const std::byte* in, size_t count, uint32_t min,             \
                                      uint32_t max, bool set, uint64_t* words, uint8_t* scratch) { \
    if (!near(count, max)) return set_far_deltas(in, count, min, set, words);                      \
    mark_deltas(in, count, scratch + (min & 63));                                                  \
    words += min >> 6;                                                                             \
    const size_t last = ((min & 63) + max) >> 6;                                                   \
    for (size_t k = 0; k <= last; ++k) {                                                           \
      const uint64_t marked = gather(scratch + 64 * k);                                            \
      words[k] = set ? words[k] | marked : words[k] & ~marked;                                     \
    }                                                                                              \
  }

#define SEGSMITH_AVX2 __attribute__((target("avx2,bmi2")))
SEGSMITH_KERNELS(avx2, SEGSMITH_AVX2)
SEGSMITH_AVX2 SEGSMITH_INLINE uint64_t gather_avx2(uint8_t* bytes) {
  auto* at = reinterpret_cast<__m256i*>(bytes);
  const auto low = static_cast<uint32_t>(_mm256_movemask_epi8(_mm256_loadu_si256(at)));
  const auto high = static_cast<uint32_t>(_mm256_movemask_epi8(_mm256_loadu_si256(at + 1)));
  _mm256_storeu_si256(at, _mm256_setzero_si256());
  _mm256_storeu_si256(at + 1, _mm256_setzero_si256());
  return low | static_cast<uint64_t>(high) << 32;
}
SEGSMITH_SET_DELTAS(avx2, SEGSMITH_AVX2, gather_avx2)

#ifdef __clang__
#define SEGSMITH_AVX512 \
  __attribute__((target("avx2,bmi2,avx512f,avx512bw,avx512dq,avx512vl"), min_vector_width(512)))
#else
#define SEGSMITH_AVX512 \
  __attribute__((target("avx2,bmi2,avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512")))
#endif
SEGSMITH_KERNELS(avx512, SEGSMITH_AVX512)
SEGSMITH_AVX512 SEGSMITH_INLINE uint64_t gather_avx512(uint8_t* bytes) {
  const uint64_t marked = _mm512_movepi8_mask(_mm512_loadu_si512(bytes));
  _mm512_storeu_si512(bytes, _mm512_setzero_si512());
  return marked;
}
SEGSMITH_SET_DELTAS(avx512, SEGSMITH_AVX512, gather_avx512)
#endif

}  // namespace

std::vector<const DocIdKernels*> available_doc_id_kernels() {
  std::vector<const DocIdKernels*> available = {&k_scalar};
#ifdef SEGSMITH_X86_KERNELS
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {
    available.push_back(&k_avx2);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
      available.push_back(&k_avx512);
    }
  }
#endif
  return available;
}

const DocIdKernels& doc_id_kernels() {
  static const DocIdKernels& chosen = *available_doc_id_kernels().back();
  return chosen;
}

}  // namespace segsmith::packing
