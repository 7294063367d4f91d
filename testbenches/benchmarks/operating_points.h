#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "testbenches/drive/traffic/message_source.h"

namespace flitscope::tb {

/// An operating point of the benchmark configuration: separable input-first allocators, round
/// robin, latency 0, all injection VCs, ejection per VC, Bernoulli arrivals, uniform pattern,
/// seed 1.
struct OperatingPoint {
    std::string name;
    std::string topology;
    Options options;
    int virtual_channels = 4;
    int buffer_flits = 8;
    int length = 5;     ///< flits
    double load = 0.2;  ///< flits/node/cycle
    int pipeline = 3;
    int ports = 1;  ///< injection and ejection ports, or kAll
};

/// The points that every level is measured at, in this order.
const std::vector<OperatingPoint>& operating_points();

/// 1 048 576 routers: for what one run takes in memory and time.
OperatingPoint twenty_cube();

using MakeNetwork =
    std::function<std::unique_ptr<rtl::Network>(const rtl::NetworkDescription& description)>;

/// A network at an operating point, driven by its traffic and nothing else.
class PointRun final : public rtl::NetworkClient {
public:
    PointRun(const OperatingPoint& point, const MakeNetwork& make);

    /// Simulates this many further cycles.
    void run(rtl::Cycle cycles);
    rtl::NetworkCounters counters() const { return network_->counters(); }
    double elaboration_seconds() const { return elaboration_seconds_; }

    rtl::Cycle next_edge() const override;
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override;
    void delivered(const rtl::Delivery& delivery) override;

private:
    std::unique_ptr<topo::Topology> topology_;
    std::unique_ptr<topo::RoutingFunction> routing_;
    std::unique_ptr<rtl::Network> network_;
    std::unique_ptr<MessageSource> source_;
    rtl::Cycle end_ = 0;
    rtl::Cycle latency_sum_ = 0;
    double elaboration_seconds_ = 0;
};

/// Largest resident memory of the process so far, MB.
double peak_memory_mb();

}  // namespace flitscope::tb
