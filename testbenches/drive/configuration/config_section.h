#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "testbenches/drive/configuration/config_scalar.h"
#include "testbenches/drive/configuration/config_tree.h"
#include "testbenches/drive/configuration/unused_settings.h"
#include "topologies/node_value.h"

namespace flitscope::tb {

/// Spelling of a value in configurations and results.
template <typename E>
struct NamedValue {
    const char* name;
    E value;
};

/// The value is among them.
template <typename E, std::size_t kCount>
std::string name_of(const NamedValue<E> (&values)[kCount], E value) {
    std::size_t i = 0;
    while (values[i].value != value) {
        ++i;
    }
    return values[i].name;
}

template <typename E, std::size_t kCount>
std::vector<std::string> names_of(const NamedValue<E> (&values)[kCount]) {
    std::vector<std::string> names;
    for (const NamedValue<E>& each : values) {
        names.emplace_back(each.name);
    }
    return names;
}

/// Strict reader of one section. Each getter makes its key known and leaves `target` (the default)
/// unchanged if the key is absent; finish() refuses all unread keys. Every failure is a ConfigError
/// with the place, the key path, the value and what is accepted.
class ConfigSection {
public:
    /// `node`: a mapping, or nullptr or Kind::null for an absent section; anything else is refused.
    /// `path`: "" for the whole file. `position`: where to point when the section is absent.
    /// The node must outlive the section.
    ConfigSection(const ConfigNode* node, std::string path, ConfigPosition position);

    /// A section inside this one.
    ConfigSection section(const std::string& key);
    /// The same for a node found otherwise, such as the item of a list.
    ConfigSection inside(const ConfigNode* node, std::string path) const;
    /// Reads each section of a list with `read`; the key may be absent or empty. `accepted`: for
    /// messages.
    void sections(const std::string& key, const std::string& accepted,
                  const std::function<void(ConfigSection&)>& read);

    /// The node of `key`, nullptr when absent. Makes the key known.
    const ConfigNode* find(const std::string& key);
    bool has(const std::string& key) { return find(key) != nullptr; }
    /// As find, but leaves the key unknown.
    const ConfigNode* peek(const std::string& key) const {
        return node_ == nullptr ? nullptr : node_->find(key);
    }
    /// As written, known or not.
    std::vector<ConfigNode> keys() const {
        return node_ == nullptr ? std::vector<ConfigNode>() : node_->keys;
    }
    bool from_override(const std::string& key) const;

    template <typename T>
    void integer(const std::string& key, T& target, std::int64_t minimum, std::int64_t maximum) {
        static_assert(std::is_integral<T>::value, "an integer");
        if (const ConfigNode* node = find(key)) {
            target = static_cast<T>(number(*node, {key, {}}, minimum, maximum));
        }
    }
    /// An integer, or `word`, which stands for `word_value`.
    template <typename T>
    void integer_or(const std::string& key, const std::string& word, T word_value, T& target,
                    std::int64_t minimum, std::int64_t maximum) {
        if (const ConfigNode* node = find(key)) {
            const bool is_word = node->kind == ConfigNode::Kind::scalar && node->scalar == word;
            target = is_word
                         ? word_value
                         : static_cast<T>(number(*node, {key, " or " + word}, minimum, maximum));
        }
    }
    void unsigned_integer(const std::string& key, std::uint64_t& target);
    void real(const std::string& key, double& target, double minimum, double maximum);
    void truth(const std::string& key, bool& target);
    void text(const std::string& key, std::string& target);
    void integers(const std::string& key, std::vector<std::int64_t>& target, std::int64_t minimum,
                  std::int64_t maximum);
    void reals(const std::string& key, std::vector<double>& target, double minimum, double maximum);
    /// A whole number, a list of them, one per node by id, or an expression of the node.
    void node_value(const std::string& key, topo::NodeValue& target);
    /// One of `names`. `form`: another accepted form, for messages; the caller checks for it first.
    void word(const std::string& key, std::string& target, const std::vector<std::string>& names,
              const std::string& form = {});
    /// The value of one of these names; `target` is among them.
    template <typename E, std::size_t kCount>
    void choice(const std::string& key, E& target, const NamedValue<E> (&values)[kCount]) {
        std::string name = name_of(values, target);
        word(key, name, names_of(values));
        for (const NamedValue<E>& each : values) {
            target = each.name == name ? each.value : target;
        }
    }

    /// Refuses a missing `key` in finish(), after unknown keys: a typo explains more.
    void require(const std::string& key, const std::string& accepted);
    /// Lets `key` pass unread.
    void ignore(const std::string& key) { ignored_.insert(key); }
    /// Says in errors about unread `keys` where they belong: "an option of pattern hotspot";
    /// several calls with the same `selector` name several owners.
    void foreign(const std::vector<std::string>& keys, const std::string& selector,
                 const std::string& owner);
    /// Notes that `key`, if it is set, has no effect because of `why`. A note on a section covers
    /// everything in it.
    void without_effect(const std::string& key, const std::string& why,
                        const std::string& accepted = {}) const;
    /// Lets finish() note a `foreign` key as without effect, instead of refusing it.
    void tolerate(const std::string& key) { tolerated_.insert(key); }
    /// All notes of the whole configuration, in order.
    const std::vector<UnusedSetting>& unused() const { return *unused_; }
    /// Refuses unread keys, then missing ones.
    void finish() const;

    [[noreturn]] void fail(const std::string& key, const std::string& problem,
                           const std::string& accepted = {}) const;
    std::string path_of(const std::string& key) const;
    /// The position of the value of `key`, or of the section if the key is absent.
    ConfigPosition position_of(const std::string& key) const;

private:
    /// The value being read, for messages: made into text only for an error.
    struct Place {
        std::string key;
        std::string or_word;                      // " or unbounded"
        std::optional<std::size_t> element = {};  // of a list
    };
    template <typename T>
    void scalar(const std::string& key, T& target, Parsed<T> (*parse)(const ConfigNode&),
                const char* accepted);
    template <typename T>
    void list(const std::string& key, std::vector<T>& target, T minimum, T maximum);
    std::int64_t number(const ConfigNode& node, const Place& place, std::int64_t minimum,
                        std::int64_t maximum) const;
    double number(const ConfigNode& node, const Place& place, double minimum, double maximum) const;
    [[noreturn]] void fail_at(const ConfigNode& node, const Place& place,
                              const std::string& problem, const std::string& accepted,
                              const std::string& nearest = {}) const;

    const ConfigNode* node_;
    std::string path_;
    ConfigPosition position_;
    std::vector<std::string> known_;  // in the order asked for
    std::set<std::string> ignored_;
    std::map<std::string, std::string> required_;
    std::map<std::string, std::string> foreign_;
    std::set<std::string> tolerated_;
    std::shared_ptr<std::vector<UnusedSetting>> unused_ =
        std::make_shared<std::vector<UnusedSetting>>();
};

/// "a whole number 1..4", "a whole number >= 1", ... for messages and documentation.
std::string integer_range(std::int64_t minimum, std::int64_t maximum);
std::string real_range(double minimum, double maximum);

}  // namespace flitscope::tb
