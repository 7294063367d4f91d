#include "tlm/interconnect/network_stepper.h"

#include <algorithm>

#include "rtl_models/signal/network/network.h"
#include "tlm/interconnect/edge_clock.h"
#include "tlm/mixed/mixed_network.h"

namespace flitscope::tl {

namespace {

/// Steps a network without simulation time, edge by edge. It sleeps while no message is under way
/// and none will be offered.
class EngineStepper final : public sc_core::sc_module, public NetworkStepper {
public:
    SC_HAS_PROCESS(EngineStepper);
    EngineStepper(const sc_core::sc_module_name& name, rtl::Network& network,
                  rtl::NetworkClient& client)
        : sc_module(name), network_(network), client_(client) {
        SC_METHOD(step);
        dont_initialize();
        sensitive << due_;
    }

    void wake_for(rtl::Cycle edge) override {
        if (edge < next_) {
            next_ = edge;
            due_.notify(clock_.sample_time(edge) - sc_core::sc_time_stamp());
        }
    }

private:
    void step() {
        const rtl::Cycle edge = next_;
        network_.run(client_, edge);
        const rtl::NetworkCounters counters = network_.counters();
        const bool busy = counters.messages_offered != counters.messages_delivered;
        next_ = rtl::kNever;
        const rtl::Cycle wanted = busy ? edge + 1 : client_.next_edge();
        if (wanted != rtl::kNever) {
            wake_for(std::max(wanted, edge + 1));
        }
    }

    rtl::Network& network_;
    rtl::NetworkClient& client_;
    EdgeClock clock_;
    sc_core::sc_event due_;
    rtl::Cycle next_ = rtl::kNever;  ///< edge of the next step
};

/// Steps a network in which some or all routers are SystemC modules, and to which the client was
/// attached, so that edge t is at t ns: wakes the clock if it would sleep past the client's next
/// edge.
class SignalStepper final : public sc_core::sc_module, public NetworkStepper {
public:
    SC_HAS_PROCESS(SignalStepper);
    SignalStepper(const sc_core::sc_module_name& name, rtl::Clock& clock,
                  rtl::NetworkClient& client)
        : sc_module(name), clock_(clock), client_(client) {
        SC_METHOD(wake);
        dont_initialize();
        sensitive << due_;
    }

    void wake_for(rtl::Cycle edge) override {
        due_.notify(edges_.sample_time(edge) - sc_core::sc_time_stamp());
    }

private:
    void wake() {
        // If the client wants a later edge only, the clock was awake and has served it: it knows.
        const rtl::Cycle wanted = client_.next_edge();
        if (wanted != rtl::kNever && edges_.sample_time(wanted) <= sc_core::sc_time_stamp()) {
            clock_.wake();
        }
    }

    rtl::Clock& clock_;
    rtl::NetworkClient& client_;
    EdgeClock edges_;
    sc_core::sc_event due_;
};

template <typename ClockedNetwork>
std::unique_ptr<NetworkStepper> attach(ClockedNetwork& network, rtl::NetworkClient& client) {
    network.attach(client, EdgeClock().time_of(0));
    return std::make_unique<SignalStepper>("stepper", network.clock(), client);
}

}  // namespace

std::unique_ptr<NetworkStepper> make_stepper(rtl::Network& network, rtl::NetworkClient& client) {
    if (auto* signal = dynamic_cast<rtl::SignalNetwork*>(&network)) {
        return attach(*signal, client);
    }
    if (auto* mixed = dynamic_cast<MixedNetwork*>(&network)) {
        return attach(*mixed, client);
    }
    return std::make_unique<EngineStepper>("stepper", network, client);
}

}  // namespace flitscope::tl
