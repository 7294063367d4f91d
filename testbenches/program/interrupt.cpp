#include "testbenches/program/interrupt.h"

#include <csignal>

namespace flitscope::tb {

namespace {

std::atomic<int> received{0};  // handlers can reach nothing else
static_assert(std::atomic<int>::is_always_lock_free, "set in a signal handler");

extern "C" void remember_signal(int number) { received.store(number); }

}  // namespace

InterruptFlag::InterruptFlag() {
    received.store(0);
    struct sigaction action {};
    action.sa_handler = remember_signal;
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

InterruptFlag::~InterruptFlag() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

const std::atomic<int>& InterruptFlag::signal() const { return received; }

}  // namespace flitscope::tb
