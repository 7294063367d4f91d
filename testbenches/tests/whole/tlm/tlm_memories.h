#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <map>
#include <random>
#include <vector>

#include "testbenches/tests/whole/tlm/settling_event.h"
#include "tlm/interconnect/base_protocol.h"

namespace flitscope::tb {

/// Bytes with byte enables and streaming, as TLM-2.0 defines them.
class ByteStore {
public:
    explicit ByteStore(std::size_t size) : bytes_(size) {}
    /// Reads or writes and sets the response status.
    void execute(tl::Payload& payload);
    std::size_t size() const { return bytes_.size(); }

private:
    std::vector<unsigned char> bytes_;
};

/// A memory at AT that answers every request in one of the ways the base protocol allows, after a
/// random time, and so in any order.
class AtMemory final : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(AtMemory);
    tlm_utils::simple_target_socket<AtMemory> socket{"socket"};

    /// `most_cycles`: longest time to an answer.
    AtMemory(const sc_core::sc_module_name& name, std::size_t size, std::uint64_t seed,
             int most_cycles);
    int out_of_order() const { return out_of_order_; }

private:
    ::tlm::tlm_sync_enum forward(tl::Payload& payload, tl::Phase& phase, sc_core::sc_time& delay);
    ::tlm::tlm_sync_enum accept(tl::Payload& payload, tl::Phase& phase, sc_core::sc_time& delay);
    unsigned int debug(tl::Payload& payload);
    void act();
    void end_requests();
    void give_response();
    sc_core::sc_time random_time();
    void finish(const tl::Payload& payload);

    using Times = std::map<std::pair<sc_core::sc_time, int>, tl::Payload*>;  // time and number

    ByteStore store_;
    std::mt19937_64 random_;
    int most_cycles_;
    SettlingEvent act_;
    Times to_accept_;  ///< END_REQ is due
    Times ready_;      ///< BEGIN_RESP is due
    tl::Payload* responding_ = nullptr;
    sc_core::sc_time response_free_;
    std::map<const tl::Payload*, int> numbers_;  ///< of arrival
    int arrived_ = 0;
    int out_of_order_ = 0;
};

/// A memory that knows b_transport only.
class BlockingMemory final : public sc_core::sc_module {
public:
    tlm_utils::simple_target_socket<BlockingMemory> socket{"socket"};

    /// Waits up to `most_cycles`; with `annotates` adds it to the delay every other time.
    BlockingMemory(const sc_core::sc_module_name& name, std::size_t size, std::uint64_t seed,
                   int most_cycles, bool annotates);

private:
    void transport(tl::Payload& payload, sc_core::sc_time& delay);
    unsigned int debug(tl::Payload& payload);

    ByteStore store_;
    std::mt19937_64 random_;
    int most_cycles_;
    bool annotates_;
    int arrived_ = 0;
};

}  // namespace flitscope::tb
