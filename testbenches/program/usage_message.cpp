#include "testbenches/program/usage_message.h"

#include <algorithm>

#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/known_keys.h"

namespace flitscope::tb {

namespace {

using Words = std::vector<std::string>;

bool is_option(const std::string& word) { return word.size() > 1 && word[0] == '-'; }

Words commands_of(const CLI::App& app) {
    Words names;
    for (const CLI::App* command : app.get_subcommands({})) {
        names.push_back(command->get_name());
    }
    return names;
}

Words options_of(const CLI::App& command) {
    Words names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back(name);
        }
    }
    return names;
}

std::string did_you_mean(const std::string& name) {
    return name.empty() ? "" : "; did you mean \"" + name + "\"?";
}

/// "--set traffic.load=0.2" for every key that `option` may mean; "": none.
std::string as_keys(const std::string& option, const std::string& value) {
    std::string text;
    const bool plain = value.find_first_of(" \t\"'{}[]()*?$&|;<>") == std::string::npos;
    const std::string quote = plain ? "" : "'";
    for (const std::string& key : keys_meant_by(option)) {
        text += (text.empty() ? "--set " : " or --set ") + quote + key + "=" +
                (value.empty() ? "VALUE" : value) + quote;
    }
    return text;
}

/// The word at `at` is an option that the command does not have.
std::string unknown_option(const CLI::App& command, const Words& words, std::size_t at) {
    const std::string& word = words[at];
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string name = word.substr(0, equals);
    std::string value = word.substr(std::min(equals + 1, word.size()));
    if (equals == word.size() && at + 1 < words.size() && !is_option(words[at + 1])) {
        value = words[at + 1];
    }
    const std::string bare = name.substr(std::min(name.find_first_not_of('-'), name.size()));
    const Words options = options_of(command);
    if (std::find(options.begin(), options.end(), bare) != options.end()) {
        return name + " is before the command; options follow the command";
    }
    const std::string own = nearest_name(bare, options);
    const std::string keys = own.empty() ? as_keys(bare, value) : std::string();
    return "unknown option " + name +
           (keys.empty() ? did_you_mean(own.empty() ? own : "--" + own)
                         : "; to set a key of the configuration, use " + keys);
}

/// The first word that the command did not take; words.size(): it took all.
std::size_t first_left_over(const CLI::App& app, const Words& words, bool options) {
    const Words left = app.remaining(true);
    std::size_t at = 0;
    while (at < words.size() && (is_option(words[at]) != options ||
                                 std::find(left.begin(), left.end(), words[at]) == left.end())) {
        ++at;
    }
    return at;
}

}  // namespace

Words words_of(int argc, const char* const* argv) {
    Words words(argv + std::min(argc, 1), argv + argc);
    if (!words.empty() && words[0] == "help") {
        words.erase(words.begin());
        words.emplace_back("--help");
    }
    return words;
}

std::string unknown_command(const CLI::App& app, const Words& words) {
    const Words commands = commands_of(app);
    if (words.empty()) {
        return "no command; one of " + join_names(commands) + " (see flitscope --help)";
    }
    if (is_option(words[0]) ||
        std::find(commands.begin(), commands.end(), words[0]) != commands.end()) {
        return {};
    }
    return "unknown command \"" + words[0] + "\"; one of " + join_names(commands) +
           did_you_mean(nearest_name(words[0], commands));
}

std::string usage_message(const CLI::App& app, const CLI::ParseError& error, const Words& words) {
    const auto chosen = app.get_subcommands();
    const CLI::App& command = chosen.empty() ? app : *chosen.front();
    const std::string help =
        " (see flitscope " + (chosen.empty() ? "" : command.get_name() + " ") + "--help)";
    const std::size_t option = first_left_over(app, words, true);
    if (option < words.size()) {
        return unknown_option(command, words, option) + help;
    }
    const std::size_t argument = first_left_over(app, words, false);
    if (argument < words.size()) {
        return "one argument too many: " + words[argument] + help;
    }
    return error.what() + help;
}

}  // namespace flitscope::tb
