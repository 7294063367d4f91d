#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <systemc>
#include <type_traits>

#include "rtl_models/router/pin_widths.h"
#include "rtl_models/signal/bundles/several.h"

namespace flitscope::rtl {

/// A bundle is a struct that says its fields once:
///
///     struct Route {
///         std::int32_t port = 0;
///         VcMask allowed = 0;
///
///         template <typename Visit>
///         static constexpr void fields(Visit visit) {
///             visit("port", &Route::port, PinWidth::port);
///             visit("allowed", &Route::allowed, PinWidth::vcs);
///         }
///     };
///
/// What a signal of the type needs follows from it: == and, in the order of the fields, << ("port 1
/// allowed 6"), sc_trace (the variables x_port and x_allowed of a signal x), and the pins x_port
/// and x_allowed of a port x (pin_fields.h).
///
/// visit(name, member, pin)
///   name    "": the bundle is no more than this field, which is called as the signal is
///   member  a number, or a list (Several) of numbers or bundles with a value for each VC: printed
///           one after the other, traced as x_0_port, x_1_port
///   pin     PinWidth, or PinOrNone; left out of lists of which no pin has the name: traces leave
///           it out, too, and the pins of a list of bundles are called as the fields of these
///
/// A bundle in another namespace finds all this by `using flitscope::rtl::operator==;`, and in the
/// same way operator<< and sc_trace, in that namespace.

/// The pins of a number that is below 0 where there is none: 0 then, and a bit that says so.
struct PinOrNone {
    PinWidth width;
    const char* there;  ///< name of the bit
};

struct NoVisit {
    template <typename... Field>
    constexpr void operator()(const Field&... /*field*/) const {}
};
template <typename T, typename = void>
constexpr bool kIsBundle = false;
template <typename T>
constexpr bool kIsBundle<T, decltype(T::fields(NoVisit()))> = true;
template <typename T, typename Result>
using IfBundle = std::enable_if_t<kIsBundle<T>, Result>;

/// decltype(member_type(&T::m)): of what type the member is.
template <typename Member, typename T>
Member member_type(Member T::*);
/// What there is a value for in a list.
template <typename List>
constexpr PinElements kElements =
    std::is_same_v<List, Selects> ? PinElements::outputs : PinElements::vcs;

template <typename T>
IfBundle<T, bool> operator==(const T& a, const T& b) {
    bool same = true;
    T::fields([&](const char*, auto member, auto...) { same = same && a.*member == b.*member; });
    return same;
}

/// A byte is a number, too.
template <typename T>
const T& printed(const T& value) {
    return value;
}
inline int printed(std::uint8_t value) { return value; }

template <typename T>
IfBundle<T, std::ostream&> operator<<(std::ostream& out, const T& bundle) {
    const char* between = "";
    T::fields([&](const char* name, auto member, auto...) {
        out << between << name << (*name == '\0' ? "" : " ") << printed(bundle.*member);
        between = " ";
    });
    return out;
}

template <typename T>
IfBundle<T, void> sc_trace(sc_core::sc_trace_file* file, const T& bundle, const std::string& name) {
    using sc_core::sc_trace;
    T::fields([&](const char* field, auto member, auto... pin) {
        const bool named = sizeof...(pin) > 0 && *field != '\0';
        sc_trace(file, bundle.*member, named ? name + "_" + field : name);
    });
}

}  // namespace flitscope::rtl
