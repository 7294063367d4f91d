#include "testbenches/program/console/interrupt.h"

#include <csignal>

#include "common/ending_signal.h"

namespace flitscope::tb {

namespace {

extern "C" void remember_signal(int number) { ending_signal.store(number); }

}  // namespace

InterruptFlag::InterruptFlag() {
    ending_signal.store(0);
    struct sigaction action {};
    action.sa_handler = remember_signal;
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    struct sigaction before {};
    if (sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) {
        sigaction(SIGHUP, &action, nullptr);
    }
}

InterruptFlag::~InterruptFlag() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    struct sigaction now {};
    if (sigaction(SIGHUP, nullptr, &now) == 0 && now.sa_handler == remember_signal) {
        std::signal(SIGHUP, SIG_DFL);
    }
}

const InterruptSignal& InterruptFlag::signal() const { return ending_signal; }

}  // namespace flitscope::tb
