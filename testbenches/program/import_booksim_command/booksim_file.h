#pragma once

#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/program/import_booksim_command/booksim_words.h"

namespace flitscope::tb {

/// `key = value;` of a BookSim2 configuration file.
struct BooksimSetting {
    std::string key;
    std::string value;  ///< as written, without blanks: "8", "uniform", "hotspot({3,4},{1,1})"
    ConfigPosition position;
    bool stated = true;  ///< false: not in the file, BookSim2's default
};

/// The settings of a file in their order. If a key occurs twice, the last value counts, as in
/// BookSim2. Comments begin with `//`. Throws only ConfigError, which calls the file `name`.
std::vector<BooksimSetting> parse_booksim(const std::string& name, const std::string& text);

/// The whole of `text` as a number, as BookSim2 writes one.
template <typename Number>
std::optional<Number> parsed(const std::string& text) {
    Number value{};
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    return read.ec == std::errc() && read.ptr == end ? std::optional<Number>(value) : std::nullopt;
}

/// The settings of a file, and BookSim2's defaults for all others. Throws ConfigError that points
/// at the setting that cannot be translated.
class BooksimSettings {
public:
    /// `file`: its name in messages.
    BooksimSettings(const std::string& file, const std::vector<BooksimSetting>& settings);

    const BooksimSetting& at(const std::string& key) const { return settings_.at(key); }
    std::int64_t number(const std::string& key, std::int64_t least, std::int64_t most) const;
    double real(const std::string& key, double least, double most) const;
    /// Flitscope's name for the value.
    std::string word(const std::string& key, const BooksimWords& words) const;
    /// "key = value" with its line, for comments.
    std::string named(const std::string& key) const;
    /// Refuses a key that BookSim2 does not have.
    void check_keys() const;
    [[noreturn]] void fail(const std::string& key, const std::string& problem,
                           const std::string& accepted) const;

private:
    std::map<std::string, BooksimSetting> settings_;
    std::optional<BooksimSetting> unknown_;  ///< the first whose key nobody knows
};

/// BookSim2's names, for messages.
std::string names_in(const BooksimWords& words);

}  // namespace flitscope::tb
