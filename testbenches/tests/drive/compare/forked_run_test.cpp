// How children ended, as it is said of workers and of runs in processes of their own.
#include "testbenches/drive/compare/forked_run.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

namespace flitscope::tb {
namespace {

template <typename Work>
int child(Work work) {
    const int process = fork();
    if (process == 0) {
        work();
        _exit(0);
    }
    return process;
}

/// What a process inherits from one that does not care for its children.
class ChildrenIgnored {
public:
    ChildrenIgnored() { std::signal(SIGCHLD, SIG_IGN); }
    ~ChildrenIgnored() { std::signal(SIGCHLD, SIG_DFL); }
};

TEST(ChildProcess, SaysHowItEnded) {
    EXPECT_EQ(wait_for_child(child([] { _exit(3); })), 3);
    EXPECT_EQ(wait_for_child(child([] { raise(SIGKILL); })), 128 + SIGKILL);
    EXPECT_EQ(how_it_ended(3), "exit code 3");
    EXPECT_EQ(how_it_ended(128 + SIGKILL), "ended by Killed");
}

TEST(ChildProcess, TakesNoUnknownEndForAGoodOne) {
    const ChildrenIgnored ignored;
    EXPECT_EQ(wait_for_child(child([] { raise(SIGKILL); })), -1);
    EXPECT_EQ(how_it_ended(-1), "ended, nobody knows how");
    ForkedRun run([](const ForkedRun::Write& /*write*/) { raise(SIGKILL); });
    EXPECT_THROW(run.answer(), std::runtime_error);
}

}  // namespace
}  // namespace flitscope::tb
