#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/program/console/exit_code.h"

namespace flitscope::tb {

/// Options that every command has.
struct CommonOptions {
    std::string config;             ///< path, or "-" for standard input
    std::vector<std::string> sets;  ///< key.path=value
    std::string out;                ///< folder for results; "": not given
    bool json = false;
    bool quiet = false;
};

/// One command of the program: `flitscope NAME CONFIG ...`. A new one is a file with a function
/// make_NAME_command() and a line in command.cpp.
class Command {
public:
    /// `description`: one line, for the list of commands; `details`: more, at the end of --help.
    Command(const char* name, const char* description, const char* details = "")
        : name_(name), description_(description), details_(details) {}
    virtual ~Command() = default;

    std::string name() const { return name_; }
    std::string description() const { return description_; }
    std::string details() const { return details_; }
    /// False: the command has its own arguments instead of CONFIG.
    virtual bool takes_config() const { return true; }
    /// Adds the command's own options; the common ones are there already.
    virtual void declare(CLI::App& /*app*/) {}
    /// Results go to standard output, everything else to standard error. Returns the exit code.
    /// May throw: UsageError and ConfigError are reported as bad usage, OutputError as an
    /// output that cannot be written, anything else as an internal error.
    virtual int run(const CommonOptions& common) = 0;

private:
    const char* name_;
    const char* description_;
    const char* details_;
};

/// All commands, in the order in which the help lists them.
std::vector<std::unique_ptr<Command>> all_commands();

std::unique_ptr<Command> make_run_command();
std::unique_ptr<Command> make_topology_command();
std::unique_ptr<Command> make_route_command();
std::unique_ptr<Command> make_verify_command();
std::unique_ptr<Command> make_crosscheck_command();
std::unique_ptr<Command> make_plan_command();
std::unique_ptr<Command> make_trace_command();
std::unique_ptr<Command> make_timeline_command();
std::unique_ptr<Command> make_model_command();
std::unique_ptr<Command> make_rtl_command();
std::unique_ptr<Command> make_cost_command();
std::unique_ptr<Command> make_sweep_command();
std::unique_ptr<Command> make_reproduce_command();
std::unique_ptr<Command> make_compare_command();
std::unique_ptr<Command> make_report_command();
std::unique_ptr<Command> make_import_booksim_command();

/// Writes the report of a command. A report that cannot be written is printed, as a result must
/// never be lost, and OutputError is thrown.
void write_report(const std::string& file, const std::string& json);

/// As text; bytes of names that are no UTF-8 are replaced.
std::string json_text(const nlohmann::ordered_json& json);

/// Prints `json` with --json, else `text`, nothing with --quiet, to standard output.
void print_report(const CommonOptions& common, const std::string& json, const std::string& text);

/// Prints the warnings of the configuration to standard error, unless --quiet.
void print_warnings(const std::vector<std::string>& warnings, const CommonOptions& common);
/// Prints only the warning about settings without effect, for commands that do not simulate.
void print_unused(const ExperimentConfig& config, const CommonOptions& common);

}  // namespace flitscope::tb
