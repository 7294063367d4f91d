#include "testbenches/program/commands/command.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace flitscope::tb {

std::vector<std::unique_ptr<Command>> all_commands() {
    std::vector<std::unique_ptr<Command>> commands;
    commands.push_back(make_run_command());
    commands.push_back(make_crosscheck_command());
    commands.push_back(make_topology_command());
    commands.push_back(make_route_command());
    commands.push_back(make_verify_command());
    commands.push_back(make_model_command());
    commands.push_back(make_rtl_command());
    return commands;
}

void print_warnings(const std::vector<std::string>& warnings, const CommonOptions& common) {
    if (common.quiet) {
        return;
    }
    for (const std::string& warning : warnings) {
        std::cerr << "flitscope: warning: " << warning << "\n";
    }
}

std::string output_folder(const CommonOptions& common) {
    const std::string folder = common.out.empty() ? "." : common.out;
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure) {
        throw UsageError("--out " + folder + ": " + failure.message());
    }
    if (access(folder.c_str(), W_OK) != 0) {
        throw UsageError("--out " + folder + ": " + std::strerror(errno));
    }
    return folder;
}

void write_file(const std::string& path, const std::string& content) {
    errno = 0;
    std::ofstream file(path, std::ios::binary);
    file << content;
    file.close();
    if (!file) {
        throw UsageError(path + ": cannot be written: " + std::strerror(errno));
    }
}

}  // namespace flitscope::tb
