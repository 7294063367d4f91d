// The names of other simulators: each leads to something that this version takes.
#include "testbenches/drive/configuration/foreign_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/configuration/known_keys.h"

namespace flitscope::tb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// The message of a configuration whose `key` is `value`; "": accepted.
std::string refused(const std::string& key, const std::string& value) {
    try {
        parse_config("c.yaml", "", {key + "=" + value}, ConfigUse::graph);
    } catch (const ConfigError& error) {
        return error.what();
    }
    return {};
}

TEST(ForeignNames, OfValuesAreUnknownHereAndLeadToOursOrSayWhatIsMissing) {
    for (const ForeignName& each : foreign_names()) {
        SCOPED_TRACE(std::string(each.place) + " " + each.name);
        const std::string ours = each.ours;
        if (*each.place == '\0') {
            continue;
        }
        const std::string message = refused(each.place, each.name);
        if (ours.empty()) {
            EXPECT_THAT(message, HasSubstr(std::string(": not in this version: ") + each.note));
        } else {
            EXPECT_THAT(message, HasSubstr("did you mean \"" + ours + "\"?"));
            EXPECT_THAT(refused(each.place, ours), Not(HasSubstr("unknown value")));
        }
    }
}

TEST(ForeignNames, OfKeysLeadToAKey) {
    for (const ForeignName& each : foreign_names()) {
        SCOPED_TRACE(std::string(each.place) + " " + each.name);
        if (*each.place == '\0') {
            EXPECT_THAT(known_keys(), testing::Contains(each.ours));
            EXPECT_THAT(refused(each.name, "1"),
                        HasSubstr(std::string("did you mean \"") + each.ours + "\"?"));
            EXPECT_THAT(keys_meant_by(each.name), ElementsAre(each.ours));
        }
    }
}

TEST(ForeignNames, MayBeInCapitals) {
    EXPECT_THAT(refused("routing.algorithm", "XY"), HasSubstr("did you mean \"dimension_order\"?"));
    EXPECT_THAT(refused("topology.kind", "MESH"), HasSubstr("did you mean \"mesh\"?"));
}

/// BookSim2 has `topology = torus`, and no sections.
TEST(ForeignNames, OfWholeSectionsLeadToTheirKey) {
    const auto meant = [](const std::string& section, const std::string& word) {
        const std::string message = refused(section, word);
        EXPECT_THAT(message, HasSubstr("not a section; accepted: keys with values"));
        const std::size_t at = message.find("; did you mean ");
        return at == std::string::npos ? "" : message.substr(at + 15);
    };
    EXPECT_EQ(meant("topology", "torus"), "\"topology: {kind: torus}\"?");
    EXPECT_EQ(meant("routing", "xy"), "\"routing: {algorithm: dimension_order}\"?");
    EXPECT_EQ(meant("traffic", "bitcomp"), "\"traffic: {pattern: bit_complement}\"?");
    EXPECT_EQ(meant("topology", "7"), "");
    EXPECT_EQ(meant("topology", "cmesh"), "\"topology: {kind: concentrated_mesh}\"?");
    EXPECT_EQ(meant("topology", "fly"), "");
    EXPECT_EQ(meant("waves", "true"), "");
}

TEST(KnownKeys, ThatStandInTheWrongPlaceAreNamedWithTheirPath) {
    EXPECT_THAT(refused("load", "0.2"), HasSubstr("did you mean \"traffic.load\"?"));
    EXPECT_THAT(refused("router.latency", "2"), HasSubstr("did you mean \"link.latency\"?"));
    EXPECT_THAT(refused("router.vcs", "2"), HasSubstr("did you mean \"router.virtual_channels\"?"));
    try {
        parse_config("c.yaml", "router.pipeline: 3\n", {}, ConfigUse::graph);
        FAIL() << "accepted";
    } catch (const ConfigError& error) {
        EXPECT_THAT(error.what(), HasSubstr("did you mean \"router: {pipeline: 3}\"?"));
    }
}

TEST(KnownKeys, AreMeantByTheirPathsTheirLastWordsAndWhatIsNearThem) {
    EXPECT_THAT(keys_meant_by("router.pipeline"), ElementsAre("router.pipeline"));
    EXPECT_THAT(keys_meant_by("buffer-flits"), ElementsAre("router.buffer_flits"));
    EXPECT_THAT(keys_meant_by("pipelin"), ElementsAre("router.pipeline"));
    EXPECT_THAT(keys_meant_by("alpha_omega"), IsEmpty());
    EXPECT_THAT(keys_meant_by("topology"), ElementsAre("topology.kind"));
    EXPECT_THAT(keys_meant_by("vcs"), ElementsAre("router.virtual_channels"));
    EXPECT_EQ(keys_meant_by("routers"), std::vector<std::string>{"waves.routers"});
}

}  // namespace
}  // namespace flitscope::tb
