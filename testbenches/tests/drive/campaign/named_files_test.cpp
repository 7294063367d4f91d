#include "testbenches/drive/campaign/named_files.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "testbenches/drive/campaign/content_hash.h"
#include "testbenches/tests/support/temporary_folder.h"

namespace flitscope::tb {
namespace {

using Json = nlohmann::ordered_json;

class NamedFilesTest : public ::testing::Test {
protected:
    Json hashes(const std::string& resolved) {
        return NamedFiles(folder_.path().string()).hashes(Json::parse(resolved));
    }

    TemporaryFolder folder_;
};

TEST_F(NamedFilesTest, AreThoseOfTopologyRoutesAndTrace) {
    folder_.write("net.graphml", "a");
    folder_.write("trace.csv", "b");
    const Json found = hashes(R"({"topology": {"file": "net.graphml"}, "routing": {"file": "none"},
                                  "traffic": {"file": "trace.csv"}})");
    EXPECT_EQ(found, Json({{"net.graphml", content_hash("a")}, {"trace.csv", content_hash("b")}}));
}

TEST_F(NamedFilesTest, PluginsAreAmongThemWhereverTheyAreNamed) {
    std::filesystem::create_directory(folder_.path() / "plugins");
    folder_.write("plugins/mine.so", "router");
    folder_.write("plugins/unit.so", "unit");
    const Json found = hashes(
        R"({"level": {"verilog": [{"router": "mine", "path": "plugins", "nodes": [3]}],
                      "units": [{"crossbar": {"plugin": "unit", "path": "plugins"}}]},
            "router": {"units": {"switch_allocator": {"plugin": "gone", "path": "plugins"}}}})");
    EXPECT_EQ(found, Json({{"plugins/mine.so", content_hash("router")},
                           {"plugins/unit.so", content_hash("unit")}}));
}

TEST_F(NamedFilesTest, APluginWithoutAFolderLiesInTheDefaultOne) {
    std::filesystem::create_directories(folder_.path() / "flitscope/rtl");
    folder_.write("flitscope/rtl/mine.so", "router");
    ::setenv("XDG_DATA_HOME", folder_.path().c_str(), 1);
    EXPECT_EQ(hashes(R"({"router": {"arbiters": {"switch": {"plugin": "mine"}}}})"),
              Json({{"mine.so", content_hash("router")}}));
}

}  // namespace
}  // namespace flitscope::tb
