#pragma once

#include <systemc>
#include <vector>

namespace flitscope::tb {

/// A separate SystemC kernel during the lifetime of this object, so that a process can simulate
/// several networks in sequence. Everything built on it must be destroyed before it.
class FreshKernel {
public:
    /// What happens to its memory in the end: 0.1 MB per router. Giving it back takes time
    /// quadratic in its processes, 13 ms for an 8x8 mesh and 0.3 s for a 16x16 one.
    enum class End { kept, freed };

    explicit FreshKernel(End end = End::kept) : outer_(sc_core::sc_curr_simcontext), end_(end) {
        sc_core::sc_curr_simcontext = new sc_core::sc_simcontext;
        sc_core::sc_default_global_context = sc_core::sc_curr_simcontext;
    }
    ~FreshKernel() {
        sc_core::sc_simcontext* const used = sc_core::sc_curr_simcontext;
        sc_core::sc_curr_simcontext = outer_;
        sc_core::sc_default_global_context = outer_;
        if (end_ == End::freed) {
            delete used;
            return;
        }
        static auto& kept = *new std::vector<sc_core::sc_simcontext*>;
        kept.push_back(used);
    }
    FreshKernel(const FreshKernel&) = delete;
    FreshKernel& operator=(const FreshKernel&) = delete;

private:
    sc_core::sc_simcontext* outer_;
    End end_;
};

}  // namespace flitscope::tb
