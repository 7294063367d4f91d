#pragma once

#include <cstddef>
#include <vector>

namespace flitscope::rtl {

/// Kinds of arbiters and allocators, from the lists arbiters/arbiters.def,
/// allocators/vc_allocators.def and allocators/switch_allocators.def: what they are called, which
/// levels have them. Everything that enumerates them (configuration, capabilities, Verilog
/// parameters, tests) does it with `kinds`.

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

/// Who picks a VC of an input port once its output is known: an arbiter of the pair (input,
/// output), or one of the input.
enum class ArbiterState { per_pair, shared };

enum class KindLevels { fast_signal, all_levels };

/// A line of a list. Its place, from 0, is the enumerator's number, in C++ and in Verilog.
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

/// The line of a kind. Throws std::out_of_range for a value that is none.
template <typename Kind>
const ListedKind<Kind>& listed(Kind kind) {
    return kinds<Kind>().at(static_cast<std::size_t>(kind));
}

}  // namespace flitscope::rtl
