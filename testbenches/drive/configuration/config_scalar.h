#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "testbenches/drive/configuration/config_tree.h"

namespace flitscope::tb {

/// A scalar read as one type: the value, or the problem ("not a whole number", ...).
///
/// YAML 1.1 reads 010 as 8, 1:30 as 90, 1_000 as 1000 and `no` as false, YAML 1.2 does not. Such
/// spellings are refused instead of guessed, and quoted text is never a number.
template <typename T>
struct Parsed {
    std::optional<T> value;
    std::string problem;
};

/// Whole numbers in decimal notation; also 1e6 and 2.5e6, which are whole.
Parsed<std::int64_t> parse_integer(const ConfigNode& node);
Parsed<std::uint64_t> parse_unsigned(const ConfigNode& node);
/// Finite only. Decimal notation, with or without exponent.
Parsed<double> parse_real(const ConfigNode& node);
/// `true` or `false`.
Parsed<bool> parse_boolean(const ConfigNode& node);
/// Text; plain words that YAML may take for a number, a truth value or null must be quoted.
Parsed<std::string> parse_text(const ConfigNode& node);
/// One word out of a list of choices: as text, but numbers and truth values need no quotes.
Parsed<std::string> parse_word(const ConfigNode& node);

}  // namespace flitscope::tb
