// The header unit and its Verilog twin side by side: whatever is at the fronts, what is said of it
// is the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/cosim/verilated_unit.h"
#include "rtl_models/router/unit_names.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/whole/page_reference/header_units.h"
#include "testbenches/tests/whole/page_reference/page_scenario.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

constexpr int kRounds = 3000;

struct Outputs {
    explicit Outputs(const std::string& name)
        : head((name + "_head").c_str()),
          action((name + "_action").c_str()),
          served((name + "_served").c_str()) {}
    sc_core::sc_signal<rtl::Heads> head;
    sc_core::sc_signal<rtl::HeaderActions> action;
    sc_core::sc_signal<rtl::ServedEntries> served;
};

/// Both units of an input port, at the same signals.
class Twins {
public:
    Twins(const PageScenario& scenario, const cosim::UnitSet& set, int input)
        : description_(scenario.description()),
          ports_(rtl::port_layout(scenario.router, scenario.topology->ports(0))),
          input_(input),
          wanted_("wanted_" + std::to_string(input)),
          found_("found_" + std::to_string(input)) {
        const rtl::HeaderUnit::Parameters parameters = {input, ports_, vcs(), &description_};
        const std::string name = "input_" + std::to_string(input);
        ours_ = std::make_unique<rtl::HeaderUnit>(name.c_str(), parameters);
        theirs_ =
            cosim::verilated_maker<rtl::HeaderUnit>(set)((name + "_verilog").c_str(), parameters);
        bind(*ours_, wanted_);
        bind(dynamic_cast<rtl::HeaderUnitPorts&>(*theirs_), found_);
    }

    void draw(Draw& draw) {
        here_ = draw.number(0, description_.topology->nodes() - 1);
        node_.write(here_);
        rtl::PerVc<rtl::Flit> fronts(vcs());
        rtl::Heads heads;
        heads.of = rtl::PerVc<rtl::HeadFields>(vcs());
        for (int v = 0; v < used_vcs(); ++v) {
            fronts[v] = flit(draw);
            heads.valid |= draw.chance(4) ? 0 : vc_bit(v);
            heads.of[v] = {
                fronts[v].length,
                draw.number(0, 99),
                fronts[v].destination,
                static_cast<std::uint16_t>(draw.number(0, 65535)),
                static_cast<std::uint16_t>(draw.number(0, 999)),
                static_cast<std::uint8_t>(draw.number(0, description_.router.message_classes - 1))};
        }
        front_.write(fronts);
        head_.write(heads);
    }
    void expect_equal(std::map<std::string, int>& seen) const {
        const rtl::HeaderActions& want = wanted_.action.read();
        const rtl::HeaderActions& have = found_.action.read();
        ASSERT_EQ(have.valid, want.valid);
        ASSERT_EQ(have.forward, want.forward);
        ASSERT_EQ(have.receive, want.receive);
        ASSERT_EQ(have.drop, want.drop);
        ASSERT_EQ(have.error, want.error);
        ASSERT_EQ(found_.head.read().valid, wanted_.head.read().valid);
        rtl::for_each_bit(wanted_.head.read().valid, [&](int v) {
            rtl::HeadFields head = found_.head.read().of[v];
            const rtl::HeadFields& wanted = wanted_.head.read().of[v];
            const bool multicast = (want.valid >> v & 1) != 0;
            if (multicast && (want.forward >> v & 1) == 0) {
                head.destination = wanted.destination;  // goes nowhere
            }
            EXPECT_EQ(head, wanted) << "VC " << v;
            if (multicast) {
                EXPECT_EQ(have.of[v], want.of[v]) << "VC " << v;
            }
            ++seen[!multicast                     ? "unicast"
                   : (want.error >> v & 1) != 0   ? "error"
                   : (want.drop >> v & 1) != 0    ? "drop"
                   : (want.forward >> v & 1) == 0 ? "stop"
                   : (want.receive >> v & 1) != 0 ? "receive"
                                                  : "pass"];
        });
        for (int v = 0; v < vcs(); ++v) {
            EXPECT_EQ(found_.served.read().of[v], wanted_.served.read().of[v]) << "VC " << v;
        }
    }

private:
    void bind(rtl::HeaderUnitPorts& unit, Outputs& outputs) {
        unit.node_i(node_);
        unit.head_i(head_);
        unit.front_i(front_);
        unit.head_o(outputs.head);
        unit.action_o(outputs.action);
        unit.served_o(outputs.served);
    }
    int vcs() const { return description_.router.virtual_channels; }
    int used_vcs() const {
        return input_ < ports_.network ? vcs() : rtl::injection_vc_count(description_.router);
    }
    /// Any flit of any message, however senseless its header.
    rtl::Flit flit(Draw& draw) {
        const int nodes = description_.topology->nodes();
        rtl::Flit flit;
        flit.message = ++messages_;
        flit.destination = draw.number(0, nodes - 1);
        if (draw.chance(5)) {
            flit.length = static_cast<std::uint32_t>(draw.number(1, 9));
            flit.index = static_cast<std::uint32_t>(draw.number(0, 2)) % flit.length;
            flit.kind = rtl::flit_kind(flit.index, flit.length);
            return flit;
        }
        rtl::Header header;
        const int entries = draw.number(
            1, description_.headers.addresses_per_flit == 0 ? description_.headers.longest : 7);
        for (int e = 0; e < entries; ++e) {
            const topo::NodeId other = draw.number(0, draw.chance(6) ? 2 * nodes : nodes - 1);
            header.entries.push_back(
                {draw.chance(3) ? here_ : other, static_cast<rtl::Control>(draw.number(0, 3))});
        }
        header.routing = draw.number(0, static_cast<int>(description_.headers.routings.size()) - 1);
        header.first_port = draw.number(-1, ports_.network - 1);
        const std::uint32_t flits = description_.headers.flits_of(header.entries.size());
        flit.index = static_cast<std::uint32_t>(draw.number(0, static_cast<int>(flits) - 1));
        flit.length = flits + static_cast<std::uint32_t>(draw.number(0, 3));
        flit.kind = rtl::flit_kind(flit.index, flit.length);
        flit.header = rtl::flit_header(header, description_.headers, flit.index);
        flit.served = static_cast<std::uint32_t>(
            draw.number(0, static_cast<int>(flit.header->entries.size())));
        return flit;
    }

