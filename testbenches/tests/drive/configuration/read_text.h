#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/drive/configuration/config_reader.h"

namespace flitscope::tb {

/// The experiment of a configuration file `c.yaml` with this text.
inline ExperimentConfig read(const std::string& text, const std::vector<std::string>& sets = {}) {
    return parse_config("c.yaml", text, sets);
}

/// What is said of it.
inline std::string refusal_of(const std::string& text, const std::vector<std::string>& sets = {}) {
    try {
        read(text, sets);
    } catch (const ConfigError& error) {
        return error.what();
    }
    return "(accepted)";
}

/// A configuration whose line 2 is the router, of a mesh that takes any of them.
inline std::string mesh(const std::string& router, const std::string& rest = "") {
    return "topology: {kind: mesh, size: [4, 4]}\nrouter: {" + router + "}\n" + rest;
}

template <typename Step>
void expect_error(const Step& step, const std::string& message) {
    try {
        step();
        ADD_FAILURE() << "accepted, expected: " << message;
    } catch (const ConfigError& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr(message));
    }
}

}  // namespace flitscope::tb
