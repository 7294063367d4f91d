#pragma once

#include "testbenches/drive/compare/interrupted.h"

namespace flitscope::tb {

/// During its lifetime, SIGINT, SIGTERM and SIGHUP (unless ignored, as nohup does) set a flag
/// instead of ending the program, once: the second signal of a kind ends it at once. At most one at
/// a time.
class InterruptFlag {
public:
    InterruptFlag();
    ~InterruptFlag();
    InterruptFlag(const InterruptFlag&) = delete;
    InterruptFlag& operator=(const InterruptFlag&) = delete;

    /// Number of the signal that came, 0: none.
    const InterruptSignal& signal() const;
};

}  // namespace flitscope::tb
