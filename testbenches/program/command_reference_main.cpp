// Writes man page and shell completion of the program while it is built:
// flitscope_command_reference MAN_PAGE COMPLETION
#include <fstream>
#include <iostream>
#include <systemc>

#include "testbenches/program/command_line.h"
#include "testbenches/program/command_reference.h"

int sc_main(int argc, char* argv[]) {
    if (argc != 3) {
        std::cerr << "usage: " << argv[0] << " MAN_PAGE COMPLETION\n";
        return 2;
    }
    const flitscope::tb::CommandLine line;
    std::ofstream page(argv[1]);
    page << flitscope::tb::man_page(line.app(), FLITSCOPE_VERSION);
    std::ofstream completion(argv[2]);
    completion << flitscope::tb::bash_completion(line.app());
    return page.flush() && completion.flush() ? 0 : 1;
}
