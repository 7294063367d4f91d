// A bundle says its fields once: ==, <<, traces, pins and sizes follow, of the router's bundles and
// of somebody else's.
#include "rtl_models/signal/bundles/bundle_fields.h"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "rtl_models/signal/bundles/bundles.h"
#include "rtl_models/signal/bundles/pin_fields.h"
#include "rtl_models/signal/bundles/sized_bundle.h"
#include "testbenches/tests/support/pin_parameters.h"

namespace elsewhere {

namespace rtl = flitscope::rtl;
using rtl::operator==;
using rtl::operator<<;
using rtl::sc_trace;

struct Neighbour {
    std::uint8_t level = 0;
    std::int32_t port = -1;

    template <typename Visit>
    static constexpr void fields(Visit visit) {
        visit("level", &Neighbour::level, rtl::PinWidth::kind);
        visit("port", &Neighbour::port, rtl::PinOrNone{rtl::PinWidth::port, "port_valid"});
    }
};
/// All that a field may be.
struct Congestion {
    rtl::VcMask hot = 0;
    rtl::PerVc<std::uint16_t> flits;
    rtl::PerVc<Neighbour> of;

    template <typename Visit>
    static constexpr void fields(Visit visit) {
        visit("hot", &Congestion::hot, rtl::PinWidth::vcs);
        visit("flits", &Congestion::flits, rtl::PinWidth::count);
        visit("of", &Congestion::of);
    }
};

}  // namespace elsewhere

namespace flitscope::rtl {
namespace {

using elsewhere::Congestion;
using Texts = std::vector<std::string>;

constexpr PinSizes kSizes{5, 4, 2, 6, 2};

Congestion example() {
    auto congestion = sized_bundle<Congestion>(kSizes);
    congestion.hot = 2;
    congestion.flits[1] = 5;
    congestion.of[0] = {65, 3};
    return congestion;
}

TEST(BundleFields, AreAllCompared) {
    const Congestion whole = example();
    EXPECT_TRUE(whole == example());
    Congestion other = whole;
    other.hot = 3;
    EXPECT_FALSE(whole == other);
    other = whole;
    other.flits[0] = 1;
    EXPECT_FALSE(whole == other);
    other = whole;
    other.of[1].port = 0;
    EXPECT_FALSE(whole == other);
    EXPECT_FALSE(whole == Congestion()) << "which has no values";
}

TEST(BundleFields, ArePrintedInTheirOrder) {
    std::ostringstream text;
    text << example();
    EXPECT_EQ(text.str(), "hot 2 flits 0 5  of level 65 port 3 level 0 port -1 ");
    std::ostringstream credit;
    credit << Credit{6};
    EXPECT_EQ(credit.str(), "6") << "a field without a name";
}

/// The variables of a dump of SystemC's own.
Texts variables(const std::string& path) {
    std::ifstream file(path);
    Texts names;
    const std::regex variable(R"(\$var +wire +\d+ +\S+ +(\S+))");
    std::smatch found;
    for (std::string line; std::getline(file, line);) {
        if (std::regex_search(line, found, variable)) {
            names.push_back(found[1]);
        }
    }
    return names;
}

TEST(BundleFields, AreTracedByName) {
    const std::string path = testing::TempDir() + "flitscope_bundle_fields";
    sc_core::sc_trace_file* const file = sc_core::sc_create_vcd_trace_file(path.c_str());
    sc_core::sc_signal<Congestion> congestion{"congestion", example()};
    sc_core::sc_signal<Credit> credit{"credit", Credit{1}};
    sc_trace(file, congestion, "congestion");
    sc_trace(file, credit, "credit");
    sc_core::sc_start(1, sc_core::SC_NS);
    sc_core::sc_close_vcd_trace_file(file);
    EXPECT_EQ(
        variables(path + ".vcd"),
        (Texts{"congestion_hot", "congestion_flits_0", "congestion_flits_1", "congestion_0_level",
               "congestion_0_port", "congestion_1_level", "congestion_1_port", "credit"}));
}

TEST(BundleFields, HavePins) {
    Congestion congestion = example();
    std::vector<std::string> pins;
    PinFields<Congestion>::visit([&](const auto& pin) {
        std::string text = std::string(pin.name) + ' ' + parameter_of(pin.elements) + '*' +
                           parameter_of(pin.width);
        for (int at = 0; at < kSizes.number(pin.elements); ++at) {
            text += ' ' + std::to_string(pin.get(congestion, at));
        }
        pins.push_back(text);
    });
    EXPECT_EQ(pins, (Texts{"hot *VCS 2", "flits VCS*COUNT_WIDTH 0 5", "level VCS*KIND_WIDTH 65 0",
                           "port VCS*PORT_WIDTH 3 0", "port_valid VCS* 1 0"}));
}

TEST(BundleFields, ComeBackFromThePins) {
    const Congestion whole = example();
    auto read = sized_bundle<Congestion>(kSizes);
    PinFields<Congestion>::visit([&](const auto& pin) {
        for (int at = 0; at < kSizes.number(pin.elements); ++at) {
            pin.set(read, at, pin.get(whole, at));
        }
    });
    EXPECT_TRUE(read == whole) << read;
}

TEST(BundleFields, GiveTheSizes) {
    EXPECT_TRUE(is_sized(example(), sized_bundle<Congestion>(kSizes)));
    Congestion one_short = example();
    one_short.flits = PerVc<std::uint16_t>(1);
    EXPECT_FALSE(is_sized(one_short, example()));
    EXPECT_EQ(sized_bundle<Selects>(kSizes).size(), kSizes.outputs);
}

/// How many values a T takes in braces: its members.
struct Anything {
    template <typename T>
    operator T() const;
};
template <typename Void, typename T, typename... Given>
constexpr int kMembers = sizeof...(Given) - 1;
template <typename T, typename... Given>
constexpr int kMembers<std::void_t<decltype(T{std::declval<Given>()...})>, T, Given...> =
    kMembers<void, T, Given..., Anything>;

template <typename T>
void expect_all_members() {
    int fields = 0;
    T::fields([&](const auto&...) { ++fields; });
    EXPECT_EQ(fields, (kMembers<void, T>)) << "a member that is no field of " << T();
}

TEST(BundleFields, AreAllMembers) {
    expect_all_members<Congestion>();
    expect_all_members<ForVcs<Route>>();
    expect_all_members<HeadRequest>();
    expect_all_members<ActiveVc>();
    expect_all_members<Route>();
    expect_all_members<HeadFields>();
    expect_all_members<HeaderWay>();
    expect_all_members<HeaderActions>();
    expect_all_members<ServedEntries>();
    expect_all_members<Tails>();
    expect_all_members<VcGrants>();
    expect_all_members<VcStages>();
    expect_all_members<OutputState>();
    expect_all_members<Credit>();
}

}  // namespace
}  // namespace flitscope::rtl
