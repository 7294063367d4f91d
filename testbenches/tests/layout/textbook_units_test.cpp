// The form of the units of level signal: what a SystemC book shows, and nothing beside.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;

const fs::path kUnits = fs::path(FLITSCOPE_SOURCE_DIR) / "rtl_models/signal/units";

std::string text_of(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// Calls visit(name, text) for every source.
template <typename Visit>
void for_each_source(const Visit& visit) {
    for (const auto& entry : fs::directory_iterator(kUnits)) {
        visit(entry.path().filename().string(), text_of(entry.path()));
    }
}

/// Calls visit(match) for all that `pattern` finds.
template <typename Visit>
void for_each_match(const std::string& text, const std::string& pattern, const Visit& visit) {
    const std::regex regex(pattern);
    for (auto found = std::sregex_iterator(text.begin(), text.end(), regex);
         found != std::sregex_iterator(); ++found) {
        visit(*found);
    }
}

TEST(TextbookUnits, HaveNoBaseButAModuleAndTheirPorts) {
    int units = 0;
    for_each_source([&](const std::string& file, const std::string& text) {
        for_each_match(text, R"(\nclass (\w+) : ([^{]*sc_module[^{]*)\{)", [&](const auto& m) {
            const bool vc_selector = m[1] == "SwitchVcSelector";  // in the VC allocator's place
            const std::string ports =
                ", public " + (vc_selector ? "VcAllocator" : m[1].str()) + "Ports";
            const std::string bases = std::regex_replace(m[2].str(), std::regex(R"(\s+)"), " ");
            EXPECT_TRUE(bases == "public sc_core::sc_module " ||
                        bases == "public sc_core::sc_module" + ports + " ")
                << file << ": " << bases;
            ++units;
        });
    });
    EXPECT_EQ(units, 14) << "seven units of a router, its registers before and behind the "
                            "crossbar, the combining unit "
                            "with its result port, and of router ideas the VC selector, the unit "
                            "of bypass and the priorities of VCs";
}

TEST(TextbookUnits, SayEverythingInTheConstructor) {
    for_each_source([&](const std::string& file, const std::string& text) {
        for (const char* const word :
             {"end_of_elaboration", "start_of_simulation", "before_end_of_elaboration",
              "dynamic_cast", "get_interface", "next_trigger", "sc_spawn", "Gate", "Wire<"}) {
            EXPECT_EQ(text.find(word), std::string::npos) << file << " says " << word;
        }
    });
}

TEST(TextbookUnits, IncludeBundlesAndDecisionsAndNothingElseOfTheLevel) {
    int includes = 0;
    for_each_source([&](const std::string& file, const std::string& text) {
        for_each_match(text, R"re(#include "([^"]*)/[^/"]*")re", [&](const auto& m) {
            const std::string folder = m[1].str();
            const bool router = folder.rfind("rtl_models/router", 0) == 0;
            EXPECT_TRUE(router || folder == "rtl_models/signal/bundles" ||
                        folder == "rtl_models/signal/units")
                << file << " includes " << m[0].str();
            ++includes;
        });
    });
    EXPECT_GT(includes, 30);
}

/// An edge is a process of its own; the other processes read what changes and are told by nobody.
TEST(TextbookUnits, ChangeRegistersAtTheEdgeOfTheirClock) {
    int edges = 0;
    for_each_source([&](const std::string& file, const std::string& text) {
        for_each_match(text, R"(SC_METHOD\(edge\);\s*([^;]*;\s*[^;]*;))", [&](const auto& m) {
            const std::string body = std::regex_replace(m[1].str(), std::regex(R"(\s+)"), " ");
            EXPECT_EQ(body, "dont_initialize(); sensitive << clk_i.pos();") << file;
            ++edges;
        });
    });
    EXPECT_EQ(edges, 10) << "all but crossbar, header unit and VC selector have a clock";
}

}  // namespace
