// A network that its owner drives gives what a run gives, whatever the steps and the level, and as
// many as one likes follow each other in one process.
#include "testbenches/embedding/driven_network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <systemc>
#include <tuple>

#include "testbenches/drive/compare/interrupted.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/embedding/embedded_run.h"
#include "testbenches/program/console/exit_code.h"
#include "testbenches/program/point_run/point_run.h"
#include "testbenches/tests/support/draw.h"
#include "testbenches/tests/support/scripted_client.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;

constexpr const char* kMesh = "topology: {kind: mesh, size: [8, 8]}\n";

ExperimentConfig config_of(const std::string& text) {
    return embedded_config({"point", text, false, {}});
}

struct Driven {
    explicit Driven(const std::string& text) : network(config_of(text), "point") {}
    void offer(const flitscope_message& message) {
        network.check(message);
        network.offer(message);
    }
    void step(rtl::Cycle until, DrivenNetwork::StepEnd end = DrivenNetwork::StepEnd::at_edge) {
        network.step(until, end, {});
    }
    std::vector<flitscope_delivery> take() {
        std::vector<flitscope_delivery> taken(network.waiting());
        network.take(taken.data(), taken.size());
        return taken;
    }
    DrivenNetwork network;
};

using Arrival = std::tuple<rtl::Cycle, std::int64_t, std::uint64_t, rtl::Cycle, std::int64_t>;

Arrival arrival(const flitscope_delivery& delivery) {
    return {delivery.delivered, delivery.destination, delivery.tag, delivery.injected,
            delivery.hops};
}

/// Random messages in the order of their edges and nodes; the tag is the number.
std::vector<flitscope_message> messages(std::uint64_t seed, int count, int nodes) {
    Draw draw(seed);
    std::vector<flitscope_message> drawn;
    for (int i = 0; i < count; ++i) {
        drawn.push_back({draw.number(0, nodes - 1), draw.number(0, nodes - 1), draw.number(1, 9), 0,
                         draw.number(0, count / 2), 0});
    }
    std::stable_sort(drawn.begin(), drawn.end(), [](const auto& a, const auto& b) {
        return std::tie(a.at, a.node) < std::tie(b.at, b.node);
    });
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        drawn[i].tag = i;
    }
    return drawn;
}

/// What a client gets that knows nothing of steps.
std::vector<Arrival> run(const std::string& text, const std::vector<flitscope_message>& offered) {
    const ExperimentConfig config = config_of(text);
    const BuiltNetwork built = make_network(config);
    std::vector<rtl::Message> script;
    std::vector<std::uint32_t> sequence(static_cast<std::size_t>(built.topology->nodes()));
    for (const flitscope_message& each : offered) {
        rtl::Message message;
        message.id = each.tag;
        message.source = static_cast<topo::NodeId>(each.node);
        message.destination = static_cast<topo::NodeId>(each.destination);
        message.length = static_cast<std::uint32_t>(each.length);
        message.sequence = sequence[static_cast<std::size_t>(each.node)]++;
        message.generated = each.at;
        script.push_back(message);
    }
    ScriptedClient client(script);
    built.network->run(client);
    std::vector<Arrival> arrivals;
    for (const rtl::Delivery& each : client.deliveries) {
        arrivals.emplace_back(each.delivered, each.message.destination, each.message.id,
                              each.injected, each.hops);
    }
    return arrivals;
}

/// Offers what joins up to the next stop, goes there, and so on; some of it ahead of time.
std::vector<Arrival> drive(const std::string& text, const std::vector<flitscope_message>& offered,
                           Draw draw) {
    Driven driven(text);
    std::vector<Arrival> arrivals;
    std::size_t next = 0;
    while (next < offered.size() || driven.network.under_way() > 0) {
        const bool ahead = draw.chance(2);
        for (; next < offered.size() && (ahead || offered[next].at <= driven.network.now()) &&
               offered[next].at <= driven.network.now() + 20;
             ++next) {
            flitscope_message message = offered[next];
            message.at = message.at == driven.network.now() ? FLITSCOPE_NOW : message.at;
            driven.offer(message);
        }
        rtl::Cycle until = driven.network.now() + draw.number(0, 40);
        if (next < offered.size()) {
            until = std::min<rtl::Cycle>(until, offered[next].at);
        }
        driven.step(until, draw.chance(3) ? DrivenNetwork::StepEnd::at_delivery
                                          : DrivenNetwork::StepEnd::at_edge);
        EXPECT_LE(driven.network.now(), until);
        for (const flitscope_delivery& each : driven.take()) {
            EXPECT_LE(each.delivered, driven.network.now());
            EXPECT_EQ(each.offered, offered[each.tag].at);
            EXPECT_EQ(each.node, offered[each.tag].node);
            EXPECT_EQ(each.length, offered[each.tag].length);
            arrivals.push_back(arrival(each));
        }
    }
    return arrivals;
}

