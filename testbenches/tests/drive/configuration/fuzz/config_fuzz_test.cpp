// A short, repeatable run of what the fuzzer does for hours: the corpus, changed at random.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/tests/drive/configuration/fuzz/hostile_config.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/support/text_mutator.h"

namespace flitscope::tb {
namespace {

std::vector<std::string> corpus() {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(FLITSCOPE_FUZZ_CORPUS)) {
        paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> texts;
    for (const auto& path : paths) {
        std::ifstream file(path, std::ios::binary);
        std::ostringstream content;
        content << file.rdbuf();
        texts.push_back(content.str());
    }
    return texts;
}

/// Beside what all YAML readers trip over.
const std::vector<std::string>& config_pieces() {
    static const std::vector<std::string> list = {"#set router.pipeline=2\n",
                                                  "#set topology.kind=mesh\n",
                                                  "#set traffic.length.mean=",
                                                  "kind: ",
                                                  "dimensions: 26",
                                                  "size: [1024, 1024]",
                                                  "levels: 20",
                                                  "nodes: 1048576",
                                                  "load: ",
                                                  "rate: "};
    return list;
}

TEST(ConfigFuzz, TheCorpusHoldsGoodAndBadConfigurations) {
    std::size_t accepted = 0;
    const std::vector<std::string> texts = corpus();
    for (const std::string& text : texts) {
        accepted += read_hostile_config(text) ? 1 : 0;
    }
    EXPECT_GE(accepted, 5U);
    EXPECT_GE(texts.size() - accepted, 5U);
}

TEST(ConfigFuzz, MutatedConfigurationsAreReadOrRefusedWithAPlace) {
    const std::vector<std::string> texts = corpus();
    ASSERT_FALSE(texts.empty());
    std::size_t accepted = 0;
    const auto inputs = static_cast<std::uint32_t>(sized(4000, 60000));
    for (std::uint32_t seed = 0; seed < inputs; ++seed) {
        TextMutator mutator(seed, config_pieces());
        const std::string text = mutator.mutate(texts[mutator.below(texts.size())], texts);
        ASSERT_NO_THROW(accepted += read_hostile_config(text) ? 1 : 0)
            << "seed " << seed << "\n---\n"
            << text;
    }
    EXPECT_GT(accepted, inputs / 100) << "the mutations leave nothing to accept";
}

std::string repeated(const std::string& text, std::size_t count) {
    std::string all;
    for (std::size_t i = 0; i < count; ++i) {
        all += text;
    }
    return all;
}

TEST(ConfigFuzz, BombsAreRefusedBeforeTheyGoOff) {
    std::string aliases = "a: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
    for (int i = 1; i < 12; ++i) {
        const std::string before = "*a" + std::to_string(i - 1);
        aliases += "k" + std::to_string(i) + ": &a" + std::to_string(i) + " [" +
                   repeated(before + ", ", 9) + before + "]\n";
    }
    EXPECT_FALSE(read_hostile_config(aliases));
    EXPECT_FALSE(read_hostile_config(repeated("[", 500000)));
    EXPECT_FALSE(read_hostile_config(repeated("a: {", 200000)));
    EXPECT_FALSE(read_hostile_config(repeated("- ", 400000)));
    EXPECT_FALSE(read_hostile_config(repeated("? ", 400000)));
    EXPECT_FALSE(read_hostile_config("waves: {routers: [" + repeated("1,", 500000) + "1]}"));
    EXPECT_FALSE(read_hostile_config(std::string(std::size_t{3} << 20U, ' ')));
    EXPECT_FALSE(read_hostile_config("seed: " + std::string(900000, '1')));
    EXPECT_FALSE(read_hostile_config(std::string(900000, 'x') + ": 1"));
    EXPECT_FALSE(read_hostile_config("#set " + repeated("a.", 100000) + "b=1\n"));
    EXPECT_FALSE(read_hostile_config("topology: {kind: mesh, size: [" + repeated("1,", 40) + "]}"));
}

}  // namespace
}  // namespace flitscope::tb
