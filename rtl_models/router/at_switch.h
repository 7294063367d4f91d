#pragma once

#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

/// VC selection at the switch (docs/router.md, section 5): a head asks for the switch while a VC is
/// open to it (OutputVcRules), and takes the one that vc_choice names when it wins. There is no VC
/// allocator.

/// What of a network cannot be with it, as in "with ..."; null: nothing.
const char* excluded_at_switch(const topo::RoutingFunction& routing, bool multicasts);

}  // namespace flitscope::rtl
