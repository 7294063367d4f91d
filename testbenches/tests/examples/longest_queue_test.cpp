// Longest queue first in C++, SystemC and Verilog, as examples/longest_queue has it: the same
// events, whoever decides. And a VC allocator in Verilog that reads buffers, too.
#include <gtest/gtest.h>

#include <map>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/router/allocators/decision_plugin.h"
#include "rtl_models/signal/network/unit_plugin.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/support/scripted_client.h"
#include "testbenches/tests/whole/page_reference/page_scenario.h"
#include "testbenches/tests/whole/verilog/network_scenario.h"
#include "testbenches/tests/whole/verilog/unit_run.h"

namespace flitscope::cosim {

std::vector<UnitSet> verilated_units_queue_mesh();
std::vector<UnitSet> verilated_units_queue_cube();
std::vector<UnitSet> verilated_units_head_mesh();

namespace {

using tb::CheckedRun;
using tb::CrosscheckScenario;
using tb::MakeNetwork;

/// Of the example: all arbiters.
rtl::DecisionMakers longest_queue() {
    rtl::DecisionMakers makers;
    flitscope_make_decision(makers);
    return makers;
}

/// ... and only those of the switch.
rtl::DecisionMakers longest_queue_switch() {
    rtl::DecisionMakers makers;
    makers.switch_allocation = [arbiters = longest_queue().arbiters](
                                   rtl::AllocatorSetup setup, rtl::SwitchAllocatorKind /*kind*/) {
        setup.arbiters = arbiters;
        return rtl::make_switch_allocation(rtl::SwitchAllocatorKind::separable_input, setup);
    };
    return makers;
}

/// Of the example, in SystemC.
std::shared_ptr<const rtl::UnitMakers> systemc_unit() {
    auto makers = std::make_shared<rtl::UnitMakers>();
    flitscope_make_unit(*makers);
    return makers;
}

std::shared_ptr<const rtl::UnitMakers> verilog_unit(const std::vector<UnitSet>& sets) {
    auto makers = std::make_shared<rtl::UnitMakers>();
    add_verilated(sets.front(), *makers);
    return makers;
}

/// Networks at a level with these decisions, or at level signal with these units.
struct Deciders {
    const CrosscheckScenario& scenario;

    CheckedRun in_cpp(const char* level, MakeNetwork make,
                      const rtl::DecisionMakers& makers) const {
        return {level, [this, make, &makers](rtl::NetworkObserver& observer) {
                    rtl::NetworkDescription description = scenario.description();
                    description.observer = &observer;
                    description.makers = &makers;
                    return tb::run_scenario(scenario, *make(description));
                }};
    }
    CheckedRun in_unit(const char* language, const std::shared_ptr<const rtl::UnitMakers>& units,
                       const rtl::DecisionMakers* others = nullptr) const {
        return {language, [this, units, others](rtl::NetworkObserver& observer) {
                    rtl::NetworkDescription description = scenario.description();
                    description.observer = &observer;
                    description.makers = others;
                    return tb::run_scenario(scenario, *network_with_units(description, units));
                }};
    }
};

/// Enough traffic for a decision now and then.
void add_load(CrosscheckScenario& scenario) {
    scenario.traffic.rate = std::max(scenario.traffic.rate, 0.06);
}

bool differs(const CrosscheckScenario& scenario, const CheckedRun& run) {
    return !tb::compare_runs({tb::checked_run(scenario, "ours", tl::make_fast_network), run})
                .equal();
}

TEST(LongestQueue, DecidesInSystemcAsInCpp) {
    const rtl::DecisionMakers everywhere = longest_queue();
    const rtl::DecisionMakers in_switch = longest_queue_switch();
    int matters = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        CrosscheckScenario scenario(seed);
        add_load(scenario);
        scenario.router.switch_allocator = rtl::SwitchAllocatorKind::separable_input;
        // The unit of the example is one allocator over input ports, with arbiters of its own.
        scenario.router.priority = rtl::Priority::none;
        scenario.router.speculation = rtl::Speculation::none;
        scenario.router.input_speedup = 1;
        scenario.router.bypass = false;
        SCOPED_TRACE(scenario.text());
        const Deciders of{scenario};
        const CheckedRun fast = of.in_cpp("fast", tl::make_fast_network, in_switch);
        tb::CrosscheckReport report =
            tb::compare_runs({fast, of.in_cpp("signal", rtl::make_signal_network, in_switch),
                              of.in_unit("SystemC", systemc_unit())});
        ASSERT_TRUE(report.equal()) << report.summary();
        report =
            tb::compare_runs({of.in_cpp("fast", tl::make_fast_network, everywhere),
                              of.in_unit("SystemC and arbiters", systemc_unit(), &everywhere)});
        ASSERT_TRUE(report.equal()) << report.summary();
        matters += differs(scenario, fast) ? 1 : 0;
    }
    EXPECT_GT(matters, 3);
}

/// In step with CMakeLists.txt.
struct OfVerilog {
    VerilatedNetwork network;
    std::vector<UnitSet> units;
};

OfVerilog mesh(std::vector<UnitSet> units) {
    return {{"mesh",
             [](CrosscheckScenario& s) {
                 set_mesh(s, {3, 3}, {0, 1});
                 s.router = router(3, 5, 3);
                 s.router.vc_choice = rtl::VcChoice::lowest;
             }},
            std::move(units)};
}

OfVerilog cube(std::vector<UnitSet> units) {
    return {{"cube",
             [](CrosscheckScenario& s) {
                 set_cube(s, 3, "high_first");
                 s.router = router(2, 4, 1);
                 s.router.injection_ports = rtl::kAll;
             }},
            std::move(units)};
}

void expect_as_in_cpp(const OfVerilog& of_verilog, const rtl::DecisionMakers& in_cpp) {
    int matters = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        CrosscheckScenario scenario = verilog_scenario(of_verilog.network, seed);
        add_load(scenario);
        SCOPED_TRACE(scenario.text());
        const Deciders of{scenario};
        const CheckedRun fast = of.in_cpp("fast", tl::make_fast_network, in_cpp);
        const tb::CrosscheckReport report =
            tb::compare_runs({fast, of.in_cpp("signal", rtl::make_signal_network, in_cpp),
                              of.in_unit("Verilog", verilog_unit(of_verilog.units))});
        ASSERT_TRUE(report.equal()) << report.summary();
        matters += differs(scenario, fast) ? 1 : 0;
    }
    EXPECT_GT(matters, 1);
}

