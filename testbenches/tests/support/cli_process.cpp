#include "testbenches/tests/support/cli_process.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace flitscope::tb {

namespace {

struct Pipe {
    int read_end = -1;
    int write_end = -1;
};

Pipe open_pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw std::runtime_error("no pipe");
    }
    return {ends[0], ends[1]};
}

Pipe open_terminal() {
    Pipe ends;
    if (openpty(&ends.read_end, &ends.write_end, nullptr, nullptr, nullptr) != 0) {
        throw std::runtime_error("no terminal");
    }
    fcntl(ends.read_end, F_SETFD, FD_CLOEXEC);
    return ends;
}

[[noreturn]] void become_program(const std::filesystem::path& folder,
                                 const std::vector<std::string>& arguments,
                                 const ProcessOptions& options, int in, int out, int err) {
    restore_signals();
    const auto limit = [](auto resource, long most) {
        if (most > 0) {
            const rlimit both{static_cast<rlim_t>(most), static_cast<rlim_t>(most)};
            setrlimit(resource, &both);
        }
    };
    limit(RLIMIT_FSIZE, options.largest_file);
    limit(RLIMIT_AS, options.address_space);
    limit(RLIMIT_NOFILE, options.open_files);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    if (options.close_input) {
        close(STDIN_FILENO);
    }
    std::vector<char*> words;
    std::string program = FLITSCOPE_PROGRAM;
    words.push_back(program.data());
    std::vector<std::string> copies = arguments;
    for (std::string& each : copies) {
        words.push_back(each.data());
    }
    words.push_back(nullptr);
    if (chdir(folder.c_str()) == 0) {
        execv(program.c_str(), words.data());
    }
    _exit(127);
}

/// Reads both streams until they end.
void collect(pid_t child, int out, int err, const ProcessOptions& options, Finished& finished) {
    std::array<pollfd, 2> streams = {{{out, POLLIN, 0}, {err, POLLIN, 0}}};
    streams[0].fd = options.close_output ? -1 : out;
    std::array<std::string*, 2> texts = {&finished.out, &finished.err};
    bool to_signal = options.signal != 0;
    while (streams[0].fd >= 0 || streams[1].fd >= 0) {
        poll(streams.data(), streams.size(), -1);
        for (std::size_t i = 0; i < streams.size(); ++i) {
            if (streams.at(i).revents == 0) {
                continue;
            }
            std::array<char, 4096> bytes{};
            const ssize_t count = read(streams.at(i).fd, bytes.data(), bytes.size());
            if (count <= 0) {  // a terminal ends with an error
                close(streams.at(i).fd);
                streams.at(i).fd = -1;
            } else {
                texts.at(i)->append(bytes.data(), static_cast<std::size_t>(count));
            }
        }
        if (to_signal && finished.err.find(options.signal_when) != std::string::npos) {
            if (options.before_signal) {
                options.before_signal();
            }
            kill(child, options.signal);
            to_signal = false;
        }
    }
}

}  // namespace

void restore_signals() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) {
        std::signal(number, SIG_DFL);
    }
}

Finished run_flitscope(const std::filesystem::path& folder,
                       const std::vector<std::string>& arguments, const ProcessOptions& options) {
    const std::string input = (folder / ".standard_input").string();
    std::ofstream(input) << options.standard_input;
    const int in = open(input.c_str(), O_RDONLY | O_CLOEXEC);
    const Pipe out = open_pipe();
    const Pipe err = options.terminal ? open_terminal() : open_pipe();
    const pid_t child = fork();
    if (child == 0) {
        become_program(folder, arguments, options, in, out.write_end, err.write_end);
    }
    close(in);
    close(out.write_end);
    close(err.write_end);
    if (options.close_output) {
        close(out.read_end);
    }
    Finished finished;
    collect(child, out.read_end, err.read_end, options, finished);
    int status = 0;
    waitpid(child, &status, 0);
    finished.code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    return finished;
}

}  // namespace flitscope::tb
