#include "testbenches/drive/configuration/config_in_result.h"

#include <algorithm>

namespace flitscope::tb {

namespace {

constexpr const char* kBlanks = " \t\r\n";

/// The end of the text in quotes that begins at `at`: behind its closing quote.
std::size_t end_of_string(const std::string& text, std::size_t at) {
    for (++at; at < text.size() && text[at] != '"'; ++at) {
        at += text[at] == '\\' ? 1 : 0;
    }
    return std::min(at + 1, text.size());
}

/// The end of the value that begins at `at`: the comma or bracket behind it.
std::size_t end_of_value(const std::string& text, std::size_t at) {
    int depth = 0;
    while (at < text.size()) {
        const char c = text[at];
        if (c == '"') {
            at = end_of_string(text, at);
            continue;
        }
        if (depth == 0 && (c == ',' || c == '}' || c == ']')) {
            return at;
        }
        depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        ++at;
    }
    return at;
}

std::string blanked(std::string text) {
    for (char& c : text) {
        c = c == '\n' ? '\n' : ' ';
    }
    return text;
}

}  // namespace

std::optional<std::string> config_in_result(const std::string& text) {
    bool result = false;
    std::size_t at = text.find_first_not_of(kBlanks);
    if (at == std::string::npos || text[at] != '{') {
        return std::nullopt;
    }
    while (at < text.size()) {  // at: the bracket or comma before a key
        const std::size_t key = text.find_first_not_of(kBlanks, at + 1);
        if (key == std::string::npos || text[key] != '"') {
            return std::nullopt;
        }
        const std::size_t end = end_of_string(text, key);
        const std::string name = text.substr(key, end - key);
        const std::size_t colon = text.find_first_not_of(kBlanks, end);
        if (colon == std::string::npos || text[colon] != ':') {
            return std::nullopt;
        }
        const std::size_t value = std::min(text.find_first_not_of(kBlanks, colon + 1), text.size());
        at = end_of_value(text, value);
        result = result || name == "\"flitscope\"";
        if (result && name == "\"config\"") {
            return blanked(text.substr(0, value)) + text.substr(value, at - value);
        }
    }
    return std::nullopt;
}

}  // namespace flitscope::tb
