#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "testbenches/tests/whole/tlm/settling_event.h"
#include "tlm/interconnect/message_extension.h"
#include "tlm/interconnect/payload_pool.h"

namespace flitscope::tb {

/// What random accesses are drawn from. Every slot belongs to one initiator alone, which so knows
/// what it must read.
struct AccessSpace {
    std::vector<std::uint64_t> slots;  ///< address of each slot
    unsigned slot_bytes = 64;
    std::uint64_t unmapped = 0;       ///< an address that belongs to nobody
    unsigned max_burst_bytes = 4096;  ///< more is answered by an error
    bool errors = true;               ///< also send what must be refused
};

/// A payload of an initiator and what is expected of it.
struct Access {
    tl::Payload* payload = nullptr;
    std::unique_ptr<tl::Payload> own;  ///< b_transport: needs no manager
    int slot = -1;                     ///< -1: must be refused
    tl::Status expected = ::tlm::TLM_OK_RESPONSE;
    std::vector<unsigned char> data;
    std::vector<unsigned char> enables;
    std::uint64_t address = 0;
    int number = 0;
};

/// Draws accesses and checks their results against a copy of the memory.
class AccessScript {
public:
    AccessScript(AccessSpace space, std::uint64_t seed);

    /// Fills `access.payload`; false: all slots are in use.
    bool draw(Access& access);
    /// Checks status, address and data of an access that is over, and writes a line of trace.
    void finish(Access& access, const std::string& name);

    std::mt19937_64& random() { return random_; }
    std::vector<std::string> trace;   ///< one line per transaction, in the order of their ends
    std::vector<std::string> errors;  ///< what was not as expected

private:
    void make_wrong(Access& access);

    AccessSpace space_;
    std::mt19937_64 random_;
    std::vector<std::vector<unsigned char>> shadow_;  ///< by slot
    std::vector<bool> busy_;
    int drawn_ = 0;
};

/// An AT initiator that keeps several random accesses in flight and answers responses in every way
/// the base protocol allows.
class AtInitiator final : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(AtInitiator);
    tlm_utils::simple_initiator_socket<AtInitiator> socket{"socket"};

    /// `count` accesses, at most `in_flight` at a time, up to `most_gap` cycles apart.
    AtInitiator(const sc_core::sc_module_name& name, const AccessSpace& space, std::uint64_t seed,
                int count, int in_flight, int most_gap);

    AccessScript script;
    bool done() const { return left_ == 0 && flying_.empty(); }
    int completions_out_of_order() const { return out_of_order_; }

private:
    ::tlm::tlm_sync_enum backward(tl::Payload& payload, tl::Phase& phase, sc_core::sc_time& delay);
    void act();
    void end_transactions();
    void answer();
    void issue();
    void finish(const tl::Payload& payload);
    const Access& access_of(const tl::Payload& payload) const;
    /// Random, but the same for a transaction whenever asked for.
    sc_core::sc_time delay_for(int number, std::uint64_t purpose) const;
    tl::Payload& new_payload();

    std::uint64_t seed_;
    int left_;
    int in_flight_;
    int most_gap_;
    tl::PayloadPool pool_;
    SettlingEvent act_;
    bool requesting_ = false;
    bool ended_request_ = false;
    sc_core::sc_time next_issue_;
    std::vector<std::unique_ptr<Access>> flying_;
    std::vector<const tl::Payload*> over_;  ///< END_RESP given by return
    std::map<std::pair<sc_core::sc_time, int>, tl::Payload*> to_answer_;  ///< by time and number
    int out_of_order_ = 0;
};

/// Several threads that call b_transport on one socket, each with accesses of its own.
class BlockingInitiator final : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(BlockingInitiator);
    tlm_utils::simple_initiator_socket<BlockingInitiator> socket{"socket"};

    /// One thread per access space, `count` accesses each, up to `most_gap` cycles apart.
    BlockingInitiator(const sc_core::sc_module_name& name, const std::vector<AccessSpace>& spaces,
                      std::uint64_t seed, int count, int most_gap);

    std::vector<std::unique_ptr<AccessScript>> scripts;  ///< by thread
    bool done() const { return running_ == 0; }

private:
    void run();

    int count_;
    int most_gap_;
    std::size_t started_ = 0;
    std::size_t running_;
};

}  // namespace flitscope::tb
