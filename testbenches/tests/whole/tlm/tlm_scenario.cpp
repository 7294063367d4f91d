#include "testbenches/tests/whole/tlm/tlm_scenario.h"

#include <algorithm>

#include "testbenches/drive/run/fresh_kernel.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

namespace {

constexpr unsigned kSlotBytes = 96;
constexpr int kSlots = 6;  // per initiator (or thread) and memory
constexpr std::uint64_t kStride = 0x100000;
constexpr int kThreads = 3;

/// Keeps what is offered; drives the fast level like any client.
class RecordedNetwork final : public rtl::Network {
public:
    RecordedNetwork(std::unique_ptr<rtl::Network> network, std::vector<rtl::Message>& messages)
        : network_(std::move(network)), messages_(messages) {}

    void offer(const rtl::Message& message) override {
        messages_.push_back(message);
        network_->offer(message);
    }
    std::size_t queued(topo::NodeId node, int queue) const override {
        return network_->queued(node, queue);
    }
    int queue_of(const rtl::Message& message) const override { return network_->queue_of(message); }
    bool starts_at_once(const rtl::Message& message) const override {
        return network_->starts_at_once(message);
    }
    void run(rtl::NetworkClient& client, rtl::Cycle limit) override {
        Tap tap{client, *this};
        network_->run(tap, limit);
    }
    rtl::Cycle now() const override { return network_->now(); }
    const rtl::NetworkDescription& description() const override { return network_->description(); }
    rtl::NetworkCounters counters() const override { return network_->counters(); }
    rtl::ChannelCounters channel_counters(topo::NodeId router, int port) const override {
        return network_->channel_counters(router, port);
    }
    std::uint64_t injected_flits(topo::NodeId node, int port) const override {
        return network_->injected_flits(node, port);
    }
    std::uint64_t ejected_flits(topo::NodeId node, int port) const override {
        return network_->ejected_flits(node, port);
    }
    std::vector<rtl::VcWait> waits() const override { return network_->waits(); }
    void check_invariants() const override { network_->check_invariants(); }
    std::string level() const override { return network_->level(); }

private:
    struct Tap final : rtl::NetworkClient {
        Tap(rtl::NetworkClient& outer_client, RecordedNetwork& recorded_network)
            : client(outer_client), network(recorded_network) {}
        rtl::Cycle next_edge() const override { return client.next_edge(); }
        bool at_edge(rtl::Cycle edge, rtl::Network&) override {
            return client.at_edge(edge, network);
        }
        void delivered(const rtl::Delivery& delivery) override { client.delivered(delivery); }
        rtl::NetworkClient& client;
        RecordedNetwork& network;
    };

    std::unique_ptr<rtl::Network> network_;
    std::vector<rtl::Message>& messages_;
};

/// Modules at the nodes, bound through checkers.
class Bench {
public:
    Bench(const TlmScenario& scenario, rtl::Network& network)
        : scenario_(scenario),
          interconnect_("interconnect", network, make_map(scenario), scenario.parameters) {
        for (std::size_t node = 0; node < scenario.memories.size(); ++node) {
            add_memory(node);
            add_initiator(node);
        }
    }

    static tl::AddressMap make_map(const TlmScenario& scenario) {
        std::vector<tl::AddressRange> ranges;
        for (std::size_t node = 0; node < scenario.memories.size(); ++node) {
            if (scenario.memories[node] != TlmScenario::Memory::none) {
                ranges.push_back({kStride * (node + 1), memory_bytes(scenario),
                                  static_cast<topo::NodeId>(node), 0});
            }
        }
        return tl::AddressMap(ranges);
    }

    void report(TlmRun& run) {
        for (const auto& initiator : at_initiators_) {
            take(initiator->script, run);
            run.out_of_order += initiator->completions_out_of_order();
            expect(initiator->done(), std::string(initiator->name()) + " is not done", run);
        }
        for (const auto& initiator : blocking_initiators_) {
            for (const auto& script : initiator->scripts) {
                take(*script, run);
            }
            expect(initiator->done(), std::string(initiator->name()) + " is not done", run);
        }
        for (const auto& checker : checkers_) {
            run.errors.insert(run.errors.end(), checker->violations().begin(),
                              checker->violations().end());
            expect(checker->open_transactions() == 0,
                   std::string(checker->name()) + " saw transactions without an end", run);
        }
        for (const TlmProtocolChecker* checker : initiator_checkers_) {
            run.explicit_end_requests += checker->explicit_phases(::tlm::END_REQ);
            run.most_in_flight = std::max(run.most_in_flight, checker->most_in_flight());
        }
        expect(interconnect_.in_flight() == 0, "transactions left in flight", run);
        run.end = sc_core::sc_time_stamp();
    }

private:
    static void expect(bool condition, const std::string& what, TlmRun& run) {
        if (!condition) {
            run.errors.push_back(what);
        }
    }
    static void take(const AccessScript& script, TlmRun& run) {
        run.trace.insert(run.trace.end(), script.trace.begin(), script.trace.end());
        run.errors.insert(run.errors.end(), script.errors.begin(), script.errors.end());
    }
    static std::uint64_t memory_bytes(const TlmScenario& scenario) {
        return scenario.initiators.size() * kThreads * kSlots * kSlotBytes;
    }

