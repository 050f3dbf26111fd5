// SPDX-License-Identifier: Apache-2.0
#include "index/doc_values_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "util/error.h"

namespace segsmith::index {
namespace {

using ::testing::HasSubstr;

std::string of(const DocValuesSpec& spec, std::string_view field) {
  const codec::DocValuesChoice choice = spec.of(field);
  return choice.format + "/" + std::to_string(choice.options.block_size);
}

std::string error_of(std::string_view text) {
  try {
    DocValuesSpec::parse(text);
  } catch (const InvalidArgument& e) {
    return e.what();
  }
  return "";
}

TEST(DocValuesSpec, OneFormatGoesToTheFieldsThatMayHaveIt) {
  const auto spec = DocValuesSpec::parse("ES819TSDB/512");
  EXPECT_EQ(of(spec, "cpu"), "ES819TSDB/512");
  for (const char* field : {"_tsid", "_ts_routing_hash", "_seq_no"}) {
    EXPECT_EQ(of(spec, field), "ES819TSDB/512") << field;
  }
  for (const char* field : {"_version", "_primary_term", "__soft_deletes", "_"}) {
    EXPECT_EQ(of(spec, field), "Lucene90/0") << field;
  }
  EXPECT_EQ(of(DocValuesSpec(), "cpu"), "Lucene90/0");
}

TEST(DocValuesSpec, NamedFieldsHaveTheirOwn) {
  const auto spec =
      DocValuesSpec::parse("_seq_no=Lucene90,a=ES87TSDB,*=ES819TSDB,b=c=ES95TSDB/128");
  EXPECT_EQ(of(spec, "_seq_no"), "Lucene90/0");
  EXPECT_EQ(of(spec, "a"), "ES87TSDB/0");
  EXPECT_EQ(of(spec, "b=c"), "ES95TSDB/128");
  EXPECT_EQ(of(spec, "other"), "ES819TSDB/0");
  EXPECT_EQ(of(DocValuesSpec::parse("a=ES819TSDB"), "b"), "Lucene90/0");
}

TEST(DocValuesSpec, SizesFromElsewhereAreForFormatsThatHaveThem) {
  const auto spec = DocValuesSpec::parse("a=ES87TSDB,b=ES819TSDB/128,*=ES819TSDB", 512);
  EXPECT_EQ(of(spec, "a"), "ES87TSDB/0");
  EXPECT_EQ(of(spec, "b"), "ES819TSDB/128");
  EXPECT_EQ(of(spec, "c"), "ES819TSDB/512");
}

TEST(DocValuesSpec, RefusesByName) {
  EXPECT_THAT(error_of("ES819TSBD"), HasSubstr("ES819TSDB"));
  EXPECT_THAT(error_of("ES87TSDB/512"), HasSubstr("must have blocks of 128 values"));
  EXPECT_THAT(error_of("ES819TSDB/256"), HasSubstr("128 or 512"));
  EXPECT_THAT(error_of("Lucene90/128"), HasSubstr("has no block size"));
  EXPECT_THAT(error_of("_version=ES819TSDB"), HasSubstr("_version"));
  EXPECT_THAT(error_of("a=ES819TSDB,Lucene90"), HasSubstr("FIELD=FORMAT"));
  EXPECT_THAT(error_of("a=Lucene90,a=Lucene90"), HasSubstr("twice"));
  EXPECT_THAT(error_of(""), HasSubstr("unknown doc-values format"));
}

}  // namespace
}  // namespace segsmith::index
