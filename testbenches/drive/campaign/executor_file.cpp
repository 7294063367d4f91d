#include "testbenches/drive/campaign/executor_file.h"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>

#include "testbenches/drive/campaign/worker_pool.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/configuration/config_section.h"
#include "testbenches/drive/configuration/shell_quoted.h"

namespace flitscope::tb {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kMostTasks = 1000000;

const std::vector<std::string> kSubmitPlaceholders = {"script",    "name", "last",
                                                      "partition", "time", "memory"};
const std::vector<std::string> kCancelPlaceholders = {"job"};

/// A {word} that is not behind a $.
struct Placeholder {
    std::size_t begin;  ///< of the brace
    std::size_t end;    ///< behind the other one
    std::string word;
};

std::vector<Placeholder> placeholders_in(const std::string& text) {
    std::vector<Placeholder> found;
    for (std::size_t begin = text.find('{'); begin != std::string::npos;
         begin = text.find('{', begin + 1)) {
        const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", begin + 1);
        if (end != std::string::npos && text[end] == '}' && end > begin + 1 &&
            (begin == 0 || text[begin - 1] != '$')) {
            found.push_back({begin, end + 1, text.substr(begin + 1, end - begin - 1)});
        }
    }
    return found;
}

bool has_placeholder(const std::string& text, const std::string& word) {
    const std::vector<Placeholder> all = placeholders_in(text);
    return std::any_of(all.begin(), all.end(),
                       [&](const Placeholder& each) { return each.word == word; });
}

/// The folders of executors: in the build tree, and installed.
std::vector<fs::path> executor_folders() {
    const fs::path program = fs::path(this_program_path()).parent_path();
    return {program / "executors", (program / FLITSCOPE_EXECUTORS_FROM_PROGRAM).lexically_normal()};
}

std::string file_of(const std::string& name) {
    std::error_code none;
    std::vector<std::string> known = {"local"};
    for (const fs::path& folder : executor_folders()) {
        for (const auto& each : fs::directory_iterator(folder, none)) {
            if (each.path().extension() != ".yaml") {
                continue;
            }
            if (each.path().stem() == name) {
                return each.path().string();
            }
            known.push_back(each.path().stem().string());
        }
    }
    if (name.find_first_of("/.") == std::string::npos && !fs::exists(name, none)) {
        throw ConfigError({{"--executor " + name, 0, 0, true},
                           "there is no such executor",
                           join_names(known) + ", or a file (docs/cluster.md)",
                           {},
                           {},
                           nearest_name(name, known)});
    }
    return name;
}

/// Lines of a shell, in which placeholders are among `known`.
void read_lines(ConfigSection& section, const std::string& key, std::string& lines,
                const std::vector<std::string>& known) {
    const ConfigNode* const node = section.find(key);
    if (node == nullptr) {
        return;
    }
    if (node->kind != ConfigNode::Kind::scalar) {
        section.fail(key, "not text", "lines of a shell");
    }
    lines = node->scalar;
    lines.erase(lines.find_last_not_of('\n') + 1);
    for (const Placeholder& each : placeholders_in(lines)) {
        if (std::find(known.begin(), known.end(), each.word) == known.end()) {
            section.fail(key, "{" + each.word + "} is no placeholder",
                         (known.empty() ? "none here" : join_names(known) + " in braces") + "; ${" +
                             each.word + "} is left to the shell");
        }
    }
}

}  // namespace

ExecutorFile read_executor(const std::string& name) {
    ExecutorFile executor;
    executor.path = file_of(name);
    const ConfigNode tree = read_config_tree(executor.path);
    ConfigSection root(&tree, {}, tree.position());
    root.require("submit", "a shell command that hands over {script}");
    read_lines(root, "submit", executor.submit, kSubmitPlaceholders);
    root.text("index", executor.index);
    for (const auto& [key, lines] :
         {std::pair("setup", &executor.setup), std::pair("running", &executor.running)}) {
        read_lines(root, key, *lines, {});
    }
    read_lines(root, "cancel", executor.cancel, kCancelPlaceholders);
    executor.most_tasks = kMostTasks;
    root.integer("most_tasks", executor.most_tasks, 1, kMostTasks);
    root.finish();
    if (!has_placeholder(executor.submit, "script")) {
        root.fail("submit", "does not pass on {script}", "a shell command with {script}");
    }
    static const std::regex variable("[A-Za-z_][A-Za-z0-9_]*");
    if (root.has("index") && !std::regex_match(executor.index, variable)) {
        root.fail("index", "not the name of an environment variable",
                  "such as SLURM_ARRAY_TASK_ID");
    }
    if (root.has("cancel") && !root.has("running")) {
        root.fail("cancel", "needs `running`, which finds the jobs to cancel", "both, or neither");
    }
    return executor;
}

void require_placeholders(const ExecutorFile& executor, const PlaceholderValues& values) {
    const auto unused = std::find_if(values.begin(), values.end(), [&](const auto& each) {
        return !has_placeholder(executor.submit, each.first);
    });
    if (unused != values.end()) {
        const auto& [name, value] = *unused;
        throw ConfigError({{"--" + name + " " + value, 0, 0, true},
                           executor.path + " does not use it",
                           "an executor with {" + name + "} in `submit`"});
    }
}

std::string with_values(const std::string& command, const PlaceholderValues& values) {
    std::string text;
    std::istringstream lines(command);
    for (std::string line; std::getline(lines, line);) {
        const std::vector<Placeholder> all = placeholders_in(line);
        if (std::any_of(all.begin(), all.end(),
                        [&](const Placeholder& each) { return values.count(each.word) == 0; })) {
            continue;
        }
        std::size_t at = 0;
        for (const Placeholder& each : all) {
            text += line.substr(at, each.begin - at) + shell_quoted(values.at(each.word));
            at = each.end;
        }
        text += line.substr(at);
        text += "\n";
    }
    text.erase(text.find_last_not_of('\n') + 1);
    return text;
}

}  // namespace flitscope::tb
