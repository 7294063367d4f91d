#pragma once

#include <memory>
#include <string>
#include <vector>

#include "testbenches/drive/configuration/config_error.h"

namespace flitscope::tb {

/// A YAML value with its place in the file. Values are copied, never shared, so that an override
/// changes only one place.
struct ConfigNode {
    enum class Kind { null, scalar, sequence, mapping };

    Kind kind = Kind::null;
    std::string scalar;             ///< Kind::scalar: the text without quotes
    bool quoted = false;            ///< Kind::scalar: written in quotes, so never a number
    std::vector<ConfigNode> keys;   ///< Kind::mapping: scalars, all different; keys[i] has items[i]
    std::vector<ConfigNode> items;  ///< Kind::sequence, Kind::mapping

    std::shared_ptr<const std::string> source;
    int line = 1;
    int column = 1;
    bool from_override = false;
    bool implied = false;  ///< not written by the user: a default, or expanded from an abbreviation

    ConfigPosition position() const { return {*source, line, column, from_override}; }
    /// The value of `key` in a mapping; nullptr: absent.
    const ConfigNode* find(const std::string& key) const;
    ConfigNode* find(const std::string& key);
    void erase(const std::string& key);
    /// As YAML on one line; cut off once it is longer than messages show.
    std::string text() const;
};

/// Limits that refuse hostile files long before memory is exhausted.
constexpr std::size_t kMaxConfigBytes = std::size_t{1} << 20U;
constexpr std::size_t kMaxConfigNodes = 100000;
constexpr int kMaxConfigDepth = 16;

/// Parses one YAML document. Throws ConfigError for broken YAML, duplicate keys, keys that are not
/// scalars, tags, text that is not UTF-8, several documents, or more than the limits above.
///
/// `source`: the name in messages. `from_override`: the text is the value of a `--set` argument and
/// begins at column `first_column` of it. An empty document is Kind::null.
ConfigNode parse_yaml(const std::string& source, const std::string& text,
                      bool from_override = false, int first_column = 1);

}  // namespace flitscope::tb