TEST(DrivenNetwork, TakesAndGivesNodesWhereRoutersHaveSeveral) {
    Driven driven("topology: {kind: concentrated_mesh, size: [2, 2], concentration: 3}\n");
    EXPECT_EQ(driven.network.nodes(), 12);
    driven.offer({11, 9, 4, 0, 0, 1});   // of one router
    driven.offer({11, 0, 4, 0, 50, 2});  // two hops
    EXPECT_THROW(driven.offer({12, 0, 4, 0, 60, 3}), std::exception);
    driven.step(200);
    const auto deliveries = driven.take();
    ASSERT_EQ(deliveries.size(), 2U);
    EXPECT_EQ(deliveries[0].destination, 9);
    EXPECT_EQ(deliveries[0].hops, 0);
    EXPECT_EQ(deliveries[1].node, 11);
    EXPECT_EQ(deliveries[1].hops, 2);
}

TEST(DrivenNetwork, DeliversAsARunWhateverTheStepsAndTheLevel) {
    const auto offered = messages(1, 600, 64);
    const std::vector<Arrival> expected = run(kMesh, offered);
    ASSERT_EQ(expected.size(), offered.size());
    std::uint64_t seed = 0;
    for (const char* const level :
         {"fast", "fast", "signal", "signal", "{default: fast, signal: [9, 10, 18]}", "verilog",
          "{default: fast, signal: [27], verilog: [28, 36]}"}) {
        EXPECT_EQ(drive(std::string(kMesh) + "level: " + level, offered, Draw(++seed)), expected)
            << level;
    }
}

TEST(DrivenNetwork, DeliversAsARunWhereOutputsAreQueued) {
    const std::string text =
        "topology: {kind: hypercube, dimensions: 4}\n"
        "router: {organisation: output_queued, switching: store_and_forward}\n";
    const auto offered = messages(2, 300, 16);
    const std::vector<Arrival> expected = run(text, offered);
    EXPECT_EQ(drive(text + "level: fast", offered, Draw(1)), expected);
    EXPECT_EQ(drive(text + "level: signal", offered, Draw(2)), expected);
}

TEST(DrivenNetwork, SeveralAtLevelFastDoNotKnowOfEachOther) {
    const auto offered = messages(3, 200, 64);
    const std::vector<Arrival> expected = run(kMesh, offered);
    Driven first(kMesh);
    Driven second(kMesh);
    for (const flitscope_message& each : offered) {
        first.offer(each);
        second.offer(each);
    }
    std::vector<Arrival> arrivals;
    for (rtl::Cycle edge = 10; second.network.under_way() > 0; edge += 10) {
        first.step(edge);
        second.step(edge - 5);
        for (const flitscope_delivery& each : second.take()) {
            arrivals.push_back(arrival(each));
        }
    }
    EXPECT_EQ(arrivals, expected);
    const Driven with_modules(std::string(kMesh) + "level: signal");  // beside them
    EXPECT_EQ(with_modules.network.level(), "signal");
}

double resident_mb() {
    std::ifstream statm("/proc/self/statm");
    double total = 0;
    double resident = 0;
    statm >> total >> resident;
    return resident * 4096 / 1e6;
}

TEST(DrivenNetwork, OneWithModulesMayBeOpenAndGivesItsMemoryBack) {
    const std::string text = std::string(kMesh) + "level: signal";
    double before = 0;
    for (int i = 0; i < 12; ++i) {
        Driven driven(text);
        driven.offer({0, 63, 5, 0, FLITSCOPE_NOW, 0});
        driven.step(FLITSCOPE_UNTIL_DELIVERED);
        EXPECT_EQ(driven.take().at(0).delivered, 15 * 3 + 14 + 4);  // the zero-load rule
        try {
            const Driven another(text);
            ADD_FAILURE() << "two at once";
        } catch (const UsageError& error) {
            EXPECT_THAT(error.what(), HasSubstr("one simulation per process"));
        }
        before = i == 3 ? resident_mb() : before;
    }
    EXPECT_LT(resident_mb(), before + 8);  // 44 MB, were they kept
}

