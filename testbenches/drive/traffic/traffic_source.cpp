#include "testbenches/drive/traffic/traffic_source.h"

#include "testbenches/drive/traffic/message_source.h"
#include "testbenches/drive/traffic/operation_source.h"
#include "testbenches/drive/traffic/registry.h"
#include "testbenches/drive/traffic/request_reply_source.h"
#include "testbenches/drive/traffic/trace_source.h"

namespace flitscope::tb {

TraceRow TrafficSource::row_of(const rtl::Message& message, rtl::Cycle startup) {
    TraceRow row;
    row.id = std::to_string(message.id);
    row.cycle = message.generated - startup;
    row.source = message.source;
    row.destination = message.destination;
    row.length = message.length;
    row.message_class = message.message_class;
    return row;
}

namespace {

std::unique_ptr<TrafficSource> given_messages(const TrafficConfig& traffic,
                                              const topo::Topology& topology, std::uint64_t seed) {
    if (traffic.trace) {
        return std::make_unique<TraceSource>(traffic.trace, topology.nodes(),
                                             traffic.startup_cycles);
    }
    return std::make_unique<MessageSource>(traffic, topology, seed);
}

}  // namespace

std::unique_ptr<TrafficSource> make_traffic_source(const TrafficConfig& traffic,
                                                   const rtl::NetworkDescription& network,
                                                   std::uint64_t seed) {
    const topo::Topology& topology = *network.topology;
    if (traffic.pattern.name != kRequestReply || traffic.trace) {
        auto given = given_messages(traffic, topology, seed);
        if (traffic.has_operations()) {
            return std::make_unique<OperationSource>(std::move(given), traffic, network, seed);
        }
        return given;
    }
    const Options& options = traffic.pattern.options;
    RequestReplySource::Parameters parameters;
    const RequestReplyLengths lengths = request_reply_lengths(options);
    parameters.request_length = static_cast<std::uint32_t>(lengths.request);
    parameters.reply_length = static_cast<std::uint32_t>(lengths.reply);
    parameters.service_cycles = options.integer("service_cycles", 0);
    parameters.outstanding = options.integer("outstanding", parameters.outstanding);
    parameters.reply_class = network.router.message_classes > 1 ? 1 : 0;
    parameters.startup = traffic.startup_cycles;
    TrafficConfig requests = traffic;
    requests.startup_cycles = 0;
    return std::make_unique<RequestReplySource>(
        std::make_unique<MessageSource>(requests, topology, seed), topology.nodes(), parameters);
}

}  // namespace flitscope::tb
