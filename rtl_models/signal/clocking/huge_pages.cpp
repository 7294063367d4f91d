#include "rtl_models/signal/clocking/huge_pages.h"

#include <linux/mman.h>
#include <sys/mman.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>

namespace flitscope::rtl {

void move_heap_to_huge_pages() {
#ifdef MADV_COLLAPSE
    constexpr std::uintptr_t kHugePage = std::uintptr_t{2} << 20;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        std::uintptr_t from = 0, to = 0;
        if (line.find("[heap]") == std::string::npos ||
            std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR, &from, &to) != 2) {
            continue;
        }
        from = (from + kHugePage - 1) / kHugePage * kHugePage;
        to = to / kHugePage * kHugePage;
        if (from < to) {
            // A kernel that refuses leaves the pages as they are.
            madvise(reinterpret_cast<void*>(from), to - from, MADV_COLLAPSE);
        }
    }
#endif
}

}  // namespace flitscope::rtl
