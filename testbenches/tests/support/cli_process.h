#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "testbenches/tests/support/temporary_folder.h"

namespace flitscope::tb {

/// What a run of the program left behind.
struct Finished {
    int code = -1;  ///< exit code; 1000 + number when a signal ended it
    std::string out;
    std::string err;
};

struct ProcessOptions {
    std::string standard_input;
    int signal = 0;  ///< 0: none; sent once, when standard error holds `signal_when`
    std::string signal_when;
    std::function<void()> before_signal = {};
    bool terminal = false;      ///< standard error is a terminal
    bool close_output = false;  ///< nobody reads standard output
    bool close_input = false;
    long largest_file = 0;   ///< bytes a file may have; 0: any number
    long address_space = 0;  ///< bytes it may have; 0: any number
    long open_files = 0;     ///< at a time; 0: any number
};

/// In a child, before it becomes the program: signals as a terminal leaves them. Who runs tests in
/// the background of a script ignores SIGINT, and a program inherits that.
void restore_signals();

/// Runs the program flitscope in `folder` and waits for it.
Finished run_flitscope(const std::filesystem::path& folder,
                       const std::vector<std::string>& arguments,
                       const ProcessOptions& options = {});

}  // namespace flitscope::tb
