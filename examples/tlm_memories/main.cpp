// Two initiators and two memories over a 4x4 mesh, as TLM-2.0 models.
//
//   tlm_memories [fast|signal|mixed]
//
// The level is how the network underneath is simulated; nothing else changes, no cycle and no byte
// of the output. `mixed`: the routers at the memories are SystemC modules, the others rows of
// the engine.
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/signal/signal_network.h"
#include "tlm/interconnect/interconnect.h"
#include "tlm/interconnect/payload_pool.h"
#include "tlm/mixed/mixed_levels.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace {

using flitscope::tl::MessageExtension;
using flitscope::tl::Payload;
using flitscope::tl::PayloadPool;
using flitscope::tl::Phase;
using flitscope::tl::Sync;

constexpr std::uint64_t kMemoryBytes = 0x10000;
constexpr std::uint64_t kLowMemory = 0x0;       // at node 3, top right
constexpr std::uint64_t kHighMemory = 0x10000;  // at node 12, bottom left

/// Answers in 10 ns, and 1 ns for each further 8 bytes; b_transport only. Its socket makes that
/// available over AT, which is how the interconnect calls it.
class Memory : public sc_core::sc_module {
public:
    tlm_utils::simple_target_socket<Memory> socket{"socket"};

    explicit Memory(const sc_core::sc_module_name& name) : sc_module(name), bytes_(kMemoryBytes) {
        socket.register_b_transport(this, &Memory::transport);
    }

private:
    void transport(Payload& payload, sc_core::sc_time& delay) {
        const unsigned length = payload.get_data_length();
        wait(delay + sc_core::sc_time(10 + (length - 1) / 8, sc_core::SC_NS));
        delay = sc_core::SC_ZERO_TIME;
        unsigned char* const here = &bytes_[payload.get_address()];
        if (payload.is_write()) {
            std::memcpy(here, payload.get_data_ptr(), length);
        } else {
            std::memcpy(payload.get_data_ptr(), here, length);
        }
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }
    std::vector<unsigned char> bytes_;
};

/// Writes blocks to both memories in turn, as fast as the network accepts them, and reads them
/// back: several transactions in flight, responses in any order.
class StreamInitiator : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(StreamInitiator);
    tlm_utils::simple_initiator_socket<StreamInitiator> socket{"socket"};

    StreamInitiator(const sc_core::sc_module_name& name, PayloadPool& pool)
        : sc_module(name), pool_(pool) {
        socket.register_nb_transport_bw(this, &StreamInitiator::backward);
        SC_THREAD(run);
    }

private:
    static constexpr int kBlocks = 6;
    static constexpr unsigned kBlockBytes = 32;

    void run() {
        for (const bool write : {true, false}) {
            for (int block = 0; block < kBlocks; ++block) {
                send(block, write);
                wait(request_ended_);
            }
            while (in_flight_ > 0) {
                wait(transaction_ended_);
            }
        }
        for (int block = 0; block < kBlocks; ++block) {
            for (const unsigned char byte : data_[static_cast<std::size_t>(block)]) {
                if (byte != block + 1) {
                    SC_REPORT_ERROR("tlm_memories", "read something else than was written");
                }
            }
        }
    }

    void send(int block, bool write) {
        std::array<unsigned char, kBlockBytes>& data = data_[static_cast<std::size_t>(block)];
        data.fill(static_cast<unsigned char>(write ? block + 1 : 0));
        Payload& payload = pool_.allocate();
        payload.acquire();
        payload.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        payload.set_address((block % 2 == 0 ? kLowMemory : kHighMemory) +
                            static_cast<std::uint64_t>(block) * kBlockBytes);
        payload.set_data_ptr(data.data());
        payload.set_data_length(kBlockBytes);
        payload.set_streaming_width(kBlockBytes);
        ++in_flight_;
        Phase phase = tlm::BEGIN_REQ;
        sc_core::sc_time delay;
        if (socket->nb_transport_fw(payload, phase, delay) != tlm::TLM_ACCEPTED) {
            SC_REPORT_ERROR("tlm_memories", payload.get_response_string().c_str());
        }
    }

    Sync backward(Payload& payload, Phase& phase, sc_core::sc_time& /*delay*/) {
        if (phase == tlm::END_REQ) {
            request_ended_.notify(sc_core::SC_ZERO_TIME);
            return tlm::TLM_ACCEPTED;
        }
        const auto& times = *payload.get_extension<MessageExtension>();
        std::printf(
            "%7.0f  %-6s  %-5s 0x%05llx  node %d -> %2d  request %3lld..%3lld"
            "  response %3lld..%3lld  %s\n",
            sc_core::sc_time_stamp().to_seconds() * 1e9, name(),
            payload.is_write() ? "write" : "read",
            static_cast<unsigned long long>(payload.get_address()), times.source, times.destination,
            static_cast<long long>(times.request.accepted),
            static_cast<long long>(times.request.delivered),
            static_cast<long long>(times.response.accepted),
            static_cast<long long>(times.response.delivered),
            payload.get_response_string().c_str());
        payload.release();
        --in_flight_;
        transaction_ended_.notify(sc_core::SC_ZERO_TIME);
        return tlm::TLM_COMPLETED;
    }

    PayloadPool& pool_;
    std::array<std::array<unsigned char, kBlockBytes>, kBlocks> data_{};
    int in_flight_ = 0;
    sc_core::sc_event request_ended_;
    sc_core::sc_event transaction_ended_;
};

