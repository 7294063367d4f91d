#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <map>
#include <string>
#include <vector>

#include "tlm/interconnect/base_protocol.h"

namespace flitscope::tb {

/// Sits between an initiator and a target and checks the base protocol of TLM-2.0 on every
/// nb_transport call: order of phases, at most one request and one response open, times that never
/// go back, attributes that do not change, response status, and payloads that are alive.
class TlmProtocolChecker final : public sc_core::sc_module {
public:
    tlm_utils::simple_target_socket<TlmProtocolChecker> target_socket{"target_socket"};
    tlm_utils::simple_initiator_socket<TlmProtocolChecker> initiator_socket{"initiator_socket"};

    explicit TlmProtocolChecker(const sc_core::sc_module_name& name);

    /// What was wrong, in order.
    const std::vector<std::string>& violations() const { return violations_; }
    std::size_t open_transactions() const { return open_.size(); }
    int transactions() const { return transactions_; }
    int explicit_phases(::tlm::tlm_phase_enum phase) const {
        return calls_[static_cast<std::size_t>(phase)];
    }
    int most_in_flight() const { return most_in_flight_; }

private:
    enum class Reached { begin_req, end_req, begin_resp, done };
    struct Open {
        Reached reached = Reached::begin_req;
        sc_core::sc_time last;
        ::tlm::tlm_command command;
        std::uint64_t address;
        unsigned char* data;
        unsigned int length;
        unsigned char* byte_enable;
        unsigned int width;
    };

    ::tlm::tlm_sync_enum forward(tl::Payload& payload, tl::Phase& phase, sc_core::sc_time& delay);
    ::tlm::tlm_sync_enum backward(tl::Payload& payload, tl::Phase& phase, sc_core::sc_time& delay);
    void blocking(tl::Payload& payload, sc_core::sc_time& delay);
    unsigned int debug(tl::Payload& payload);
    bool direct_memory(tl::Payload& payload, ::tlm::tlm_dmi& dmi);

    void reach(tl::Payload& payload, Reached phase, const sc_core::sc_time& delay);
    void follow_return(tl::Payload& payload, ::tlm::tlm_sync_enum sync, const tl::Phase& before,
                       const tl::Phase& after, const sc_core::sc_time& delay);
    void begin(tl::Payload& payload, const sc_core::sc_time& delay);
    void check_attributes(const tl::Payload& payload, const Open& open);
    void violation(const std::string& what);

    std::map<tl::Payload*, Open> open_;
    const tl::Payload* requesting_ = nullptr;
    const tl::Payload* responding_ = nullptr;
    sc_core::sc_time request_free_;
    sc_core::sc_time response_free_;
    std::vector<std::string> violations_;
    int transactions_ = 0;
    int most_in_flight_ = 0;
    std::vector<int> calls_ = std::vector<int>(8, 0);
};

}  // namespace flitscope::tb
