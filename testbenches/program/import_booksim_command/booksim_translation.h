#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "testbenches/program/import_booksim_command/booksim_file.h"

namespace flitscope::tb {

/// What every translation begins with.
constexpr std::string_view kTranslationMark = "# Made by flitscope import-booksim from ";

/// The configuration for these settings, and BookSim2's defaults for what they do not say, as YAML:
/// a comment on every line says where it comes from; comments in front name the settings without an
/// equal and what the networks differ in. `file` is what the comments call the BookSim2 file.
///
/// Throws ConfigError, and nothing else, at the setting that cannot be taken over: an unknown key,
/// a number out of range, a network, routing or traffic that there is none of here.
std::string translate_booksim(const std::string& file, const std::vector<BooksimSetting>& settings);

}  // namespace flitscope::tb
