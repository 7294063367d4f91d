#pragma once

#include <cstddef>
#include <vector>

namespace flitscope::rtl {

/// Kinds of arbiters and allocators, from the lists arbiters/arbiters.def,
/// allocators/vc_allocators.def and allocators/switch_allocators.def: their names, and the levels
/// that have them. All code that enumerates them (configuration, capabilities, Verilog parameters,
/// tests) uses `kinds`.

#define FLITSCOPE_LISTED(name, file, levels) name,
enum class ArbiterKind {
#include "rtl_models/router/arbiters/arbiters.def"
};
enum class VcAllocatorKind {
#include "rtl_models/router/allocators/vc_allocators.def"
};
enum class SwitchAllocatorKind {
#include "rtl_models/router/allocators/switch_allocators.def"
};
#undef FLITSCOPE_LISTED

/// The arbiter that selects a VC of an input port once its output is known: one per pair (input,
/// output), or one per input.
enum class ArbiterState { per_pair, shared };

enum class KindLevels { fast_signal, all_levels };

/// An entry of a list. Its index, from 0, is the enumerator's value in C++ and in Verilog.
template <typename Kind>
struct ListedKind {
    const char* name;
    Kind value;
    const char* file;  ///< of its file pair; two kinds with the same file are the same machine
    KindLevels levels;

    bool in_verilog() const { return levels == KindLevels::all_levels; }
};

/// All kinds, the default first.
template <typename Kind>
const std::vector<ListedKind<Kind>>& kinds();
template <>
const std::vector<ListedKind<ArbiterKind>>& kinds();
template <>
const std::vector<ListedKind<VcAllocatorKind>>& kinds();
template <>
const std::vector<ListedKind<SwitchAllocatorKind>>& kinds();

/// The entry of a kind. Throws std::out_of_range for an unknown value.
template <typename Kind>
const ListedKind<Kind>& listed(Kind kind) {
    return kinds<Kind>().at(static_cast<std::size_t>(kind));
}

}  // namespace flitscope::rtl
