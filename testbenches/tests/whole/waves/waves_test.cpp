// Dump, view and event log of a running network against each other: every logged event is in the
// dump at its cycle and nothing else is, and the registers in the dump are what docs/router.md
// makes of the events.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "rtl_models/signal/network/network.h"
#include "rtl_models/waves/event_log.h"
#include "rtl_models/waves/wave_dump.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/support/scripted_client.h"
#include "testbenches/tests/support/temporary_folder.h"
#include "testbenches/tests/support/wave_files/event_log_reader.h"
#include "testbenches/tests/support/wave_files/gtkwave_save_reader.h"
#include "testbenches/tests/support/wave_files/vcd_reader.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

constexpr rtl::Cycle kFrom = 20;
constexpr rtl::Cycle kTo = 400;
constexpr int kBufferFlits = 4;
const std::vector<topo::NodeId> kRouters = {0, 4};  ///< corner and centre of the 3x3 mesh

struct Case {
    int pipeline;
    int latency;
    int gap;  ///< cycles between messages: 3 keeps routers busy, 40 lets the network fall idle
};

/// What one run leaves behind.
struct RecordedRun {
    explicit RecordedRun(const Case& c) {
        const TemporaryFolder folder;
        const std::string stem = (folder.path() / "run").string();
        simulate(c, stem);
        events = read_event_log(stem + ".events");
        dump = std::make_unique<VcdFile>(stem + ".vcd");
        view = std::make_unique<GtkwaveSaveFile>(stem + ".gtkw");
    }

    std::uint64_t value(const std::string& name, rtl::Cycle cycle) const {
        return dump->value(name, cycle * 1000).value();
    }

    std::vector<LoggedEvent> events;
    std::unique_ptr<VcdFile> dump;
    std::unique_ptr<GtkwaveSaveFile> view;
    rtl::Cycle end = 0;  ///< of the recorded cycles

private:
    void simulate(const Case& c, const std::string& stem) {
        const FreshKernel kernel;
        const auto topology =
            topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{3, 3}}});
        const auto routing = topo::make_routing("dimension_order", *topology, {});
        rtl::PipelineStages stages;
        stages.traversal = c.pipeline == 4 ? 1 : 0;
        waves::EventLog log(stem + ".events", stages);
        waves::WaveDump waves(stem + ".vcd", kRouters, kFrom, kTo);
        rtl::NetworkDescription description;
        description.topology = topology.get();
        description.routing = routing.get();
        description.router.pipeline = c.pipeline;
        description.router.virtual_channels = 2;
        description.router.buffer_flits = kBufferFlits;
        description.links.assign(topology->link_classes().size(), {c.latency, 1});
        description.observer = &log;
        description.waves = &waves;

        std::mt19937 random(5);
        std::vector<rtl::Message> script;
        for (unsigned i = 0; i < 90; ++i) {
            rtl::Message message;
            message.id = i;
            message.source = static_cast<topo::NodeId>(random() % 9);
            message.destination = static_cast<topo::NodeId>(
                (static_cast<unsigned>(message.source) + 1 + random() % 8) % 9);
            message.length = 1 + random() % 6;
            message.generated = static_cast<rtl::Cycle>(i) * c.gap;
            script.push_back(message);
        }
        ScriptedClient client(script);
        rtl::SignalNetwork network(description);
        network.run(client);
        end = std::min(network.now(), kTo);
        waves.finish(network.now());
        log.finish();
    }
};

bool recorded(const LoggedEvent& event) {
    return event.router == kRouters[0] || event.router == kRouters[1];
}

class WavesTest : public testing::TestWithParam<Case> {};

TEST_P(WavesTest, EveryLoggedEventIsInTheDumpAtItsCycleAndNothingElse) {
    const RecordedRun run(GetParam());
    std::set<std::pair<std::string, rtl::Cycle>> logged;
    for (const LoggedEvent& event : run.events) {
        if (!recorded(event) || event.cycle < kFrom || event.cycle >= run.end) {
            continue;
        }
        ASSERT_TRUE(logged.insert({event.scope, event.cycle}).second);
        const auto field = [&](const char* name) {
            return run.value(event.scope + '_' + name, event.cycle);
        };
        const std::string where = event.scope + " cycle " + std::to_string(event.cycle);
        ASSERT_EQ(field("valid"), 1U) << where;
        ASSERT_EQ(field("vc"), static_cast<std::uint64_t>(event.vc)) << where;
        ASSERT_EQ(field("message"), event.message) << where;
        ASSERT_EQ(field("index"), event.flit) << where;
    }
    EXPECT_GT(logged.size(), 20U);
    const std::string suffix = "_valid";
    for (const auto& [name, signal] : run.dump->signals()) {
        const bool unit = name.find(".output_unit_") != name.npos;
        const bool port = name.find(".input_") != name.npos || name.find(".output_") != name.npos;
        if (unit || !port || name.size() < suffix.size() ||
            name.compare(name.size() - suffix.size(), suffix.size(), suffix) != 0) {
            continue;
        }
        const std::string wire = name.substr(0, name.size() - suffix.size());
        for (rtl::Cycle cycle = kFrom; cycle < run.end; ++cycle) {
            if (run.value(name, cycle) == 1) {
                ASSERT_EQ(logged.count({wire, cycle}), 1U) << name << " cycle " << cycle;
            }
        }
    }
}

