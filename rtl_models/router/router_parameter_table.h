#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

/// One parameter of the router. Configurations, resolved results, capabilities, parameter sets of
/// the Verilog, random tests and docs/configuration.md all derive from this entry.
///
/// Every value is an integer: a number, or the index of a name.
struct RouterParameter {
    /// The values that one level accepts, if fewer than the others.
    struct Limit {
        const char* level;
        int minimum;
        int maximum;
    };

    std::string key;                 ///< dotted, in the section `router`
    std::vector<std::string> names;  ///< empty: a number
    std::string unit;
    std::string help;
    int minimum;
    int maximum;
    int (*get)(const RouterParameters&);
    void (*set)(RouterParameters&, int value);
    std::string verilog{};                   ///< in_verilog; empty: the RTL has no such thing
    std::string bound{};                     ///< at_most; empty: none
    std::string selector{};                  ///< only_with; empty: none
    std::vector<std::string> selected_by{};  ///< likewise
    std::string word{};                      ///< or_word; empty: none
    int word_value = 0;
    std::vector<Limit> limits{};
    bool takes_plugin = false;

    /// A number minimum..maximum of `unit`; the member is an int.
    template <auto Member>
    static RouterParameter number(const char* key, int minimum, int maximum, const char* unit,
                                  const char* help) {
        return of<Member>(key, minimum, maximum, {}, unit, help);
    }
    /// One of `names`, in the order of the enumerators of the member.
    template <auto Member>
    static RouterParameter choice(const char* key, std::vector<std::string> names,
                                  const char* help) {
        const int last = static_cast<int>(names.size()) - 1;
        return of<Member>(key, 0, last, std::move(names), "", help);
    }
    /// A truth value.
    template <auto Member>
    static RouterParameter flag(const char* key, const char* help) {
        return of<Member>(key, 0, 1, {"false", "true"}, "", help);
    }
    /// Also accepts `spelling`, which stands for `value`.
    RouterParameter or_word(const char* spelling, int value) && {
        word_value = value;
        return with(&RouterParameter::word, spelling);
    }
    /// At most the value of `other`, a number.
    RouterParameter at_most(const char* other) && { return with(&RouterParameter::bound, other); }
    /// Has an effect only if `other` has one of these values.
    RouterParameter only_with(const char* other, std::vector<std::string> values) && {
        selected_by = std::move(values);
        return with(&RouterParameter::selector, other);
    }
    /// Has no effect with queued outputs.
    RouterParameter of_input_queues() && {
        return std::move(*this).only_with("organisation", {"input_queued"});
    }
    /// The parameter of rtl_models/verilog/router.v, also an argument of flitscope_verilate_router.
    RouterParameter in_verilog(const char* parameter) && {
        return with(&RouterParameter::verilog, parameter);
    }
    RouterParameter limited(Limit limit) && {
        limits.push_back(limit);
        return std::move(*this);
    }
    /// A plug-in may replace the named ones at levels fast and signal.
    RouterParameter or_plugin() && { return with(&RouterParameter::takes_plugin, true); }

    /// Whether it has an effect with these values of the others (only_with). If not, a
    /// configuration must not set it and results do not show it.
    bool matters(const RouterParameters& parameters) const;
    /// Whether it has an effect and is more than the one that is its maximum (at_most).
    bool exceeds_bound(const RouterParameters& parameters) const;
    bool is_flag() const { return names.size() == 2 && names.front() == "false"; }
    int standard() const { return get(RouterParameters{}); }  ///< the default
    /// The value as a configuration spells it.
    std::string text(int value) const;
    std::string text(const RouterParameters& parameters) const { return text(get(parameters)); }
    /// "1..64", "wormhole, virtual_cut_through": from..to.
    std::string text(int from, int to) const;
    /// The value of a name.
    int value_of(const std::string& name) const;
    bool is_accepted(int value) const;
    bool is_accepted(int value, const std::string& level) const;
    /// "1..64 flits", "1..64 (at most virtual_channels) or all", "matrix, round_robin".
    std::string accepted() const;

private:
    template <auto Member>
    static RouterParameter of(const char* key, int minimum, int maximum,
                              std::vector<std::string> names, const char* unit, const char* help) {
        return {key,
                std::move(names),
                unit,
                help,
                minimum,
                maximum,
                [](const RouterParameters& p) { return static_cast<int>(p.*Member); },
                [](RouterParameters& p, int value) {
                    p.*Member = static_cast<std::decay_t<decltype(p.*Member)>>(value);
                }};
    }
    template <typename T, typename Value>
    RouterParameter with(T RouterParameter::*field, Value value) {
        this->*field = value;
        return std::move(*this);
    }
};

/// In the order in which results show them.
const std::vector<RouterParameter>& router_parameters();

/// Throws std::out_of_range for an unknown key.
const RouterParameter& router_parameter(const std::string& key);

}  // namespace flitscope::rtl
