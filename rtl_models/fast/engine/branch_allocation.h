#pragma once

#include <cstdint>

namespace flitscope::tl {

struct EngineState;

/// Does the work of the switch kernel for a router with branches: a VC may request two outputs, and
/// be granted both (docs/headers_and_branches.md, section 2). Appends to state.grants and
/// state.branches.grants.
void allocate_with_branches(EngineState& state, std::uint32_t router);

}  // namespace flitscope::tl
