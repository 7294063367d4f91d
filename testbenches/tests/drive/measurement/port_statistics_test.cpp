#include <gtest/gtest.h>

#include <functional>

#include "testbenches/drive/measurement/channel_statistics.h"
#include "testbenches/tests/drive/measurement/fake_network.h"
#include "topologies/concentrated_mesh.h"

namespace flitscope::tb {
namespace {

/// Snapshots at edges 80 and 240 of a fake network, which passes a flit in every 4 cycles of an
/// injection port, and in every 8 of an ejection port of a node with an odd number.
struct Window : rtl::NetworkClient {
    explicit Window(const std::function<void(rtl::NetworkDescription&)>& change = {}) {
        FakeSetup setup;
        if (change) {
            change(setup.description);
        }
        FakeNetwork network(setup.description, {});
        network.run(*this, rtl::kNever);
    }
    rtl::Cycle next_edge() const override { return next_; }
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        (edge == 80 ? start : end) = PortSnapshot(network);
        next_ = 240;
        return edge < 240;
    }
    void delivered(const rtl::Delivery& /*delivery*/) override {}

    std::vector<PortClassResult> classes(bool per_port) const {
        return PortSnapshot::between(start, end, 160, per_port);
    }

    PortSnapshot start, end;

private:
    rtl::Cycle next_ = 80;
};

TEST(PortStatistics, AreTheFlitsOfAPortByTheCyclesOfTheWindow) {
    const Window window;
    const auto classes = window.classes(true);
    ASSERT_EQ(classes.size(), 2U);
    EXPECT_EQ(classes[0].name, "injection");
    EXPECT_EQ(classes[1].name, "ejection");
    EXPECT_DOUBLE_EQ(classes[0].utilisation, 0.25);
    EXPECT_DOUBLE_EQ(classes[1].utilisation, 0.0625);
    ASSERT_EQ(classes[1].ports.size(), 32U);
    // A mesh router has four network ports, connected or not.
    EXPECT_EQ(classes[1].ports[3].node, 3);
    EXPECT_EQ(classes[1].ports[3].port, 4);
    EXPECT_DOUBLE_EQ(classes[1].ports[3].utilisation, 0.125);
    EXPECT_EQ(classes[1].ports[2].utilisation, 0);
}

TEST(PortStatistics, PortsAreListedOnlyWhereAskedFor) {
    const auto classes = Window().classes(false);
    EXPECT_TRUE(classes[0].ports.empty());
    EXPECT_DOUBLE_EQ(classes[0].utilisation, 0.25);
}

TEST(PortStatistics, LocalPortsOfUnconnectedNetworkPortsAreNotCounted) {
    const Window window([](rtl::NetworkDescription& description) {
        description.router.injection_ports = rtl::kAll;
        description.router.ejection_ports = rtl::kAll;
    });
    const auto classes = window.classes(true);
    const std::size_t channels = 2 * (7 * 4 + 8 * 3);  // of the 8x4 mesh
    EXPECT_EQ(classes[0].ports.size(), channels);
    EXPECT_EQ(classes[1].ports.size(), 2 * channels);  // one per input, injection included
}

TEST(PortStatistics, EveryNodeOfARouterHasPortsThere) {
    const topo::ConcentratedMesh mesh({2, 2}, 3);
    const Window window([&](rtl::NetworkDescription& description) {
        description.topology = &mesh;
        description.router.injection_ports = 2;
    });
    const auto classes = window.classes(true);
    ASSERT_EQ(classes[0].ports.size(), 24U);
    EXPECT_EQ(classes[0].ports[3].node, 1);
    EXPECT_EQ(classes[0].ports[3].port, 4 + 3);
    EXPECT_EQ(classes[0].ports[23].node, 11);
    EXPECT_EQ(classes[0].ports[23].port, 4 + 5);
    ASSERT_EQ(classes[1].ports.size(), 12U);
    EXPECT_EQ(classes[1].ports[5].node, 5);
    EXPECT_EQ(classes[1].ports[5].port, 4 + 2);
    EXPECT_DOUBLE_EQ(classes[1].ports[5].utilisation, 0.125) << "of router 1";
}

TEST(PortStatistics, NodesWithAPortForEveryChannelHaveItEach) {
    const topo::ConcentratedMesh mesh({2, 2}, 3);  // two channels of four ports each
    const Window window([&](rtl::NetworkDescription& description) {
        description.topology = &mesh;
        description.router.injection_ports = rtl::kAll;
        description.router.ejection_ports = rtl::kAll;
    });
    const auto classes = window.classes(true);
    EXPECT_EQ(classes[0].ports.size(), 12U * 2);
    EXPECT_EQ(classes[1].ports.size(), 12U * (2 + 3 * 2));  // one per input of the router
}

TEST(PortStatistics, ANodeConsumesWhatItsPortsDo) {
    const Window window(
        [](rtl::NetworkDescription& description) { description.router.ejection_ports = 3; });
    const auto consumed = PortSnapshot::consumed(window.start, window.end, 32);
    EXPECT_EQ(consumed[4], 0U);
    EXPECT_EQ(consumed[5], 60U);
}

}  // namespace
}  // namespace flitscope::tb
