#pragma once

#include <verilated.h>

#include <memory>

#include "rtl_models/cosim/verilated_trace.h"

namespace flitscope::cosim {

/// The context that all models share. It has one thread: a separate context would start a thread
/// pool for every router.
inline VerilatedContext& model_context() {
    static VerilatedContext* const context = [] {
        auto made = std::make_unique<VerilatedContext>();
        made->threads(1);
        allow_traces(*made);
        return made.release();  // models of static storage duration may outlive everything else
    }();
    return *context;
}

}  // namespace flitscope::cosim