TEST(LongestQueue, DecidesInVerilogAsInCpp) {
    expect_as_in_cpp(mesh(verilated_units_queue_mesh()), longest_queue_switch());
    expect_as_in_cpp(cube(verilated_units_queue_cube()), longest_queue_switch());
}

/// fullest_head.v in C++.
class FullestHead final : public rtl::VcAllocation {
public:
    explicit FullestHead(int vcs) : vcs_(vcs) {}
    bool reads_occupancy() const override { return true; }
    void pick(const std::vector<rtl::VcRequest>& requests,
              std::vector<rtl::VcRequest>& grants) const override {
        std::map<int, rtl::VcRequest> fullest;  // by output port
        for (const rtl::VcRequest& each : requests) {
            const auto [best, first] = fullest.emplace(each.output_vc / vcs_, each);
            const auto rank = [](const rtl::VcRequest& of) {
                return std::pair(~of.info->count, of.requester);
            };
            best->second = !first && rank(each) < rank(best->second) ? each : best->second;
        }
        grants.clear();
        for (const auto& [port, best] : fullest) {
            if (best.info->credits >= 2) {
                grants.push_back(best);
            }
        }
    }
    void update(const std::vector<rtl::VcRequest>& /*grants*/) override {}

private:
    int vcs_;
};

TEST(FullestHead, IsGivenVcsInVerilogAsInCpp) {
    rtl::DecisionMakers in_cpp;
    in_cpp.vc_allocation = [](const rtl::AllocatorSetup& setup, rtl::VcAllocatorKind /*kind*/) {
        return std::make_unique<FullestHead>(setup.vcs);
    };
    expect_as_in_cpp(mesh(verilated_units_head_mesh()), in_cpp);
}

/// Branches: each asks for an output of its own, with the credits of the one that goes on.
TEST(LongestQueue, DecidesAtBothLevelsBesideMulticasts) {
    rtl::DecisionMakers makers;
    makers.arbiters = [](int, int) {
        struct MostRoom final : rtl::ArbiterBank {
            bool precedes(std::size_t, const rtl::Candidate& a,
                          const rtl::Candidate& b) const override {
                const auto rank = [](const rtl::Candidate& of) {
                    return std::tuple(~of.info->credits, ~of.info->count, of.index);
                };
                return rank(a) < rank(b);
            }
            void update(std::size_t, std::int32_t) override {}
            bool reads_occupancy() const override { return true; }
        };
        return std::make_unique<MostRoom>();
    };
    int matters = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const tb::PageScenario scenario(seed, tb::DrawnMessages::with_multicasts);
        SCOPED_TRACE(scenario.text());
        const auto events = [&](MakeNetwork make, const rtl::DecisionMakers* decisions) {
            const tb::FreshKernel kernel;
            rtl::DigestObserver digest(rtl::Cycle{1} << 40);
            rtl::NetworkDescription description = scenario.description();
            description.observer = &digest;
            description.makers = decisions;
            tb::ScriptedClient client(scenario.messages);
            make(description)->run(client, scenario.end);
            return digest.total();
        };
        const std::uint64_t fast = events(tl::make_fast_network, &makers);
        ASSERT_EQ(events(rtl::make_signal_network, &makers), fast);
        matters += fast != events(tl::make_fast_network, nullptr) ? 1 : 0;
    }
    EXPECT_GT(matters, 3);
}

}  // namespace
}  // namespace flitscope::cosim
