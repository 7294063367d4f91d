#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <systemc>
#include <type_traits>

#include "rtl_models/router/pin_widths.h"
#include "rtl_models/signal/bundles/several.h"

namespace flitscope::rtl {

/// A bundle is a struct that lists its fields once:
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
/// Everything that a signal of the type needs follows from the list: == and, in the order of the
/// fields, << ("port 1 allowed 6"), sc_trace (the variables x_port and x_allowed of a signal x),
/// and the pins x_port and x_allowed of a port x (pin_fields.h).
///
/// visit(name, member, pin)
///   name    "": the bundle has only this field, which is named like the signal
///   member  a number, or a list (Several) of numbers or bundles with a value for each VC: printed
///           one after the other, traced as x_0_port, x_1_port
///   pin     PinWidth, or PinOrNone; omitted for a list whose name no pin has: traces omit the
///           name, too, and the pins of a list of bundles are named like the fields of the bundles
///
/// A bundle in another namespace gets these functions by `using flitscope::rtl::operator==;`, and
/// in the same way operator<< and sc_trace, in that namespace.

/// The pins of a number that is negative if there is none: the number (then 0), and a bit that is
/// set if there is one.
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

/// decltype(member_type(&T::m)): the type of the member.
template <typename Member, typename T>
Member member_type(Member T::*);
/// What a list has a value for.
template <typename List>
constexpr PinElements kElements =
    std::is_same_v<List, Selects> ? PinElements::outputs : PinElements::vcs;

template <typename T>
IfBundle<T, bool> operator==(const T& a, const T& b) {
    bool same = true;
    T::fields([&](const char*, auto member, auto...) { same = same && a.*member == b.*member; });
    return same;
}

/// Bytes count as numbers.
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
