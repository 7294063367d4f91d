#pragma once

#include <systemc>
#include <vector>

namespace flitscope::tb {

/// A SystemC kernel of its own for as long as this lives, so that a test can simulate several
/// networks one after the other. Everything built on it must be destroyed before it.
class FreshKernel {
public:
    FreshKernel() : outer_(sc_core::sc_curr_simcontext) {
        sc_core::sc_curr_simcontext = new sc_core::sc_simcontext;
        sc_core::sc_default_global_context = sc_core::sc_curr_simcontext;
    }
    ~FreshKernel() {
        // Not deleted: the kernel takes time quadratic in its processes for that.
        static auto& used = *new std::vector<sc_core::sc_simcontext*>;
        used.push_back(sc_core::sc_curr_simcontext);
        sc_core::sc_curr_simcontext = outer_;
        sc_core::sc_default_global_context = outer_;
    }
    FreshKernel(const FreshKernel&) = delete;
    FreshKernel& operator=(const FreshKernel&) = delete;

private:
    sc_core::sc_simcontext* outer_;
};

}  // namespace flitscope::tb
