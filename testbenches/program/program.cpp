#include "testbenches/program/program.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <iostream>

#include "common/atomic_file.h"
#include "testbenches/program/command_line.h"
#include "testbenches/program/failure.h"
#include "testbenches/program/printed_text.h"
#include "testbenches/program/usage_message.h"

namespace flitscope::tb {

namespace {

/// Bad usage or a bad configuration: one line, whatever was typed.
int refuse(const std::string& message) {
    std::cerr << "flitscope: " << on_one_line(message) << std::endl;
    return exit_code(ExitCode::bad_usage);
}

/// A closed standard input or output is an error only when it is used. Until then, no file that the
/// program opens may get its number.
void open_standard_files() {
    for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(file, F_GETFD) < 0 &&
            ::open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) {
            return;
        }
    }
}

/// Reports the exception that is being handled.
int report_failure() {
    const Failure failure = current_failure();
    if (!failure.message.empty()) {
        std::cerr << "flitscope: " << failure.message << std::endl;
    }
    return failure.code;
}

int run_command(const std::function<int()>& command) {
    try {
        const int code = command();
        std::cout.flush();
        if (!std::cout) {
            throw OutputError("standard output cannot be written");
        }
        return code;
    } catch (...) {
        return report_failure();
    }
}

int run_words(const std::vector<std::string>& words) {
    CommandLine line;
    const std::string unknown = unknown_command(line.app(), words);
    if (!unknown.empty()) {
        return refuse(unknown);
    }
    try {
        line.app().parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::Success& request) {  // --help, --version
        return run_command([&] { return line.app().exit(request); });
    } catch (const CLI::ParseError& error) {
        return refuse(usage_message(line.app(), error, words));
    }
    Command* const chosen = line.chosen();
    if (chosen == nullptr) {
        return exit_code(ExitCode::internal_error);
    }
    const std::string empty = line.empty_option();
    if (!empty.empty()) {
        return refuse(empty + " has an empty value (see flitscope " + chosen->name() + " --help)");
    }
    return run_command([&] { return chosen->run(line.common()); });
}

}  // namespace

int run_program(int argc, const char* const* argv) {
    open_standard_files();
    const PrintedText output(std::cout);
    const PrintedText errors(std::cerr);
    // A reader that went away and a file that may not grow are errors of writing, with a message.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        return run_words(words_of(argc, argv));
    } catch (...) {  // there is no memory for the options
        return report_failure();
    }
}

}  // namespace flitscope::tb
