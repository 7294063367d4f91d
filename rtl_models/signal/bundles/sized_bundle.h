#pragma once

#include <type_traits>
#include <utility>

#include "rtl_models/router/pin_widths.h"
#include "rtl_models/signal/bundles/bundles.h"

namespace flitscope::rtl {

// The list in a bundle whose length the number of VCs (or outputs) is.
template <typename T, int Few>
Several<T, Few>& list_of(Several<T, Few>& bundle) {
    return bundle;
}
inline PerVc<std::int32_t>& list_of(VcGrants& bundle) { return bundle.vc; }
template <typename T>
auto list_of(T& bundle) -> decltype((bundle.of)) {
    return bundle.of;
}
template <typename T, typename = void>
struct HasList : std::false_type {};
template <typename T>
struct HasList<T, std::void_t<decltype(list_of(std::declval<T&>()))>> : std::true_type {};

/// A bundle that says nothing, its list as long as the pins need it.
template <typename T>
T sized_bundle(const PinSizes& sizes) {
    T bundle{};
    if constexpr (HasList<T>::value) {
        auto& list = list_of(bundle);
        const bool outputs = std::is_same_v<T, Selects>;
        list = std::decay_t<decltype(list)>(outputs ? sizes.outputs : sizes.vcs);
        if constexpr (std::is_same_v<T, PerVc<Flit>>) {
            // No pin says it of a flit in a FIFO.
            for (int v = 0; v < sizes.vcs; ++v) {
                list[v].vc = static_cast<std::uint8_t>(v);
            }
        }
    }
    return bundle;
}

/// The list of `value` is as long as that of `sized`. A signal that nobody has written to yet may
/// carry one without values.
template <typename T>
bool is_sized(const T& value, const T& sized) {
    if constexpr (HasList<T>::value) {
        return list_of(const_cast<T&>(value)).size() == list_of(const_cast<T&>(sized)).size();
    } else {
        return true;
    }
}

}  // namespace flitscope::rtl
