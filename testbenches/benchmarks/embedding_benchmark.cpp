// The cost of the calls of flitscope.h in addition to the simulation: the same messages, 0.2
// flits/node/cycle on an 8x8 mesh, through the bare engine, one by one through the C interface with
// a step per edge at which one joins, and all at once. The differences of per_message are the costs
// of calls.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <vector>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/traffic/message_source.h"
#include "testbenches/embedding/flitscope.h"

namespace flitscope::tb {
namespace {

constexpr const char* kPoint = "{topology: {kind: mesh, size: [8, 8]}, traffic: {load: 0.2}}";
constexpr rtl::Cycle kCycles = 20000;

std::vector<rtl::Message> drawn_messages() {
    const ExperimentConfig config = parse_config("point", kPoint);
    const BuiltNetwork built = make_network(config);
    MessageSource source(config.traffic, *built.topology, config.seed);
    std::vector<rtl::Message> messages;
    while (source.next_edge() < kCycles) {
        const std::vector<rtl::Message>& joining = source.messages_at(source.next_edge());
        messages.insert(messages.end(), joining.begin(), joining.end());
    }
    return messages;
}

const std::vector<rtl::Message>& messages() {
    static const std::vector<rtl::Message> drawn = drawn_messages();
    return drawn;
}

void must(int status) {
    if (status != FLITSCOPE_DONE) {
        std::abort();
    }
}

void count(benchmark::State& state) {
    state.counters["per_message"] = benchmark::Counter(
        static_cast<double>(messages().size()),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// Offers and counts.
class Bare final : public rtl::NetworkClient {
public:
    rtl::Cycle next_edge() const override {
        return next_ < messages().size()     ? messages()[next_].generated
               : arrived < messages().size() ? rtl::kNever
                                             : 0;
    }
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        for (; next_ < messages().size() && messages()[next_].generated <= edge; ++next_) {
            network.offer(messages()[next_]);
        }
        return arrived < messages().size();
    }
    void delivered(const rtl::Delivery& /*delivery*/) override { ++arrived; }

    std::size_t arrived = 0;

private:
    std::size_t next_ = 0;
};

void bare_engine(benchmark::State& state) {
    messages();
    for (auto _ : state) {
        const BuiltNetwork built = make_network(parse_config("point", kPoint));
        Bare client;
        built.network->run(client);
    }
    count(state);
}

class OpenNetwork {
public:
    OpenNetwork() { must(flitscope_open("point", kPoint, &network_)); }
    ~OpenNetwork() { flitscope_close(network_); }
    OpenNetwork(const OpenNetwork&) = delete;
    OpenNetwork& operator=(const OpenNetwork&) = delete;
    operator flitscope_network*() { return network_; }

    std::size_t take() {
        flitscope_delivery taken[64];
        std::size_t all = 0;
        for (std::size_t now = 64; now == 64; all += now) {
            must(flitscope_deliveries(network_, taken, 64, &now));
        }
        return all;
    }

private:
    flitscope_network* network_ = nullptr;
};

void one_by_one(benchmark::State& state) {
    messages();
    for (auto _ : state) {
        OpenNetwork network;
        std::size_t arrived = 0;
        for (const rtl::Message& each : messages()) {
            if (each.generated > flitscope_now(network)) {
                must(flitscope_step(network, each.generated));
                arrived += network.take();
            }
            must(flitscope_offer(network, each.source, each.destination, each.length, each.id));
        }
        must(flitscope_step(network, FLITSCOPE_UNTIL_DELIVERED));
        if (arrived + network.take() != messages().size()) {
            std::abort();
        }
    }
    count(state);
}

void all_at_once(benchmark::State& state) {
    std::vector<flitscope_message> offered;
    for (const rtl::Message& each : messages()) {
        offered.push_back({each.source, each.destination, each.length, 0, each.generated, each.id});
    }
    for (auto _ : state) {
        OpenNetwork network;
        must(flitscope_offer_messages(network, offered.data(), offered.size()));
        must(flitscope_step(network, FLITSCOPE_UNTIL_DELIVERED));
        if (network.take() != messages().size()) {
            std::abort();
        }
    }
    count(state);
}

BENCHMARK(bare_engine)->Name("embedding/bare_engine")->Unit(benchmark::kMillisecond);
BENCHMARK(one_by_one)->Name("embedding/c_one_by_one")->Unit(benchmark::kMillisecond);
BENCHMARK(all_at_once)->Name("embedding/c_all_at_once")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace flitscope::tb

BENCHMARK_MAIN();
