#include "testbenches/program/commands/command.h"

#include <iostream>

#include "common/atomic_file.h"

namespace flitscope::tb {

std::vector<std::unique_ptr<Command>> all_commands() {
    std::vector<std::unique_ptr<Command>> commands;
    for (const auto make :
         {make_run_command, make_crosscheck_command, make_topology_command, make_route_command,
          make_verify_command, make_plan_command, make_trace_command, make_timeline_command,
          make_model_command, make_rtl_command, make_cost_command, make_sweep_command,
          make_reproduce_command, make_compare_command, make_report_command,
          make_import_booksim_command}) {
        commands.push_back(make());
    }
    return commands;
}

void write_report(const std::string& file, const std::string& json) {
    try {
        write_file(file, json);
    } catch (const OutputError&) {
        std::cout << json << std::flush;
        throw;
    }
}

std::string json_text(const nlohmann::ordered_json& json) {
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void print_report(const CommonOptions& common, const std::string& json, const std::string& text) {
    if (common.json) {
        std::cout << json;
    } else if (!common.quiet) {
        std::cout << text;
    }
}

void print_unused(const ExperimentConfig& config, const CommonOptions& common) {
    if (!config.without_effect.empty()) {
        print_warnings({unused_warning(config.without_effect)}, common);
    }
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
