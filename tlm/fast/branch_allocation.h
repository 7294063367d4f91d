#pragma once

#include <cstdint>

namespace flitscope::tl {

struct EngineState;

/// What the switch kernel does, for a router with branches: a VC may ask for two outputs, and get
/// both (docs/headers_and_branches.md, section 2). Appends to state.grants and
/// state.branches.grants.
void allocate_with_branches(EngineState& state, std::uint32_t router);

}  // namespace flitscope::tl
