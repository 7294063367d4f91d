#include "testbenches/drive/configuration/config_enums.h"

namespace flitscope::tb {

template <>
const std::vector<NamedValue<rtl::Switching>>& named_values() {
    static const std::vector<NamedValue<rtl::Switching>> values = {
        {"wormhole", rtl::Switching::wormhole},
        {"virtual_cut_through", rtl::Switching::virtual_cut_through},
        {"store_and_forward", rtl::Switching::store_and_forward}};
    return values;
}

template <>
const std::vector<NamedValue<rtl::AllocatorKind>>& named_values() {
    static const std::vector<NamedValue<rtl::AllocatorKind>> values = {
        {"separable_input", rtl::AllocatorKind::separable_input},
        {"separable_output", rtl::AllocatorKind::separable_output},
        {"wavefront", rtl::AllocatorKind::wavefront}};
    return values;
}

template <>
const std::vector<NamedValue<rtl::ArbiterKind>>& named_values() {
    static const std::vector<NamedValue<rtl::ArbiterKind>> values = {
        {"round_robin", rtl::ArbiterKind::round_robin}, {"matrix", rtl::ArbiterKind::matrix}};
    return values;
}

template <>
const std::vector<NamedValue<rtl::VcReuse>>& named_values() {
    static const std::vector<NamedValue<rtl::VcReuse>> values = {
        {"tail_sent", rtl::VcReuse::tail_sent}, {"buffer_empty", rtl::VcReuse::buffer_empty}};
    return values;
}

template <>
const std::vector<NamedValue<rtl::EjectionVcs>>& named_values() {
    static const std::vector<NamedValue<rtl::EjectionVcs>> values = {
        {"per_vc", rtl::EjectionVcs::per_vc},
        {"1", rtl::EjectionVcs::one},
        {"classes", rtl::EjectionVcs::classes}};
    return values;
}

template <>
const std::vector<NamedValue<StartUp>>& named_values() {
    static const std::vector<NamedValue<StartUp>> values = {{"serial", StartUp::serial},
                                                            {"parallel", StartUp::parallel}};
    return values;
}

template <>
const std::vector<NamedValue<WhenFull>>& named_values() {
    static const std::vector<NamedValue<WhenFull>> values = {{"wait", WhenFull::wait},
                                                             {"lose", WhenFull::lose}};
    return values;
}

template <>
const std::vector<NamedValue<DeadlockAction>>& named_values() {
    static const std::vector<NamedValue<DeadlockAction>> values = {
        {"stop", DeadlockAction::stop}, {"refuse", DeadlockAction::refuse}};
    return values;
}

}  // namespace flitscope::tb
