// Header fields of flits as pins, docs/multicast_units.md, "Flits".
#include "rtl_models/router/header_pins.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "testbenches/tests/support/draw.h"

namespace flitscope::rtl {
namespace {

/// Flits of a multicast to nodes 5, 6, 7, two addresses per flit.
class HeaderPinsTest : public testing::Test {
protected:
    HeaderPinsTest() {
        headers_.addresses_per_flit = 2;
        header_.routing = 1;
        header_.first_port = 3;
        header_.entries = {{5, Control::pass}, {6, Control::receive}, {7, Control::stop}};
    }
    /// `served`: of the entries of flit `index`.
    Flit flit(std::uint32_t index, std::uint32_t served) const {
        Flit flit;
        flit.header = flit_header(header_, headers_, index);
        flit.index = index;
        flit.served = served;
        return flit;
    }
    HeaderPins pins(std::uint32_t index, std::uint32_t served) const {
        return header_pins(flit(index, served), headers_);
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
    EXPECT_EQ(text(pins(1, 1)), "- - ");
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

TEST_F(HeaderPinsTest, GiveTheFlitItsHeaderBack) {
    const std::vector<std::pair<std::uint32_t, std::uint32_t>> all = {
        {0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}};
    for (const auto& [index, served] : all) {
        const Flit sent = flit(index, served);
        Flit found = flit(1 - index, 0);
        found.index = index;
        EXPECT_NE(found, sent);
        take_header(found, header_pins(sent, headers_));
        EXPECT_EQ(found, sent) << index << ' ' << served;
    }
    Flit unicast;
    Flit found = flit(0, 0);
    take_header(found, header_pins(unicast, headers_));
    EXPECT_EQ(found, unicast);
}

TEST_F(HeaderPinsTest, OfWhichOthersThanTheFirstEntriesWereServedAreOfNoFlit) {
    HeaderPins odd = pins(0, 0);
    odd.entries.push_back(odd.entries[1]);
    odd.entries[1].valid = false;
    Flit found = flit(0, 0);
    take_header(found, odd);
    EXPECT_EQ(found.served, kNotInOrder);
    for (std::uint32_t served = 0; served <= 2; ++served) {
        EXPECT_NE(found, flit(0, served)) << served;
    }
}

TEST_F(HeaderPinsTest, OfAFlitOutliveTheMessage) {
    auto message = std::make_unique<Header>(header_);
    Flit sent;
    sent.header = flit_header(*message, headers_, 0);
    const Flit copy = sent;
    message->entries.assign(3, {9, Control::none});
    message.reset();
    sent.header = {};
    EXPECT_EQ(copy, flit(0, 0)) << "equal values, whoever made them";
}

/// What a router does with a head, read from its pins alone (docs/headers_and_branches.md, section
/// 1, and docs/multicast_units.md, "header_unit").
HeaderAction read_from(const HeaderPins& pins, topo::NodeId here, topo::NodeId nodes) {
    HeaderAction action;
    const auto& entries = pins.entries;
    const auto first = std::find_if(entries.begin(), entries.end(),
                                    [](const HeaderPins::Entry& each) { return each.valid; });
    const auto wrong = [&] {
        action.receive = action.error = true;
        return action;
    };
    if (first == entries.end() || first->address >= nodes) {
        return wrong();
    }
    if (first->address != here) {
        if (first->control == 0) {
            return wrong();
        }
        action.receive = (first->control & 1) != 0;
        action.forward = (first->control & 2) != 0;
        action.towards = first->address;
        return action;
    }
    action.receive = true;
    const auto next = first + 1;
    if (next == entries.end() || !next->valid) {
        action.drop = pins.more;
        return action;
    }
    if (next->address == here || next->address >= nodes) {
        return wrong();
    }
    action.forward = true;
    action.towards = next->address;
    return action;
}

/// Any header, sensible or not: the pins of its flits hold all of it, in order, and a router that
/// sees no more than the pins of one flit does what it should.
TEST(HeaderPinsAtRandom, HoldTheHeaderAndAllThatTheActionDependsOn) {
    tb::Draw draw(7);
    std::map<std::string, int> seen;
    for (int round = 0; round < 20000; ++round) {
        const topo::NodeId nodes = draw.number(2, 9);
        HeaderParameters headers;
        headers.addresses_per_flit = draw.number(0, 3);
        headers.longest = draw.number(7, 9);
        Header header;
        for (int i = draw.number(1, 7); i > 0; --i) {
            header.entries.push_back({draw.number(0, draw.chance(8) ? 2 * nodes : nodes - 1),
                                      static_cast<Control>(draw.number(0, 3))});
        }
        const auto all = static_cast<std::uint32_t>(header.entries.size());
        const std::uint32_t flits = headers.flits_of(all);
        const auto per_flit = static_cast<std::uint32_t>(headers.entries());
        std::string text;
        for (std::uint32_t index = 0; index <= flits; ++index) {
            Flit flit;
            flit.header = flit_header(header, headers, index);
            flit.index = index;
            const HeaderPins pins = header_pins(flit, headers);
            EXPECT_EQ(pins.header, index < flits);
            EXPECT_EQ(pins.more, index + 1 < flits);
            for (const HeaderPins::Entry& each : pins.entries) {
                if (each.valid) {
                    text += std::to_string(each.address) + ":" + std::to_string(each.control) + " ";
                }
            }
        }
        std::string wanted;
        for (const HeaderEntry& each : header.entries) {
            wanted += std::to_string(each.address) + ":" +
                      std::to_string(static_cast<int>(each.control)) + " ";
        }
        ASSERT_EQ(text, wanted);

        Flit leading;
        leading.index = static_cast<std::uint32_t>(draw.number(0, static_cast<int>(flits) - 1));
        leading.header = flit_header(header, headers, leading.index);
        const std::uint32_t before = leading.index * per_flit;
        leading.served = static_cast<std::uint32_t>(
            draw.number(0, static_cast<int>(std::min(per_flit, all - before))));
        const std::uint32_t served = before + leading.served;
        const topo::NodeId here = draw.chance(2) && served < all ? header.entries[served].address
                                                                 : draw.number(0, nodes - 1);
        const HeaderAction want =
            header_action(header, headers, served, leading.index, here, nodes, false);
        const HeaderAction by_flit =
            header_action(*leading.header, leading.served, here, nodes, false);
        ASSERT_EQ(std::tie(by_flit.error, by_flit.receive, by_flit.forward, by_flit.drop),
                  std::tie(want.error, want.receive, want.forward, want.drop));
        ASSERT_EQ(by_flit.served, want.served - before);
        const HeaderAction found = read_from(header_pins(leading, headers), here, nodes);
        ASSERT_EQ(std::tie(found.error, found.receive, found.forward, found.drop),
                  std::tie(want.error, want.receive, want.forward, want.drop))
            << text << "at " << here << ", flit " << leading.index << ", served " << served;
        if (want.forward) {
            ASSERT_EQ(found.towards, want.towards) << text << "at " << here;
        }
        ++seen[want.error ? "error" : want.drop ? "drop" : control_bits(want.control())];
    }
    EXPECT_EQ(seen.size(), 5U);  // with 01, 10 and 11
}

}  // namespace
}  // namespace flitscope::rtl
