#include "testbenches/tests/rtl_models/verilog/router_bench.h"

namespace flitscope::cosim {

bool operator==(const Sent& a, const Sent& b) {
    return std::tie(a.cycle, a.output, a.vc, a.message, a.index) ==
           std::tie(b.cycle, b.output, b.vc, b.message, b.index);
}

std::ostream& operator<<(std::ostream& out, const Sent& sent) {
    return out << "cycle " << sent.cycle << ": output " << sent.output << '.' << sent.vc
               << " message " << sent.message << " flit " << sent.index;
}

bool operator==(const Credit& a, const Credit& b) {
    return std::tie(a.cycle, a.input, a.vc) == std::tie(b.cycle, b.input, b.vc);
}

std::ostream& operator<<(std::ostream& out, const Credit& credit) {
    return out << "cycle " << credit.cycle << ": credit for input " << credit.input << '.'
               << credit.vc;
}

RouterBench::RouterBench(const VerilogSet& set, topo::NodeId node, bool skip_idle)
    : router_(set.make("router")), skip_idle_(skip_idle) {
    router_->reset(node);
}

void RouterBench::arrive(rtl::Cycle edge, int input, const rtl::Flit& flit) {
    arrivals_.emplace(edge, std::make_pair(input, flit));
}

void RouterBench::arrive(rtl::Cycle edge, int input, int vc, std::uint32_t message,
                         std::uint32_t length, topo::NodeId destination) {
    for (std::uint32_t index = 0; index < length; ++index) {
        rtl::Flit flit;
        flit.message = message;
        flit.index = index;
        flit.length = length;
        flit.destination = destination;
        flit.kind = rtl::flit_kind(index, length);
        flit.vc = static_cast<std::uint8_t>(vc);
        arrive(edge + index, input, flit);
    }
}

void RouterBench::return_credit(rtl::Cycle edge, int output, int vc) {
    returns_[edge][output] |= std::uint64_t{1} << vc;
}

void RouterBench::run(rtl::Cycle cycles) {
    for (rtl::Cycle cycle = 0; cycle < cycles; ++cycle) {
        const auto [first, last] = arrivals_.equal_range(cycle);
        for (auto arrival = first; arrival != last; ++arrival) {
            router_->set_flit(arrival->second.first, arrival->second.second);
        }
        for (const auto& [output, vcs] : returns_[cycle]) {
            router_->set_credits(output, vcs);
        }
        if (skip_idle_ && router_->idle() && first == last && returns_[cycle].empty()) {
            continue;
        }
        router_->clock();
        ++clocks_;
        for (int output = 0; output < kPorts; ++output) {
            const rtl::Flit flit = router_->flit(output);
            if (!flit.valid()) {
                continue;
            }
            sent_.push_back({cycle, output, flit.vc, flit.message, flit.index});
            if (credit_delay_ > 0 && output < kNetworkPorts) {
                return_credit(cycle + credit_delay_, output, flit.vc);
            }
        }
        for (int input = 0; input < kPorts; ++input) {
            const std::uint64_t vcs = router_->credits(input);
            for (int vc = 0; vc < kVcs; ++vc) {
                if ((vcs >> vc & 1) != 0) {
                    credits_.push_back({cycle, input, vc});
                }
            }
        }
    }
}

}  // namespace flitscope::cosim
