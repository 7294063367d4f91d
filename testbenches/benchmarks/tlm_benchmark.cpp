// The fast level behind TLM-2.0 sockets, against the same messages on the bare engine.
#include <benchmark/benchmark.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <tlm_utils/tlm_quantumkeeper.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/fast/fast_network.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/drive/traffic/message_source.h"
#include "tlm/interconnect/interconnect.h"
#include "tlm/interconnect/payload_pool.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

using tl::Payload;
using tl::Phase;

constexpr unsigned kBytes = 32;          // with flits of 8: requests of 5 flits
constexpr unsigned kRequestFlits = 5;    // and responses of one
constexpr std::uint64_t kStride = 4096;  // of a node's memory

/// 8x8 mesh, 4 VCs x 8 flits, depth 3, latency 0: the benchmark configuration, requests and
/// responses of together `load` flits/node/cycle.
struct Point {
    explicit Point(double load)
        : topology(topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{8, 8}}})),
          routing(topo::make_routing("dimension_order", *topology, {})) {
        description.topology = topology.get();
        description.routing = routing.get();
        description.router.message_classes = 2;
        description.links.assign(topology->link_classes().size(), {0, 1});
        traffic.rate = load / (kRequestFlits + 1);
        traffic.length.options = {{"mean", std::int64_t{kRequestFlits}}};
    }
    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    rtl::NetworkDescription description;
    TrafficConfig traffic;
};

/// The sockets are registered: no message joins at edge 0.
void skip_edge_0(MessageSource& source) {
    if (source.next_edge() == 0) {
        source.messages_at(0);
    }
}

/// The bare engine: every request is answered at the edge after its delivery, as behind the
/// sockets.
class BareClient final : public rtl::NetworkClient {
public:
    explicit BareClient(const Point& point) : source_(point.traffic, *point.topology, 1) {
        skip_edge_0(source_);
    }

    rtl::Cycle next_edge() const override {
        return responses_.empty() ? source_.next_edge()
                                  : std::min(source_.next_edge(), responses_.front().generated);
    }
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        now_.clear();
        if (source_.next_edge() <= edge) {
            for (const rtl::Message& request : source_.messages_at(edge)) {
                now_.push_back(request);
            }
        }
        // What was delivered at this edge is answered at the next.
        const auto later =
            std::find_if(responses_.begin(), responses_.end(),
                         [edge](const rtl::Message& m) { return m.generated > edge; });
        now_.insert(now_.end(), responses_.begin(), later);
        responses_.erase(responses_.begin(), later);
        std::stable_sort(
            now_.begin(), now_.end(),
            [](const rtl::Message& a, const rtl::Message& b) { return a.source < b.source; });
        for (rtl::Message& message : now_) {
            message.id = next_id_++;
            network.offer(message);
        }
        return true;
    }
    void delivered(const rtl::Delivery& delivery) override {
        latency_ += delivery.delivered - delivery.message.generated;
        if (delivery.message.message_class == 0) {
            rtl::Message response = delivery.message;
            std::swap(response.source, response.destination);
            response.length = 1;
            response.message_class = 1;
            response.generated = delivery.delivered + 1;
            responses_.push_back(response);
        }
    }

private:
    MessageSource source_;
    std::vector<rtl::Message> responses_;  ///< by ascending edge
    std::vector<rtl::Message> now_;
    rtl::MessageId next_id_ = 0;
    rtl::Cycle latency_ = 0;
};

/// Initiators at all nodes, driven by one process, and memories that answer at once.
class Sockets final : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Sockets);

    Sockets(const sc_core::sc_module_name& name, const Point& point, tl::Interconnect& interconnect)
        : sc_module(name),
          initiators_("initiator", interconnect.target_socket.size()),
          memories_("memory", interconnect.target_socket.size()),
          source_(point.traffic, *point.topology, 1) {
        for (std::size_t i = 0; i < initiators_.size(); ++i) {
            initiators_[i].register_nb_transport_bw(this, &Sockets::backward, static_cast<int>(i));
            initiators_[i].bind(interconnect.target_socket[i]);
            memories_[i].register_nb_transport_fw(this, &Sockets::forward, static_cast<int>(i));
            interconnect.initiator_socket[i].bind(memories_[i]);
        }
        skip_edge_0(source_);
        SC_METHOD(issue);
    }

