#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/router/router_parameters.h"
#include "rtl_models/router/vc_mask.h"

namespace flitscope::rtl {

/// The VCs of a port whose classes have a pointer in common with `vc_choice: round_robin`, a group
/// for each pointer (docs/router.md, section 5). Groups are disjoint.
using VcGroups = std::vector<VcMask>;

/// Of a network output whose link has `link_vcs` VCs. `classes`: VC classes of a message class, of
/// all routings; an `escape` has VCs in common with the other classes.
VcGroups network_vc_groups(const RouterParameters& parameters, int classes, bool escape,
                           int link_vcs);
VcGroups network_vc_groups(const NetworkDescription& network, int link_vcs);
VcGroups ejection_vc_groups(const RouterParameters& parameters);
VcGroups injection_vc_groups(const RouterParameters& parameters);

/// The group of a VC, `v` alone if it is in none.
VcMask vc_group_of(const VcGroups& groups, int v);

/// What the pointer of a group has passed after these VCs of it were granted in one cycle: those up
/// to the highest of them.
inline VcMask passed_up_to(VcMask granted, VcMask group) {
    return group & (~VcMask{0} >> __builtin_clzll(granted));
}

/// The pointers of a port: which VCs they have passed.
class VcPointers {
public:
    VcPointers() = default;
    /// Pointers that stay where they are unless VCs are chosen by them, from several.
    VcPointers(const RouterParameters& parameters, VcGroups groups);

    /// VCs below the pointer of their group.
    VcMask passed() const { return passed_; }
    /// VCs that were granted in a cycle.
    void advance(VcMask granted);
    void reset() { passed_ = 0; }

private:
    VcGroups groups_;
    VcMask passed_ = 0;
};

}  // namespace flitscope::rtl
