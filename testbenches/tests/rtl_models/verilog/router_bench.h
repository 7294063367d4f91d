#pragma once

#include <map>
#include <ostream>
#include <tuple>
#include <vector>

#include "rtl_models/cosim/verilog_router.h"
#include "rtl_models/router/contract/network.h"

namespace flitscope::cosim {

/// A flit on an output wire.
struct Sent {
    rtl::Cycle cycle;
    int output;
    int vc;
    std::uint32_t message;
    std::uint32_t index;
};
bool operator==(const Sent& a, const Sent& b);
std::ostream& operator<<(std::ostream& out, const Sent& sent);

/// A credit on the wire that leads back from an input.
struct Credit {
    rtl::Cycle cycle;
    int input;
    int vc;
};
bool operator==(const Credit& a, const Credit& b);
std::ostream& operator<<(std::ostream& out, const Credit& credit);

/// Plays a script against one router of router_cycle_sets.h and writes down what is on its output
/// wires.
class RouterBench {
public:
    /// skip_idle: leave out the clock edges that an idle router does not need.
    RouterBench(const VerilogSet& set, topo::NodeId node, bool skip_idle = false);

    /// A flit that is in the FIFO from `edge` on: on the wire in the cycle before.
    void arrive(rtl::Cycle edge, int input, const rtl::Flit& flit);
    /// A whole message, flit j at edge + j.
    void arrive(rtl::Cycle edge, int input, int vc, std::uint32_t message, std::uint32_t length,
                topo::NodeId destination);
    /// A credit that counts from `edge` on.
    void return_credit(rtl::Cycle edge, int output, int vc);
    /// Every flit on a network output brings back its credit after so many edges; 0: none does.
    void return_credits_after(int edges) { credit_delay_ = edges; }

    /// Plays cycles 0..cycles-1.
    void run(rtl::Cycle cycles);

    const std::vector<Sent>& sent() const { return sent_; }
    const std::vector<Credit>& credits() const { return credits_; }
    rtl::Cycle clocks() const { return clocks_; }  ///< edges that were not left out

private:
    static constexpr int kNetworkPorts = 2;
    static constexpr int kPorts = kNetworkPorts + 1;  ///< inputs, and outputs
    static constexpr int kVcs = 2;

    std::unique_ptr<VerilogRouter> router_;
    bool skip_idle_;
    int credit_delay_ = 0;
    std::multimap<rtl::Cycle, std::pair<int, rtl::Flit>> arrivals_;
    std::map<rtl::Cycle, std::map<int, std::uint64_t>> returns_;  ///< [edge][output]
    std::vector<Sent> sent_;
    std::vector<Credit> credits_;
    rtl::Cycle clocks_ = 0;
};

}  // namespace flitscope::cosim
