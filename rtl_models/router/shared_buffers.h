#pragma once

#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

/// Shared buffers (docs/router.md, section 3): the VCs of a network input share a pool of slots, of
/// which `reserved` belong to each. VcCredits says what credits are then.

/// What of a network cannot be with them, as in "with ..."; null: nothing. `own_link_vcs`: a link
/// has VCs of its own.
const char* excluded_by_shared_buffers(const RouterParameters& router, bool own_link_vcs);

}  // namespace flitscope::rtl
