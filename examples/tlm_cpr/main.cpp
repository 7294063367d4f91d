// CPR and a destination list over a 4x4 mesh, as TLM-2.0 writes (docs/tlm.md).
//
//   tlm_cpr [fast|signal]
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/signal/signal_network.h"
#include "tlm/headers/header_bits.h"
#include "tlm/interconnect/interconnect.h"
#include "tlm/interconnect/payload_pool.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace {

using namespace flitscope;
constexpr int kAlongTheRow = 0, kAlongLabels = 1;  // the header routings of the network
constexpr auto kPass = rtl::Control::pass;         // control field 10
constexpr auto kReceive = rtl::Control::receive;   // 11: receive and pass on

/// A node that prints what it is written.
class Receiver : public sc_core::sc_module {
public:
    tlm_utils::simple_target_socket<Receiver> socket{"socket"};

    explicit Receiver(const sc_core::sc_module_name& name) : sc_module(name) {
        socket.register_b_transport(this, &Receiver::transport);
    }

private:
    void transport(tl::Payload& payload, sc_core::sc_time& /*delay*/) {
        std::printf("%4.0f ns  %s gets %u bytes, the first is %u\n",
                    sc_core::sc_time_stamp().to_seconds() * 1e9, name(), payload.get_data_length(),
                    payload.get_data_ptr()[0]);
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }
};

/// Writes to several nodes at once, one write after the other.
class Sender : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Sender);
    tlm_utils::simple_initiator_socket<Sender> socket{"socket"};

    Sender(const sc_core::sc_module_name& name, const tl::HeaderFormat& format)
        : sc_module(name), format_(format) {
        SC_THREAD(run);
    }

private:
    void run() {
        // Along the row to node 7, which receives, then along its column: 11 and 15 receive, too.
        const rtl::Header path{{{7, kPass}, {15, kReceive}}, kAlongTheRow};
        write(tl::HeaderKind::coded_path, {path}, 1);
        // Two worms along the Hamiltonian path: up to node 8 and down to node 0.
        write(tl::HeaderKind::destination_list,
              {{{{6}, {8}}, kAlongLabels}, {{{1}, {0}}, kAlongLabels}}, 2);
        // The coded path as the bits of its header flit, and back.
        const auto bits = tl::encode(tl::HeaderKind::coded_path, path, format_);
        print(bits.front());
        write(tl::HeaderKind::coded_path, {tl::decode(tl::HeaderKind::coded_path, bits, format_)},
              3);
    }

    void write(tl::HeaderKind kind, const std::vector<rtl::Header>& worms, unsigned char value) {
        std::vector<unsigned char> data(16, value);
        tl::Payload& payload = pool_.allocate();
        payload.acquire();
        payload.set_command(tlm::TLM_WRITE_COMMAND);
        payload.set_address(0x20);  // as each target sees it
        payload.set_data_ptr(data.data());
        payload.set_data_length(16);
        payload.set_streaming_width(16);
        auto& extension = *payload.get_extension<tl::MessageExtension>();
        extension.header = kind;
        extension.worms = worms;
        sc_core::sc_time delay;
        socket->b_transport(payload, delay);  // until the last target has answered
        std::printf("%4.0f ns  %s has the answer of all: %s\n",
                    sc_core::sc_time_stamp().to_seconds() * 1e9, name(),
                    payload.get_response_string().c_str());
        payload.release();
    }

    static void print(const tl::HeaderBits& bits) {
        std::printf("header flit, bit 0 first: ");
        for (const bool bit : bits) {
            std::printf("%d", bit ? 1 : 0);
        }
        std::printf("\n");
    }

    tl::HeaderFormat format_;
    tl::PayloadPool pool_;
};

}  // namespace

int sc_main(int argc, char** argv) {
    const std::string level = argc > 1 ? argv[1] : "fast";
    const auto mesh = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{4, 4}}});
    const auto xy = topo::make_routing("dimension_order", *mesh, {});
    rtl::NetworkDescription description;
    description.topology = mesh.get();
    description.routing = xy.get();
    description.router.message_classes = 2;
    description.router.virtual_channels = 8;
    description.links.assign(mesh->link_classes().size(), {});
    description.headers.routings = {topo::make_routing("dimension_order", *mesh, {}),
                                    topo::make_routing("hamiltonian", *mesh, {})};
    const auto network = level == "signal" ? rtl::make_signal_network(description)
                                           : tl::make_fast_network(description);

    std::vector<tl::AddressRange> ranges;
    ranges.reserve(static_cast<std::size_t>(mesh->nodes()));
    for (topo::NodeId node = 0; node < mesh->nodes(); ++node) {
        ranges.push_back({0x1000ULL * static_cast<unsigned>(node), 0x1000, node, 0});
    }
    tl::Interconnect interconnect("interconnect", *network, tl::AddressMap(ranges));
    std::vector<std::unique_ptr<Receiver>> receivers;
    for (topo::NodeId node = 0; node < mesh->nodes(); ++node) {
        receivers.push_back(std::make_unique<Receiver>(("node_" + std::to_string(node)).c_str()));
        interconnect.initiator_socket[static_cast<std::size_t>(node)].bind(
            receivers.back()->socket);
    }
    // Entries of a header flit, nodes, header routings, outputs of a router.
    const tl::HeaderFormat format{2, mesh->nodes(), 2, 5};
    Sender sender("sender", format);
    sender.socket.bind(interconnect.target_socket[5]);
    sc_core::sc_start();
    return 0;
}
