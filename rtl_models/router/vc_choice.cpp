#include "rtl_models/router/vc_choice.h"

#include <algorithm>
#include <utility>

namespace flitscope::rtl {

namespace {

/// Without repetitions: where there are fewer VCs than classes, several have the same one.
void add_group(VcGroups& groups, VcRange vcs) {
    if (std::find(groups.begin(), groups.end(), vcs.mask()) == groups.end()) {
        groups.push_back(vcs.mask());
    }
}

}  // namespace

VcGroups network_vc_groups(const RouterParameters& parameters, int classes, bool escape,
                           int link_vcs) {
    const int own = escape ? 1 : classes;
    VcGroups groups;
    for (int m = 0; m < parameters.message_classes; ++m) {
        for (int c = 0; c < own; ++c) {
            add_group(groups, vcs_of_class(parameters, m, c, own, link_vcs));
        }
    }
    return groups;
}

VcGroups network_vc_groups(const NetworkDescription& network, int link_vcs) {
    return network_vc_groups(network.router, vc_class_count(network),
                             network.routing->escape() != nullptr, link_vcs);
}

VcGroups ejection_vc_groups(const RouterParameters& parameters) {
    return network_vc_groups(parameters, 1, false, parameters.virtual_channels);
}

VcGroups injection_vc_groups(const RouterParameters& parameters) {
    VcGroups groups;
    for (int m = 0; m < parameters.message_classes; ++m) {
        add_group(groups, injection_vcs(parameters, m));
    }
    return groups;
}

VcMask vc_group_of(const VcGroups& groups, int v) {
    const auto group = std::find_if(groups.begin(), groups.end(),
                                    [v](VcMask each) { return (each & vc_bit(v)) != 0; });
    return group == groups.end() ? vc_bit(v) : *group;
}

VcPointers::VcPointers(const RouterParameters& parameters, VcGroups groups)
    : groups_(parameters.vc_choice == VcChoice::round_robin && parameters.virtual_channels > 1
                  ? std::move(groups)
                  : VcGroups{}) {}

void VcPointers::advance(VcMask granted) {
    for (const VcMask group : groups_) {
        if ((granted & group) != 0) {
            passed_ = (passed_ & ~group) | passed_up_to(granted & group, group);
        }
    }
}

}  // namespace flitscope::rtl