    TlmProtocolChecker& new_checker(const std::string& name) {
        checkers_.push_back(std::make_unique<TlmProtocolChecker>(name.c_str()));
        return *checkers_.back();
    }

    AccessSpace space_of(std::size_t node, int thread) const {
        AccessSpace space;
        space.slot_bytes = kSlotBytes;
        space.max_burst_bytes = interconnect_.max_burst_bytes();
        space.errors = scenario_.errors;
        for (const tl::AddressRange& range : interconnect_.address_map().ranges()) {
            for (int slot = 0; slot < kSlots; ++slot) {
                space.slots.push_back(
                    range.base + ((node * kThreads + static_cast<std::size_t>(thread)) * kSlots +
                                  static_cast<std::size_t>(slot)) *
                                     kSlotBytes);
            }
        }
        return space;
    }

    void add_memory(std::size_t node) {
        if (scenario_.memories[node] == TlmScenario::Memory::none) {
            return;
        }
        const std::string id = std::to_string(node);
        TlmProtocolChecker& checker = new_checker("memory_checker_" + id);
        interconnect_.initiator_socket[node].bind(checker.target_socket);
        const std::uint64_t seed = scenario_.seed * 1000 + node;
        const std::size_t bytes = memory_bytes(scenario_);
        if (scenario_.memories[node] == TlmScenario::Memory::at) {
            at_memories_.push_back(std::make_unique<AtMemory>(("memory_" + id).c_str(), bytes, seed,
                                                              scenario_.most_service));
            checker.initiator_socket.bind(at_memories_.back()->socket);
        } else {
            // The socket that turns AT calls into b_transport does not wait for annotated times.
            const auto& called = scenario_.parameters.blocking_targets;
            const bool annotates = std::find(called.begin(), called.end(),
                                             static_cast<topo::NodeId>(node)) != called.end();
            blocking_memories_.push_back(std::make_unique<BlockingMemory>(
                ("memory_" + id).c_str(), bytes, seed, scenario_.most_service, annotates));
            checker.initiator_socket.bind(blocking_memories_.back()->socket);
        }
    }

    void add_initiator(std::size_t node) {
        if (scenario_.initiators[node] == TlmScenario::Initiator::none) {
            return;
        }
        const std::string id = std::to_string(node);
        TlmProtocolChecker& checker = new_checker("initiator_checker_" + id);
        initiator_checkers_.push_back(&checker);
        checker.initiator_socket.bind(interconnect_.target_socket[node]);
        const std::uint64_t seed = scenario_.seed * 1000 + 500 + node;
        if (scenario_.initiators[node] == TlmScenario::Initiator::at) {
            at_initiators_.push_back(std::make_unique<AtInitiator>(
                ("initiator_" + id).c_str(), space_of(node, 0), seed, scenario_.accesses,
                scenario_.in_flight, scenario_.most_gap));
            at_initiators_.back()->socket.bind(checker.target_socket);
        } else {
            std::vector<AccessSpace> spaces;
            for (int thread = 0; thread < kThreads; ++thread) {
                spaces.push_back(space_of(node, thread));
            }
            blocking_initiators_.push_back(std::make_unique<BlockingInitiator>(
                ("initiator_" + id).c_str(), spaces, seed, scenario_.accesses, scenario_.most_gap));
            blocking_initiators_.back()->socket.bind(checker.target_socket);
        }
    }

    const TlmScenario& scenario_;
    tl::Interconnect interconnect_;
    std::vector<std::unique_ptr<TlmProtocolChecker>> checkers_;
    std::vector<const TlmProtocolChecker*> initiator_checkers_;
    std::vector<std::unique_ptr<AtMemory>> at_memories_;
    std::vector<std::unique_ptr<BlockingMemory>> blocking_memories_;
    std::vector<std::unique_ptr<AtInitiator>> at_initiators_;
    std::vector<std::unique_ptr<BlockingInitiator>> blocking_initiators_;
};

}  // namespace

