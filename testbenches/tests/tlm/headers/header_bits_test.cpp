#include "tlm/headers/header_bits.h"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>
#include <vector>

namespace flitscope::tl {
namespace {

using rtl::Control;

/// Two entries a flit, in a network of 8 nodes: 1 + 2 * (1 + 3 + 2) + 3 + 1 + 2 bits.
const HeaderFormat kTwo{2, 8, 2, 4};

std::string text(const HeaderBits& bits) {
    std::string digits;
    for (const bool bit : bits) {
        digits += bit ? '1' : '0';
    }
    return digits;
}
HeaderBits bits(const std::string& digits) {
    HeaderBits found;
    for (const char digit : digits) {
        if (digit != ' ') {
            found.push_back(digit == '1');
        }
    }
    return found;
}

bool same(const rtl::Header& a, const rtl::Header& b) {
    const auto equal = [](const rtl::HeaderEntry& x, const rtl::HeaderEntry& y) {
        return x.address == y.address && x.control == y.control;
    };
    return a.routing == b.routing && a.first_port == b.first_port &&
           std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(),
                      equal);
}

/// What decode says, or "" where it takes the flits.
std::string refused(HeaderKind kind, const std::vector<HeaderBits>& flits,
                    const HeaderFormat& format = kTwo) {
    try {
        decode(kind, flits, format);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return {};
}
std::string refused(HeaderKind kind, const rtl::Header& worm, const HeaderFormat& format = kTwo) {
    try {
        encode(kind, worm, format);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return {};
}

TEST(HeaderBits, LieAsTheFormatSays) {
    // Three entries, so two header flits; the lowest bit first.
    const rtl::Header list{{{1}, {6}, {4}}, 1, 2};
    const std::vector<HeaderBits> flits = encode(HeaderKind::destination_list, list, kTwo);
    ASSERT_EQ(flits.size(), 2U);
    //                             error valid addresses control header more named routing port
    EXPECT_EQ(text(flits[0]), text(bits("0 11  100 011   01 01   1      1    1     1       01")));
    EXPECT_EQ(text(flits[1]), text(bits("0 10  001 000   01 00   1      0    1     1       01")));
    const rtl::Header path{{{7, Control::pass}, {3, Control::receive}}};
    const std::vector<HeaderBits> one = encode(HeaderKind::coded_path, path, kTwo);
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(text(one[0]), text(bits("0 11  111 110   01 11   1      0    0     0       00")));
}

/// A header of either kind that a source may send, in a format that has room for it.
class RandomHeader {
public:
    explicit RandomHeader(unsigned seed) : random_(seed) {}
    int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

    HeaderFormat format() { return {1 + below(5), 2 + below(1000), 1 + below(4), 1 + below(9)}; }
    rtl::Header worm(HeaderKind kind, const HeaderFormat& format) {
        rtl::Header made;
        made.routing = below(format.routings);
        made.first_port = below(format.ports + 1) - 1;
        for (int left = 1 + below(kind == HeaderKind::coded_path ? 2 : 9); left > 0; --left) {
            topo::NodeId address = below(format.nodes);
            if (!made.entries.empty() && made.entries.back().address == address) {
                address = (address + 1) % format.nodes;
            }
            const auto control =
                kind == HeaderKind::coded_path ? static_cast<Control>(1 + below(3)) : Control::pass;
            made.entries.push_back({address, control});
        }
        return made;
    }

private:
    std::mt19937 random_;
};

TEST(HeaderBits, BringEveryHeaderBack) {
    RandomHeader random(1);
    for (int i = 0; i < 10000; ++i) {
        const HeaderFormat format = random.format();
        const auto kind =
            random.below(2) == 0 ? HeaderKind::coded_path : HeaderKind::destination_list;
        const rtl::Header worm = random.worm(kind, format);
        const std::vector<HeaderBits> flits = encode(kind, worm, format);
        ASSERT_EQ(flits.size(),
                  (worm.entries.size() + static_cast<std::size_t>(format.entries) - 1) /
                      static_cast<std::size_t>(format.entries));
        for (const HeaderBits& flit : flits) {
            ASSERT_EQ(flit.size(), static_cast<std::size_t>(format.width()));
        }
        ASSERT_TRUE(same(decode(kind, flits, format), worm)) << "header " << i;
    }
}

/// Routers mark entries invalid, and drop flits that have no other ones left.
TEST(HeaderBits, OfAMessageUnderWayAreWhatIsLeftOfItsHeader) {
    RandomHeader random(2);
    for (int i = 0; i < 5000; ++i) {
        const HeaderFormat format = random.format();
        rtl::Header worm = random.worm(HeaderKind::destination_list, format);
        std::vector<HeaderBits> flits = encode(HeaderKind::destination_list, worm, format);
        const auto served =
            static_cast<std::size_t>(random.below(static_cast<int>(worm.entries.size())));
        const auto per_flit = static_cast<std::size_t>(format.entries);
        flits.erase(flits.begin(), flits.begin() + static_cast<std::ptrdiff_t>(served / per_flit));
        for (std::size_t e = 0; e < served % per_flit; ++e) {
            flits[0][1 + e] = false;  // entry_valid
        }
        worm.entries.erase(worm.entries.begin(),
                           worm.entries.begin() + static_cast<std::ptrdiff_t>(served));
        ASSERT_TRUE(same(decode(HeaderKind::destination_list, flits, format), worm));
    }
}

/// Whatever one wrong bit makes of a header: it is refused, or is another header, never the same.
TEST(HeaderBits, NeverHideAWrongBitThatMeansSomething) {
    RandomHeader random(3);
    int refusals = 0;
    for (int i = 0; i < 5000; ++i) {
        const HeaderFormat format = random.format();
        const rtl::Header worm = random.worm(HeaderKind::coded_path, format);
        std::vector<HeaderBits> flits = encode(HeaderKind::coded_path, worm, format);
        HeaderBits& flit =
            flits[static_cast<std::size_t>(random.below(static_cast<int>(flits.size())))];
        const auto at = static_cast<std::size_t>(random.below(format.width()));
        const HeaderBits right = flit;
        flit[at] = !flit[at];
        try {
            const rtl::Header found = decode(HeaderKind::coded_path, flits, format);
            if (same(found,
                     worm)) {  // of an entry that is not valid, or of a port that is not named
                ASSERT_TRUE(rtl::same(unpack(flit, format), unpack(right, format))) << "bit " << at;
            }
        } catch (const std::invalid_argument& error) {
            ASSERT_EQ(std::string(error.what()).rfind("header: ", 0), 0U) << error.what();
            ++refusals;
        }
    }
    EXPECT_GT(refusals, 1000);
}

TEST(HeaderBits, ThatAreMalformedAreRefusedByFlitAndEntry) {
    const auto list = HeaderKind::destination_list;
    const HeaderBits more = bits("0 11  100 011   01 01   1      1    0     0       00");
    const HeaderBits last = bits("0 10  001 000   01 00   1      0    0     0       00");
    ASSERT_EQ(refused(list, {more, last}), "");
    EXPECT_EQ(refused(list, std::vector<HeaderBits>{}), "header: no flits");
    EXPECT_EQ(refused(list, {more}), "header: flit 0: another header flit must follow");
    EXPECT_EQ(refused(list, {last, last}),
              "header: flit 0: it is the last, and another one follows");
    EXPECT_EQ(refused(list, {HeaderBits(18)}), "header: a flit of 18 bits, must be 19");
    const auto with = [&](const char* digits) { return refused(list, {more, bits(digits)}); };
    EXPECT_EQ(with("0 10  001 000   01 00   0      0    0     0       00"),
              "header: flit 1: no header flit");
    EXPECT_EQ(with("1 10  001 000   01 00   1      0    0     0       00"),
              "header: flit 1: the bit error is set");
    EXPECT_EQ(with("0 10  001 000   01 00   1      0    0     1       00"),
              "header: flit 1: another routing than flit 0");
    EXPECT_EQ(with("0 10  001 000   01 00   1      0    1     0       00"),
              "header: flit 1: another first port than flit 0");
    EXPECT_EQ(with("0 00  001 000   01 00   1      0    0     0       00"),
              "header: flit 1: no valid entry");
    EXPECT_EQ(with("0 01  001 000   01 00   1      0    0     0       00"),
              "header: flit 1, entry 1: valid behind the end of the header");
    EXPECT_EQ(with("0 10  001 000   00 00   1      0    0     0       00"),
              "header: entry 2, address 4: control field 00");
    EXPECT_EQ(with("0 10  001 000   11 00   1      0    0     0       00"),
              "header: entry 2, address 4: control field 11 in a list, must be 10");
    EXPECT_EQ(with("0 10  011 000   01 00   1      0    0     0       00"),
              "header: entry 2, address 6: twice in a row");
    EXPECT_EQ(refused(HeaderKind::unicast, {more, last}), "header: a unicast has none");
    HeaderFormat seven = kTwo;
    seven.nodes = 5;
    EXPECT_EQ(refused(list, {more, last}, seven), "header: address 6 must be less than 5");
}

TEST(HeaderBits, AreMadeOfNoHeaderThatTheyCannotSay) {
    const auto path = HeaderKind::coded_path;
    EXPECT_EQ(refused(path, rtl::Header{}), "header: no entries");
    EXPECT_EQ(refused(path, rtl::Header{{{8}}}), "header: address 8 must be less than 8");
    EXPECT_EQ(refused(path, rtl::Header{{{-1}}}), "header: address -1 is negative");
    EXPECT_EQ(refused(path, rtl::Header{{{1}}, 2}), "header: routing 2 must be less than 2");
    EXPECT_EQ(refused(path, rtl::Header{{{1}}, -1}), "header: routing -1 is negative");
    EXPECT_EQ(refused(path, rtl::Header{{{1}}, 0, 4}), "header: first port 4 must be less than 4");
    EXPECT_EQ(refused(path, rtl::Header{{{1, Control::none}}}),
              "header: entry 0, address 1: control field 00");
    EXPECT_EQ(refused(path, rtl::Header{{{1}, {1}}}), "header: entry 1, address 1: twice in a row");
}

}  // namespace
}  // namespace flitscope::tl
