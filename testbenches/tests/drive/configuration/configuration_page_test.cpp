// docs/configuration.md against the code: keys and defaults, tables, error messages, examples.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "rtl_models/router/router_parameter_table.h"
#include "testbenches/drive/configuration/capabilities.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/configuration/resolved_config.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using Json = nlohmann::ordered_json;

const std::filesystem::path kSource = FLITSCOPE_SOURCE_DIR;

std::string read_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    std::ostringstream content;
    content << file.rdbuf();
    return content.str();
}

std::string page() { return read_text(kSource / "docs" / "configuration.md"); }

std::string between(const std::string& text, const std::string& begin, const std::string& end,
                    std::size_t from = 0) {
    const std::size_t start = text.find(begin, from);
    const std::size_t stop = text.find(end, start);
    if (start == std::string::npos || stop == std::string::npos) {
        return {};
    }
    return text.substr(start + begin.size(), stop - start - begin.size());
}

/// "router.pipeline" -> 3, ... for every value of the resolved defaults.
void flatten(const Json& json, const std::string& path,
             std::vector<std::pair<std::string, Json>>& out) {
    if (!json.is_object()) {
        out.emplace_back(path, json);
        return;
    }
    for (const auto& [key, value] : json.items()) {
        flatten(value, path.empty() ? key : path + "." + key, out);
    }
}

TEST(ConfigurationPage, ListsEveryKeyWithItsDefault) {
    std::vector<std::pair<std::string, Json>> values;
    flatten(resolve(parse_config("empty", "")), {}, values);
    ASSERT_GT(values.size(), 35U);
    const std::string text = page();
    for (const auto& [key, value] : values) {
        SCOPED_TRACE(key);
        const std::string row = between(text, "| `" + key + "` |", "\n");
        ASSERT_NE(row, "") << "not in a table";
        const std::string shown = value.is_string() ? value.get<std::string>() : value.dump();
        if (key != "routing.algorithm") {  // depends on the topology
            EXPECT_THAT(row, HasSubstr("`" + shown + "`"));
        }
    }
}

std::string router_parameters_markdown() {
    std::string text = "| key | values | default | meaning |\n|---|---|---|---|\n";
    for (const rtl::RouterParameter& each : rtl::router_parameters()) {
        text += "| `router." + each.key + "` | " + each.accepted() +
                (each.takes_plugin ? ", `" + std::string(kPluginForm) + "`" : "") + " | `" +
                each.text(each.standard()) + "` | " + each.help + " |\n";
    }
    return text;
}

std::string capabilities_markdown() {
    std::string text = "| key | value |";
    std::string rule = "|---|---|";
    for (const std::string& level : level_names()) {
        text += " " + level + " |";
        rule += "---|";
    }
    text += "\n" + rule + "\n";
    for (const Capability& row : capabilities()) {
        text += "| `" + row.key + "` | " + row.value + " |";
        for (const std::string& level : level_names()) {
            const bool accepted =
                std::find(row.levels.begin(), row.levels.end(), level) != row.levels.end();
            text += accepted ? " yes |" : " no |";
        }
        text += "\n";
    }
    return text;
}

TEST(ConfigurationPage, HoldsTheTablesOfTheCode) {
    EXPECT_EQ(between(page(), "<!-- BEGIN capabilities -->\n", "<!-- END capabilities -->"),
              capabilities_markdown());
    EXPECT_EQ(
        between(page(), "<!-- BEGIN router parameters -->\n", "<!-- END router parameters -->"),
        router_parameters_markdown());
}

TEST(ConfigurationPage, QuotesErrorsAsTheyAre) {
    const std::string text = page();
    std::size_t examples = 0;
    const std::string mark = "```yaml\n";
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
        const std::string yaml = between(text, mark, "```\n", at);
        const std::string quoted = between(text, "```text\n", "\n```", at);
        SCOPED_TRACE(yaml);
        std::vector<std::string> overrides;
        const std::string set = between(yaml, "# --set ", "\n");
        if (!set.empty()) {
            overrides.push_back(set);
        }
        try {
            parse_config("network.yaml", yaml, overrides);
            ADD_FAILURE() << "accepted";
        } catch (const ConfigError& error) {
            EXPECT_EQ(quoted, std::string("flitscope: ") + error.what());
        }
        ++examples;
    }
    EXPECT_GE(examples, 10U);
}

TEST(Examples, AreAcceptedWithoutWarnings) {
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(kSource);  // examples name files from there
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("examples")) {
        if (entry.path().extension() == ".yaml") {
            SCOPED_TRACE(entry.path());
            EXPECT_THAT(read_config(entry.path().string()).warnings, testing::IsEmpty());
            ++count;
        }
    }
    std::filesystem::current_path(before);
    EXPECT_GE(count, 2U);
}

TEST(Examples, ThePapersRouterIsAsThePapersAssume) {
    const ExperimentConfig papers = read_config((kSource / "examples" / "papers.yaml").string());
    EXPECT_EQ(papers.topology.options.integer("dimensions"), 6);
    EXPECT_EQ(papers.router.virtual_channels, 4);
    EXPECT_EQ(papers.router.pipeline, 1);
    EXPECT_EQ(papers.router.injection_ports, rtl::kAll);
    EXPECT_EQ(papers.router.ejection_ports, rtl::kAll);
    EXPECT_EQ(papers.link.latency, 0);
    EXPECT_EQ(papers.traffic.startup_cycles, 1);
    EXPECT_EQ(papers.traffic.arrivals.name, "poisson");
    EXPECT_EQ(papers.traffic.length.options.integer("mean"), 32);
}

}  // namespace
}  // namespace flitscope::tb
