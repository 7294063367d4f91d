#pragma once

#include <cstdint>
#include <type_traits>

#include "rtl_models/router/flit.h"
#include "rtl_models/router/pin_widths.h"
#include "rtl_models/signal/bundles/bundle_fields.h"

namespace flitscope::rtl {

/// Calls visit(list) for each list of a T: list(bundle) is the one in `bundle`. Its length is the
/// number of VCs (or outputs).
template <typename T, typename Visit>
constexpr void for_each_list(Visit visit) {
    if constexpr (kIsSeveral<T>) {
        visit([](auto& bundle) -> auto& { return bundle; });
    } else if constexpr (kIsBundle<T>) {
        T::fields([&](const char*, auto member, auto...) {
            if constexpr (kIsSeveral<decltype(member_type(member))>) {
                visit([member](auto& bundle) -> auto& { return bundle.*member; });
            }
        });
    }
}

/// An empty bundle with lists of the length that the pins need.
template <typename T>
T sized_bundle(const PinSizes& sizes) {
    T bundle{};
    for_each_list<T>([&](auto list) {
        using List = std::decay_t<decltype(list(bundle))>;
        list(bundle) = List(sizes.number(kElements<List>));
    });
    if constexpr (std::is_same_v<T, PerVc<Flit>>) {
        // No pin of a flit in a FIFO carries it.
        for (int v = 0; v < sizes.vcs; ++v) {
            bundle[v].vc = static_cast<std::uint8_t>(v);
        }
    }
    return bundle;
}

/// Whether the lists of `value` are as long as those of `sized`. A signal that was never written
/// may carry a list without values.
template <typename T>
bool is_sized(const T& value, const T& sized) {
    bool same = true;
    for_each_list<T>([&](auto list) { same = same && list(value).size() == list(sized).size(); });
    return same;
}

}  // namespace flitscope::rtl
