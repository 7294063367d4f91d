// The files of the papers themselves.
#include "testbenches/program/reproduce_command/papers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "testbenches/program/reproduce_command/figure_file.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;

std::vector<PaperFile> papers() {
    const std::filesystem::path program(FLITSCOPE_PROGRAM);
    return read_papers((program.parent_path() / "reproduce").string());
}

std::string page(const std::string& name) {
    std::ifstream file(std::string(FLITSCOPE_DOCS) + "/" + name);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The paths of keys in the words of a paper: "`traffic.rate`, per node" is traffic.rate.
std::vector<std::string> keys_in(const std::string& words) {
    std::vector<std::string> keys;
    for (std::size_t begin = words.find('`'); begin != std::string::npos;) {
        const std::size_t end = words.find('`', begin + 1);
        const std::string key =
            words.substr(begin + 1, words.find_first_of(":`", begin + 1) - begin - 1);
        for (const char* const section :
             {"topology.", "router.", "routing.", "traffic.", "link."}) {
            if (key.rfind(section, 0) == 0) {
                keys.push_back(key);
            }
        }
        begin = words.find('`', end + 1);
    }
    return keys;
}

TEST(Papers, OfFlitscopeHaveTheirWordsBesideOurKeys) {
    const std::string pages = page("configuration.md") + page("topologies.md") + page("traffic.md");
    std::map<std::string, std::size_t> words;
    for (const PaperFile& paper : papers()) {
        words[paper.name] = paper.words.size();
        for (const auto& [word, ours] : paper.words) {
            for (const std::string& key : keys_in(ours)) {
                EXPECT_NE(pages.find(key.substr(key.rfind('.') + 1)), std::string::npos)
                    << paper.name << ": " << word;
            }
        }
    }
    for (const char* const name : {"shahrabi", "kim_das", "al_dubai", "dandamudi", "el_obaid"}) {
        EXPECT_GE(words[name], 10U) << name;
    }
}

TEST(Papers, OfFlitscopeAreNamedOnTheFirstPages) {
    for (const char* const author : {"Shahrabi", "Das", "Al-Dubai", "Dandamudi", "El-Obaid"}) {
        EXPECT_THAT(page("../README.md"), HasSubstr(author));
        EXPECT_THAT(page("README.md"), HasSubstr(author));
    }
}

/// A curve NAME_model, or of one of the profiles, is drawn in the colour of the curve NAME.
TEST(Papers, DrawPointsAndTheLineOfTheirModelInOneColour) {
    int pairs = 0;
    for (const PaperFile& paper : papers()) {
        for (const std::string& path : paper.figures) {
            std::map<std::string, CurveSource> drawn;
            for (CurveSource& each : read_figure(path, false).curves) {
                if (!each.hidden) {
                    drawn.emplace(each.name, each);
                }
            }
            for (const auto& [name, model] : drawn) {
                const auto simulated = drawn.find(name.substr(0, name.rfind('_')));
                const bool is_model = name.find("_model") != std::string::npos ||
                                      name.find("_paper") != std::string::npos;
                if (is_model && simulated != drawn.end() && simulated->first != name) {
                    ++pairs;
                    EXPECT_TRUE(model.colour == simulated->first ||
                                simulated->second.colour == name)
                        << path << ": " << name;
                }
            }
        }
    }
    EXPECT_GT(pairs, 40);
}

/// What no statement may say: a value without a number that would break it.
TEST(Papers, HaveNoTestThatCannotFail) {
    for (const PaperFile& paper : papers()) {
        for (const std::string& path : paper.figures) {
            for (const Statement& statement : read_figure(path, false).statements) {
                for (const StatementTest& test : statement.tests) {
                    const bool value = test.kind == StatementTest::Kind::value;
                    EXPECT_FALSE(value && test.low <= 0 && test.high == kUnlimited &&
                                 test.expressions[0].find_first_of("-(") == std::string::npos)
                        << path << ": " << statement.text;
                }
            }
        }
    }
}

}  // namespace
}  // namespace flitscope::tb
