#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace flitscope {

/// The kind of value that an option takes in a configuration file.
enum class OptionType { integer, integers, real, reals, choice, file, topology, routing };

/// One named parameter of a pluggable part (topology, routing function, traffic pattern, ...): the
/// values that the configuration reader accepts. The part itself reads the checked value from
/// `Options`.
///
/// Made by the functions below: `whole_number("nodes", 3, 100, "number of nodes").required()`.
struct OptionSpec {
    std::string name;
    OptionType type = OptionType::integer;
    double minimum = 0;                ///< inclusive, for numbers (each element of a list)
    double maximum = 0;                ///< inclusive
    std::vector<std::string> choices;  ///< for OptionType::choice, and words instead of `integers`
    std::string help;                  ///< one line: meaning and unit
    bool is_required = false;
    /// Default as typed in a configuration ("0.1", "[0, 1]", "high_first"): the reader puts it into
    /// `Options` if the key is absent. "": none, or it depends on the topology.
    std::string otherwise{};

    OptionSpec required() && {
        is_required = true;
        return std::move(*this);
    }
    OptionSpec or_else(std::string text) && {
        otherwise = std::move(text);
        return std::move(*this);
    }
};

// Options that may be absent. Ranges are inclusive, of a list for each of its elements; `help`: one
// line, meaning and unit.
inline OptionSpec whole_number(std::string name, double minimum, double maximum, std::string help) {
    return {std::move(name), OptionType::integer, minimum, maximum, {}, std::move(help)};
}
inline OptionSpec whole_numbers(std::string name, double minimum, double maximum,
                                std::string help) {
    return {std::move(name), OptionType::integers, minimum, maximum, {}, std::move(help)};
}
inline OptionSpec real_number(std::string name, double minimum, double maximum, std::string help) {
    return {std::move(name), OptionType::real, minimum, maximum, {}, std::move(help)};
}
inline OptionSpec real_numbers(std::string name, double minimum, double maximum, std::string help) {
    return {std::move(name), OptionType::reals, minimum, maximum, {}, std::move(help)};
}
inline OptionSpec one_of(std::string name, std::vector<std::string> choices, std::string help) {
    return {std::move(name), OptionType::choice, 0, 0, std::move(choices), std::move(help)};
}

inline OptionSpec file_name(std::string name, std::string help) {
    return {std::move(name), OptionType::file, 0, 0, {}, std::move(help)};
}
/// A list, or one of these words.
inline OptionSpec words_or_numbers(std::string name, std::vector<std::string> words, double minimum,
                                   double maximum, std::string help) {
    return {std::move(name), OptionType::integers, minimum,
            maximum,         std::move(words),     std::move(help)};
}
/// A topology or a routing function inside the part: a section of its own.
inline OptionSpec inner_topology(std::string name, std::string help) {
    return {std::move(name), OptionType::topology, 0, 0, {}, std::move(help)};
}
inline OptionSpec inner_routing(std::string name, std::string help) {
    return {std::move(name), OptionType::routing, 0, 0, {}, std::move(help)};
}

/// An unsuitable value; `key` is the option, relative to the part's section ("" = the section
/// itself). The configuration reader turns it into file, line and column.
class OptionError : public std::invalid_argument {
public:
    OptionError(std::string key, const std::string& message)
        : std::invalid_argument(message), key_(std::move(key)) {}
    const std::string& key() const { return key_; }

private:
    std::string key_;
};

/// Throws OptionError if `value` is not in minimum..maximum; `part`: "hypercube".
inline void require_range(const std::string& part, const std::string& key, std::int64_t value,
                          std::int64_t minimum, std::int64_t maximum) {
    if (value < minimum || value > maximum) {
        throw OptionError(key, part + ": " + key + " = " + std::to_string(value) + ", must be " +
                                   std::to_string(minimum) + ".." + std::to_string(maximum));
    }
}

struct PartConfig;

/// Checked option values of one part. Getters throw OptionError when a value is absent and no
/// default is given.
class Options {
public:
    using Inner = std::shared_ptr<const PartConfig>;
    using Value = std::variant<std::int64_t, std::vector<std::int64_t>, double, std::vector<double>,
                               std::string, Inner>;

    Options() = default;
    Options(std::initializer_list<std::pair<const std::string, Value>> values) : values_(values) {}

    void set(const std::string& name, Value value) { values_[name] = std::move(value); }
    void erase(const std::string& name) { values_.erase(name); }
    bool has(const std::string& name) const { return values_.count(name) != 0; }

    std::int64_t integer(const std::string& name) const { return get<std::int64_t>(name); }
    std::int64_t integer(const std::string& name, std::int64_t otherwise) const {
        return has(name) ? integer(name) : otherwise;
    }
    const std::vector<std::int64_t>& integers(const std::string& name) const {
        return get<std::vector<std::int64_t>>(name);
    }
    double real(const std::string& name) const { return get<double>(name); }
    double real(const std::string& name, double otherwise) const {
        return has(name) ? real(name) : otherwise;
    }
    const std::vector<double>& reals(const std::string& name) const {
        return get<std::vector<double>>(name);
    }
    const std::string& text(const std::string& name) const { return get<std::string>(name); }
    std::string text(const std::string& name, const std::string& otherwise) const {
        return has(name) ? text(name) : otherwise;
    }
    const PartConfig& inner(const std::string& name) const { return *get<Inner>(name); }
    /// Whether the value is a word, where an option takes words and lists.
    bool is_text(const std::string& name) const {
        const auto found = values_.find(name);
        return found != values_.end() && std::holds_alternative<std::string>(found->second);
    }
    const std::map<std::string, Value>& all() const { return values_; }

private:
    template <typename T>
    const T& get(const std::string& name) const {
        const auto found = values_.find(name);
        if (found == values_.end()) {
            throw OptionError(name, "missing");
        }
        const T* value = std::get_if<T>(&found->second);
        if (value == nullptr) {
            throw OptionError(name, "has the wrong type");
        }
        return *value;
    }

    std::map<std::string, Value> values_;
};

/// A pluggable part as the configuration names it: its registered name and its checked options.
struct PartConfig {
    std::string name;
    Options options;
};

}  // namespace flitscope