private:
    void issue() {
        // One delta late: END_REQ of the last request has come by then.
        late_ = !late_;
        if (late_) {
            next_trigger(sc_core::SC_ZERO_TIME);
            return;
        }
        // What is sent in cycle t counts from edge t + 1.
        const auto now = static_cast<rtl::Cycle>(sc_core::sc_time_stamp().value() / 1000);
        if (source_.next_edge() == now + 1) {
            for (const rtl::Message& message : source_.messages_at(now + 1)) {
                Payload& payload = pool_.allocate();
                payload.acquire();
                payload.set_write();
                payload.set_address(kStride * static_cast<std::uint64_t>(message.destination));
                payload.set_data_ptr(data_);
                payload.set_data_length(kBytes);
                payload.set_streaming_width(kBytes);
                Phase phase = ::tlm::BEGIN_REQ;
                sc_core::sc_time delay;
                initiators_[static_cast<std::size_t>(message.source)]->nb_transport_fw(
                    payload, phase, delay);
            }
        }
        next_trigger(
            sc_core::sc_time(static_cast<double>(source_.next_edge() - 1 - now), sc_core::SC_NS));
    }
    tl::Sync backward(int /*node*/, Payload& payload, Phase& phase, sc_core::sc_time& /*delay*/) {
        if (phase == ::tlm::BEGIN_RESP) {
            payload.release();
            return ::tlm::TLM_COMPLETED;
        }
        return ::tlm::TLM_ACCEPTED;
    }
    tl::Sync forward(int /*node*/, Payload& payload, Phase& /*phase*/,
                     sc_core::sc_time& /*delay*/) {
        payload.set_response_status(::tlm::TLM_OK_RESPONSE);
        return ::tlm::TLM_COMPLETED;
    }

    sc_core::sc_vector<tlm_utils::simple_initiator_socket_tagged<Sockets>> initiators_;
    sc_core::sc_vector<tlm_utils::passthrough_target_socket_tagged<Sockets>> memories_;
    MessageSource source_;
    tl::PayloadPool pool_;
    unsigned char data_[kBytes] = {};
    bool late_ = false;
};

constexpr rtl::Cycle kWarmUp = 1000;
constexpr rtl::Cycle kCycles = 5000;  // per iteration

void count(benchmark::State& state, const rtl::Network& network, std::uint64_t hops_before,
           std::uint64_t messages_before) {
    const rtl::NetworkCounters counters = network.counters();
    const auto rate = benchmark::Counter::kIsRate;
    // The same whoever drives the network, but for the noise of different run lengths.
    state.counters["hops_per_cycle"] =
        static_cast<double>(counters.flit_hops - hops_before) /
        (static_cast<double>(state.iterations()) * static_cast<double>(kCycles));
    state.counters["flit_hops"] =
        benchmark::Counter(static_cast<double>(counters.flit_hops - hops_before), rate);
    state.counters["messages"] = benchmark::Counter(
        static_cast<double>(counters.messages_delivered - messages_before), rate);
}

void bare(benchmark::State& state) {
    const Point point(static_cast<double>(state.range(0)) / 100);
    const auto network = tl::make_fast_network(point.description);
    BareClient client(point);
    network->run(client, kWarmUp);
    const rtl::NetworkCounters before = network->counters();
    rtl::Cycle end = kWarmUp;
    for (auto _ : state) {
        end += kCycles;
        network->run(client, end);
    }
    count(state, *network, before.flit_hops, before.messages_delivered);
}

tl::AddressMap memory_map(const Point& point) {
    std::vector<tl::AddressRange> ranges;
    for (topo::NodeId node = 0; node < point.topology->nodes(); ++node) {
        ranges.push_back({kStride * static_cast<std::uint64_t>(node), kStride, node, 0});
    }
    return tl::AddressMap(ranges);
}

void simulate(rtl::Cycle cycles) {
    sc_core::sc_start(sc_core::sc_time(static_cast<double>(cycles), sc_core::SC_NS));
}

void sockets(benchmark::State& state, tl::AtPhases phases) {
    const Point point(static_cast<double>(state.range(0)) / 100);
    const FreshKernel kernel;
    const auto network = tl::make_fast_network(point.description);
    tl::InterconnectParameters parameters;
    parameters.phases = phases;
    tl::Interconnect interconnect("interconnect", *network, memory_map(point), parameters);
    Sockets bench("sockets", point, interconnect);
    simulate(kWarmUp);
    const rtl::NetworkCounters before = network->counters();
    for (auto _ : state) {
        simulate(kCycles);
    }
    count(state, *network, before.flit_hops, before.messages_delivered);
}

