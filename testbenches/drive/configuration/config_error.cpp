#include "testbenches/drive/configuration/config_error.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/printable.h"

namespace flitscope::tb {

namespace {

constexpr std::size_t kShownCharacters = 60;
constexpr std::size_t kLongestPath = 4096;

/// A dotted path is shown with all its keys; of a key that is not a name only the beginning is
/// shown.
std::string shown_key(const std::string& path) {
    std::string shown;
    for (std::size_t begin = 0; begin <= path.size() && shown.size() < kLongestPath;) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        shown += (begin == 0 ? "" : ".") + shortened(path.substr(begin, end - begin));
        begin = end + 1;
    }
    return shown;
}

/// The path of a file is shown whole: its end says which file.
std::string shown_value(const std::string& value) {
    const bool path = value.find('/') != std::string::npos && value.size() <= kLongestPath &&
                      value[0] != '[' && value[0] != '{';
    return path ? on_one_line(value) : shortened(value);
}

std::string message(const ConfigProblem& problem) {
    std::string text = problem.position.text() + ": ";
    if (!problem.key.empty()) {
        text += shown_key(problem.key);
        if (!problem.value.empty()) {
            text += " = " + shown_value(problem.value);
        }
        text += ": ";
    }
    text += problem.problem;
    if (!problem.accepted.empty()) {
        text += "; accepted: " + problem.accepted;
    }
    if (!problem.nearest.empty()) {
        text += "; did you mean \"" + problem.nearest + "\"?";
    }
    return text;
}

/// Optimal string alignment distance: insertions, deletions, replacements, swaps of neighbours.
std::size_t edit_distance(const std::string& a, const std::string& b) {
    // [i][j]: between the first i characters of `a` and the first j of `b`
    std::vector<std::vector<std::size_t>> edits(a.size() + 1,
                                                std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                edits[i][j] = i + j;
                continue;
            }
            const std::size_t replaced = edits[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            edits[i][j] = std::min({edits[i - 1][j] + 1, edits[i][j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                edits[i][j] = std::min(edits[i][j], edits[i - 2][j - 2] + 1);
            }
        }
    }
    return edits[a.size()][b.size()];
}

}  // namespace

std::string ConfigPosition::text() const {
    if (from_override || line == 0) {
        return on_one_line(source);
    }
    return on_one_line(source) + ":" + std::to_string(line) + ":" + std::to_string(column);
}

ConfigError::ConfigError(ConfigProblem problem)
    : std::runtime_error(message(problem)), problem_(std::move(problem)) {}

std::string lower_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return text;
}

std::string nearest_name(const std::string& name, const std::vector<std::string>& known) {
    if (name.size() > 2 * kShownCharacters) {
        return {};  // no typo of anything
    }
    std::string nearest;
    std::size_t least = SIZE_MAX;
    for (const std::string& candidate : known) {
        const std::size_t allowed =
            std::max<std::size_t>(1, std::max(name.size(), candidate.size()) / 3);
        const std::size_t distance = edit_distance(lower_case(name), lower_case(candidate));
        if (distance <= allowed && distance < least) {
            least = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

std::string join_names(const std::vector<std::string>& names) {
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string on_one_line(const std::string& text) {
    std::string shown;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t bytes = printable_at(text, at);
        if (bytes > 0) {
            shown += text.substr(at, bytes);
        } else if (text[at] == '\n') {
            shown += "\\n";
        } else {
            shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at]));
        }
        at += std::max<std::size_t>(bytes, 1);
    }
    return shown;
}

std::string shortened(const std::string& text) {
    const std::string whole = on_one_line(text);
    for (std::size_t i = kShownCharacters; i < whole.size(); ++i) {
        // A multi-byte character is never cut in two.
        if ((static_cast<unsigned char>(whole[i]) & 0xC0U) != 0x80U) {
            return whole.substr(0, i) + "...";
        }
    }
    return whole;
}

}  // namespace flitscope::tb
