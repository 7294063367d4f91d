#include "rtl_models/router/contract/digest.h"

#include <tuple>

#include "rtl_models/router/choice.h"

namespace flitscope::rtl {

namespace {

auto key(const Event& e) {
    return std::tie(e.cycle, e.router, e.kind, e.port, e.vc, e.message, e.index, e.output_port,
                    e.output_vc);
}

std::uint64_t pair_of(std::uint64_t high, std::uint64_t low) {
    return high << 32 ^ (low & 0xFFFFFFFFu);
}

void add(std::vector<std::uint64_t>& sums, std::size_t i, std::uint64_t hash) {
    if (i >= sums.size()) {
        sums.resize(i + 1, 0);
    }
    sums[i] += hash;
}

Event event_of(EventKind kind, Cycle cycle, topo::NodeId router, int port, const Flit& flit,
               int output_port = 0, int output_vc = 0) {
    return {cycle, router, kind, port, flit.vc, flit.message, flit.index, output_port, output_vc};
}

}  // namespace

const char* event_kind_name(EventKind kind) {
    static constexpr const char* kNames[] = {"flit_written",   "routed",      "vc_granted",
                                             "switch_granted", "credit_sent", "flit_consumed"};
    return kNames[static_cast<std::size_t>(kind)];
}

bool operator==(const Event& a, const Event& b) { return key(a) == key(b); }
bool operator<(const Event& a, const Event& b) { return key(a) < key(b); }

std::uint64_t event_hash(const Event& e) {
    std::uint64_t h = mix64(static_cast<std::uint64_t>(e.cycle) + 0x9E3779B97F4A7C15u);
    h = mix64(
        h ^ pair_of(static_cast<std::uint64_t>(e.router) << 4 ^ static_cast<std::uint64_t>(e.kind),
                    static_cast<std::uint64_t>(e.port) << 8 ^ static_cast<std::uint64_t>(e.vc)));
    h = mix64(h ^ pair_of(e.message, e.index));
    return mix64(h ^ pair_of(static_cast<std::uint64_t>(e.output_port),
                             static_cast<std::uint64_t>(e.output_vc)));
}

void EventObserver::flit_written(Cycle edge, topo::NodeId router, int input_port,
                                 const Flit& flit) {
    event(event_of(EventKind::flit_written, edge, router, input_port, flit));
}

void EventObserver::routed(Cycle cycle, topo::NodeId router, int input_port, const Flit& head,
                           int output_port, VcRange allowed) {
    event(event_of(EventKind::routed, cycle, router, input_port, head, output_port, allowed.first));
}

void EventObserver::vc_granted(Cycle cycle, topo::NodeId router, int input_port, const Flit& head,
                               int output_port, int output_vc) {
    event(event_of(EventKind::vc_granted, cycle, router, input_port, head, output_port, output_vc));
}

void EventObserver::switch_granted(Cycle cycle, topo::NodeId router, int input_port,
                                   const Flit& flit, int output_port, int output_vc) {
    event(event_of(EventKind::switch_granted, cycle, router, input_port, flit, output_port,
                   output_vc));
}

void EventObserver::credit_sent(Cycle cycle, topo::NodeId router, int input_port, int vc) {
    Flit slot;
    slot.vc = static_cast<std::uint8_t>(vc);
    event(event_of(EventKind::credit_sent, cycle, router, input_port, slot));
}

void EventObserver::flit_consumed(Cycle edge, topo::NodeId router, int output_port,
                                  const Flit& flit) {
    event(event_of(EventKind::flit_consumed, edge, router, output_port, flit));
}

void DigestObserver::event(const Event& event) {
    const std::uint64_t hash = event_hash(event);
    total_ += hash;
    ++events_;
    add(routers_, static_cast<std::size_t>(event.router), hash);
    add(windows_, static_cast<std::size_t>(event.cycle / window_cycles_), hash);
}

}  // namespace flitscope::rtl
