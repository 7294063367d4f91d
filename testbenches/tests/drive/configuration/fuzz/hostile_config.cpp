#include "testbenches/tests/drive/configuration/fuzz/hostile_config.h"

#include <cstdlib>
#include <iostream>
#include <vector>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/configuration/resolved_config.h"

namespace flitscope::tb {

namespace {

void require(bool ok, const char* what, const std::string& bytes) {
    if (!ok) {
        std::cerr << "configuration reader: " << what << "\n---\n" << bytes << "\n---\n";
        std::abort();
    }
}

void check_error(const ConfigError& error, const std::string& bytes) {
    const ConfigProblem& details = error.details();
    const std::string message = error.what();
    require(!details.position.source.empty(), "an error without a file", bytes);
    require(details.position.line >= 1 && details.position.column >= 1, "an error without a place",
            bytes);
    require(!details.problem.empty(), "an error without a message", bytes);
    require(message.find('\n') == std::string::npos, "a message of several lines", bytes);
}

ConfigUse use_for(const std::string& bytes) { return static_cast<ConfigUse>(bytes.size() % 3); }

}  // namespace

bool read_hostile_config(const std::string& bytes) {
    const std::string mark = "#set ";
    std::vector<std::string> overrides;
    std::size_t begin = 0;
    while (bytes.compare(begin, mark.size(), mark) == 0) {
        const std::size_t end = std::min(bytes.find('\n', begin), bytes.size());
        overrides.push_back(bytes.substr(begin + mark.size(), end - begin - mark.size()));
        begin = std::min(end + 1, bytes.size());
    }
    const ConfigUse use = use_for(bytes);
    ExperimentConfig config;
    try {
        config = parse_config("fuzz.yaml", bytes.substr(begin), overrides, use);
    } catch (const ConfigError& error) {
        check_error(error, bytes);
        return false;
    }
    const std::string resolved = resolve(config).dump();
    require(resolve(parse_config("resolved.yaml", resolved, {}, use)).dump() == resolved,
            "the resolved configuration reads back differently", bytes);
    return true;
}

}  // namespace flitscope::tb
