// libsystemc has a main() of its own, which calls sc_main; ours takes its place, so that the
// library's banner can be switched off before it is printed.
#include <csignal>
#include <cstdlib>
#include <systemc>

#include "testbenches/program/program.h"

int sc_main(int argc, char* argv[]) {
    // A fatal report ends the program with a message and exit code 1 instead of a core dump.
    sc_core::sc_report_handler::set_actions(sc_core::SC_FATAL, sc_core::SC_THROW);
    return flitscope::tb::run_program(argc, argv);
}

int main(int argc, char* argv[]) {
    std::signal(SIGCHLD, SIG_DFL);  // who starts us may ignore it, and children would end unseen
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    return sc_core::sc_elab_and_sim(argc, argv);
}
