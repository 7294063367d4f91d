#include "rtl_models/export/flit_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>

namespace flitscope::exported {

FlitRecorder::FlitRecorder(const ExportedNetwork& network)
    : network_(network),
      payload_(network.description),
      sources_(numbers_of(network.sources)),
      sinks_(numbers_of(network.sinks)) {
    if (network.description.router.lookahead) {
        lookahead_.emplace(network.description);
    }
}

FlitRecorder::StreamNumbers FlitRecorder::numbers_of(const std::vector<Stream>& streams) {
    StreamNumbers numbers;
    for (const Stream& stream : streams) {
        const auto number = static_cast<int>(numbers.size());
        numbers[{stream.router, stream.port}] = number;
    }
    return numbers;
}

void FlitRecorder::flit_written(rtl::Cycle edge, topo::NodeId router, int input_port,
                                const rtl::Flit& flit) {
    if (input_port < network_.ports(router).network) {
        return;
    }
    rtl::Flit injected = flit;
    injected.detour = false;  // the source router decides
    if (lookahead_ && flit.is_head()) {
        lookahead_->mark(injected, router, input_port);
    }
    record(injected_, edge, sources_.at({router, input_port}), injected);
}

void FlitRecorder::flit_consumed(rtl::Cycle edge, topo::NodeId router, int output_port,
                                 const rtl::Flit& flit) {
    record(consumed_, edge, sinks_.at({router, output_port}), flit);
}

void FlitRecorder::record(std::vector<Passing>& to, rtl::Cycle edge, int stream,
                          rtl::Flit flit) const {
    payload_.fill(flit);
    to.push_back({edge, stream, flit.vc, network_.flit.hex(flit), flit.is_tail()});
}

std::vector<FlitRecorder::Passing> FlitRecorder::sorted(std::vector<Passing> passings,
                                                        rtl::Cycle end) {
    passings.erase(std::remove_if(passings.begin(), passings.end(),
                                  [end](const Passing& each) { return each.edge >= end; }),
                   passings.end());
    std::sort(passings.begin(), passings.end(), [](const Passing& a, const Passing& b) {
        return std::tie(a.edge, a.stream) < std::tie(b.edge, b.stream);
    });
    return passings;
}

std::string memory_lines(const std::vector<FlitRecorder::Passing>& passings) {
    std::string lines;
    for (const FlitRecorder::Passing& each : passings) {
        fmt::format_to(std::back_inserter(lines), "{:08x}_{:04x}_{:02x}_{}\n", each.edge,
                       each.stream, each.vc, each.flit);
    }
    return lines;
}

}  // namespace flitscope::exported
