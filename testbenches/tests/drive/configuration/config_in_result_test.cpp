#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/drive/configuration/config_json.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/configuration/resolved_config.h"

namespace flitscope::tb {
namespace {

using testing::StartsWith;

TEST(ConfigInResult, IsTheObjectInItsPlace) {
    EXPECT_EQ(config_in_result("{\"flitscope\": \"1\", \"config\": {\"seed\": 3}, \"x\": 1}"),
              std::string(29, ' ') + "{\"seed\": 3}");
    EXPECT_EQ(config_in_result("{\n \"flitscope\": \"}\\\"{\",\n \"a\": [{}, [1, 2]],\n"
                               " \"config\": {\"a\": {\"b\": [\"}\"]}}}"),
              " \n" + std::string(21, ' ') + "\n" + std::string(19, ' ') + "\n" +
                  std::string(11, ' ') + "{\"a\": {\"b\": [\"}\"]}}");
}

TEST(ConfigInResult, IsNotInAnythingElse) {
    for (const char* const text :
         {"", " ", "{", "{}", "[]", "seed: 1", "{\"config\": {\"seed\": 1}}",
          "{\"config\": {}, \"flitscope\": 1}", "{flitscope: 1, config: {seed: 1}}",
          "{\"flitscope\" 1}", "{\"flitscope\": 1}", "{\"flitscope\": \"",
          "{\"flitscope\": {\"config\": 1}}", "{\"flitscope", "{\"flitscope\": 1, "}) {
        EXPECT_FALSE(config_in_result(text).has_value()) << text;
    }
}

TEST(ConfigInResult, IsReadAsTheConfiguration) {
    const ExperimentConfig config =
        parse_config("c.yaml",
                     "topology: {kind: mesh, size: [4, 4]}\nlink: {dimension_1: {latency: 2}}\n"
                     "traffic: {load: 1.0e-5, length: {distribution: geometric, mean: 4.5}}\n"
                     "level: {default: signal, fast: [3]}\nwaves: {routers: [1, 2], to: 7}\n"
                     "model: {name: broadcast_wormhole}\n");
    const std::string result =
        nlohmann::ordered_json({{"flitscope", "0"}, {"config", resolve(config)}, {"level", "x"}})
            .dump(2);
    EXPECT_EQ(resolve(parse_config("result.json", result)), resolve(config));
    EXPECT_EQ(parse_config("result.json", result, {"seed=9"}).seed, 9U);
    std::string wrong = result;
    wrong.replace(wrong.find("mesh"), 4, "mush");
    try {
        parse_config("result.json", wrong);
        ADD_FAILURE() << "accepted";
    } catch (const ConfigError& error) {
        EXPECT_THAT(error.what(),
                    StartsWith("result.json:5:15: topology.kind = \"mush\": unknown"));
    }
}

TEST(ConfigInResult, IsRefusedWhereAKeyIsThereTwice) {
    const auto refusal = [](const std::string& text) {
        try {
            parse_config("result.json", text);
        } catch (const ConfigError& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    EXPECT_EQ(
        refusal("{\"flitscope\": \"1\",\n\"config\": {\"seed\": 1},\n\"config\": {\"seed\": 2}}"),
        "result.json:3:1: config: given twice");
    EXPECT_EQ(
        refusal(
            "{\"flitscope\": \"1\", \"config\": {\"seed\": 1},\n\"hops\": {\"a\": 1, \"a\": 2}}"),
        "result.json:2:1: hops.a: given twice");
    EXPECT_EQ(refusal("{\"flitscope\": \"1\",\n\"config\": {\"seed\": 1, \"seed\": 2}}"),
              "result.json:2:23: seed: given twice; first in line 2");
    EXPECT_EQ(refusal("{\"flitscope\": \"1\", \"config\": {\"seed\": 1}, \"hops\": {\"a\""),
              "accepted")
        << "cut off";
}

}  // namespace
}  // namespace flitscope::tb
