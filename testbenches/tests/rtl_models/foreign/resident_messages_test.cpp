#include "rtl_models/foreign/resident_messages.h"

#include <gtest/gtest.h>

#include "rtl_models/foreign/device_violation.h"
#include "testbenches/tests/rtl_models/foreign/coder_setup.h"

namespace flitscope::cosim {
namespace {

DeviceDescription described(int tag_bits) {
    DeviceDescription description;
    description.head_style = HeadStyle::head_tail;
    description.vc_code = VcCode::binary;
    description.vcs = 2;
    description.head_fields = {field("d", FieldMeaning::destination, 0, 4)};
    if (tag_bits != 0) {
        description.head_fields.push_back(field("tag", FieldMeaning::message, 8, tag_bits));
        description.body_fields = {field("tag", FieldMeaning::message, 8, tag_bits),
                                   field("index", FieldMeaning::index, 40, 4)};
    }
    return description;
}

/// Node 5 of the 4x4 mesh, dimension order; network outputs as the topology has them.
class Messages {
public:
    explicit Messages(int tag_bits) : setup(described(tag_bits)) {
        parameters.virtual_channels = 2;
        parameters.buffer_flits = 4;
        parameters.pipeline = 1;
        inside =
            std::make_unique<ResidentMessages>(parameters, rtl::port_layout(parameters, 4),
                                               CoderSetup::kNode, setup.routes(), setup.coder());
    }
    void arrive(int input, const rtl::Flit& flit) { inside->arrive(input, flit, 0); }
    Departure leave(int output, const rtl::Flit& flit) {
        PortPins pins = setup.port(output);
        setup.coder().encode(pins, flit, output < 4 ? output : -1);
        return inside->leave(output, pins, setup.coder().see(pins), 10);
    }
    ViolationKind refused(int output, const rtl::Flit& flit) {
        try {
            leave(output, flit);
        } catch (const ViolationCause& cause) {
            return cause.kind();
        }
        ADD_FAILURE() << "accepted";
        return ViolationKind::finished;
    }
    int towards(topo::NodeId destination) const {
        const std::vector<int> outputs =
            setup.routes().outputs(CoderSetup::kNode, -1, 0, flit_of(0, 0, 1, 0, destination));
        return outputs.empty() ? 4 : outputs.front();
    }

