// SPDX-License-Identifier: Apache-2.0
#include "lab/field_generator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "index/nearest_name.h"
#include "lab/enlarge.h"
#include "lab/json_text.h"
#include "util/error.h"

namespace segsmith::lab {
namespace {

using Json = nlohmann::ordered_json;

constexpr int64_t kMostTerms = 10'000'000;

/// How a number becomes a JSON value: itself, a decimal fraction, or a term.
class NumberForm {
 public:
  explicit NumberForm(SpecReader& in)
      : decimals_(static_cast<int>(in.whole("decimals", 0, 0, 15))),
        prefix_(in.text("prefix", "")),
        term_(in.has("prefix")),
        width_(static_cast<size_t>(in.whole("width", 0, 0, 64))) {}

  void append(int64_t value, std::string& out) const {
    if (term_) {
      std::string digits = std::to_string(value);
      if (digits.size() < width_) digits.insert(0, width_ - digits.size(), '0');
      append_json_string(out, prefix_ + digits);
    } else if (decimals_ == 0) {
      append_number(out, value);
    } else {
      append_double(out, static_cast<double>(value) / std::pow(10.0, decimals_));
    }
  }

 private:
  int decimals_;
  std::string prefix_;
  bool term_;
  size_t width_;
};

/// Always the same JSON value.
class Constant final : public FieldGenerator {
 public:
  explicit Constant(SpecReader& in) {
    const Json& value = in.value("value");
    if (value.is_null()) in.refuse("value", "a value", value);
    if (value.is_structured()) in.refuse("value", "a number, string, true or false", value);
    text_ = value.dump();
  }
  void append(Dice&, std::string& out) override { out += text_; }

 private:
  std::string text_;
};

class Uniform final : public FieldGenerator {
 public:
  explicit Uniform(SpecReader& in)
      : form_(in), low_(in.whole("min", 0)), high_(in.whole("max", 1'000'000)) {
    if (low_ > high_) in.refuse("min", "at most \"max\"", low_);
  }
  void append(Dice& dice, std::string& out) override {
    form_.append(dice.between(low_, high_), out);
  }

 private:
  NumberForm form_;
  int64_t low_, high_;
};

class Normal final : public FieldGenerator {
 public:
  explicit Normal(SpecReader& in)
      : form_(in),
        mean_(in.real("mean", 0, -0x1p62, 0x1p62)),
        deviation_(in.real("stddev", 1000, 0, 0x1p58)) {}
  void append(Dice& dice, std::string& out) override {
    form_.append(std::llround(mean_ + dice.normal() * deviation_), out);
  }

 private:
  NumberForm form_;
  double mean_, deviation_;
};

/// Ranks 0 .. cardinality - 1, rank r with weight 1 / (r + 1)^exponent.
class Zipf final : public FieldGenerator {
 public:
  explicit Zipf(SpecReader& in) : form_(in) {
    const auto count = static_cast<size_t>(in.whole("cardinality", 1000, 1, kMostTerms));
    const double exponent = in.real("exponent", 1, 0, 10);
    cumulative_.reserve(count);
    double sum = 0;
    for (size_t rank = 0; rank < count; ++rank) {
      sum += std::pow(static_cast<double>(rank + 1), -exponent);
      cumulative_.push_back(sum);
    }
  }
  void append(Dice& dice, std::string& out) override {
    const double wanted = dice.share() * cumulative_.back();
    const auto found = std::upper_bound(cumulative_.begin(), cumulative_.end(), wanted);
    const auto rank = std::min<ptrdiff_t>(found - cumulative_.begin(),
                                          static_cast<ptrdiff_t>(cumulative_.size()) - 1);
    form_.append(rank, out);
  }

 private:
  NumberForm form_;
  std::vector<double> cumulative_;
};

/// Grows by a random step; goes back to its start now and then.
class Counter final : public FieldGenerator {
 public:
  explicit Counter(SpecReader& in)
      : form_(in),
        start_(in.whole("start", 0, -(int64_t{1} << 60), int64_t{1} << 60)),
        step_(in.range("step", {1, 1}, 0)),
        reset_(in.real("reset", 0, 0, 1)),
        value_(start_) {}
  void append(Dice& dice, std::string& out) override {
    form_.append(value_, out);
    const int64_t step = dice.between(step_.first, step_.second);
    const bool back = (reset_ > 0 && dice.share() < reset_) || value_ > (int64_t{1} << 61) - step;
    value_ = back ? start_ : value_ + step;
  }

