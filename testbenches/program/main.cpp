// libsystemc has a main() of its own, which calls sc_main; ours takes its place, so that the
// library's banner can be switched off before it is printed.
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <systemc>

#include "testbenches/program/console/exit_code.h"
#include "testbenches/program/program.h"

namespace {

/// What an exception means that comes before main(): nothing but memory is asked for there.
[[noreturn]] void say_out_of_memory() {
    rlimit limit{};
    ::getrlimit(RLIMIT_AS, &limit);
    char line[100];
    const int length = std::snprintf(line, sizeof line,
                                     "flitscope: out of memory (the limit is %llu kB, ulimit -v)\n",
                                     static_cast<unsigned long long>(limit.rlim_cur / 1024));
    static_cast<void>(!::write(STDERR_FILENO, line, static_cast<std::size_t>(length)));
    ::_exit(flitscope::tb::exit_code(flitscope::tb::ExitCode::internal_error));
}

std::terminate_handler usual_handler = nullptr;

void before_libraries_begin() { usual_handler = std::set_terminate(say_out_of_memory); }

/// Run before the initialisers of shared libraries, whose exceptions nobody can catch.
[[gnu::section(".preinit_array"), gnu::used]] void (*const begin)() = before_libraries_begin;

}  // namespace

int sc_main(int argc, char* argv[]) {
    // A fatal report ends the program with a message and exit code 1 instead of a core dump.
    sc_core::sc_report_handler::set_actions(sc_core::SC_FATAL, sc_core::SC_THROW);
    return flitscope::tb::run_program(argc, argv);
}

int main(int argc, char* argv[]) {
    std::set_terminate(usual_handler);
    std::signal(SIGCHLD, SIG_DFL);  // the parent may ignore it, and then children would end unseen
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    return sc_core::sc_elab_and_sim(argc, argv);
}
