#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

/// One parameter of the router. Configurations, resolved results, capabilities, parameter sets of
/// the Verilog, random tests and docs/configuration.md all derive from this entry.
///
/// Every value is an integer: a number, or the index of a name.
class RouterParameter {
public:
    /// The values that one level accepts, if fewer than the others.
    struct Limit {
        const char* level;
        int minimum;
        int maximum;
    };

    /// A number minimum..maximum of `unit`; the member is an int.
    template <auto Member>
    static RouterParameter number(const char* key, int minimum, int maximum, const char* unit,
                                  const char* help) {
        return RouterParameter(key, minimum, maximum, {}, unit, help).member<Member>();
    }
    /// One of `names`, in the order of the enumerators of the member.
    template <auto Member>
    static RouterParameter choice(const char* key, std::vector<std::string> names,
                                  const char* help) {
        const int last = static_cast<int>(names.size()) - 1;
        return RouterParameter(key, 0, last, std::move(names), "", help).member<Member>();
    }
    /// Also accepts `spelling`, which stands for `value`.
    RouterParameter or_word(const char* spelling, int value) && {
        word_value_ = value;
        return with(&RouterParameter::word_, spelling);
    }
    /// At most the value of `other`, a number.
    RouterParameter at_most(const char* other) && { return with(&RouterParameter::bound_, other); }
    /// Has an effect only if `other` has one of these values.
    RouterParameter only_with(const char* other, std::vector<std::string> values) && {
        selected_by_ = std::move(values);
        return with(&RouterParameter::selector_, other);
    }
    /// Has no effect with queued outputs.
    RouterParameter of_input_queues() && {
        return std::move(*this).only_with("organisation", {"input_queued"});
    }
    /// The parameter of rtl_models/verilog/router.v, also an argument of flitscope_verilate_router.
    RouterParameter in_verilog(const char* parameter) && {
        return with(&RouterParameter::verilog_, parameter);
    }
    RouterParameter limited(Limit limit) && {
        limits_.push_back(limit);
        return std::move(*this);
    }
    /// A plug-in may replace the named ones at levels fast and signal.
    RouterParameter or_plugin() && { return with(&RouterParameter::takes_plugin_, true); }

    const std::string& key() const { return key_; }  ///< dotted, in the section `router`
    const std::string& unit() const { return unit_; }
    const std::string& help() const { return help_; }
    const std::string& verilog() const { return verilog_; }    ///< empty: the RTL has no such thing
    const std::string& bound() const { return bound_; }        ///< at_most; empty: none
    const std::string& selector() const { return selector_; }  ///< only_with; empty: none
    const std::vector<std::string>& selected_by() const { return selected_by_; }
    /// Whether it has an effect with these values of the others (only_with). If not, a
    /// configuration must not set it and results do not show it.
    bool matters(const RouterParameters& parameters) const;
    const std::vector<std::string>& names() const { return names_; }  ///< empty: a number
    const std::string& word() const { return word_; }                 ///< empty: none
    int word_value() const { return word_value_; }
    int minimum() const { return minimum_; }
    int maximum() const { return maximum_; }
    const std::vector<Limit>& limits() const { return limits_; }
    bool takes_plugin() const { return takes_plugin_; }

    int get(const RouterParameters& parameters) const { return get_(parameters); }
    void set(RouterParameters& parameters, int value) const { set_(parameters, value); }
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
    RouterParameter(const char* key, int minimum, int maximum, std::vector<std::string> names,
                    const char* unit, const char* help)
        : key_(key),
          names_(std::move(names)),
          unit_(unit),
          help_(help),
          minimum_(minimum),
          maximum_(maximum) {}

    template <typename T, typename Value>
    RouterParameter with(T RouterParameter::*field, Value value) {
        this->*field = value;
        return std::move(*this);
    }
    template <auto Member>
    RouterParameter& member() {
        get_ = [](const RouterParameters& p) { return static_cast<int>(p.*Member); };
        set_ = [](RouterParameters& p, int value) {
            p.*Member = static_cast<std::decay_t<decltype(p.*Member)>>(value);
        };
        return *this;
    }

    std::string key_;
    std::vector<std::string> names_;
    std::string unit_;
    std::string help_;
    std::string verilog_;
    std::string bound_;
    std::string selector_;
    std::vector<std::string> selected_by_;
    std::string word_;
    int word_value_ = 0;
    bool takes_plugin_ = false;
    int minimum_;
    int maximum_;
    std::vector<Limit> limits_;
    int (*get_)(const RouterParameters&) = nullptr;
    void (*set_)(RouterParameters&, int) = nullptr;
};

/// In the order in which results show them.
const std::vector<RouterParameter>& router_parameters();

/// Throws std::out_of_range for an unknown key.
const RouterParameter& router_parameter(const std::string& key);

}  // namespace flitscope::rtl
