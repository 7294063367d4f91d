#include "rtl_models/export/flit_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>

namespace flitscope::exported {

FlitRecorder::FlitRecorder(const ExportedNetwork& network)
    : network_(network),
      wires_(network),
      sources_(numbers_of(network.sources)),
      sinks_(numbers_of(network.sinks)) {}

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
    record(injected_, edge, sources_.at({router, input_port}),
           wires_.entering(router, input_port, flit));
}

void FlitRecorder::flit_consumed(rtl::Cycle edge, topo::NodeId router, int output_port,
                                 const rtl::Flit& flit) {
    record(consumed_, edge, sinks_.at({router, output_port}), wires_.leaving(flit));
}

void FlitRecorder::record(std::vector<Passing>& to, rtl::Cycle edge, int stream,
                          const rtl::Flit& flit) const {
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
