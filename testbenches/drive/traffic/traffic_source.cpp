#include "testbenches/drive/traffic/traffic_source.h"

#include "testbenches/drive/traffic/arrivals/arrivals.h"
#include "testbenches/drive/traffic/message_source.h"
#include "testbenches/drive/traffic/operation_source.h"
#include "testbenches/drive/traffic/patterns/patterns.h"
#include "testbenches/drive/traffic/request_reply_source.h"
#include "testbenches/drive/traffic/trace_source.h"

namespace flitscope::tb {

std::unique_ptr<TrafficSource> make_traffic_source(const TrafficConfig& traffic,
                                                   const rtl::NetworkDescription& network,
                                                   std::uint64_t seed) {
    const topo::Topology& topology = *network.topology;
    const int message_classes = network.router.message_classes;
    if (traffic.arrivals.name == kTraceArrivals) {
        return std::make_unique<TraceSource>(
            read_trace(traffic.arrivals.options.text("file"), {topology.nodes(), message_classes}),
            topology.nodes(), traffic.startup_cycles);
    }
    auto drawn = std::make_unique<MessageSource>(traffic, topology, seed);
    if (traffic.has_operations()) {
        return std::make_unique<OperationSource>(std::move(drawn), traffic, network, seed);
    }
    if (traffic.pattern.name != kRequestReply) {
        return drawn;
    }
    const topo::Options& options = traffic.pattern.options;
    RequestReplySource::Parameters parameters;
    parameters.request_length = static_cast<std::uint32_t>(options.integer("request_length", 1));
    parameters.reply_length = static_cast<std::uint32_t>(options.integer("reply_length", 5));
    parameters.service_cycles = options.integer("service_cycles", 0);
    parameters.outstanding = options.integer("outstanding", parameters.outstanding);
    parameters.reply_class = message_classes > 1 ? 1 : 0;
    return std::make_unique<RequestReplySource>(std::move(drawn), topology.nodes(), parameters);
}

}  // namespace flitscope::tb
