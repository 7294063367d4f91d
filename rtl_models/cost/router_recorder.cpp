#include "rtl_models/cost/router_recorder.h"

#include "rtl_models/export/flit_layout.h"

namespace flitscope::cost {

RouterRecorder::RouterRecorder(const exported::ExportedNetwork& network, topo::RouterId router,
                               rtl::Cycle edges)
    : network_(network),
      router_(router),
      ports_(network.ports(router)),
      vc_bits_(rtl::bits_for(network.flit.sizes.vcs)),
      flit_bits_(network.flit.bits()),
      wires_(network),
      inputs_(static_cast<std::size_t>(edges) + 1, Pins(static_cast<std::size_t>(input_bits()))),
      outputs_(static_cast<std::size_t>(edges) + 1, Pins(static_cast<std::size_t>(output_bits()))) {
    events_.cycles = static_cast<std::uint64_t>(edges);
}

int RouterRecorder::input_bits() const {
    return ports_.inputs() * (1 + vc_bits_ + flit_bits_) + ports_.network * network_.flit.sizes.vcs;
}

int RouterRecorder::output_bits() const { return ports_.outputs() * (1 + vc_bits_ + flit_bits_); }

RouterRecorder::Pins* RouterRecorder::at(std::vector<Pins>& cycles, rtl::Cycle edge) const {
    const auto index = static_cast<std::size_t>(edge);
    return edge >= 0 && index < cycles.size() ? &cycles[index] : nullptr;
}

int RouterRecorder::output_to(topo::RouterId router, int input) const {
    if (input >= network_.ports(router).network) {
        return -1;
    }
    const topo::PortPeer peer = network_.description.topology->peer(router, input);
    return peer.connected() && peer.node == router_ ? peer.port : -1;
}

void RouterRecorder::put(Pins& pins, int port, int ports, const rtl::Flit& flit) const {
    const auto set = [&](int bit, bool value) { pins[static_cast<std::size_t>(bit)] = value; };
    set(port, true);
    for (int bit = 0; bit < vc_bits_; ++bit) {
        set(ports + port * vc_bits_ + bit, (flit.vc >> bit & 1) != 0);
    }
    const std::vector<bool> bits = network_.flit.bits_of(flit);
    for (int bit = 0; bit < flit_bits_; ++bit) {
        set(ports * (1 + vc_bits_) + port * flit_bits_ + bit, bits[static_cast<std::size_t>(bit)]);
    }
}

void RouterRecorder::flit_written(rtl::Cycle edge, topo::NodeId router, int input_port,
                                  const rtl::Flit& flit) {
    if (router == router_) {
        if (Pins* const pins = at(inputs_, edge); pins != nullptr) {
            put(*pins, input_port, ports_.inputs(), wires_.entering(router, input_port, flit));
        }
    }
    if (const int output = output_to(router, input_port); output >= 0) {
        const auto latency =
            static_cast<rtl::Cycle>(network_.description.link(router_, output).latency);
        leaves(edge - latency, output, flit);
    }
}

void RouterRecorder::leaves(rtl::Cycle edge, int output, const rtl::Flit& flit) {
    if (Pins* const pins = at(outputs_, edge); pins != nullptr) {
        put(*pins, output, ports_.outputs(), wires_.leaving(flit));
        ++events_.flits;
        events_.heads += flit.is_head() ? 1 : 0;
    }
}

void RouterRecorder::flit_consumed(rtl::Cycle edge, topo::NodeId router, int output_port,
                                   const rtl::Flit& flit) {
    if (router == router_) {
        leaves(edge, output_port, flit);
    }
}

void RouterRecorder::credit_sent(rtl::Cycle cycle, topo::NodeId router, int input_port, int vc) {
    const int output = output_to(router, input_port);
    if (output < 0) {
        return;
    }
    const auto latency =
        static_cast<rtl::Cycle>(network_.description.link(router_, output).latency);
    if (Pins* const pins = at(inputs_, cycle + 1 + latency); pins != nullptr) {
        const int first = ports_.inputs() * (1 + vc_bits_ + flit_bits_);
        (*pins)[static_cast<std::size_t>(first + output * network_.flit.sizes.vcs + vc)] = true;
    }
}

std::string RouterRecorder::lines(const std::vector<Pins>& cycles) const {
    std::string text;
    for (const Pins& pins : cycles) {
        text += exported::hex_digits(pins) + "\n";
    }
    return text;
}

}  // namespace flitscope::cost
