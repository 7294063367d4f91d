#pragma once

#include "rtl_models/fast/engine/switch_kernel.h"

namespace flitscope::tl {

/// AllocateSwitch for one instruction set each; call those of a processor's extensions only where
/// it has them.
std::size_t allocate_switch_portable(const SwitchKernel& kernel, std::size_t first_block,
                                     std::size_t last_block, std::uint32_t* grants);
std::size_t allocate_switch_avx2(const SwitchKernel& kernel, std::size_t first_block,
                                 std::size_t last_block, std::uint32_t* grants);
std::size_t allocate_switch_avx512(const SwitchKernel& kernel, std::size_t first_block,
                                   std::size_t last_block, std::uint32_t* grants);

}  // namespace flitscope::tl
