#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace flitscope::waves {

/// A GTKWave translate filter file: value (decimal) and the text shown for it, a line each.
struct Translation {
    std::string name;                ///< of the file: <dump>.<name>.txt
    std::vector<std::string> texts;  ///< by value; an empty one is left out
};

/// docs/router.md, section 3, and FlitKind.
Translation flit_kind_translation();
Translation vc_state_translation();
Translation head_action_translation();  ///< HeadAction
/// 0 "none", then "input_0", ... for all values of `width` bits: `grant_<output>`, which holds the
/// input port plus one.
Translation grant_translation(int width);
/// "<prefix>0", ... for all values of `width` bits but the largest, which stands for -1: "none".
Translation index_translation(const std::string& prefix, int width);

/// Bits that hold 0..largest, at least 1.
int bits_for(std::uint64_t largest);

}  // namespace flitscope::waves
