#pragma once

#include <charconv>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace flitscope::tb {

// Values of BookSim2's settings.

/// The whole of `text` as a number, as BookSim2 writes one.
template <typename Number>
std::optional<Number> parsed(const std::string& text) {
    Number value{};
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    return read.ec == std::errc() && read.ptr == end ? std::optional<Number>(value) : std::nullopt;
}

/// The texts between the commas of NAME(...,...); none where `text` is no such thing.
inline std::vector<std::string> arguments_of(const std::string& text) {
    const std::size_t open = text.find('(');
    if (open == std::string::npos || text.back() != ')') {
        return {};
    }
    std::vector<std::string> all;
    std::istringstream list(text.substr(open + 1, text.size() - open - 2));
    for (std::string each; std::getline(list, each, ',');) {
        all.push_back(each);
    }
    return all;
}

}  // namespace flitscope::tb
