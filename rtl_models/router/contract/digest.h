#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/router/contract/network_observer.h"

namespace flitscope::rtl {

enum class EventKind : std::uint8_t {
    flit_written,
    routed,
    vc_granted,
    switch_granted,
    credit_sent,
    flit_consumed
};
const char* event_kind_name(EventKind kind);

/// One observed event in a form that can be hashed, sorted, stored and compared.
struct Event {
    Cycle cycle = 0;  ///< edge for flit_written and flit_consumed
    topo::NodeId router = 0;
    EventKind kind = EventKind::flit_written;
    std::int32_t port = 0;         ///< input port; flit_consumed: output port
    std::int32_t vc = 0;           ///< VC at `port`
    std::uint32_t message = 0;     ///< 0 for credit_sent
    std::uint32_t index = 0;       ///< flit of the message; 0 for credit_sent
    std::int32_t output_port = 0;  ///< of routed, vc_granted, switch_granted, else 0
    std::int32_t output_vc = 0;    ///< of vc_granted, switch_granted; routed: first VC it may use
};
bool operator==(const Event& a, const Event& b);
/// By cycle, router, kind, port, VC, then the rest.
bool operator<(const Event& a, const Event& b);

/// 64 well-mixed bits of all fields. Sums of these modulo 2^64 are digests that do not depend on
/// the order of events.
std::uint64_t event_hash(const Event& event);

/// Receives every observation as an Event.
class EventObserver : public NetworkObserver {
public:
    virtual void event(const Event& event) = 0;

    void flit_written(Cycle edge, topo::NodeId router, int input_port, const Flit& flit) final;
    void routed(Cycle cycle, topo::NodeId router, int input_port, const Flit& head, int output_port,
                VcRange allowed) final;
    void vc_granted(Cycle cycle, topo::NodeId router, int input_port, const Flit& head,
                    int output_port, int output_vc) final;
    void switch_granted(Cycle cycle, topo::NodeId router, int input_port, const Flit& flit,
                        int output_port, int output_vc) final;
    void credit_sent(Cycle cycle, topo::NodeId router, int input_port, int vc) final;
    void flit_consumed(Cycle edge, topo::NodeId router, int output_port, const Flit& flit) final;
};

/// Digests of a run: one per router, and one per window of cycles.
class DigestObserver final : public EventObserver {
public:
    /// `window_cycles` >= 1: cycles per entry of windows().
    explicit DigestObserver(Cycle window_cycles) : window_cycles_(window_cycles) {}

    void event(const Event& event) override;

    std::uint64_t total() const { return total_; }
    std::uint64_t events() const { return events_; }
    /// By router; missing at the end: nothing happened.
    const std::vector<std::uint64_t>& routers() const { return routers_; }
    /// Entry i covers cycles [i * window, (i + 1) * window); missing at the end: nothing happened.
    const std::vector<std::uint64_t>& windows() const { return windows_; }

private:
    Cycle window_cycles_;
    std::uint64_t total_ = 0;
    std::uint64_t events_ = 0;
    std::vector<std::uint64_t> routers_;
    std::vector<std::uint64_t> windows_;
};

}  // namespace flitscope::rtl
