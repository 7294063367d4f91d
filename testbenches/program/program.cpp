#include "testbenches/program/program.h"

#include <iostream>

#include "rtl_models/foreign/description_error.h"
#include "testbenches/drive/compare/run_fault.h"
#include "testbenches/program/commands/command.h"

namespace flitscope::tb {

namespace {

constexpr const char* kFooter =
    "Exit codes: 0 done, 1 internal error or broken invariant, 2 bad usage or configuration,\n"
    "3 levels differ, 4 not free of deadlock, 5 deadlock found while simulating,\n"
    "6 protocol violation of a device under test, 130/143 interrupted.\n"
    "Configuration: docs/configuration.md. Example: flitscope run examples/router_typical.yaml";

void declare_common(CLI::App& app, CommonOptions& common, bool with_config) {
    if (with_config) {
        app.add_option("CONFIG", common.config, "YAML file, or - for standard input")
            ->required()
            ->type_name("");
    }
    app.add_option("--set", common.sets,
                   "overrides one key of CONFIG; the value is YAML; may be repeated")
        ->allow_extra_args(false)
        ->type_name("KEY.PATH=VALUE");
    app.add_option("--out", common.out, "folder for the files of the result")->type_name("DIR");
    app.add_flag("--json", common.json, "prints JSON instead of the summary");
    app.add_flag("--quiet", common.quiet, "prints no summary, progress or warnings");
}

int fail(ExitCode code, const std::string& message) {
    std::cerr << "flitscope: " << message << std::endl;
    return exit_code(code);
}

/// Bad usage or a bad configuration: one line, whatever was typed.
int refuse(const std::string& message) { return fail(ExitCode::bad_usage, on_one_line(message)); }

/// Names the nearest command when the first word is none.
std::string unknown_command(const CLI::App& app, int argc, const char* const* argv) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) {
        names.push_back(command->get_name());
    }
    const std::string word = argc > 1 ? argv[1] : "";
    if (word.empty()) {
        return "no command; one of " + join_names(names) + " (see flitscope --help)";
    }
    if (word[0] == '-') {
        return app.get_subcommands().empty()
                   ? "unknown option " + word + " before a command (see flitscope --help)"
                   : "";
    }
    if (std::find(names.begin(), names.end(), word) != names.end()) {
        return {};
    }
    const std::string nearest = nearest_name(word, names);
    return "unknown command \"" + word + "\"; one of " + join_names(names) +
           (nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?");
}

/// One line out of CLI11's explanation.
std::string usage_message(const CLI::App& app, const CLI::ParseError& error, int argc,
                          const char* const* argv) {
    const std::string unknown = unknown_command(app, argc, argv);
    if (!unknown.empty()) {
        return unknown;
    }
    const auto chosen = app.get_subcommands();
    const std::string help = chosen.empty() ? "" : " " + chosen.front()->get_name();
    return std::string(error.what()) + " (see flitscope" + help + " --help)";
}

int run_command(Command& command, const CommonOptions& common) {
    try {
        const int code = command.run(common);
        std::cout.flush();
        if (!std::cout) {
            return fail(ExitCode::internal_error, "standard output cannot be written");
        }
        return code;
    } catch (const ConfigError& error) {
        return refuse(error.what());
    } catch (const UsageError& error) {
        return refuse(error.what());
    } catch (const cosim::DescriptionError& error) {
        return fail(ExitCode::bad_usage, error.what());
    } catch (const RunFault& fault) {
        return fail(fault.kind() == RunFault::Kind::refused ? ExitCode::bad_usage
                                                            : ExitCode::protocol_violation,
                    fault.what());
    } catch (const std::bad_alloc&) {
        return fail(ExitCode::internal_error, "out of memory");
    } catch (const std::exception& error) {
        return fail(ExitCode::internal_error, std::string("internal error: ") + error.what());
    }
}

}  // namespace

int run_program(int argc, const char* const* argv) {
    CLI::App app("Cycle-exact model of interconnection-network routers", "flitscope");
    app.set_version_flag("--version", "flitscope " FLITSCOPE_VERSION);
    app.footer(kFooter);
    app.require_subcommand(1);

    CommonOptions common;
    const auto commands = all_commands();
    std::vector<CLI::App*> subcommands;
    for (const auto& command : commands) {
        CLI::App* sub = app.add_subcommand(command->name(), command->description());
        declare_common(*sub, common, command->takes_config());
        command->declare(*sub);
        sub->footer(command->details());
        subcommands.push_back(sub);
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& request) {  // --help, --version
        return app.exit(request);
    } catch (const CLI::ParseError& error) {
        return refuse(usage_message(app, error, argc, argv));
    }
    for (std::size_t i = 0; i < commands.size(); ++i) {
        if (subcommands[i]->parsed()) {
            return run_command(*commands[i], common);
        }
    }
    return exit_code(ExitCode::internal_error);
}

}  // namespace flitscope::tb
