#pragma once

#include <exception>
#include <memory>
#include <vector>

#include "rtl_models/fast/engine/fast_engine.h"
#include "tlm/mixed/mixed_levels.h"
#include "tlm/mixed/signal_island.h"

namespace flitscope::tl {

/// The network of make_mixed_network.
///
/// One SC_METHOD, the clock of the SystemC routers, drives both sides: the engine simulates its
/// cycle at the falling edge. While the SystemC routers sleep, the engine continues alone, and the
/// simulation time catches up when one of them wakes.
class MixedNetwork final : public FastEngine {
public:
    /// As make_mixed_network.
    MixedNetwork(const rtl::NetworkDescription& description, std::vector<topo::NodeId> signal,
                 const rtl::RouterFactory& factory = {});

    void run(rtl::NetworkClient& client, rtl::Cycle limit) override;
    /// Used instead of run(), like rtl::SignalNetwork::attach. The engine then keeps pace with the
    /// simulation time. The client's at_edge must return true; an exception of it ends the
    /// simulation.
    void attach(rtl::NetworkClient& client, const sc_core::sc_time& first_edge);
    std::string level() const override { return "mixed"; }

    rtl::Clock& clock() { return island_.clock(); }

private:
    void at_edge(rtl::Cycle edge);
    void attached_at_edge(rtl::Cycle edge);
    rtl::Cycle next_edge(rtl::Cycle edge);
    bool step();
    void enter_cycle();
    void hold();

    std::vector<topo::NodeId> routers_;  ///< at signal level, ascending
    SignalIsland island_;
    rtl::NetworkClient* attached_ = nullptr;
    bool cycle_begun_ = false;  ///< the engine waits for what the island drives in its cycle
    bool held_ = false;         ///< the run ended before the injection for the current edge
    std::exception_ptr error_;
};

}  // namespace flitscope::tl
