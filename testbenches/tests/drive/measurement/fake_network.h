#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "testbenches/drive/configuration/experiment_config.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

/// A network without routers: every source serves its messages one after the other, `service`
/// cycles each, and each is delivered at its zero-load time after the start of its service.
///
/// What it gets wrong on purpose is switched on by the flags.
struct FakeBehaviour {
    rtl::Cycle service = 0;      ///< cycles between two starts of a source; 0: start at once
    rtl::Cycle detour = 0;       ///< cycles more than at zero load, for every message
    bool every_edge = false;     ///< calls the client at every edge, also when not asked to
    bool reverse_order = false;  ///< reports the deliveries of an edge in descending order
    rtl::MessageId first_stuck = UINT64_MAX;  ///< these messages are never delivered
    rtl::MessageId last_stuck = UINT64_MAX;
    bool deadlock = false;                  ///< waits() shows a circle of two VCs
    rtl::MessageId twice = UINT64_MAX;      ///< delivered twice
    rtl::MessageId corrupted = UINT64_MAX;  ///< delivered with another length
    rtl::MessageId early = UINT64_MAX;      ///< delivered faster than the zero-load rule
    rtl::MessageId forgotten = UINT64_MAX;  ///< delivered, but not counted
    rtl::MessageId in_error = UINT64_MAX;   ///< ends with a protocol error
};

class FakeNetwork : public rtl::Network {
public:
    FakeNetwork(const rtl::NetworkDescription& description, FakeBehaviour behaviour);

    void offer(const rtl::Message& message) override;
    std::size_t queued(topo::NodeId node, int queue) const override;
    int queue_of(const rtl::Message& /*message*/) const override { return 0; }
    bool starts_at_once(const rtl::Message& message) const override;
    void run(rtl::NetworkClient& client, rtl::Cycle limit) override;
    rtl::Cycle now() const override { return now_; }
    const rtl::NetworkDescription& description() const override { return description_; }
    rtl::NetworkCounters counters() const override { return counters_; }
    rtl::ChannelCounters channel_counters(topo::NodeId router, int output_port) const override;
    std::uint64_t injected_flits(topo::NodeId node, int input_port) const override;
    std::uint64_t ejected_flits(topo::NodeId node, int output_port) const override;
    std::vector<rtl::VcWait> waits() const override;
    void check_invariants() const override {}
    std::string level() const override { return "fake"; }

    std::vector<rtl::Message> offered;  ///< in order of offer

private:
    void start_messages();
    void deliver_due(rtl::NetworkClient& client);

    rtl::NetworkDescription description_;
    FakeBehaviour behaviour_;
    rtl::Cycle now_ = 0;
    rtl::NetworkCounters counters_;
    std::vector<std::deque<rtl::Message>> queues_;  ///< not started yet
    std::vector<rtl::Cycle> free_at_;
    std::set<topo::NodeId> backlogged_;  ///< nodes with a queue
    std::map<rtl::Cycle, std::vector<rtl::Delivery>> due_;
};

/// An 8x4 mesh with dimension order and a fake network on it.
struct FakeSetup {
    explicit FakeSetup(const FakeBehaviour& behaviour = {});

    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    rtl::NetworkDescription description;
    std::unique_ptr<FakeNetwork> network;
};

/// Uniform Bernoulli traffic on it: 5-flit messages at this rate.
ExperimentConfig fake_config(double rate);

}  // namespace flitscope::tb
