#include "testbenches/program/command_line.h"

#include <algorithm>

namespace flitscope::tb {

namespace {

constexpr const char* kFooter =
    "Exit codes: 0 done, 1 internal error or broken invariant, 2 bad usage or configuration,\n"
    "3 levels differ, 4 not free of deadlock, 5 deadlock found while simulating,\n"
    "6 protocol violation of a device or unit under test, 7 an output could not be written,\n"
    "130/143 interrupted.\n"
    "Options of a command: flitscope help COMMAND. Configuration: docs/configuration.md.\n"
    "Example: flitscope run examples/router_typical.yaml";

void declare_common(CLI::App& app, CommonOptions& common, bool with_config) {
    if (with_config) {
        app.add_option("CONFIG", common.config, "YAML file, or - for standard input")
            ->required()
            ->type_name("");
    }
    app.add_option("--set", common.sets,
                   "overrides one key of CONFIG with a YAML value; may be repeated")
        ->allow_extra_args(false)
        ->type_name("KEY.PATH=VALUE");
    app.add_flag_callback(
        "--strict", [&common] { common.sets.emplace_back("strict=true"); },
        "refuses settings that have no effect, like strict: true in CONFIG");
    app.add_option("--out", common.out, "folder for the files of the result")->type_name("DIR");
    app.add_flag("--json", common.json, "prints JSON instead of the summary");
    app.add_flag("--quiet", common.quiet, "prints no summary, progress or warnings");
}

}  // namespace

CommandLine::CommandLine()
    : app_("Cycle-exact model of interconnection-network routers", "flitscope"),
      commands_(all_commands()) {
    app_.set_version_flag("--version", "flitscope " FLITSCOPE_VERSION);
    app_.footer(kFooter);
    app_.require_subcommand(1);
    for (const auto& command : commands_) {
        CLI::App* sub = app_.add_subcommand(command->name(), command->description());
        declare_common(*sub, common_, command->takes_config());
        command->declare(*sub);
        sub->footer(command->details());
        subcommands_.push_back(sub);
    }
}

Command* CommandLine::chosen() const {
    for (std::size_t i = 0; i < commands_.size(); ++i) {
        if (subcommands_[i]->parsed()) {
            return commands_[i].get();
        }
    }
    return nullptr;
}

std::string CommandLine::empty_option() const {
    for (const CLI::App* command : subcommands_) {
        for (const CLI::Option* option : command->get_options()) {
            const auto& values = option->results();
            if (!option->get_positional() &&
                std::find(values.begin(), values.end(), "") != values.end()) {
                return option->get_name();
            }
        }
    }
    return "";
}

}  // namespace flitscope::tb