 private:
  NumberForm form_;
  int64_t start_;
  std::pair<int64_t, int64_t> step_;
  double reset_;
  int64_t value_;
};

/// A random walk between two bounds.
class Gauge final : public FieldGenerator {
 public:
  explicit Gauge(SpecReader& in)
      : form_(in),
        low_(in.whole("min", 0, -(int64_t{1} << 60), int64_t{1} << 60)),
        high_(in.whole("max", 100'000, -(int64_t{1} << 60), int64_t{1} << 60)),
        step_(in.whole("step", 100, 0, int64_t{1} << 60)),
        value_(in.whole("start", low_ + (high_ - low_) / 2)) {
    if (low_ > high_) in.refuse("min", "at most \"max\"", low_);
    if (value_ < low_ || value_ > high_) in.refuse("start", "between \"min\" and \"max\"", value_);
  }
  void append(Dice& dice, std::string& out) override {
    form_.append(value_, out);
    value_ = std::clamp(value_ + dice.between(-step_, step_), low_, high_);
  }

 private:
  NumberForm form_;
  int64_t low_, high_, step_, value_;
};

/// Milliseconds since 1970 that go on (or back) by a step with jitter, as text or number.
class Timestamp final : public FieldGenerator {
 public:
  explicit Timestamp(SpecReader& in)
      : step_(in.whole("step", 1000, -kMost, kMost)), jitter_(in.whole("jitter", 0, 0, kMost)) {
    const Json& start = in.value("start");
    if (start.is_string()) {
      if (!parse_iso_millis(start.get<std::string>(), value_)) {
        in.refuse("start", "a time as 2026-01-01T00:00:00.000Z, or milliseconds", start);
      }
    } else {
      value_ = start.is_null() ? 1'767'225'600'000 : in.whole("start", 0, -kMost, kMost);
    }
    const std::string form = in.text("as", "iso");
    if (form != "iso" && form != "millis") in.refuse("as", "iso or millis", form);
    millis_ = form == "millis";
  }
  void append(Dice& dice, std::string& out) override {
    const int64_t now = value_ + (jitter_ > 0 ? dice.between(0, jitter_) : 0);
    if (millis_) {
      append_number(out, now);
    } else {
      out += '"';
      append_iso_millis(now, out);
      out += '"';
    }
    value_ = std::clamp(value_ + step_, -kMost, kMost);
  }

 private:
  static constexpr int64_t kMost = 100'000'000'000'000;  ///< The year 5138.

  int64_t step_, jitter_;
  int64_t value_ = 0;
  bool millis_ = false;
};

/// The values of "values", or numbers below "cardinality"; what `pick` decides is their order.
class Choice {
 public:
  explicit Choice(SpecReader& in) : form_(in) {
    const Json& values = in.value("values");
    cardinality_ = in.whole("cardinality", 10, 1, kMostTerms);
    if (values.is_null()) return;
    if (!values.is_array() || values.empty()) in.refuse("values", "an array of values", values);
    for (const Json& value : values) {
      if (value.is_structured() || value.is_null()) {
        in.refuse("values", "numbers, strings, true or false", value);
      }
      texts_.push_back(value.dump());
    }
    cardinality_ = static_cast<int64_t>(texts_.size());
  }
  int64_t size() const { return cardinality_; }
  void append(int64_t index, std::string& out) const {
    if (texts_.empty()) {
      form_.append(index, out);
    } else {
      out += texts_[static_cast<size_t>(index)];
    }
  }

 private:
  NumberForm form_;
  int64_t cardinality_ = 0;
  std::vector<std::string> texts_;
};

/// One after the other, over and over.
class Cycle final : public FieldGenerator {
 public:
  explicit Cycle(SpecReader& in) : choice_(in) {}
  void append(Dice&, std::string& out) override {
    choice_.append(position_, out);
    position_ = (position_ + 1) % choice_.size();
  }

 private:
  Choice choice_;
  int64_t position_ = 0;
};

/// Any of them, each as likely.
class Set final : public FieldGenerator {
 public:
  explicit Set(SpecReader& in) : choice_(in) {}
  void append(Dice& dice, std::string& out) override {
    choice_.append(dice.between(0, choice_.size() - 1), out);
  }

 private:
  Choice choice_;
};

/// One value for a run of documents, then the next one.
class Runs final : public FieldGenerator {
 public:
  explicit Runs(SpecReader& in)
      : choice_(in),
        length_(in.range("length", {10, 100}, 1)),
        ordered_(in.flag("ordered", false)) {}
  void append(Dice& dice, std::string& out) override {
    if (left_ == 0) {
      left_ = dice.between(length_.first, length_.second);
      position_ = ordered_ ? (position_ + 1) % choice_.size() : dice.between(0, choice_.size() - 1);
    }
    --left_;
    choice_.append(position_, out);
  }

 private:
  Choice choice_;
  std::pair<int64_t, int64_t> length_;
  bool ordered_;
  int64_t left_ = 0;
  int64_t position_ = -1;
};

/// Texts of made-up words.
class Words final : public FieldGenerator {
 public:
  explicit Words(SpecReader& in) : count_(in.range("count", {3, 12}, 0)) {
    if (count_.second > 100'000) in.refuse("count", "at most 100000 words", in.value("count"));
    const int64_t vocabulary = in.whole("vocabulary", 500, 1, 1'000'000);
    Dice dice(static_cast<uint64_t>(vocabulary));
    constexpr std::array<std::string_view, 20> kSyllables{"ba", "ce", "di", "fo", "gu", "ha", "je",
                                                          "ki", "lo", "mu", "na", "pe", "ri", "so",
                                                          "tu", "va", "we", "xi", "yo", "zu"};
    for (int64_t w = 0; w < vocabulary; ++w) {
      std::string word;
      for (uint64_t n = 1 + dice.below(4); n > 0; --n) word += kSyllables[dice.below(20)];
      words_.push_back(std::move(word));
    }
  }
  void append(Dice& dice, std::string& out) override {
    out += '"';
    const int64_t count = dice.between(count_.first, count_.second);
    for (int64_t i = 0; i < count; ++i) {
      if (i > 0) out += ' ';
      out += words_[dice.below(words_.size())];
    }
    out += '"';
  }

 private:
  std::pair<int64_t, int64_t> count_;
  std::vector<std::string> words_;
};

template <class Generator>
std::unique_ptr<FieldGenerator> make(SpecReader& in) {
  return std::make_unique<Generator>(in);
}

struct Kind {
  std::string_view name;
  std::unique_ptr<FieldGenerator> (*make)(SpecReader& in);
};

constexpr Kind kKinds[] = {
    {"constant", make<Constant>},   {"uniform", make<Uniform>}, {"normal", make<Normal>},
    {"zipf", make<Zipf>},           {"counter", make<Counter>}, {"gauge", make<Gauge>},
    {"timestamp", make<Timestamp>}, {"cycle", make<Cycle>},     {"runs", make<Runs>},
    {"words", make<Words>},         {"set", make<Set>},
};

/// Leaves a value out, or repeats it, around another generator.
class Shaped final : public FieldGenerator {
 public:
  Shaped(std::unique_ptr<FieldGenerator> values, double missing, std::pair<int64_t, int64_t> counts)
      : values_(std::move(values)), missing_(missing), counts_(counts) {}

  void append(Dice& dice, std::string& out) override {
    if (missing_ > 0 && dice.share() < missing_) return;
    const int64_t count = dice.between(counts_.first, counts_.second);
    if (counts_.second == 1 && count == 1) return values_->append(dice, out);
    if (count == 0) return;
    out += '[';
    for (int64_t i = 0; i < count; ++i) {
      if (i > 0) out += ',';
      values_->append(dice, out);
    }
    out += ']';
  }

 private:
  std::unique_ptr<FieldGenerator> values_;
  double missing_;
  std::pair<int64_t, int64_t> counts_;
};

}  // namespace

std::vector<std::string_view> generator_kinds() {
  std::vector<std::string_view> names;
  for (const Kind& kind : kKinds) names.push_back(kind.name);
  return names;
}

std::unique_ptr<FieldGenerator> make_field_generator(const std::string& field, const Json& spec) {
  SpecReader in("field \"" + field + "\"", spec);
  const std::string name = in.text("kind", "");
  const double missing = in.real("missing", 0, 0, 1);
  const auto counts = in.range("values_per_doc", {1, 1}, 0);
  if (counts.second > 100'000) {
    in.refuse("values_per_doc", "at most 100000 values", in.value("values_per_doc"));
  }
  for (const Kind& kind : kKinds) {
    if (kind.name != name) continue;
    auto values = kind.make(in);
    in.finish();
    return std::make_unique<Shaped>(std::move(values), missing, counts);
  }
  throw InvalidArgument("field \"" + field + "\": unknown kind \"" + name + "\"" +
                        index::suggestion(name, generator_kinds()));
}

}  // namespace segsmith::lab
