#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace flitscope::tb {

/// Where a value was written. `source` is the file, "<stdin>", or the whole `--set key=value`
/// argument; line and column count from 1 (within the argument for `--set`). Line 0: the file as a
/// whole.
struct ConfigPosition {
    std::string source;
    int line = 1;
    int column = 1;
    bool from_override = false;  ///< given by `--set`

    /// "file:line:column", or the file or the `--set` argument alone. On one line.
    std::string text() const;
};

/// An error in a configuration. The message omits empty fields.
struct ConfigProblem {
    ConfigPosition position;
    std::string problem;      ///< e.g. "out of range"
    std::string accepted{};   ///< e.g. "an integer 1..4"
    std::string key{};        ///< dotted path, e.g. "router.pipeline"; "" = the file as a whole
    std::string value{};      ///< as written, shortened
    std::string nearest{};    ///< known name closest to a mistyped one
    bool impossible = false;  ///< each value is valid, but not together with the others
};

/// The only exception that reading a configuration throws. what() is one line:
/// `file:line:column: key = value: problem; accepted: ...; did you mean ...?`
class ConfigError : public std::runtime_error {
public:
    explicit ConfigError(ConfigProblem problem);
    const ConfigProblem& details() const { return problem_; }

private:
    ConfigProblem problem_;
};

/// Returns the result of `make`. A ConfigError of it is rethrown as one of values that exclude each
/// other, unless it is about a file.
template <typename Make>
auto combined(const Make& make) {
    try {
        return make();
    } catch (const ConfigError& error) {
        ConfigProblem problem = error.details();
        problem.impossible = problem.key.substr(problem.key.rfind('.') + 1) != "file";
        throw ConfigError(std::move(problem));
    }
}

std::string lower_case(std::string text);

/// The known name nearest to `name` by edit distance (insert, delete, replace, swap of neighbours;
/// case is ignored), or "" when none is closer than a third of the length of the longer one, at
/// least 1.
std::string nearest_name(const std::string& name, const std::vector<std::string>& known);

/// "a, b, c".
std::string join_names(const std::vector<std::string>& names);

/// `text` with its control characters, and bytes that are no UTF-8, escaped.
std::string on_one_line(const std::string& text);

/// The same, cut at 60 characters.
std::string shortened(const std::string& text);

}  // namespace flitscope::tb