    CoderSetup setup;
    rtl::RouterParameters parameters;
    std::unique_ptr<ResidentMessages> inside;
};

TEST(ResidentMessages, KnowsFlitsAgainOnTheirWayOut) {
    Messages m(8);
    for (std::uint32_t i = 0; i < 3; ++i) {
        m.arrive(4, flit_of(300, i, 3, 5, 7, 1));
        m.arrive(1, flit_of(301, i, 3, 4, 5, 0));
    }
    // The VC may change; head of 301 leaves between flits of 300.
    const Departure head = m.leave(m.towards(7), flit_of(300, 0, 3, 5, 7, 0));
    EXPECT_EQ(head.flit.message, 300U);
    EXPECT_EQ(head.flit.vc, 0);
    EXPECT_EQ(head.flit.hop, 1);
    EXPECT_EQ(head.input, 4);
    EXPECT_EQ(head.input_vc, 1);
    EXPECT_EQ(m.leave(4, flit_of(301, 0, 3, 4, 5, 1)).flit.hop, 0);
    for (std::uint32_t i = 1; i < 3; ++i) {
        EXPECT_EQ(m.leave(4, flit_of(301, i, 3, 4, 5, 1)).flit.index, i);
        EXPECT_EQ(m.leave(m.towards(7), flit_of(300, i, 3, 5, 7, 0)).flit.message, 300U);
    }
    EXPECT_TRUE(m.inside->empty());
}

TEST(ResidentMessages, TakesTheEarlierOfTwoAlikeWithoutATag) {
    Messages m(0);
    m.arrive(4, flit_of(1, 0, 1, 5, 7, 0));
    m.arrive(4, flit_of(2, 0, 1, 5, 7, 1));
    m.arrive(4, flit_of(3, 0, 1, 5, 6, 1));
    EXPECT_EQ(m.leave(m.towards(6), flit_of(3, 0, 1, 5, 6)).flit.message, 3U);
    EXPECT_EQ(m.leave(m.towards(7), flit_of(2, 0, 1, 5, 7)).flit.message, 1U);
    EXPECT_EQ(m.leave(m.towards(7), flit_of(2, 0, 1, 5, 7)).flit.message, 2U);
}

TEST(ResidentMessages, NamesWhatARouterMustNotDo) {
    const auto filled = [] {
        auto m = std::make_unique<Messages>(8);
        for (std::uint32_t i = 0; i < 3; ++i) {
            m->arrive(4, flit_of(20, i, 4, 5, 7, 0));
        }
        m->arrive(0, flit_of(21, 0, 2, 4, 7, 1));
        return m;
    };
    const auto east = [](const Messages& m) { return m.towards(7); };
    auto m = filled();
    EXPECT_EQ(m->refused(4, flit_of(20, 0, 4, 5, 7)), ViolationKind::wrong_turn);
    EXPECT_EQ(m->refused(east(*m), flit_of(22, 0, 4, 5, 7)), ViolationKind::unknown_flit);
    EXPECT_EQ(m->refused(east(*m), flit_of(20, 0, 4, 5, 6)), ViolationKind::unknown_flit);
    EXPECT_EQ(m->refused(east(*m), flit_of(20, 1, 4, 5, 7)), ViolationKind::unknown_flit);
    EXPECT_EQ(m->refused(east(*m), flit_of(20, 0, 1, 5, 7)), ViolationKind::length_mismatch);
    m->leave(east(*m), flit_of(20, 0, 4, 5, 7));
    EXPECT_EQ(m->refused(east(*m), flit_of(20, 0, 4, 5, 7)), ViolationKind::duplicated_flit);
    EXPECT_EQ(m->refused(east(*m), flit_of(20, 0, 4, 5, 7, 1)), ViolationKind::duplicated_flit);
    EXPECT_EQ(m->refused(east(*m), flit_of(21, 0, 2, 4, 7)), ViolationKind::interleaved);
    EXPECT_EQ(m->refused(east(*m), flit_of(21, 1, 4, 4, 7)), ViolationKind::interleaved);
    EXPECT_EQ(m->refused(east(*m), flit_of(20, 2, 4, 5, 7)), ViolationKind::lost_flit);
    m->leave(east(*m), flit_of(20, 1, 4, 5, 7));
    EXPECT_EQ(m->refused(east(*m), flit_of(20, 1, 4, 5, 7)), ViolationKind::duplicated_flit);
    m->leave(east(*m), flit_of(20, 2, 4, 5, 7));
    // The tail has not come in yet.
    EXPECT_EQ(m->refused(east(*m), flit_of(20, 3, 4, 5, 7)), ViolationKind::duplicated_flit);
}

TEST(ResidentMessages, TakesAMessageThatManyHaveOvertakenForLost) {
    Messages m(16);
    m.arrive(4, flit_of(0, 0, 1, 5, 7, 0));
    for (std::uint32_t i = 1; i <= ResidentMessages::kMostOvertaken; ++i) {
        m.arrive(4, flit_of(i, 0, 1, 5, 7, 0));
        m.leave(m.towards(7), flit_of(i, 0, 1, 5, 7));
    }
    m.arrive(4, flit_of(1000, 0, 1, 5, 7, 1));  // another VC
    m.leave(m.towards(7), flit_of(1000, 0, 1, 5, 7));
    m.arrive(4, flit_of(1001, 0, 1, 5, 7, 0));
    EXPECT_EQ(m.refused(m.towards(7), flit_of(1001, 0, 1, 5, 7)), ViolationKind::lost_flit);
}

TEST(ResidentMessages, FindsWhatCouldMoveAndDoesNot) {
    Messages m(8);
    m.arrive(4, flit_of(1, 0, 2, 5, 7, 0));
    const auto with = [](int vc) { return [vc](int, int of) { return of == vc; }; };
    const auto never = [](int, int) { return false; };
    for (int i = 0; i < 3 * ResidentMessages::kSamples; ++i) {
        ASSERT_EQ(m.inside->stuck(never), nullptr);
    }
    for (int i = 0; i < ResidentMessages::kSamples; ++i) {
        ASSERT_EQ(m.inside->stuck(with(1)), nullptr);
    }
    ASSERT_NE(m.inside->stuck(with(1)), nullptr);
    m.leave(m.towards(7), flit_of(1, 0, 2, 5, 7, 1));
    for (int i = 0; i < 3 * ResidentMessages::kSamples; ++i) {
        ASSERT_EQ(m.inside->stuck(with(1)), nullptr);  // nothing of it is here
    }
    m.arrive(4, flit_of(1, 1, 2, 5, 7, 0));
    for (int i = 0; i < 3 * ResidentMessages::kSamples; ++i) {
        ASSERT_EQ(m.inside->stuck(with(0)), nullptr);  // it holds VC 1
    }
    std::vector<rtl::VcWait> waits;
    m.inside->append_waits(waits, with(1));
    ASSERT_EQ(waits.size(), 1U);
    EXPECT_EQ(waits[0].output_vc, 1);
    EXPECT_TRUE(waits[0].movable);
}

}  // namespace
}  // namespace flitscope::cosim
