// SPDX-License-Identifier: Apache-2.0
#pragma once

/// For kernels that are one source for all instruction sets: bodies marked SEGSMITH_INLINE are
/// inlined into functions that differ in their target attribute, and the compiler vectorises each.
/// Include in .cc files only.

#define SEGSMITH_INLINE inline __attribute__((always_inline))

/// Before a loop whose input and output are the same or apart, never shifted against each other.
#ifdef __clang__
#define SEGSMITH_SAME_OR_APART _Pragma("clang loop vectorize(assume_safety)")
#else
#define SEGSMITH_SAME_OR_APART _Pragma("GCC ivdep")
#endif

#if defined(__x86_64__) && defined(__GNUC__)
#define SEGSMITH_X86_KERNELS 1
#define SEGSMITH_AVX2 __attribute__((target("avx2,bmi2")))
#ifdef __clang__
#define SEGSMITH_AVX512 \
  __attribute__((target("avx2,bmi2,avx512f,avx512bw,avx512dq,avx512vl"), min_vector_width(512)))
#else
#define SEGSMITH_AVX512 \
  __attribute__((target("avx2,bmi2,avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512")))
#endif

/// Around whole parts of a file, lambdas included, instead of the attribute of one function.
#ifdef __clang__
#define SEGSMITH_BEGIN_AVX2 \
  _Pragma("clang attribute push(__attribute__((target(\"avx2,bmi2\"))), apply_to=function)")
// Clang takes one literal only.
// clang-format off
#define SEGSMITH_BEGIN_AVX512 \
  _Pragma("clang attribute push(__attribute__((target(\"avx2,bmi2,avx512f,avx512bw,avx512dq,avx512vl\"))), apply_to=function)")
// clang-format on
#define SEGSMITH_END_TARGET _Pragma("clang attribute pop")
#else
#define SEGSMITH_BEGIN_AVX2 _Pragma("GCC push_options") _Pragma("GCC target(\"avx2,bmi2\")")
#define SEGSMITH_BEGIN_AVX512          \
  _Pragma("GCC push_options") _Pragma( \
      "GCC target(\"avx2,bmi2,avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512\")")
#define SEGSMITH_END_TARGET _Pragma("GCC pop_options")
#endif

namespace segsmith::packing::kernels {

inline bool cpu_has_avx2() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
}
inline bool cpu_has_avx512() {
  return cpu_has_avx2() && __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}

}  // namespace segsmith::packing::kernels
#endif
