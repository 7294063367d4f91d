#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "testbenches/program/import_booksim_command/booksim_file.h"

namespace flitscope::tb {

/// The beginning of every translation.
constexpr std::string_view kTranslationMark = "# Made by flitscope import-booksim from ";

/// The configuration for these settings and BookSim2's defaults, as YAML. A comment on every line
/// names its source. Comments at the top list the settings without an equivalent and the
/// differences between the simulators. `file`: the name of the BookSim2 file in the comments.
///
/// Throws only ConfigError, which points at the setting that cannot be translated: an unknown key,
/// a number out of range, or a network, routing or traffic that Flitscope does not have.
std::string translate_booksim(const std::string& file, const std::vector<BooksimSetting>& settings);

}  // namespace flitscope::tb
