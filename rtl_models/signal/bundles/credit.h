#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <systemc>

namespace flitscope::rtl {

/// What a credit wire carries in one cycle: bit v set = one slot of VC v was freed. 0: nothing.
struct Credit {
    std::uint64_t vcs = 0;

    bool valid() const { return vcs != 0; }
};

inline bool operator==(const Credit& a, const Credit& b) { return a.vcs == b.vcs; }
inline std::ostream& operator<<(std::ostream& out, const Credit& credit) {
    return out << credit.vcs;
}
inline void sc_trace(sc_core::sc_trace_file* file, const Credit& credit, const std::string& name) {
    sc_core::sc_trace(file, credit.vcs, name);
}

}  // namespace flitscope::rtl