    rtl::NetworkDescription description_;
    rtl::PortLayout ports_;
    int input_;
    topo::NodeId here_ = 0;
    std::uint32_t messages_ = 0;
    sc_core::sc_signal<std::int32_t> node_;
    sc_core::sc_signal<rtl::Heads> head_;
    sc_core::sc_signal<rtl::PerVc<rtl::Flit>> front_;
    Outputs wanted_;
    Outputs found_;
    std::unique_ptr<rtl::HeaderUnit> ours_;
    std::unique_ptr<sc_core::sc_module> theirs_;
};

void expect_twins(std::uint64_t seed, const std::vector<cosim::UnitSet>& units) {
    const FreshKernel kernel;
    const PageScenario scenario(seed, DrawnMessages::with_multicasts);
    SCOPED_TRACE(scenario.text());
    const auto set = std::find_if(units.begin(), units.end(), [](const cosim::UnitSet& each) {
        return each.unit == rtl::kHeaderUnit;
    });
    ASSERT_NE(set, units.end());
    const int inputs = rtl::port_layout(scenario.router, scenario.topology->ports(0)).inputs();
    std::vector<std::unique_ptr<Twins>> all;
    for (int input = 0; input < inputs; ++input) {
        all.push_back(std::make_unique<Twins>(scenario, *set, input));
    }
    Draw draw(seed);
    std::map<std::string, int> seen;
    for (int round = 0; round < kRounds; ++round) {
        for (const auto& twins : all) {
            twins->draw(draw);
        }
        sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_NS));
        for (const auto& twins : all) {
            twins->expect_equal(seen);
        }
        ASSERT_FALSE(testing::Test::HasFailure()) << "round " << round;
    }
    for (const char* const what : {"unicast", "error", "stop", "receive", "pass"}) {
        EXPECT_GT(seen[what], 100) << what;
    }
    EXPECT_EQ(seen["drop"] > 100, scenario.addresses_per_flit > 0);
}

TEST(HeaderTwin, HamiltonianAtDepth4) { expect_twins(172, cosim::verilated_units_headers_172()); }
TEST(HeaderTwin, TwoHeaderRoutings) { expect_twins(191, cosim::verilated_units_headers_191()); }
TEST(HeaderTwin, SharedArbiters) { expect_twins(192, cosim::verilated_units_headers_192()); }

}  // namespace
}  // namespace flitscope::tb
