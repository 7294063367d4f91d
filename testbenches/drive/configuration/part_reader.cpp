#include "testbenches/drive/configuration/part_reader.h"

#include <algorithm>

#include "testbenches/drive/traffic/registry.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

namespace {

/// The entries of a registry; `name` is the member that holds what users type.
template <typename Entry>
std::vector<PartChoice> part_choices(const std::vector<Entry>& entries,
                                     const std::string Entry::*name) {
    std::vector<PartChoice> choices;
    choices.reserve(entries.size());
    for (const Entry& entry : entries) {
        choices.push_back({entry.*name, &entry.options});
    }
    return choices;
}

std::int64_t as_integer(double bound) { return static_cast<std::int64_t>(bound); }

bool is_section(const OptionSpec& spec) {
    return spec.type == OptionType::topology || spec.type == OptionType::routing;
}

Options::Inner read_inner(ConfigSection section, const InnerChoice& choice) {
    const auto part =
        std::make_shared<PartConfig>(read_part(section, choice.selector, choice.choices, {}));
    section.finish();
    return part;
}

void read_option(ConfigSection& section, const OptionSpec& spec, Options& options) {
    const std::string& name = spec.name;
    if (!section.has(name)) {
        return;
    }
    const auto set = [&](auto value, const auto& read) {
        read(value);
        options.set(name, std::move(value));
    };
    switch (spec.type) {
        case OptionType::integer:
            return set(std::int64_t{}, [&](auto& value) {
                section.integer(name, value, as_integer(spec.minimum), as_integer(spec.maximum));
            });
        case OptionType::integers:
            if (!spec.choices.empty() && section.peek(name)->kind == ConfigNode::Kind::scalar) {
                return set(std::string(),
                           [&](auto& value) { section.word(name, value, spec.choices, "a list"); });
            }
            return set(std::vector<std::int64_t>(), [&](auto& value) {
                section.integers(name, value, as_integer(spec.minimum), as_integer(spec.maximum));
            });
        case OptionType::real:
            return set(double{},
                       [&](auto& value) { section.real(name, value, spec.minimum, spec.maximum); });
        case OptionType::reals:
            return set(std::vector<double>(), [&](auto& value) {
                section.reals(name, value, spec.minimum, spec.maximum);
            });
        case OptionType::choice:
            return set(std::string(),
                       [&](auto& value) { section.word(name, value, spec.choices); });
        case OptionType::file:
            return set(std::string(), [&](auto& value) { section.text(name, value); });
        case OptionType::topology:
        case OptionType::routing:
            options.set(name, read_inner(section.section(name), inner_choice(spec.type)));
    }
}

void read_default(const OptionSpec& spec, Options& options) {
    ConfigNode defaults;
    defaults.kind = ConfigNode::Kind::mapping;
    defaults.items.push_back(parse_yaml("default of " + spec.name, spec.otherwise));
    defaults.source = defaults.items.back().source;
    defaults.keys.push_back(defaults.items.back());
    defaults.keys.back().scalar = spec.name;
    ConfigSection section(&defaults, {}, defaults.position());
    read_option(section, spec, options);
}

bool has_option(const PartChoice& part, const std::string& name) {
    return std::any_of(part.options->begin(), part.options->end(),
                       [&name](const OptionSpec& spec) { return spec.name == name; });
}

/// The section has a valid value for the option. Leaves the section as it is.
bool reads(ConfigSection section, const OptionSpec& spec) {
    const ConfigNode* const value = section.peek(spec.name);
    if (value == nullptr || is_section(spec)) {
        return value != nullptr && value->kind == ConfigNode::Kind::mapping;
    }
    try {
        Options unused;
        read_option(section, spec, unused);
        return true;
    } catch (const ConfigError&) {
        return false;
    }
}

/// Options of parts that were not chosen have no effect if their values are valid for one of them.
void note_others(ConfigSection& section, const std::string& selector, const PartChoice& chosen,
                 const std::vector<PartChoice>& choices) {
    for (const PartChoice& other : choices) {
        for (const OptionSpec& spec : *other.options) {
            if (has_option(chosen, spec.name)) {
                continue;
            }
            section.foreign({spec.name}, selector, other.name);
            if (reads(section, spec)) {
                section.tolerate(spec.name);
            }
        }
    }
}

/// The part that has an option of that name for which the value is valid; null: none.
const PartChoice* takes_value(const ConfigSection& section, const OptionSpec& spec,
                              const std::vector<PartChoice>& choices, bool of_another_type) {
    for (const PartChoice& other : choices) {
        for (const OptionSpec& theirs : *other.options) {
            if (theirs.name == spec.name && (!of_another_type || theirs.type != spec.type) &&
                reads(section, theirs)) {
                return &other;
            }
        }
    }
    return nullptr;
}

/// Notes a value that belongs to an option of the same name of a part that an override replaced:
/// `order: [1, 0]` of a mesh that became a cube.
bool left_by_another(ConfigSection& section, const std::string& selector, const OptionSpec& spec,
                     const std::vector<PartChoice>& choices) {
    const bool chosen_since = !section.has(selector) || section.from_override(selector);
    if (!chosen_since || section.from_override(spec.name) || section.peek(spec.name) == nullptr ||
        spec.is_required || reads(section, spec)) {
        return false;
    }
    const PartChoice* const other = takes_value(section, spec, choices, true);
    if (other != nullptr) {
        section.without_effect(spec.name, "an option of " + selector + " " + other->name);
        section.ignore(spec.name);
    }
    return other != nullptr;
}

/// A value that is valid only for another part is an invalid combination, not an invalid value.
void read_own_option(ConfigSection& section, const OptionSpec& spec,
                     const std::vector<PartChoice>& choices, Options& options) {
    if (reads(section, spec) || takes_value(section, spec, choices, false) == nullptr) {
        read_option(section, spec, options);
    } else {
        combined([&] { read_option(section, spec, options); });
    }
}

}  // namespace

