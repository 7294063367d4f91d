// Header fields of flits as pins, docs/multicast_units.md, "Flits".
#include "rtl_models/router/header_pins.h"

#include <gtest/gtest.h>

#include <string>

namespace flitscope::rtl {
namespace {

/// Flit `index` of a multicast to nodes 5, 6, 7 of which `served` are, two addresses per flit.
class HeaderPinsTest : public testing::Test {
protected:
    HeaderPinsTest() {
        headers_.addresses_per_flit = 2;
        header_.routing = 1;
        header_.first_port = 3;
        header_.entries = {{5, Control::pass}, {6, Control::receive}, {7, Control::stop}};
    }
    HeaderPins pins(std::uint32_t index, std::uint32_t served) const {
        Flit flit;
        flit.header = &header_;
        flit.index = index;
        flit.served = served;
        return header_pins(flit, headers_);
    }
    /// "5:10" for node 5 with bits 10, "-" for an entry that is not valid.
    static std::string text(const HeaderPins& pins) {
        std::string all;
        for (const HeaderPins::Entry& each : pins.entries) {
            all += each.valid ? std::to_string(each.address) + ":" +
                                    control_bits(static_cast<Control>(each.control)) + " "
                              : "- ";
        }
        return all;
    }

    HeaderParameters headers_;
    Header header_;
};

TEST_F(HeaderPinsTest, HoldTheEntriesOfTheirFlit) {
    EXPECT_EQ(text(pins(0, 0)), "5:10 6:11 ");
    EXPECT_EQ(text(pins(0, 1)), "- 6:11 ");
    EXPECT_EQ(text(pins(1, 0)), "7:01 - ");
    EXPECT_EQ(text(pins(1, 2)), "7:01 - ") << "served ones are in the flit before";
    EXPECT_EQ(text(pins(1, 3)), "- - ");
    EXPECT_TRUE(pins(0, 0).header);
    EXPECT_TRUE(pins(0, 0).more);
    EXPECT_FALSE(pins(1, 0).more);
    EXPECT_EQ(pins(0, 0).routing, 1);
    EXPECT_EQ(pins(0, 0).first_port, 3);
}

TEST_F(HeaderPinsTest, OfFlitsBehindTheHeaderAndOfUnicastsMeanNothing) {
    EXPECT_FALSE(pins(2, 0).header);
    EXPECT_FALSE(header_pins(Flit(), headers_).header);
    HeaderPins different = pins(2, 0);
    different.routing = 5;
    EXPECT_TRUE(same(different, pins(2, 0)));
    different.error = true;
    EXPECT_FALSE(same(different, pins(2, 0)));
}

TEST_F(HeaderPinsTest, AreTheSameWhereWhatMeansSomethingIs) {
    const HeaderPins one = pins(0, 1);
    HeaderPins other = one;
    other.entries[0] = {false, 9, 3};  // not valid in either
    EXPECT_TRUE(same(one, other));
    other.entries[1].control = 1;
    EXPECT_FALSE(same(one, other));
    other = one;
    other.entries[1].valid = false;
    EXPECT_FALSE(same(one, other));
    other = one;
    other.first_port = 2;
    EXPECT_FALSE(same(one, other));
    other = one;
    other.more = false;
    EXPECT_FALSE(same(one, other));
}

}  // namespace
}  // namespace flitscope::rtl
