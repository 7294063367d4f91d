// The contracts between the units of a router in networks with multicasts
// (docs/multicast_units.md).
#include "rtl_models/router/header.h"
#include "rtl_models/signal/outline/router_module.h"
#include "rtl_models/signal/watch/unit_contracts.h"

namespace flitscope::rtl {

/// A flit leaves when it has been sent on all branches.
void UnitContracts::check_pops(int port) {
    const InputNets& nets = nets_.input(port);
    if (!nets.absorb) {
        return;
    }
    VcMask crossing = 0;
    VcMask missing = 0;
    for (int number = 0; number < kBranches; ++number) {
        const Branch branch = this->branch(port, number);
        crossing |= branch.grant;
        missing |=
            branch.there() & ~(branch.grant | inputs_[static_cast<std::size_t>(port)].sent[number]);
    }
    if (nets.absorb->pop.read() != (crossing & ~missing)) {
        fail("route_unit", port, "pop_o: not the VCs whose flit has been sent on all branches");
    }
    if ((nets.absorb->drop.read() & ~nets.absorb->pop.read()) != 0) {
        fail("route_unit", port, "drop_o: a VC whose flit does not leave");
    }
}

/// A header unit may serve entries as it likes, but it must leave unicasts unchanged, lose no flit
/// of a multicast, and serve no entry twice.
void UnitContracts::check_headers(int port) {
    const InputNets& nets = nets_.input(port);
    if (!nets.absorb) {
        return;
    }
    const Heads& heads = nets.head.read();
    const Heads& onward = nets.absorb->head.read();
    if (onward.valid != heads.valid) {
        fail("header_unit", port, "head_o_valid: not the heads at the fronts");
    }
    VcMask multicasts = 0;
    for_each_bit(heads.valid,
                 [&](int v) { multicasts |= nets.front.read()[v].header ? vc_bit(v) : 0; });
    if (nets.absorb->action.read().valid != multicasts) {
        fail("header_unit", port, "action_o_valid: not the heads that have a header");
    }
    for_each_bit(heads.valid, [&](int v) {
        if ((multicasts >> v & 1) != 0) {
            check_multicast(port, v);
        } else if (!(onward.of[v] == heads.of[v])) {
            fail("header_unit", port,
                 "head_o: VC " + std::to_string(v) + ": not the head that came, of a unicast");
        }
    });
}

void UnitContracts::check_multicast(int port, int v) {
    const InputNets& nets = nets_.input(port);
    const Flit& front = nets.front.read()[v];
    const HeadFields& onward = nets.absorb->head.read().of[v];
    const HeaderActions& action = nets.absorb->action.read();
    const auto is = [v](VcMask mask) { return (mask >> v & 1) != 0; };
    const auto require = [&](bool kept, const char* pin, const std::string& what) {
        if (!kept) {
            fail("header_unit", port, std::string(pin) + ": VC " + std::to_string(v) + ": " + what);
        }
    };
    require(is(action.forward) || is(action.receive), "action_o",
            "a multicast that is neither forwarded nor received");
    require(!is(action.drop) || !(is(action.forward) || front.is_tail()), "action_o_drop",
            "a flit that goes on, or that nothing follows");
    require(action.of[v].routing == front.header->routing, "action_o_routing",
            std::to_string(action.of[v].routing) + ", the header says " +
                std::to_string(front.header->routing));
    const topo::PortId first = action.of[v].first_port;
    require(first < 0 || (port >= router_.ports().network && first < router_.ports().network &&
                          router_.has_output(first)),
            "action_o_first_port", std::to_string(first) + ", which is no output at the source");
    require(onward.length == front.length - front.index, "head_o_length",
            std::to_string(onward.length) + " of " + std::to_string(front.length - front.index) +
                " flits");
    const std::vector<HeaderEntry>& entries = front.header->entries;
    bool addressed = false;
    for (const HeaderEntry& entry : entries) {
        addressed = addressed || entry.address == onward.destination;
    }
    require(!is(action.forward) || addressed, "head_o_destination",
            std::to_string(onward.destination) + ", which is no address of the flit");
    const std::uint32_t served = nets.absorb->served.read().of[v];
    require(served >= front.served && served <= entries.size(), "served_o",
            "not the entries from the first one on, " + std::to_string(front.served) +
                " of which were served before");
    const bool here =
        front.served < entries.size() && entries[front.served].address == router_.id();
    require(!here || !is(action.receive) || served > front.served, "served_o",
            "the entry of this node, which receives, stays");
}

}  // namespace flitscope::rtl