std::vector<PartChoice> known_topologies() {
    return part_choices(topo::topologies(), &topo::TopologyEntry::kind);
}

std::vector<PartChoice> known_routings() {
    return part_choices(topo::routings(), &topo::RoutingEntry::algorithm);
}

std::vector<PartChoice> known_patterns() { return part_choices(patterns(), &PatternEntry::name); }

std::vector<PartChoice> known_arrivals() { return part_choices(arrivals(), &ArrivalEntry::name); }

std::vector<PartChoice> known_lengths() { return part_choices(lengths(), &LengthEntry::name); }

InnerChoice inner_choice(OptionType type) {
    return type == OptionType::topology ? InnerChoice{"kind", known_topologies()}
                                        : InnerChoice{"algorithm", known_routings()};
}

const std::vector<OptionSpec>& options_of(const std::vector<PartChoice>& choices,
                                          const std::string& name) {
    static const std::vector<OptionSpec> none;
    for (const PartChoice& each : choices) {
        if (each.name == name) {
            return *each.options;
        }
    }
    return none;
}

std::string option_range(const OptionSpec& spec) {
    switch (spec.type) {
        case OptionType::integer:
            return integer_range(as_integer(spec.minimum), as_integer(spec.maximum));
        case OptionType::integers:
            return (spec.choices.empty() ? "" : join_names(spec.choices) + ", or ") +
                   "a list, each item " +
                   integer_range(as_integer(spec.minimum), as_integer(spec.maximum));
        case OptionType::real:
            return real_range(spec.minimum, spec.maximum);
        case OptionType::reals:
            return "a list, each item " + real_range(spec.minimum, spec.maximum);
        case OptionType::file:
            return "the name of a file";
        case OptionType::topology:
            return "a section {kind: ...}";
        case OptionType::routing:
            return "a section {algorithm: ...}";
        case OptionType::choice:
            break;
    }
    return join_names(spec.choices);
}

PartConfig read_part(ConfigSection& section, const std::string& selector,
                     const std::vector<PartChoice>& choices, const std::string& standard) {
    std::vector<std::string> names;
    names.reserve(choices.size());
    for (const PartChoice& each : choices) {
        names.push_back(each.name);
    }
    PartConfig part{standard, {}};
    section.word(selector, part.name, names);
    const auto chosen = std::find_if(choices.begin(), choices.end(),
                                     [&part](const PartChoice& c) { return c.name == part.name; });
    if (chosen == choices.end()) {
        section.fail(selector,
                     standard.empty() ? "missing" : "default \"" + standard + "\" is unknown",
                     join_names(names));
    }
    note_others(section, selector, *chosen, choices);
    for (const OptionSpec& spec : *chosen->options) {
        if (!left_by_another(section, selector, spec, choices)) {
            read_own_option(section, spec, choices, part.options);
        }
        if (!part.options.has(spec.name) && !spec.otherwise.empty()) {
            read_default(spec, part.options);
        } else if (spec.is_required) {
            section.require(spec.name, option_range(spec) + ": " + spec.help);
        }
    }
    return part;
}

void fail_option(const ConfigSection& section, const std::string& selector,
                 const OptionError& error) {
    const std::string& key = error.key();
    const std::string outer = key.substr(0, key.find('.'));
    const ConfigNode* const inner = outer == key ? nullptr : section.peek(outer);
    if (inner != nullptr && inner->kind == ConfigNode::Kind::mapping) {
        fail_option(section.inside(inner, section.path_of(outer)), selector,
                    {key.substr(outer.size() + 1), error.what()});
    }
    section.fail(key.empty() ? selector : key, error.what());
}

}  // namespace flitscope::tb
