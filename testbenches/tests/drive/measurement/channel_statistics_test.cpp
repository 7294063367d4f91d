#include "testbenches/drive/measurement/channel_statistics.h"

#include <gtest/gtest.h>

#include "testbenches/tests/drive/measurement/fake_network.h"

namespace flitscope::tb {
namespace {

/// Runs nothing but time, in jumps.
class Clock : public rtl::NetworkClient {
public:
    rtl::Cycle next_edge() const override { return next_; }
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        if (edge == 80) {
            start = ChannelSnapshot(network, per_channel);
            next_ = 240;
        }
        if (edge == 240) {
            end = ChannelSnapshot(network, per_channel);
        }
        return edge < 240;
    }
    void delivered(const rtl::Delivery& /*delivery*/) override {}

    bool per_channel = true;
    ChannelSnapshot start, end;

private:
    rtl::Cycle next_ = 80;
};

TEST(ChannelStatistics, AverageOverTheChannelsOfAClassAndTheWindow) {
    FakeSetup setup;
    setup.description.links[1].cycles_per_flit = 2;
    Clock clock;
    setup.network->run(clock, rtl::kNever);
    const auto classes = ChannelSnapshot::between(clock.start, clock.end, 160, setup.description);
    ASSERT_EQ(classes.size(), 2U);
    EXPECT_EQ(classes[0].name, "dimension 0");
    // Ports 0 and 1 are as many: 1/8 and 2/8 flits a cycle; every second router has blocked heads.
    EXPECT_DOUBLE_EQ(classes[0].mean.utilisation, 1.5 / 8);
    EXPECT_DOUBLE_EQ(*classes[0].mean.blocking_probability, 0.25);
    EXPECT_DOUBLE_EQ(classes[0].mean.vc_busy[0], 1 - 1.5 / 8);
    EXPECT_DOUBLE_EQ(classes[0].mean.vc_busy[1], 1.5 / 8);
    EXPECT_EQ(classes[0].mean.vc_busy.size(), 5U);
    // Ports 2 and 3, two cycles a flit.
    EXPECT_DOUBLE_EQ(classes[1].mean.utilisation, 2 * 3.5 / 8);

    ASSERT_EQ(classes[0].channels.size(), 2U * 7 * 4);
    EXPECT_EQ(classes[0].channels[0].from, 0);
    EXPECT_EQ(classes[0].channels[0].to, 1);
    EXPECT_DOUBLE_EQ(classes[0].channels[0].utilisation, 1.0 / 8);
    EXPECT_DOUBLE_EQ(*classes[0].channels[0].blocking_probability, 0.5);
    EXPECT_EQ(classes[1].channels.size(), 2U * 8 * 3);
}

TEST(ChannelStatistics, ChannelsAreListedOnlyWhereAskedFor) {
    FakeSetup setup;
    Clock clock;
    clock.per_channel = false;
    setup.network->run(clock, rtl::kNever);
    const auto classes = ChannelSnapshot::between(clock.start, clock.end, 160, setup.description);
    EXPECT_TRUE(classes[0].channels.empty());
    EXPECT_DOUBLE_EQ(classes[0].mean.utilisation, 1.5 / 8);
}

TEST(ChannelStatistics, LoadsAreThoseOfTheListedChannelsInTheirOrder) {
    FakeSetup setup;
    setup.description.links[1].cycles_per_flit = 2;
    Clock clock;
    setup.network->run(clock, rtl::kNever);
    const auto loads = ChannelSnapshot::loads(clock.start, clock.end, 160, setup.description);
    std::size_t at = 0;
    for (const auto& one :
         ChannelSnapshot::between(clock.start, clock.end, 160, setup.description)) {
        for (const ChannelResult& channel : one.channels) {
            ASSERT_LT(at, loads.size());
            EXPECT_EQ(loads[at].utilisation, channel.utilisation);
            EXPECT_EQ(loads[at].blocking_probability, channel.blocking_probability);
            ++at;
        }
    }
    EXPECT_EQ(at, loads.size());
    // Without a start everything since cycle 0 counts.
    EXPECT_GT(ChannelSnapshot::loads({}, clock.end, 160, setup.description)[0].utilisation,
              loads[0].utilisation);
    EXPECT_TRUE(ChannelSnapshot::loads({}, {}, 160, setup.description).empty());
}

TEST(ChannelStatistics, WithoutHeadsThereIsNoBlockingProbability) {
    FakeSetup setup;
    const ChannelSnapshot nothing(*setup.network, false);
    const auto classes = ChannelSnapshot::between(nothing, nothing, 10, setup.description);
    EXPECT_FALSE(classes[0].mean.blocking_probability.has_value());
    EXPECT_EQ(classes[0].mean.utilisation, 0);
}

}  // namespace
}  // namespace flitscope::tb
