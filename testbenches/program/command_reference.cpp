// Writes man page and shell completion of the program while it is built:
// flitscope_command_reference MAN_PAGE COMPLETION
#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <sstream>
#include <systemc>
#include <vector>

#include "testbenches/program/command_line.h"

namespace flitscope::tb {

namespace {

/// Text as troff prints it: no line begins with a control character, no dash becomes a hyphen.
std::string troff(const std::string& text) {
    std::string escaped;
    bool line_begins = true;
    for (const char c : text) {
        if (line_begins && (c == '.' || c == '\'')) {
            escaped += "\\&";
        }
        if (c == '\\') {
            escaped += "\\e";
        } else if (c == '-') {
            escaped += "\\-";
        } else {
            escaped += c;
        }
        line_begins = c == '\n';
    }
    return escaped;
}

/// An argument of a macro: in quotes, with quotes inside doubled.
std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : troff(text)) {
        result += c == '"' ? "\"\"" : std::string(1, c);
    }
    return result + "\"";
}

/// Several lines as they stand.
std::string verbatim(const std::string& text) { return ".nf\n" + troff(text) + "\n.fi\n"; }

/// `--out`; a positional has its name only.
std::string option_name(const CLI::Option& option) {
    return option.get_positional() ? option.get_name(true) : "--" + option.get_lnames().front();
}

std::vector<const CLI::Option*> options_of(const CLI::App& command, bool positional) {
    std::vector<const CLI::Option*> found;
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_positional() == positional) {
            found.push_back(option);
        }
    }
    return found;
}

bool takes_value(const CLI::Option& option) { return option.get_expected_max() > 0; }

void print_option(std::ostream& out, const CLI::Option& option) {
    out << ".TP\n.B " << troff(option_name(option));
    if (!option.get_positional() && takes_value(option)) {
        out << " \\fI" << troff(option.get_type_name()) << "\\fP";
    }
    out << "\n" << troff(option.get_description()) << "\n";
}

std::string synopsis(const CLI::App& app, const CLI::App& command) {
    std::string line = ".B " + app.get_name() + " " + command.get_name() + "\n";
    for (const CLI::Option* option : options_of(command, true)) {
        const std::string name = option_name(*option);
        line += (option->get_required() ? ".I " + name : ".RI [ " + name + " ]") + "\n";
    }
    for (const CLI::Option* option : options_of(command, false)) {
        if (option->get_required()) {
            line += ".B " + troff(option_name(*option)) + "\n.I " + troff(option->get_type_name()) +
                    "\n";
        }
    }
    return line + ".RI [ options ]\n";
}

/// All words of the form `--option`, or only those that take a value.
std::string words(const CLI::App& command, bool with_value_only) {
    std::string line;
    for (const CLI::Option* option : options_of(command, false)) {
        if (!with_value_only || takes_value(*option)) {
            line += (line.empty() ? "" : " ") + option_name(*option);
        }
    }
    return line;
}

/// The manual page of a program with commands, in the man macros of troff.
std::string man_page(const CLI::App& app, const std::string& version) {
    std::ostringstream out;
    out << ".\\\" Made from the program's commands; change them, not this.\n"
        << ".TH FLITSCOPE 1 \"\" " << quoted("flitscope " + version) << " \"User Commands\"\n"
        << ".SH NAME\n"
        << app.get_name() << " \\- " << troff(app.get_description()) << "\n"
        << ".SH SYNOPSIS\n";
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    for (const CLI::App* command : commands) {
        out << (command == commands.front() ? "" : ".br\n") << synopsis(app, *command);
    }
    out << ".SH COMMANDS\n";
    for (const CLI::App* command : commands) {
        out << ".SS " << quoted(app.get_name() + " " + command->get_name()) << "\n"
            << troff(command->get_description()) << ".\n";
        for (const bool positional : {true, false}) {
            for (const CLI::Option* option : options_of(*command, positional)) {
                print_option(out, *option);
            }
        }
        if (!command->get_footer().empty()) {
            out << ".PP\n" << verbatim(command->get_footer());
        }
    }
    out << ".SH OPTIONS\n";
    for (const CLI::Option* option : options_of(app, false)) {
        print_option(out, *option);
    }
    out << ".SH NOTES\n" << verbatim(app.get_footer());
    return out.str();
}

/// What bash sources to complete commands, options and file names.
std::string bash_completion(const CLI::App& app) {
    const std::string& name = app.get_name();
    std::ostringstream out;
    std::string names;
    std::ostringstream options;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        names += (names.empty() ? "" : " ") + command->get_name();
        options << "        " << command->get_name() << ")\n            options='"
                << words(*command, false) << "'\n            values='" << words(*command, true)
                << "' ;;\n";
    }
    out << "# bash completion for " << name << "; made from its commands: change them, not this.\n"
        << "_" << name << "() {\n"
        << "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
        << "    local options='" << words(app, false) << "' values=''\n"
        << "    if ((COMP_CWORD == 1)); then\n"
        << "        mapfile -t COMPREPLY < <(compgen -W '" << names << " " << words(app, false)
        << "' -- \"$word\")\n"
        << "        return\n"
        << "    fi\n"
        << "    case ${COMP_WORDS[1]} in\n"
        << options.str() << "    esac\n"
        << "    if [[ $word == -* ]]; then\n"
        << "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n"
        << "    elif [[ $before == --out ]]; then\n"
        << "        mapfile -t COMPREPLY < <(compgen -d -- \"$word\")\n"
        << "    elif [[ \" $values \" != *\" $before \"* || $before == --events || $before == "
           "--plot ]]; then\n"
        << "        mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
        << "    fi\n"
        << "}\n"
        << "complete -o filenames -F _" << name << " " << name << "\n";
    return out.str();
}

}  // namespace
}  // namespace flitscope::tb

int sc_main(int argc, char* argv[]) {
    if (argc != 3) {
        std::cerr << "usage: " << argv[0] << " MAN_PAGE COMPLETION\n";
        return 2;
    }
    const flitscope::tb::CommandLine line;
    std::ofstream page(argv[1]);
    page << flitscope::tb::man_page(line.app(), FLITSCOPE_VERSION);
    std::ofstream completion(argv[2]);
    completion << flitscope::tb::bash_completion(line.app());
    return page.flush() && completion.flush() ? 0 : 1;
}
