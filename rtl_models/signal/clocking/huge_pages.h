#pragma once

namespace flitscope::rtl {

/// Puts the heap onto huge pages if the kernel can (Linux 6.1); otherwise does nothing. Every cycle
/// walks through a network of SystemC modules, which has more pages than the processor caches
/// translations for: 8x8 at load 0.2 runs a third faster.
void move_heap_to_huge_pages();

}  // namespace flitscope::rtl
