#include "rtl_models/foreign/flit_coder.h"

#include <gtest/gtest.h>

#include "rtl_models/foreign/device_violation.h"
#include "testbenches/tests/rtl_models/foreign/coder_setup.h"

namespace flitscope::cosim {
namespace {

DeviceDescription described(HeadStyle style, VcCode code, int vcs, bool coordinates) {
    DeviceDescription description;
    description.head_style = style;
    description.type_codes = {2, 1, 0, 3};
    description.outputs.vc_code = code;
    description.vcs = vcs;
    using M = FieldMeaning;
    if (coordinates) {
        description.head_fields = {coordinate("dx", M::destination_coordinate, 0, true, 0, 2),
                                   coordinate("dy", M::destination_coordinate, 1, false, 2, 2),
                                   coordinate("sx", M::source_coordinate, 0, false, 60, 4),
                                   coordinate("sy", M::source_coordinate, 1, true, 64, 3)};
    } else {
        description.head_fields = {field("d", M::destination, 30, 5), field("s", M::source, 0, 4)};
    }
    description.head_fields.push_back(field("length", M::length_less, 50, 6));
    description.head_fields.push_back(field("class", M::message_class, 70, 1));
    description.head_fields.push_back(field("tag", M::message, 80, 12));
    description.body_fields = {field("tag", M::message, 3, 7), field("index", M::index, 40, 2)};
    return description;
}

TEST(FlitCoder, DecodesWhatItEncodesInEveryStyle) {
    int checked = 0;
    for (const HeadStyle style :
         {HeadStyle::type_code, HeadStyle::head_tail, HeadStyle::last, HeadStyle::length}) {
        for (const VcCode code : {VcCode::none, VcCode::binary, VcCode::one_hot, VcCode::valid}) {
            const int vcs = code == VcCode::none ? 1 : 3;
            for (const bool coordinates : {false, true}) {
                CoderSetup setup(described(style, code, vcs, coordinates));
                for (int port = 0; port < 5; ++port) {
                    PortPins pins = setup.port(port);
                    EXPECT_FALSE(FlitCoder::valid(pins));
                    for (topo::NodeId to = 0; to < 16; ++to) {
                        for (std::uint32_t index = 0; index < 3; ++index) {
                            const std::uint32_t length = index == 0 && to % 3 == 0 ? 1 : 3;
                            rtl::Flit flit = flit_of(0xABCDE + static_cast<std::uint32_t>(to),
                                                     index, length, 15 - to, to, to % vcs);
                            flit.message_class = static_cast<std::uint8_t>(to % 2);
                            setup.coder().encode(pins, flit, port == 4 ? -1 : port);
                            ASSERT_TRUE(FlitCoder::valid(pins));
                            const SeenFlit seen = setup.coder().see(pins);
                            EXPECT_EQ(seen.vc, flit.vc);
                            EXPECT_EQ(seen.head.value_or(flit.is_head()), flit.is_head());
                            EXPECT_EQ(seen.tail.value_or(flit.is_tail()), flit.is_tail());
                            EXPECT_EQ(seen.tail.has_value(), style != HeadStyle::length);
                            if (flit.is_head()) {
                                const DecodedHead head = setup.coder().decode_head(pins, port);
                                EXPECT_EQ(head.destination, flit.destination);
                                EXPECT_EQ(head.source, flit.source);
                                EXPECT_EQ(head.length, flit.length);
                                EXPECT_EQ(head.message_class, flit.message_class);
                                EXPECT_EQ(head.message, flit.message & 0xFFFU);
                            } else {
                                const DecodedBody body = setup.coder().decode_body(pins);
                                EXPECT_EQ(body.message, flit.message & 0x7FU);
                                EXPECT_EQ(body.index, flit.index & 3U);
                            }
                            ++checked;
                        }
                    }
                    FlitCoder::clear(pins);
                    EXPECT_FALSE(FlitCoder::valid(pins));
                    EXPECT_EQ(pins.flit.read(0, 64), 0U);
                }
            }
        }
    }
    EXPECT_EQ(checked, 4 * 4 * 2 * 5 * 16 * 3);
}

TEST(FlitCoder, PutsReversedCoordinatesFromTheOtherEnd) {
    CoderSetup setup(described(HeadStyle::last, VcCode::none, 1, true));
    PortPins pins = setup.port(2);
    setup.coder().encode(pins, flit_of(1, 0, 2, 0, 7), 2);  // 7 is (3, 1)
    EXPECT_EQ(pins.flit.read(0, 2), 0U);                    // x = 3, reversed
    EXPECT_EQ(pins.flit.read(2, 2), 1U);
    EXPECT_EQ(pins.flit.read(64, 3), 3U);  // source y = 0, reversed
}

TEST(FlitCoder, FillsThePortThatOurRoutingTakes) {
    DeviceDescription description = described(HeadStyle::last, VcCode::none, 1, false);
    FlitField next = field("next", FieldMeaning::output_port, 10, 5);
    next.code = NumberCode::one_hot;
    description.head_fields.push_back(next);
    CoderSetup setup(description);
    PortPins pins = setup.port(0);
    for (topo::NodeId to = 0; to < 16; ++to) {
        const rtl::Flit head = flit_of(1, 0, 1, 5, to);
        setup.coder().encode(pins, head, -1);
        const std::vector<int> outputs = setup.routes().outputs(CoderSetup::kNode, -1, 0, head);
        const int expected = outputs.empty() ? setup.routes().local_port()
                                             : setup.routes().device_port(outputs.front());
        EXPECT_EQ(outputs.empty(), to == CoderSetup::kNode);
        EXPECT_EQ(pins.flit.read(10, 5), 1U << static_cast<unsigned>(expected)) << to;
    }
}

TEST(FlitCoder, RefusesCodesThatMeanNothing) {
    DeviceDescription description = described(HeadStyle::type_code, VcCode::one_hot, 3, false);
    description.type_codes = {1, 0, 0, 1};
    CoderSetup setup(description);
    PortPins pins = setup.port(1);
    setup.coder().encode(pins, flit_of(1, 0, 2, 0, 1, 1), 1);
    EXPECT_EQ(setup.coder().see(pins).head, true);
    EXPECT_FALSE(setup.coder().see(pins).tail);  // the codes do not tell
    pins.vc.write(0);
    EXPECT_THROW(setup.coder().see(pins), ViolationCause);
    pins.vc.write(5);
    EXPECT_THROW(setup.coder().see(pins), ViolationCause);
    pins.vc.write(4);
    pins.type.write(3);
    EXPECT_THROW(setup.coder().see(pins), ViolationCause);
}

TEST(FlitCoder, RefusesLengthsThatAreTooWide) {
    CoderSetup setup(described(HeadStyle::last, VcCode::none, 1, false));
    PortPins pins = setup.port(1);
    setup.coder().encode(pins, flit_of(1, 0, 64, 0, 1), 1);
    try {
        setup.coder().encode(pins, flit_of(9, 0, 65, 0, 1), 1);
        FAIL() << "accepted";
    } catch (const DescriptionError& error) {
        EXPECT_STREQ(error.what(),
                     "pins.yaml:0:0: flit.head.length: 6 bits cannot hold 64 of message 9");
    }
}

}  // namespace
}  // namespace flitscope::cosim
