#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "testbenches/drive/configuration/config_scalar.h"
#include "testbenches/drive/configuration/config_section.h"
#include "testbenches/program/console/exit_code.h"

namespace flitscope::tb {

/// A whole number on the command line, written as in configurations: 1e6 is one, 010 is not.
inline Parsed<std::int64_t> parse_whole_number(const std::string& text) {
    ConfigNode node;
    node.kind = ConfigNode::Kind::scalar;
    node.scalar = text;
    return parse_integer(node);
}

/// Checks the range of an option with such a number, and writes it out for CLI11.
inline CLI::Validator whole_number(std::int64_t minimum, std::int64_t maximum) {
    const auto check = [minimum, maximum](std::string& text) {
        const Parsed<std::int64_t> number = parse_whole_number(text);
        if (!number.value || *number.value < minimum || *number.value > maximum) {
            return text + ": " + (number.value ? "out of range" : number.problem) +
                   "; accepted: " + integer_range(minimum, maximum);
        }
        text = std::to_string(*number.value);
        return std::string();
    };
    return {check, ""};
}

/// The message that an option names. Throws UsageError for a text that is not a message number.
inline std::uint32_t message_number(const std::string& option, const std::string& text) {
    const std::optional<std::int64_t> id = parse_whole_number(text).value;
    if (!id || *id < 0 || *id > UINT32_MAX) {
        throw UsageError(option + " " + text + ": accepted: a message number 0..4294967295");
    }
    return static_cast<std::uint32_t>(*id);
}

}  // namespace flitscope::tb
