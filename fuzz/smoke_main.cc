// SPDX-License-Identifier: Apache-2.0
// Runs an entry without libFuzzer: its seeds, then repeatable mutations of them.
//   NAME_smoke [--runs=N] [--seed=N] [--write-seeds=FOLDER] [FILE...]
// A failing input is written to fuzz-failure.bin in the working folder; give it as FILE to run it
// again.
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "fuzz/fuzz_target.h"
#include "util/error.h"

namespace segsmith::fuzz {
namespace {

std::span<const std::byte> current;

/// Async-signal-safe, for it also runs after a touch of the guard page.
void save_current() {
  const int fd = ::open("fuzz-failure.bin", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (fd < 0) return;
  for (auto left = current; !left.empty();) {
    const ssize_t n = ::write(fd, left.data(), left.size());
    if (n <= 0) break;
    left = left.subspan(static_cast<size_t>(n));
  }
  ::close(fd);
}

void on_signal(int number) {
  save_current();
  std::signal(number, SIG_DFL);
  std::raise(number);
}

struct Counts {
  uint64_t read = 0;
  uint64_t refused = 0;
};

void run_guarded(std::span<const std::byte> input, Counts& counts) {
  current = input;
  try {
    run_one(input);
    ++counts.read;
  } catch (const CorruptIndex&) {
    ++counts.refused;
  } catch (const UnsupportedVersion&) {
    ++counts.refused;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "fuzz: %s\n", e.what());
    std::abort();
  }
}

class Mutator {
 public:
  explicit Mutator(uint64_t seed) : random_(seed) {}

  Bytes mutate(const std::vector<Bytes>& from) {
    Bytes bytes = from[below(from.size())];
    for (size_t steps = 1 + below(4); steps > 0; --steps) step(bytes, from);
    return bytes;
  }

 private:
  size_t below(size_t n) { return static_cast<size_t>(random_() % n); }
  long at(const Bytes& bytes) { return static_cast<long>(below(bytes.size() + 1)); }

  void step(Bytes& bytes, const std::vector<Bytes>& from) {
    static constexpr uint64_t kOdd[] = {0,         1,          0x7F,      0x80,
                                        0xFF,      0x7FFF,     0x8000,    0xFFFF,
                                        INT32_MAX, UINT32_MAX, INT64_MAX, UINT64_MAX};
    if (bytes.empty()) bytes.push_back(std::byte{0});
    switch (below(7)) {
      case 0:
        bytes[below(bytes.size())] ^= static_cast<std::byte>(1 << below(8));
        break;
      case 1:
        bytes[below(bytes.size())] = static_cast<std::byte>(random_());
        break;
      case 2: {
        const uint64_t value = kOdd[below(std::size(kOdd))];
        const size_t start = below(bytes.size());
        const size_t n = std::min(bytes.size() - start, size_t{1} << below(4));
        for (size_t i = 0; i < n; ++i) bytes[start + i] = static_cast<std::byte>(value >> (8 * i));
        break;
      }
      case 3:
        bytes.resize(below(bytes.size()));
        break;
      case 4:
        bytes.insert(bytes.begin() + at(bytes), 1 + below(8), static_cast<std::byte>(random_()));
        break;
      case 5: {
        const size_t start = below(bytes.size());
        const auto first = bytes.begin() + static_cast<long>(start);
        bytes.erase(first, first + static_cast<long>(
                                       1 + below(std::min<size_t>(16, bytes.size() - start))));
        break;
      }
      default: {
        const Bytes& other = from[below(from.size())];
        if (other.empty()) break;
        const size_t start = below(other.size());
        const size_t n = 1 + below(std::min<size_t>(64, other.size() - start));
        const auto part = std::span<const std::byte>(other).subspan(start, n);
        bytes.insert(bytes.begin() + at(bytes), part.begin(), part.end());
        break;
      }
    }
    if (bytes.size() > (size_t{1} << 20)) bytes.resize(size_t{1} << 20);
  }

  std::mt19937_64 random_;
};

struct Options {
  uint64_t runs = 20000;
  uint64_t seed = 1;
  std::string seed_folder;
  std::vector<std::string> files;
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.starts_with("--runs=")) {
      options.runs = std::strtoull(argument.c_str() + 7, nullptr, 10);
    } else if (argument.starts_with("--seed=")) {
      options.seed = std::strtoull(argument.c_str() + 7, nullptr, 10);
    } else if (argument.starts_with("--write-seeds=")) {
      options.seed_folder = argument.substr(14);
    } else {
      options.files.push_back(argument);
    }
  }
  return options;
}

bool write_seeds(const std::string& folder, const std::vector<Bytes>& all) {
  for (size_t i = 0; i < all.size(); ++i) {
    std::ofstream file(folder + "/seed-" + std::to_string(i), std::ios::binary);
    file.write(reinterpret_cast<const char*>(all[i].data()), static_cast<long>(all[i].size()));
    if (!file.flush()) return false;
  }
  return true;
}

bool run_files(const std::vector<std::string>& names, Counts& counts) {
  for (const std::string& name : names) {
    std::ifstream file(name, std::ios::binary);
    if (!file) return false;
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    run_guarded(std::as_bytes(std::span<const char>(text)), counts);
  }
  return true;
}

int run(const Options& options) {
  for (const int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL}) {
    std::signal(number, on_signal);
  }
  const std::vector<Bytes> from = seeds();
  if (!options.seed_folder.empty()) return write_seeds(options.seed_folder, from) ? 0 : 2;
  Counts counts;
  if (!options.files.empty()) return run_files(options.files, counts) ? 0 : 2;
  for (const Bytes& seed : from) run_guarded(seed, counts);
  expect(counts.refused == 0, "every seed is well formed");
  Mutator mutator(options.seed);
  const auto start = std::chrono::steady_clock::now();
  for (uint64_t i = 0; i < options.runs; ++i) run_guarded(mutator.mutate(from), counts);
  const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start);
  std::printf("%zu seeds, %llu mutations with seed %llu in %.1f s: %llu read, %llu refused\n",
              from.size(), static_cast<unsigned long long>(options.runs),
              static_cast<unsigned long long>(options.seed), seconds.count(),
              static_cast<unsigned long long>(counts.read),
              static_cast<unsigned long long>(counts.refused));
  return 0;
}

}  // namespace

void expect(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "fuzz: does not hold: %s\n", what);
  std::abort();
}

}  // namespace segsmith::fuzz

int main(int argc, char** argv) { return segsmith::fuzz::run(segsmith::fuzz::parse(argc, argv)); }