TEST_P(WavesTest, BuffersHoldWhatCameInAndHasNotGoneOut) {
    const RecordedRun run(GetParam());
    // (router, message, flit) -> input VC and the first cycle that shows the flit in its FIFO.
    std::map<std::tuple<int, std::uint64_t, std::uint64_t>, std::pair<std::string, rtl::Cycle>> in;
    std::map<std::string, std::map<rtl::Cycle, int>> steps;  // input VC -> changes of occupancy
    for (const LoggedEvent& event : run.events) {
        if (!recorded(event)) {
            continue;
        }
        if (event.event == "in") {
            const std::string vc =
                event.scope.substr(0, event.scope.rfind('.')) + ".vc_" + std::to_string(event.vc);
            in[{event.router, event.message, event.flit}] = {vc, event.cycle + 1};
            ++steps[vc][event.cycle + 1];
        }
    }
    const rtl::Cycle after_grant = GetParam().pipeline == 4 ? 0 : 1;
    for (const LoggedEvent& event : run.events) {
        if (recorded(event) && event.event == "out") {
            const auto& [vc, entered] = in.at({event.router, event.message, event.flit});
            --steps[vc][event.cycle + after_grant];
        }
    }
    ASSERT_FALSE(steps.empty());
    for (const auto& [vc, changes] : steps) {
        int occupancy = 0;
        auto next = changes.begin();
        for (rtl::Cycle cycle = 0; cycle < run.end; ++cycle) {
            for (; next != changes.end() && next->first <= cycle; ++next) {
                occupancy += next->second;
            }
            if (cycle >= kFrom) {
                ASSERT_EQ(run.value(vc + ".occupancy", cycle),
                          static_cast<std::uint64_t>(occupancy))
                    << vc << " cycle " << cycle;
            }
        }
    }
}

TEST_P(WavesTest, CreditsCountGrantsAndReturnedCredits) {
    const RecordedRun run(GetParam());
    const rtl::Cycle after_grant = GetParam().pipeline == 4 ? 0 : 1;
    std::map<std::string, std::set<rtl::Cycle>> sent;  // output VC -> first cycle that counts it
    for (const LoggedEvent& event : run.events) {
        if (recorded(event) && event.event == "out") {
            sent[event.scope.substr(0, event.scope.rfind('.')) + ".vc_" + std::to_string(event.vc)]
                .insert(event.cycle + after_grant);
        }
    }
    int checked = 0;
    for (const auto& [vc, cycles] : sent) {
        if (run.dump->signals().count(vc + ".credits_q") == 0) {
            continue;  // ejection
        }
        const std::string port = vc.substr(0, vc.rfind('.'));
        const int bit = std::stoi(vc.substr(vc.rfind('_') + 1));
        auto credits = static_cast<int>(run.value(vc + ".credits_q", kFrom));
        for (rtl::Cycle cycle = kFrom + 1; cycle < run.end; ++cycle, ++checked) {
            credits -= cycles.count(cycle) != 0 ? 1 : 0;
            credits += (run.value(port + ".credit_i", cycle - 1) >> bit & 1) != 0 ? 1 : 0;
            ASSERT_EQ(run.value(vc + ".credits_q", cycle), static_cast<std::uint64_t>(credits))
                << vc << " cycle " << cycle;
            // A flit is sent on a VC that is held in the cycle of its grant (depth 1: the VC may
            // have been granted in the same cycle).
            if (GetParam().pipeline > 1 && cycles.count(cycle + 1) != 0) {
                ASSERT_EQ(run.value(vc + ".held_q", cycle), 1U) << vc << " cycle " << cycle;
            }
        }
        EXPECT_LE(credits, kBufferFlits);
    }
    EXPECT_GT(checked, 500);
}

