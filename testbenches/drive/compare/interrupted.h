#pragma once

#include <atomic>
#include <stdexcept>

namespace flitscope::tb {

/// The number of the signal by which the user ends the program; 0: none came. Set by a handler.
using InterruptSignal = std::atomic<int>;

/// A computation that ends because such a signal came.
class Interrupted : public std::runtime_error {
public:
    explicit Interrupted(int signal) : std::runtime_error("interrupted"), signal_(signal) {}
    int signal() const { return signal_; }

private:
    int signal_;
};

inline void throw_if_interrupted(const InterruptSignal* signal) {
    if (const int number = signal == nullptr ? 0 : signal->load(); number != 0) {
        throw Interrupted(number);
    }
}

/// How often a wait for another process checks for a signal.
constexpr int kLookForSignalMs = 50;

}  // namespace flitscope::tb