TlmScenario::TlmScenario(std::uint64_t scenario_seed) : seed(scenario_seed) {
    std::mt19937_64 random(seed);
    const auto number = [&](int low, int high) {
        return low + static_cast<int>(random() % static_cast<std::uint64_t>(high - low + 1));
    };
    if (number(0, 1) == 0) {
        const int dimensions = number(1, 4);
        name = std::to_string(dimensions) + "-cube";
        topology = topo::make_topology("hypercube", {{"dimensions", std::int64_t{dimensions}}});
        routing = topo::make_routing(number(0, 2) == 0 ? "random_minimal" : "ecube", *topology, {});
        if (routing->algorithm() == "random_minimal") {
            name += " random";
        }
    } else {
        const std::vector<std::int64_t> size = {number(2, 4), number(1, 4)};
        name = std::to_string(size[0]) + "x" + std::to_string(size[1]) + " mesh";
        topology = topo::make_topology("mesh", {{"size", size}});
        routing = topo::make_routing("dimension_order", *topology, {});
    }
    router.virtual_channels = number(2, 6);
    router.buffer_flits = number(2, 10);
    router.pipeline = number(1, 4);
    router.injection_ports = number(0, 2);
    router.ejection_ports = number(0, 2);
    router.vc_reuse = number(0, 2) == 0 ? rtl::VcReuse::buffer_empty : rtl::VcReuse::tail_sent;
    router.message_classes = number(0, 3) == 0 ? 1 : 2;
    if (routing->vc_classes() > 1) {  // enough for freedom from deadlock
        router.virtual_channels =
            std::max(router.virtual_channels, router.message_classes * routing->vc_classes());
    }
    router.flit_bytes = 1 << number(0, 4);
    router.switching = static_cast<rtl::Switching>(std::max(0, number(-2, 2)));
    if (router.switching != rtl::Switching::wormhole) {
        router.buffer_flits += 2;
    }
    link = {number(0, 3), number(0, 3) == 0 ? number(1, 3) : 1};
    parameters.phases = number(0, 1) == 0 ? tl::AtPhases::four : tl::AtPhases::two;
    parameters.source_queue = number(0, 1) == 0 ? rtl::kUnbounded : number(1, 3);
    parameters.max_burst_bytes = number(0, 1) == 0 ? 4096 : 32;
    in_flight = number(1, 6);
    most_gap = number(0, 20);
    most_service = number(0, 30);
    for (topo::NodeId node = 0; node < topology->nodes(); ++node) {
        initiators.push_back(static_cast<Initiator>(number(0, 2)));
        memories.push_back(static_cast<Memory>(number(0, 2)));
        // Memories that know b_transport alone are also served over AT, by their socket.
        if (memories.back() == Memory::blocking && number(0, 1) == 0) {
            parameters.blocking_targets.push_back(node);
        }
    }
    initiators.back() = Initiator::at;
    initiators.front() = Initiator::blocking;
    memories.front() = Memory::at;
}

rtl::NetworkDescription TlmScenario::description() const {
    rtl::NetworkDescription d;
    d.topology = topology.get();
    d.routing = routing.get();
    d.router = router;
    d.links.assign(topology->link_classes().size(), link);
    d.seed = seed;
    return d;
}

std::string TlmScenario::text() const {
    std::string text = "seed " + std::to_string(seed) + ": " + name;
    const auto add = [&text](const char* key, int value) {
        text += std::string(" ") + key + "=" + std::to_string(value);
    };
    add("V", router.virtual_channels);
    add("B", router.buffer_flits);
    add("pipeline", router.pipeline);
    add("switching", static_cast<int>(router.switching));
    add("classes", router.message_classes);
    add("inj", router.injection_ports);
    add("ej", router.ejection_ports);
    add("flit_bytes", router.flit_bytes);
    add("latency", link.latency);
    add("two_phases", static_cast<int>(parameters.phases));
    add("source_queue", parameters.source_queue);
    add("in_flight", in_flight);
    return text;
}

TlmRun run_tlm_scenario(const TlmScenario& scenario, const MakeNetwork& make) {
    const FreshKernel kernel;
    TlmRun run;
    std::unique_ptr<rtl::Network> network = make(scenario.description());
    if (network->level() == "fast") {
        network = std::make_unique<RecordedNetwork>(std::move(network), run.messages);
    }
    {
        Bench bench(scenario, *network);
        sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_MS));
        bench.report(run);
    }
    network->check_invariants();
    if (!network->waits().empty()) {
        run.errors.emplace_back("flits left in the network");
    }
    return run;
}

}  // namespace flitscope::tb
