#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbenches/tests/support/cli_process.h"

namespace flitscope::tb {

using Json = nlohmann::ordered_json;

/// A run of a moment.
constexpr const char* kSmall =
    "topology: {kind: mesh, size: [4, 4]}\n"
    "traffic: {load: 0.1}\n"
    "measure: {warmup_messages: 200, max_cycles: 20000}\n";

/// The program as users start it, in a folder of its own.
class Cli : public testing::Test {
protected:
    Finished run(const std::vector<std::string>& arguments, const ProcessOptions& options = {}) {
        return run_flitscope(folder_.path(), arguments, options);
    }

    /// Exit code 2, one line on standard error that holds `message`, nothing else.
    void expect_usage_error(const std::vector<std::string>& arguments, const std::string& message) {
        const Finished finished = run(arguments);
        EXPECT_EQ(finished.code, 2) << message;
        EXPECT_THAT(finished.out, testing::IsEmpty());
        EXPECT_THAT(finished.err, testing::StartsWith("flitscope: "));
        EXPECT_THAT(finished.err, testing::HasSubstr(message));
        EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1) << finished.err;
    }

    /// A result without what differs from run to run and from level to level.
    static Json without_machine(const std::string& text) {
        Json result = Json::parse(text);
        result.erase("performance");
        result.erase("level");
        result["config"].erase("level");
        return result;
    }

    TemporaryFolder folder_;
};

}  // namespace flitscope::tb
