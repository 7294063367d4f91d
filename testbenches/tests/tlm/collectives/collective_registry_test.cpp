#include "tlm/collectives/collective_registry.h"

#include <gtest/gtest.h>

#include <set>

#include "testbenches/tests/tlm/collectives/plan_checks.h"
#include "topologies/mesh.h"

namespace flitscope::tl {
namespace {

std::string refusal(const topo::Topology& topology, const std::string& algorithm,
                    const PlanRequest& request) {
    try {
        plan_of(topology, algorithm, request);
    } catch (const OptionError& error) {
        return error.key() + ": " + error.what();
    }
    return "none";
}

TEST(CollectiveRegistry, NamesAreUniqueAndFound) {
    std::set<std::string> names;
    for (const CollectiveEntry& entry : collectives()) {
        EXPECT_TRUE(names.insert(entry.algorithm).second) << entry.algorithm;
        EXPECT_EQ(&find_collective(entry.algorithm), &entry);
    }
    EXPECT_THROW(find_collective("shouting"), OptionError);
}

TEST(CollectiveRegistry, RefusesDestinationsThatAreNone) {
    const topo::Mesh mesh({4, 4});
    EXPECT_EQ(refusal(mesh, "two_phase", {5, {1, 2}}), "none");
    EXPECT_EQ(refusal(mesh, "two_phase", {5, {}}),
              "destinations: two_phase is a multicast: it needs at least one destination");
    EXPECT_EQ(refusal(mesh, "two_phase", {5, {1, 5, 2}}),
              "destinations: the source, node 5, is among the destinations");
    EXPECT_EQ(refusal(mesh, "two_phase", {5, {7, 1, 7}}), "destinations: node 7 is named twice");
    EXPECT_EQ(refusal(mesh, "two_phase", {5, {16}}),
              "destinations: node: destinations = 16, must be 0..15");
    EXPECT_EQ(refusal(mesh, "two_phase", {5, {-1}}),
              "destinations: node: destinations = -1, must be 0..15");
    EXPECT_EQ(refusal(mesh, "two_phase", {16, {1}}), "source: node: source = 16, must be 0..15");
}

TEST(CollectiveRegistry, SaysWhichNetworksAnAlgorithmNeeds) {
    EXPECT_EQ(refusal(topo::Mesh({4}), "two_phase", {0, {1}}),
              "algorithm: two_phase does not fit a mesh of 4, it needs a mesh of two or three "
              "dimensions");
    EXPECT_EQ(refusal(*topo::make_topology("torus", {{"size", std::vector<std::int64_t>{4, 4}}}),
                      "two_phase", {0, {1}}),
              "algorithm: two_phase does not fit a torus, it needs a mesh of two or three "
              "dimensions");
    EXPECT_EQ(refusal(topo::Mesh({4, 4, 4}), "dual_path", {0, {1}}),
              "algorithm: dual_path does not fit a mesh of 4 x 4 x 4, it needs a mesh of two "
              "dimensions; in three dimensions take two_phase");
    EXPECT_EQ(refusal(topo::Mesh({4, 4, 4}), "multi_path", {0, {1}}),
              "algorithm: multi_path does not fit a mesh of 4 x 4 x 4, it needs a mesh of two "
              "dimensions; in three dimensions take six_phase");
    EXPECT_EQ(refusal(topo::Mesh({4}), "dual_path", {0, {1}}),
              "algorithm: dual_path does not fit a mesh of 4, it needs a mesh of two dimensions");
}

TEST(CollectiveRegistry, KnowsWhoseMessagesNeedHeaders) {
    for (const CollectiveEntry& entry : collectives()) {
        SCOPED_TRACE(entry.algorithm);
        const bool cube = entry.algorithm == "sbt";
        const auto topology =
            cube ? topo::make_topology("hypercube", {{"dimensions", std::int64_t{4}}})
                 : topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{4, 4}}});
        PlanRequest request;
        for (topo::NodeId node = 1; node < 16 && entry.goal == CollectiveGoal::multicast; ++node) {
            request.destinations.push_back(node);
        }
        const Plan plan = plan_of(*topology, entry.algorithm, request);
        bool headers = false;
        for (const PlanMessage& message : plan.messages()) {
            headers = headers || message.address_count > 1 ||
                      plan.addresses(message)->control != rtl::Control::pass;
        }
        EXPECT_EQ(headers, entry.messages == CollectiveMessages::headers);
    }
}

}  // namespace
}  // namespace flitscope::tl
