#include "testbenches/program/commands/command.h"

#include <iostream>

namespace flitscope::tb {

std::vector<std::unique_ptr<Command>> all_commands() {
    std::vector<std::unique_ptr<Command>> commands;
    commands.push_back(make_run_command());
    commands.push_back(make_crosscheck_command());
    commands.push_back(make_topology_command());
    commands.push_back(make_route_command());
    commands.push_back(make_verify_command());
    commands.push_back(make_trace_command());
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

}  // namespace flitscope::tb