/// Simulates 10 ns of its own, and opens a network meanwhile.
class Host : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Host);
    explicit Host(const sc_core::sc_module_name& name) : sc_module(name) {
        SC_METHOD(work);
        sensitive << due;
        due.notify(10, sc_core::SC_NS);
    }
    sc_core::sc_event due{"due"};
    std::string answer;
    std::int64_t delivered = 0;

private:
    void work() {
        if (sc_core::sc_time_stamp() == sc_core::SC_ZERO_TIME) {
            return;
        }
        Driven fast(kMesh);
        fast.offer({0, 63, 5, 0, FLITSCOPE_NOW, 0});
        fast.step(FLITSCOPE_UNTIL_DELIVERED);
        delivered = fast.take().at(0).delivered;
        try {
            const Driven modules(std::string(kMesh) + "level: signal");
        } catch (const UsageError& error) {
            answer = error.what();
        }
    }
};

TEST(DrivenNetwork, LeavesASystemCSimulationOfTheProcessAlone) {
    auto before = std::make_unique<Driven>(std::string(kMesh) + "level: signal");
    Host host("host");
    before->offer({0, 63, 5, 0, FLITSCOPE_NOW, 0});
    before->step(FLITSCOPE_UNTIL_DELIVERED);
    EXPECT_EQ(before->take().at(0).delivered, 15 * 3 + 14 + 4);
    EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME) << "its time, not the host's";
    before.reset();
    sc_core::sc_start(20, sc_core::SC_NS);
    EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::sc_time(20, sc_core::SC_NS));
    EXPECT_EQ(host.delivered, 15 * 3 + 14 + 4);
    EXPECT_THAT(host.answer, HasSubstr("simulating with SystemC itself"));
    Driven after(std::string(kMesh) + "level: signal");
    after.offer({0, 63, 5, 0, FLITSCOPE_NOW, 0});
    after.step(FLITSCOPE_UNTIL_DELIVERED);
    EXPECT_EQ(after.take().at(0).delivered, 15 * 3 + 14 + 4);
}

TEST(DrivenNetwork, FindsDeadlocksAndThenOnlyEnds) {
    // Both orders of dimensions and one VC: circles of long messages.
    Driven driven(
        "topology: {kind: hypercube, dimensions: 3}\nrouting: {algorithm: random_minimal}\n"
        "router: {virtual_channels: 1, buffer_flits: 2}\n");
    for (int i = 0; i < 200; ++i) {
        driven.offer({i % 8, 7 - i % 8, 40, 0, FLITSCOPE_NOW, 0});
    }
    EXPECT_THROW(driven.step(FLITSCOPE_UNTIL_DELIVERED), DeadlockFound);
    try {
        driven.step(FLITSCOPE_UNTIL_DELIVERED);
        ADD_FAILURE() << "goes on";
    } catch (const UsageError& error) {
        EXPECT_THAT(error.what(), HasSubstr("cannot go on, it ended with: deadlock found at edge"));
    }
}

TEST(DrivenNetwork, GoesOnAfterAnInterruptAsIfNothingHadBeen) {
    const auto offered = messages(4, 2000, 64);
    const std::vector<Arrival> expected = run(kMesh, offered);
    Driven driven(kMesh);
    for (const flitscope_message& each : offered) {
        driven.offer(each);
    }
    int asked = 0;
    int interrupts = 0;
    std::vector<Arrival> arrivals;
    while (driven.network.under_way() > 0) {
        try {
            driven.network.step(FLITSCOPE_UNTIL_DELIVERED, DrivenNetwork::StepEnd::at_edge,
                                [&asked] { return ++asked % 2 == 0 ? 2 : 0; });
        } catch (const Interrupted& interrupted) {
            EXPECT_EQ(interrupted.signal(), 2);
            ++interrupts;
        }
        for (const flitscope_delivery& each : driven.take()) {
            arrivals.push_back(arrival(each));
        }
    }
    EXPECT_GT(interrupts, 0);
    EXPECT_EQ(arrivals, expected);
}

TEST(DrivenNetwork, RefusesWhatARunHasAndItHasNot) {
    const auto refusal = [](const std::string& more) -> std::string {
        try {
            const Driven driven(kMesh + more);
        } catch (const ConfigError& error) {
            return error.what();
        }
        return "taken";
    };
    EXPECT_THAT(refusal("waves: {file: a.vcd}"), HasSubstr("point:2:8: waves = "));
    EXPECT_THAT(refusal("deadlock: recover_regressive"), HasSubstr("driven from outside"));
    EXPECT_THAT(refusal("faults: [{node: 3, at: 1000}]"), HasSubstr("faults"));
}

}  // namespace
}  // namespace flitscope::tb
