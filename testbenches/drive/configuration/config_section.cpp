#include "testbenches/drive/configuration/config_section.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "testbenches/drive/configuration/foreign_names.h"
#include "testbenches/drive/configuration/known_keys.h"

namespace flitscope::tb {

namespace {

constexpr std::int64_t kUnlimited = INT32_MAX;  // a maximum from here on is not worth naming
constexpr double kUnlimitedReal = 1e15;

constexpr const char* kNodeValues =
    "a whole number >= 0, a list of them, one per node by id, or an expression of node, nodes, x, "
    "y and z";

}  // namespace

std::string integer_range(std::int64_t minimum, std::int64_t maximum) {
    return maximum >= kUnlimited ? fmt::format("a whole number >= {}", minimum)
                                 : fmt::format("a whole number {}..{}", minimum, maximum);
}

std::string real_range(double minimum, double maximum) {
    return maximum >= kUnlimitedReal ? fmt::format("a number >= {:.9g}", minimum)
                                     : fmt::format("a number {:.9g}..{:.9g}", minimum, maximum);
}

ConfigSection::ConfigSection(const ConfigNode* node, std::string path, ConfigPosition position)
    : node_(node), path_(std::move(path)), position_(std::move(position)) {
    if (node_ == nullptr) {
        return;
    }
    position_ = node_->position();
    if (node_->kind == ConfigNode::Kind::null) {
        node_ = nullptr;
    } else if (node_->kind != ConfigNode::Kind::mapping) {
        const bool word = node_->kind == ConfigNode::Kind::scalar;
        throw ConfigError({position_, "not a section",
                           path_.empty() ? "sections with keys, \"key: value\""
                                         : "keys with values, \"key: value\"",
                           path_, node_->text(),
                           word ? section_from_word(path_, node_->scalar) : std::string()});
    }
}

ConfigSection ConfigSection::section(const std::string& key) {
    return inside(find(key), path_of(key));
}

ConfigSection ConfigSection::inside(const ConfigNode* node, std::string path) const {
    ConfigSection inner(node, std::move(path), position_);
    inner.unused_ = unused_;
    return inner;
}

void ConfigSection::sections(const std::string& key, const std::string& accepted,
                             const std::function<void(ConfigSection&)>& read) {
    const ConfigNode* const list = find(key);
    if (list == nullptr || list->kind == ConfigNode::Kind::null) {
        return;
    }
    if (list->kind != ConfigNode::Kind::sequence) {
        fail(key, "not a list", accepted);
    }
    for (std::size_t i = 0; i < list->items.size(); ++i) {
        ConfigSection section = inside(&list->items[i], fmt::format("{}[{}]", path_of(key), i));
        read(section);
    }
}

void ConfigSection::without_effect(const std::string& key, const std::string& why,
                                   const std::string& accepted) const {
    const ConfigNode* const value = peek(key);
    const std::string path = path_of(key);
    const bool noted = std::any_of(unused_->begin(), unused_->end(), [&path](const auto& each) {
        return path == each.path || path.rfind(each.path + ".", 0) == 0;
    });
    if (value != nullptr && !value->implied && !noted) {
        const auto inside = [&path](const auto& each) {
            return each.path.rfind(path + ".", 0) == 0;
        };
        unused_->erase(std::remove_if(unused_->begin(), unused_->end(), inside), unused_->end());
        unused_->push_back({value->position(), path, value->text(), why, accepted});
    }
}

const ConfigNode* ConfigSection::find(const std::string& key) {
    if (std::find(known_.begin(), known_.end(), key) == known_.end()) {
        known_.push_back(key);
    }
    return peek(key);
}

void ConfigSection::foreign(const std::vector<std::string>& keys, const std::string& selector,
                            const std::string& owner) {
    for (const std::string& key : keys) {
        std::string& owners = foreign_[key];
        owners += (owners.empty() ? "an option of " + selector + " " : ", ") + owner;
    }
}

bool ConfigSection::from_override(const std::string& key) const {
    const ConfigNode* value = peek(key);
    return value != nullptr && value->from_override;
}

template <typename T>
void ConfigSection::scalar(const std::string& key, T& target, Parsed<T> (*parse)(const ConfigNode&),
                           const char* accepted) {
    if (const ConfigNode* node = find(key)) {
        const Parsed<T> parsed = parse(*node);
        if (!parsed.value) {
            fail_at(*node, {key, {}}, parsed.problem, accepted);
        }
        target = *parsed.value;
    }
}

void ConfigSection::unsigned_integer(const std::string& key, std::uint64_t& target) {
    scalar(key, target, parse_unsigned, "a whole number 0..18446744073709551615");
}

void ConfigSection::truth(const std::string& key, bool& target) {
    scalar(key, target, parse_boolean, "true, false");
}

void ConfigSection::text(const std::string& key, std::string& target) {
    scalar(key, target, parse_text, "text");
}

void ConfigSection::real(const std::string& key, double& target, double minimum, double maximum) {
    if (const ConfigNode* node = find(key)) {
        target = number(*node, {key, {}}, minimum, maximum);
    }
}

template <typename T>
void ConfigSection::list(const std::string& key, std::vector<T>& target, T minimum, T maximum) {
    if (const ConfigNode* node = find(key)) {
        target.clear();
        if (node->kind != ConfigNode::Kind::sequence) {
            const bool whole = std::is_integral_v<T>;
            fail_at(*node, {key, {}}, "not a list",
                    "a list, each item " +
                        (whole ? integer_range(minimum, maximum) : real_range(minimum, maximum)));
        }
        Place place{key, {}, 0};
        for (const ConfigNode& item : node->items) {
            target.push_back(number(item, place, minimum, maximum));
            ++*place.element;
        }
    }
}

void ConfigSection::integers(const std::string& key, std::vector<std::int64_t>& target,
                             std::int64_t minimum, std::int64_t maximum) {
    list(key, target, minimum, maximum);
}

void ConfigSection::reals(const std::string& key, std::vector<double>& target, double minimum,
                          double maximum) {
    list(key, target, minimum, maximum);
}

void ConfigSection::node_value(const std::string& key, topo::NodeValue& target) {
    const ConfigNode* const node = find(key);
    if (node == nullptr) {
        return;
    }
    if (node->kind == ConfigNode::Kind::sequence) {
        std::vector<std::uint64_t> values;
        for (const ConfigNode& item : node->items) {
            const Parsed<std::uint64_t> number = parse_unsigned(item);
            if (!number.value) {
                fail(key, number.problem, kNodeValues);
            }
            values.push_back(*number.value);
        }
        target = topo::NodeValue(std::move(values));
        return;
    }
    const Parsed<std::uint64_t> number = parse_unsigned(*node);
    if (number.value) {
        target = *number.value;
        return;
    }
    if (node->kind != ConfigNode::Kind::scalar || parse_real(*node).value) {
        fail(key, number.problem, kNodeValues);
    }
    try {
        target = topo::NodeValue::expression(node->scalar);
    } catch (const std::invalid_argument& error) {
        fail(key, error.what(), kNodeValues);
    }
}

void ConfigSection::word(const std::string& key, std::string& target,
                         const std::vector<std::string>& names, const std::string& form) {
    const ConfigNode* node = find(key);
    if (node == nullptr) {
        return;
    }
    const std::string accepted = join_names(names) + (form.empty() ? "" : ", " + form);
    const Parsed<std::string> parsed = parse_word(*node);
    if (!parsed.value) {
        fail_at(*node, {key, {}}, parsed.problem, accepted);
    }
    if (std::find(names.begin(), names.end(), *parsed.value) == names.end()) {
        const ForeignName* const foreign = find_foreign_name(path_of(key), *parsed.value);
        const bool absent = foreign != nullptr && *foreign->ours == '\0';
        fail_at(*node, {key, {}},
                absent ? std::string("not in this version: ") + foreign->note : "unknown value",
                accepted, foreign != nullptr ? foreign->ours : nearest_name(*parsed.value, names));
    }
    target = *parsed.value;
}

void ConfigSection::require(const std::string& key, const std::string& accepted) {
    if (!has(key)) {
        required_[key] = accepted;
    }
}

void ConfigSection::finish() const {
    const std::size_t present = node_ == nullptr ? 0 : node_->keys.size();
    for (std::size_t i = 0; i < present; ++i) {
        const ConfigNode& key = node_->keys[i];
        if (ignored_.count(key.scalar) != 0 ||
            std::find(known_.begin(), known_.end(), key.scalar) != known_.end()) {
            continue;
        }
        const auto owner = foreign_.find(key.scalar);
        if (tolerated_.count(key.scalar) != 0 || node_->items[i].implied) {
            without_effect(key.scalar, owner == foreign_.end() ? "" : owner->second,
                           join_names(known_));
            continue;
        }
        const bool elsewhere = owner != foreign_.end();
        const std::string value = node_->items[i].text();
        std::string nearest = elsewhere ? std::string() : nearest_name(key.scalar, known_);
        if (!elsewhere && nearest.empty()) {
            nearest = key_in_its_place(key.scalar, value);
        }
        throw ConfigError({key.position(), elsewhere ? owner->second : std::string("unknown key"),
                           join_names(known_), path_of(key.scalar), value, nearest});
    }
    for (const auto& [key, accepted] : required_) {
        fail(key, "missing", accepted);
    }
}

void ConfigSection::fail(const std::string& key, const std::string& problem,
                         const std::string& accepted) const {
    const ConfigNode* value = peek(key);
    throw ConfigError(
        {position_of(key), problem, accepted, path_of(key), value == nullptr ? "" : value->text()});
}

std::string ConfigSection::path_of(const std::string& key) const {
    return path_.empty() || key.empty() ? path_ + key : path_ + "." + key;
}

ConfigPosition ConfigSection::position_of(const std::string& key) const {
    const ConfigNode* value = peek(key);
    return value == nullptr ? position_ : value->position();
}

std::int64_t ConfigSection::number(const ConfigNode& node, const Place& place, std::int64_t minimum,
                                   std::int64_t maximum) const {
    const Parsed<std::int64_t> parsed = parse_integer(node);
    if (!parsed.value || *parsed.value < minimum || *parsed.value > maximum) {
        const std::string problem = parsed.value ? "out of range" : parsed.problem;
        // A maximum that is left out elsewhere is named to whoever exceeds it.
        const bool above = parsed.value ? *parsed.value > maximum : problem == "out of range";
        fail_at(node, place, problem,
                (above ? fmt::format("a whole number {}..{}", minimum, maximum)
                       : integer_range(minimum, maximum)) +
                    place.or_word);
    }
    return *parsed.value;
}

double ConfigSection::number(const ConfigNode& node, const Place& place, double minimum,
                             double maximum) const {
    const Parsed<double> parsed = parse_real(node);
    if (!parsed.value || *parsed.value < minimum || *parsed.value > maximum) {
        fail_at(node, place, parsed.value ? "out of range" : parsed.problem,
                real_range(minimum, maximum));
    }
    return *parsed.value;
}

void ConfigSection::fail_at(const ConfigNode& node, const Place& place, const std::string& problem,
                            const std::string& accepted, const std::string& nearest) const {
    const std::string element = place.element ? fmt::format("[{}]", *place.element) : "";
    throw ConfigError(
        {node.position(), problem, accepted, path_of(place.key) + element, node.text(), nearest});
}

}  // namespace flitscope::tb
