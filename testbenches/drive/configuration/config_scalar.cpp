#include "testbenches/drive/configuration/config_scalar.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <regex>

#include "testbenches/drive/configuration/config_error.h"

namespace flitscope::tb {

namespace {

bool digits_only(const std::string& text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

constexpr const char* kLeadingZero =
    "leading zero (octal in YAML 1.1), write the number without it";

/// The result of `read` for the text of a scalar. `number`: the text must not be in quotes.
template <typename T, typename Read>
Parsed<T> parse(const ConfigNode& node, bool number, const Read& read) {
    switch (node.kind) {
        case ConfigNode::Kind::null:
            return {{}, "no value"};
        case ConfigNode::Kind::sequence:
            return {{}, "a list"};
        case ConfigNode::Kind::mapping:
            return {{}, "a section"};
        case ConfigNode::Kind::scalar:
            break;
    }
    return number && node.quoted ? Parsed<T>{{}, "text in quotes"} : read(node.scalar);
}

std::string integer_problem(const std::string& text) {
    const std::string body =
        !text.empty() && (text[0] == '-' || text[0] == '+') ? text.substr(1) : text;
    if (digits_only(body)) {
        return body.size() > 1 && body[0] == '0' ? kLeadingZero : "";
    }
    if (body.size() > 2 && body[0] == '0' && (body[1] == 'x' || body[1] == 'o' || body[1] == 'b')) {
        return "not in decimal notation";
    }
    if (!body.empty() && body[0] >= '0' && body[0] <= '9') {
        if (body.find('_') != std::string::npos) {
            return "digits grouped with _, write them without";
        }
        if (body.find(':') != std::string::npos) {
            return "base-60 number of YAML 1.1, write it in decimal";
        }
    }
    return "not a whole number";
}

/// 1e6 and 2.5e6 written out; any other text as it is. Done on the digits: a double would round.
std::string without_exponent(const std::string& text) {
    static const std::regex form("([+-]?)([0-9]+)([.][0-9]+)?[eE][+]?([0-9]{1,2})");
    constexpr std::size_t kLongest = 40;
    std::smatch part;
    if (text.size() > kLongest || !std::regex_match(text, part, form)) {
        return text;
    }
    const std::string fraction = part.length(3) == 0 ? "" : part.str(3).substr(1);
    const std::size_t power = std::stoul(part.str(4));
    if (power < fraction.size()) {
        return text;
    }
    std::string digits = part.str(2) + fraction + std::string(power - fraction.size(), '0');
    if (part.str(2) == "0") {
        digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
    }
    return part.str(1) + digits;
}

template <typename T>
Parsed<T> whole_number(const std::string& written) {
    const std::string text = without_exponent(written);
    const std::string problem = integer_problem(text);
    if (!problem.empty()) {
        return {{}, problem};
    }
    const std::size_t skip = text[0] == '+' ? 1 : 0;
    const char* const end = text.data() + text.size();
    T value{};
    const auto result = std::from_chars(text.data() + skip, end, value);
    if (result.ec != std::errc{} || result.ptr != end) {
        return {{}, "out of range"};
    }
    return {value, {}};
}

/// Words that YAML 1.1 or 1.2 does not read as text.
bool special_word(const std::string& text) {
    const char* const words[] = {"true", "false", "yes",  "no",   "on",    "off",
                                 "y",    "n",     ".nan", ".inf", "-.inf", "+.inf"};
    return std::any_of(std::begin(words), std::end(words),
                       [lower = lower_case(text)](const char* word) { return lower == word; });
}

Parsed<double> real_number(const std::string& text) {
    const std::size_t sign = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
    const bool starts = text.size() > sign && ((text[sign] >= '0' && text[sign] <= '9') ||
                                               (text[sign] == '.' && text.size() > sign + 1));
    if (!starts) {  // keeps from_chars from reading "nan" and "inf"
        return {{}, special_word(text) ? "not a finite number" : "not a number"};
    }
    if (text[sign] == '0' && text.size() > sign + 1 && text[sign + 1] >= '0' &&
        text[sign + 1] <= '9') {
        return {{}, kLeadingZero};
    }
    const char* const begin = text.data() + (text[0] == '+' ? 1 : 0);
    const char* const end = text.data() + text.size();
    double value = 0;
    const auto result = std::from_chars(begin, end, value);
    if (result.ec == std::errc::result_out_of_range) {
        return {{}, "out of range"};
    }
    if (result.ec != std::errc{} || result.ptr != end || !std::isfinite(value)) {
        return {{}, "not a number"};
    }
    return {value, {}};
}

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7F;
}

}  // namespace

Parsed<std::int64_t> parse_integer(const ConfigNode& node) {
    return parse<std::int64_t>(node, true, whole_number<std::int64_t>);
}

Parsed<std::uint64_t> parse_unsigned(const ConfigNode& node) {
    return parse<std::uint64_t>(node, true, whole_number<std::uint64_t>);
}

Parsed<double> parse_real(const ConfigNode& node) { return parse<double>(node, true, real_number); }

Parsed<bool> parse_boolean(const ConfigNode& node) {
    return parse<bool>(node, false, [&node](const std::string& text) -> Parsed<bool> {
        if (!node.quoted && (text == "true" || text == "false")) {
            return {text == "true", {}};
        }
        return {{}, "not a truth value"};
    });
}

Parsed<std::string> parse_text(const ConfigNode& node) {
    return parse<std::string>(node, false, [&node](const std::string& text) -> Parsed<std::string> {
        if (text.empty()) {
            return {{}, "empty"};
        }
        if (std::any_of(text.begin(), text.end(), is_control)) {
            return {{}, "control character in a text"};
        }
        if (!node.quoted && (special_word(text) || real_number(text).value)) {
            return {{}, "not a text, put it in quotes"};
        }
        return {text, {}};
    });
}

Parsed<std::string> parse_word(const ConfigNode& node) {
    return parse<std::string>(node, false, [](const std::string& text) {
        return Parsed<std::string>{text, {}};
    });
}

}  // namespace flitscope::tb
