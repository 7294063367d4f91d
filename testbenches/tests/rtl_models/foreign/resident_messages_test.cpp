#include "rtl_models/foreign/resident_messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rtl_models/foreign/device_description.h"
#include "rtl_models/foreign/device_violation.h"
#include "testbenches/tests/rtl_models/foreign/coder_setup.h"

namespace flitscope::cosim {
namespace {

/// Bits of the tag in heads and in bodies; 0: neither tag nor index.
DeviceDescription described(int tag_bits, int body_tag_bits) {
    DeviceDescription description;
    description.head_style = HeadStyle::head_tail;
    description.outputs.vc_code = VcCode::binary;
    description.vcs = 2;
    description.head_fields = {field("d", FieldMeaning::destination, 0, 4)};
    if (tag_bits != 0) {
        description.head_fields.push_back(field("tag", FieldMeaning::message, 8, tag_bits));
    }
    if (body_tag_bits != 0) {
        description.body_fields = {field("tag", FieldMeaning::message, 8, body_tag_bits),
                                   field("index", FieldMeaning::index, 40, 4)};
    }
    return description;
}

/// Node 5 of the 4x4 mesh, dimension order; network outputs as the topology has them.
class Messages {
public:
    explicit Messages(int tag_bits) : Messages(tag_bits, tag_bits) {}
    Messages(int tag_bits, int body_tag_bits) : setup(described(tag_bits, body_tag_bits)) {
        parameters.virtual_channels = 2;
        parameters.buffer_flits = 4;
        parameters.pipeline = 1;
        inside =
            std::make_unique<ResidentMessages>(parameters, rtl::port_layout(parameters, 4),
                                               CoderSetup::kNode, setup.routes(), setup.coder());
    }
    MessageTag arrive(int input, const rtl::Flit& flit) { return inside->arrive(input, flit, 0); }
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

// Heads without a tag, two messages for the same place: nobody can say which of them leaves first.
class EqualHeads : public testing::Test {
protected:
    /// Message 1 by input 4, 2 by input 1.
    void come(Messages& m, std::uint32_t length_of_1, std::uint32_t flits_of_1,
              std::uint32_t length_of_2, std::uint32_t flits_of_2) {
        for (std::uint32_t i = 0; i < flits_of_1; ++i) {
            m.arrive(4, flit_of(1, i, length_of_1, 5, 7, 0));
        }
        for (std::uint32_t i = 0; i < flits_of_2; ++i) {
            m.arrive(1, flit_of(2, i, length_of_2, 4, 7, 1));
        }
    }
};

TEST_F(EqualHeads, AreThoseOfTheMessageThatHasCome) {
    Messages m(0);
    come(m, 3, 1, 3, 3);
    const int east = m.towards(7);
    for (std::uint32_t i = 0; i < 3; ++i) {
        EXPECT_EQ(m.leave(east, flit_of(2, i, 3, 4, 7, 0)).flit.message, 2U);
    }
    EXPECT_EQ(m.leave(east, flit_of(1, 0, 3, 5, 7, 0)).flit.message, 1U);
    // Nobody is there whose flit this could be.
    EXPECT_EQ(m.refused(east, flit_of(1, 1, 3, 5, 7, 0)), ViolationKind::duplicated_flit);
}

TEST_F(EqualHeads, AreToldApartByATail) {
    Messages m(0);
    come(m, 3, 3, 1, 1);
    EXPECT_EQ(m.leave(m.towards(7), flit_of(2, 0, 1, 4, 7)).flit.message, 2U);
}

TEST_F(EqualHeads, ChangePlacesWhenABodySaysSo) {
    Messages m(0, 8);
    come(m, 3, 3, 3, 2);
    const int east = m.towards(7);
    EXPECT_EQ(m.leave(east, flit_of(2, 0, 3, 4, 7, 0)).flit.message, 1U);
    EXPECT_EQ(m.leave(east, flit_of(1, 0, 3, 5, 7, 1)).flit.message, 2U);
    const Departure second = m.leave(east, flit_of(2, 1, 3, 4, 7, 0));
    EXPECT_EQ(second.flit.message, 1U);
    EXPECT_EQ(second.input, 1);
    m.arrive(1, flit_of(2, 2, 3, 4, 7, 1));
    for (std::uint32_t i = 1; i < 3; ++i) {
        const Departure other = m.leave(east, flit_of(1, i, 3, 5, 7, 1));
        EXPECT_EQ(other.flit.message, 2U);
        EXPECT_EQ(other.flit.index, i);
        EXPECT_EQ(other.input, 4);
    }
    EXPECT_EQ(m.leave(east, flit_of(2, 2, 3, 4, 7, 0)).flit.message, 1U);
    EXPECT_TRUE(m.inside->empty());
}

TEST_F(EqualHeads, DoNotHideAMistakeThatFitsNoneOfThem) {
    Messages m(0, 8);
    come(m, 4, 4, 4, 4);
    const int east = m.towards(7);
    m.leave(east, flit_of(2, 0, 4, 4, 7));
    EXPECT_EQ(m.refused(east, flit_of(2, 2, 4, 4, 7)), ViolationKind::lost_flit);
    EXPECT_EQ(m.refused(east, flit_of(3, 1, 4, 4, 7)), ViolationKind::interleaved);
    EXPECT_EQ(m.refused(east, flit_of(2, 1, 2, 4, 7)), ViolationKind::length_mismatch);
}

TEST_F(EqualHeads, ThatNothingTellsApartInTimeAreTheDescriptionsFault) {
    // Message 1 leaves, of which all has come but the tail; 2 is taken for it.
    const auto refusal = [this](std::uint32_t length_of_2) {
        Messages m(0);
        come(m, 3, 2, length_of_2, length_of_2);
        try {
            m.leave(m.towards(7), flit_of(1, 0, 3, 5, 7));
            m.arrive(4, flit_of(1, 2, 3, 5, 7, 0));
            m.leave(m.towards(7), flit_of(1, 1, 3, 5, 7));
            m.leave(m.towards(7), flit_of(1, 2, 3, 5, 7));
        } catch (const DescriptionError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const auto says = testing::AllOf(
        testing::HasSubstr("flit.head: message 2 (4 to 7, "),
        testing::HasSubstr("and another message were in the device at once with equal heads"),
        testing::HasSubstr(". A field that holds `message` tells them apart"));
    EXPECT_THAT(refusal(2), says);
    EXPECT_THAT(refusal(4), says);
    EXPECT_EQ(refusal(3), "");
}

TEST(NarrowTags, AreGivenSoThatTheyDiffer) {
    Messages m(3);
    EXPECT_FALSE(m.arrive(4, flit_of(1, 0, 3, 5, 7, 0)).held_by);
    EXPECT_EQ(m.arrive(2, flit_of(9, 0, 1, 5, 6, 0)).value, 9U);  // for another place
    const MessageTag other = m.arrive(1, flit_of(17, 0, 2, 4, 7, 1));
    EXPECT_EQ(other.held_by, 1U);
    EXPECT_FALSE(other.shared);
    EXPECT_NE(other.value & 7U, 1U);
    EXPECT_EQ(other.value >> 3, 17U >> 3);
    EXPECT_EQ(m.arrive(1, flit_of(17, 1, 2, 4, 7, 1)).value, other.value);
    // Lengths differ, and the later one leaves first.
    const int east = m.towards(7);
    EXPECT_EQ(m.leave(east, flit_of(other.value, 0, 2, 4, 7)).flit.message, 17U);
    EXPECT_EQ(m.leave(east, flit_of(other.value, 1, 2, 4, 7)).flit.message, 17U);
    EXPECT_EQ(m.leave(east, flit_of(1, 0, 3, 5, 7)).flit.message, 1U);
    EXPECT_FALSE(m.arrive(1, flit_of(33, 0, 3, 4, 7, 1)).value == 33U);  // 1 is still inside
}

TEST(NarrowTags, AreSharedInAnInputVcWhenThereAreTooFew) {
    Messages m(1);
    m.arrive(1, flit_of(0, 0, 1, 4, 7, 0));
    m.arrive(4, flit_of(1, 0, 2, 5, 7, 0));
    m.arrive(4, flit_of(1, 1, 2, 5, 7, 0));
    const MessageTag third = m.arrive(4, flit_of(2, 0, 1, 5, 7, 0));
    EXPECT_EQ(third.held_by, 0U);
    EXPECT_TRUE(third.shared);
    EXPECT_EQ(third.value, 3U);  // tag 1, as the one before it
    const MessageTag fourth = m.arrive(2, flit_of(4, 0, 1, 6, 7, 0));
    EXPECT_TRUE(fourth.shared);
    EXPECT_EQ(fourth.value, 4U);
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