/// Pin of a unit, and what shows the same beside it; numbers of ports are put in for `#`.
struct Twin {
    const char* pin;
    const char* shown;
};
constexpr Twin kTwins[] = {{"vc_buffer_#.flit_i_valid", "input_#.flit_i_valid"},
                           {"vc_buffer_#.flit_i_message", "input_#.flit_i_message"},
                           {"vc_buffer_#.flit_i_index", "input_#.flit_i_index"},
                           {"vc_buffer_#.credit_o", "input_#.credit_o"},
                           {"vc_buffer_#.pop_i", "input_#.credit_o"},
                           {"output_unit_#.flit_o_valid", "output_#.flit_o_valid"},
                           {"output_unit_#.flit_o_message", "output_#.flit_o_message"},
                           {"output_unit_#.credit_i", "output_#.credit_i"}};

TEST_P(WavesTest, PinsOfUnitsShowWhatIsAtThePortsAndInTheRegisters) {
    const RecordedRun run(GetParam());
    const auto has = [&](const std::string& name) { return run.dump->signals().count(name) != 0; };
    int pins = 0;
    for (rtl::Cycle cycle = kFrom; cycle < run.end; ++cycle) {
        for (int p = 0; p < 5; ++p) {
            const std::string number = std::to_string(p);
            for (const Twin& twin : kTwins) {
                std::string pin = std::string("router_4.") + twin.pin;
                std::string shown = std::string("router_4.") + twin.shown;
                pin.replace(pin.find('#'), 1, number);
                shown.replace(shown.find('#'), 1, number);
                if (has(shown)) {
                    ASSERT_EQ(run.value(pin, cycle), run.value(shown, cycle))
                        << pin << " in cycle " << cycle;
                    ++pins;
                }
            }
            const std::uint64_t counts =
                run.value("router_4.vc_buffer_" + number + ".count_o", cycle);
            const int vcs = has("router_4.input_" + number + ".vc_1.occupancy") ? 2 : 1;
            for (int v = 0; v < vcs; ++v) {
                const std::string vc = "router_4.input_" + number + ".vc_" + std::to_string(v);
                ASSERT_EQ(counts >> 3 * v & 7, run.value(vc + ".occupancy", cycle)) << vc;
            }
            // One input of five, or none, in each of five groups of bits.
            const std::uint64_t inputs =
                run.value("router_4.switch_allocator.select_o", cycle) >> 5 * p & 31;
            const std::uint64_t input =
                run.value("router_4.switch_allocator.grant_" + number, cycle);
            ASSERT_EQ(inputs, input == 0 ? 0 : std::uint64_t{1} << (input - 1)) << cycle;
        }
    }
    EXPECT_GT(pins, 1000);
}

TEST_P(WavesTest, TheViewShowsEverySignalOfTheChosenRoutersAndTheWindowHolds) {
    const RecordedRun run(GetParam());
    std::set<std::string> shown;
    for (const auto& signal : run.view->signals()) {
        EXPECT_EQ(run.dump->signals().count(signal.name), 1U) << signal.name;
        shown.insert(signal.name);
    }
    EXPECT_EQ(shown.size(), run.dump->signals().size());
    EXPECT_EQ(run.view->signals().front().name, "cycle");
    EXPECT_EQ(run.value("cycle", kFrom + 7), kFrom + 7);
    for (const auto& [name, signal] : run.dump->signals()) {
        EXPECT_TRUE(name == "cycle" || name.rfind("router_0.", 0) == 0 ||
                    name.rfind("router_4.", 0) == 0)
            << name;
        EXPECT_GE(signal.changes.front().time, kFrom * 1000);
        EXPECT_LT(signal.changes.back().time, kTo * 1000);
    }
    EXPECT_EQ(run.dump->first_time(), kFrom * 1000);
    EXPECT_EQ(run.view->time_start(), kFrom * 1000);
}

std::string case_name(const testing::TestParamInfo<Case>& info) {
    return "Depth" + std::to_string(info.param.pipeline) + "Latency" +
           std::to_string(info.param.latency) + "Gap" + std::to_string(info.param.gap);
}

INSTANTIATE_TEST_SUITE_P(, WavesTest,
                         testing::Values(Case{1, 0, 3}, Case{2, 1, 3}, Case{3, 0, 3},
                                         Case{3, 2, 40}, Case{4, 0, 40}, Case{4, 2, 3}),
                         case_name);

}  // namespace
}  // namespace flitscope::tb
