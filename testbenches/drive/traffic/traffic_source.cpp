#include "testbenches/drive/traffic/traffic_source.h"

#include "testbenches/drive/traffic/arrivals/arrivals.h"
#include "testbenches/drive/traffic/message_source.h"
#include "testbenches/drive/traffic/trace_source.h"

namespace flitscope::tb {

std::unique_ptr<TrafficSource> make_traffic_source(const TrafficConfig& traffic,
                                                   const topo::Topology& topology,
                                                   int message_classes, std::uint64_t seed) {
    if (traffic.arrivals.name == kTraceArrivals) {
        return std::make_unique<TraceSource>(
            read_trace(traffic.arrivals.options.text("file"), {topology.nodes(), message_classes}),
            topology.nodes(), traffic.startup_cycles);
    }
    return std::make_unique<MessageSource>(traffic, topology, seed);
}

}  // namespace flitscope::tb