/// A program that reads and writes words by b_transport, one after the other.
class WordInitiator : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(WordInitiator);
    tlm_utils::simple_initiator_socket<WordInitiator> socket{"socket"};

    explicit WordInitiator(const sc_core::sc_module_name& name) : sc_module(name) {
        SC_THREAD(run);
    }

private:
    void run() {
        for (std::uint32_t i = 0; i < 4; ++i) {
            access(tlm::TLM_WRITE_COMMAND, kHighMemory + 0x800 + 4 * i, i * i);
        }
        std::uint32_t sum = 0;
        for (std::uint32_t i = 0; i < 4; ++i) {
            sum += access(tlm::TLM_READ_COMMAND, kHighMemory + 0x800 + 4 * i, 0);
        }
        access(tlm::TLM_WRITE_COMMAND, kLowMemory + 0x800, sum);
        access(tlm::TLM_READ_COMMAND, 0xdead0000, 0);  // nobody there
    }

    std::uint32_t access(tlm::tlm_command command, std::uint64_t address, std::uint32_t word) {
        Payload payload;
        payload.set_command(command);
        payload.set_address(address);
        payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
        payload.set_data_length(sizeof word);
        payload.set_streaming_width(sizeof word);
        sc_core::sc_time delay;
        const sc_core::sc_time begin = sc_core::sc_time_stamp();
        socket->b_transport(payload, delay);
        std::printf("%7.0f  %-6s  %-5s 0x%05llx  took %.0f ns  value %u  %s\n",
                    sc_core::sc_time_stamp().to_seconds() * 1e9, name(),
                    payload.is_write() ? "write" : "read", static_cast<unsigned long long>(address),
                    (sc_core::sc_time_stamp() - begin).to_seconds() * 1e9, word,
                    payload.get_response_string().c_str());
        return word;
    }
};

std::unique_ptr<flitscope::rtl::Network> make_network(
    const std::string& level, const flitscope::rtl::NetworkDescription& description) {
    if (level == "fast") {
        return flitscope::tl::make_fast_network(description);
    }
    if (level == "signal") {
        return flitscope::rtl::make_signal_network(description);
    }
    return flitscope::tl::make_mixed_network(description, {3, 12});
}

}  // namespace

int sc_main(int argc, char* argv[]) {
    const std::string level = argc > 1 ? argv[1] : "fast";
    if (argc > 2 || (level != "fast" && level != "signal" && level != "mixed")) {
        std::fprintf(stderr, "usage: tlm_memories [fast|signal|mixed]\n");
        return 2;
    }

    // The network: a 4x4 mesh of typical on-chip routers, requests and responses on VCs of their
    // own.
    const auto topology =
        flitscope::topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{4, 4}}});
    const auto routing = flitscope::topo::make_routing("dimension_order", *topology, {});
    flitscope::rtl::NetworkDescription description;
    description.topology = topology.get();
    description.routing = routing.get();
    description.router.message_classes = 2;
    description.links.assign(topology->link_classes().size(), {});
    const auto network = make_network(level, description);

    PayloadPool pool;
    const flitscope::tl::AddressMap map(
        {{kLowMemory, kMemoryBytes, 3, 0}, {kHighMemory, kMemoryBytes, 12, 0}});
    flitscope::tl::Interconnect interconnect("interconnect", *network, map);
    StreamInitiator stream("stream", pool);
    WordInitiator words("words");
    Memory low("low");
    Memory high("high");
    stream.socket.bind(interconnect.target_socket[0]);
    words.socket.bind(interconnect.target_socket[5]);
    interconnect.initiator_socket[3].bind(low.socket);
    interconnect.initiator_socket[12].bind(high.socket);

    std::printf("   time  who     what                                   edges\n");
    sc_core::sc_start();
    return pool.in_use() == 0 && interconnect.in_flight() == 0 ? 0 : 1;
}
