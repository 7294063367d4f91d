#include "testbenches/program/program.h"

#include <iostream>

#include "rtl_models/foreign/description_error.h"
#include "testbenches/drive/compare/run_fault.h"
#include "testbenches/program/command_line.h"

namespace flitscope::tb {

namespace {

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
    CommandLine line;
    try {
        line.app().parse(argc, argv);
    } catch (const CLI::Success& request) {  // --help, --version
        return line.app().exit(request);
    } catch (const CLI::ParseError& error) {
        return refuse(usage_message(line.app(), error, argc, argv));
    }
    Command* const chosen = line.chosen();
    return chosen != nullptr ? run_command(*chosen, line.common())
                             : exit_code(ExitCode::internal_error);
}

}  // namespace flitscope::tb
