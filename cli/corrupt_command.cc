// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/output.h"
#include "lab/corrupt.h"
#include "store/directory.h"
#include "util/error.h"

namespace segsmith::cli {
namespace {

struct Options {
  std::string directory, output;
  std::string kind, at, structure, field;
  uint64_t seed = 1;
  bool fix_crc = false;
  FormatOption format;
};

lab::DamageOptions damage_options(const Options& options) {
  lab::DamageOptions damage;
  if (!options.at.empty()) {
    if (!options.kind.empty() || !options.structure.empty() || !options.field.empty()) {
      throw InvalidArgument("--at excludes --kind, --structure and --field");
    }
    damage.at = lab::parse_damage_place(options.at);
  } else if (options.kind.empty() && options.structure.empty() && options.field.empty()) {
    throw InvalidArgument("corrupt needs --kind, --at, or --structure and --field");
  }
  if (!options.kind.empty()) damage.kind = *lab::parse_damage_kind(options.kind);
  if (!options.structure.empty()) damage.structure = options.structure;
  if (!options.field.empty()) damage.field = options.field;
  damage.seed = options.seed;
  damage.fix_crc = options.fix_crc;
  return damage;
}

void run(const Options& options) {
  const lab::DamageOptions damage = damage_options(options);
  const auto from = std::make_shared<store::MmapDirectory>(options.directory);
  auto to = store::MmapDirectory::create_folder(options.output);
  print(render(damage_table(lab::corrupt_index(from, to, damage)), options.format.format()));
}

}  // namespace

void add_corrupt_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("corrupt", "Copy an index and damage the copy once");
  command->add_option("DIR", options->directory, "An index folder; it stays as it is")->required();
  command->add_option("--output", options->output, "Where the copy goes: an empty or new folder")
      ->required();
  command->add_option("--kind", options->kind, "flip, truncate, extend, swap or zero")
      ->check(CLI::IsMember({"flip", "truncate", "extend", "swap", "zero"}));
  command->add_option("--seed", options->seed, "Decides where")->capture_default_str();
  command->add_option("--at", options->at,
                      "FILE:OFFSET[:BYTE]: one byte, also of a file inside a compound one");
  command->add_option("--structure", options->structure,
                      "Only inside this structure, as sizes names it");
  command->add_option("--field", options->field, "Only inside this field's parts");
  command->add_flag("--fix-crc", options->fix_crc,
                    "Make the checksums right again, so that decoders meet the damage");
  options->format.add_to(*command);
  command->footer(examples(
      "segsmith corrupt index --output damaged --kind flip --seed 7",
      "segsmith corrupt index --output damaged --structure doc_values --field value --fix-crc"));
  command->callback([options] { run(*options); });
}

}  // namespace segsmith::cli