/// A thread per node that writes by b_transport, one transaction after the other, to every other
/// node in turn, temporally decoupled by a quantum of 1 us.
class Threads final : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Threads);

    Threads(const sc_core::sc_module_name& name, tl::Interconnect& interconnect)
        : sc_module(name),
          initiators_("initiator", interconnect.target_socket.size()),
          memories_("memory", interconnect.target_socket.size()) {
        for (std::size_t i = 0; i < initiators_.size(); ++i) {
            initiators_[i].bind(interconnect.target_socket[i]);
            memories_[i].register_nb_transport_fw(this, &Threads::forward);
            memories_[i].register_b_transport(this, &Threads::blocking);
            interconnect.initiator_socket[i].bind(memories_[i]);
            declare_thread_process(handle, ("thread_" + std::to_string(i)).c_str(), Threads, run);
        }
    }
    std::uint64_t transactions = 0;

private:
    void run() {
        const std::size_t self = started_++;
        tlm_utils::tlm_quantumkeeper keeper;
        keeper.reset();
        Payload payload;
        unsigned char data[kBytes] = {};
        payload.set_write();
        payload.set_data_ptr(data);
        payload.set_data_length(kBytes);
        payload.set_streaming_width(kBytes);
        for (std::size_t step = 1;; step = step % (initiators_.size() - 1) + 1) {
            payload.set_response_status(::tlm::TLM_INCOMPLETE_RESPONSE);
            payload.set_address(kStride * ((self + step) % initiators_.size()));
            sc_core::sc_time delay = keeper.get_local_time();
            initiators_[self]->b_transport(payload, delay);
            ++transactions;
            keeper.set(delay);
            if (keeper.need_sync()) {
                keeper.sync();
            }
        }
    }
    tl::Sync forward(Payload& payload, Phase& /*phase*/, sc_core::sc_time& /*delay*/) {
        payload.set_response_status(::tlm::TLM_OK_RESPONSE);
        return ::tlm::TLM_COMPLETED;
    }
    void blocking(Payload& payload, sc_core::sc_time& /*delay*/) {
        payload.set_response_status(::tlm::TLM_OK_RESPONSE);
    }

    sc_core::sc_vector<tlm_utils::simple_initiator_socket<Threads>> initiators_;
    sc_core::sc_vector<tlm_utils::passthrough_target_socket<Threads>> memories_;
    std::size_t started_ = 0;
};

void threads(benchmark::State& state, tl::BlockingCalls calls) {
    const Point point(0);
    const FreshKernel kernel;
    ::tlm::tlm_global_quantum::instance().set(sc_core::sc_time(1, sc_core::SC_US));
    const auto network = tl::make_fast_network(point.description);
    tl::InterconnectParameters parameters;
    parameters.blocking_calls = calls;
    tl::Interconnect interconnect("interconnect", *network, memory_map(point), parameters);
    Threads bench("threads", interconnect);
    simulate(kWarmUp);
    const std::uint64_t before = bench.transactions;
    for (auto _ : state) {
        simulate(kCycles);
    }
    const auto done = static_cast<double>(bench.transactions - before);
    state.counters["transactions"] = benchmark::Counter(done, benchmark::Counter::kIsRate);
    state.counters["transactions_per_cycle"] =
        done / (static_cast<double>(state.iterations()) * static_cast<double>(kCycles));
    ::tlm::tlm_global_quantum::instance().set(sc_core::SC_ZERO_TIME);
}

void exact_threads(benchmark::State& state) { threads(state, tl::BlockingCalls::cycle_exact); }
void loosely_timed_threads(benchmark::State& state) {
    threads(state, tl::BlockingCalls::loosely_timed);
}
void four_phases(benchmark::State& state) { sockets(state, tl::AtPhases::four); }
void two_phases(benchmark::State& state) { sockets(state, tl::AtPhases::two); }

// The load in hundredths of flits/node/cycle.
BENCHMARK(bare)->Name("tlm/mesh_8x8/bare_engine")->Arg(5)->Arg(20)->Arg(35);
BENCHMARK(four_phases)->Name("tlm/mesh_8x8/four_phases")->Arg(5)->Arg(20)->Arg(35);
BENCHMARK(two_phases)->Name("tlm/mesh_8x8/two_phases")->Arg(5)->Arg(20)->Arg(35);
BENCHMARK(exact_threads)->Name("tlm/mesh_8x8/b_transport/cycle_exact");
BENCHMARK(loosely_timed_threads)->Name("tlm/mesh_8x8/b_transport/loosely_timed");

}  // namespace
}  // namespace flitscope::tb

int sc_main(int argc, char* argv[]) {
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
