#include "testbenches/tests/whole/tlm/tlm_protocol_checker.h"

#include <algorithm>

namespace flitscope::tb {

namespace {

using tl::Payload;
using tl::Phase;

const char* const kNames[] = {"BEGIN_REQ", "END_REQ", "BEGIN_RESP", "END_RESP"};

}  // namespace

TlmProtocolChecker::TlmProtocolChecker(const sc_core::sc_module_name& name) : sc_module(name) {
    target_socket.register_nb_transport_fw(this, &TlmProtocolChecker::forward);
    target_socket.register_b_transport(this, &TlmProtocolChecker::blocking);
    target_socket.register_transport_dbg(this, &TlmProtocolChecker::debug);
    target_socket.register_get_direct_mem_ptr(this, &TlmProtocolChecker::direct_memory);
    initiator_socket.register_nb_transport_bw(this, &TlmProtocolChecker::backward);
}

void TlmProtocolChecker::violation(const std::string& what) {
    violations_.push_back(std::string(name()) + " at " + sc_core::sc_time_stamp().to_string() +
                          ": " + what);
}

void TlmProtocolChecker::begin(Payload& payload, const sc_core::sc_time& delay) {
    const sc_core::sc_time when = sc_core::sc_time_stamp() + delay;
    if (requesting_ != nullptr || when < request_free_) {
        violation("second request open");
    }
    if (!payload.has_mm() || payload.get_ref_count() < 1) {
        violation("payload without memory manager or reference");
    }
    if (payload.get_response_status() != ::tlm::TLM_INCOMPLETE_RESPONSE) {
        violation("request with a response status");
    }
    Open open{Reached::begin_req,
              when,
              payload.get_command(),
              payload.get_address(),
              payload.get_data_ptr(),
              payload.get_data_length(),
              payload.get_byte_enable_ptr(),
              payload.get_streaming_width()};
    if (!open_.emplace(&payload, open).second) {
        violation("payload begins twice");
    }
    payload.acquire();
    requesting_ = &payload;
    ++transactions_;
    most_in_flight_ = std::max(most_in_flight_, static_cast<int>(open_.size()));
}

void TlmProtocolChecker::check_attributes(const Payload& payload, const Open& open) {
    if (payload.get_ref_count() < 2) {
        violation("nobody but the checker holds the payload");
    }
    if (payload.get_command() != open.command || payload.get_address() != open.address ||
        payload.get_data_ptr() != open.data || payload.get_data_length() != open.length ||
        payload.get_byte_enable_ptr() != open.byte_enable ||
        payload.get_streaming_width() != open.width) {
        violation("attributes changed");
    }
}

void TlmProtocolChecker::reach(Payload& payload, Reached phase, const sc_core::sc_time& delay) {
    const auto found = open_.find(&payload);
    if (found == open_.end()) {
        violation(std::string(kNames[static_cast<int>(phase)]) + " of no transaction");
        return;
    }
    Open& open = found->second;
    const sc_core::sc_time when = sc_core::sc_time_stamp() + delay;
    if (when < open.last) {
        violation("time goes back");
    }
    if (phase <= open.reached) {
        violation(std::string(kNames[static_cast<int>(phase)]) + " after " +
                  kNames[static_cast<int>(open.reached)]);
    }
    check_attributes(payload, open);
    open.last = when;
    if (open.reached == Reached::begin_req) {
        if (requesting_ != &payload) {
            violation("END_REQ of another request");
        }
        requesting_ = nullptr;
        request_free_ = when;
    }
    if (phase == Reached::begin_resp) {
        if (responding_ != nullptr || when < response_free_) {
            violation("second response open");
        }
        responding_ = &payload;
        if (payload.get_response_status() == ::tlm::TLM_INCOMPLETE_RESPONSE) {
            violation("response without a status");
        }
    }
    open.reached = phase;
    if (phase == Reached::done) {
        if (responding_ == &payload) {
            responding_ = nullptr;
            response_free_ = when;
        }
        open_.erase(found);
        payload.release();
    }
}

void TlmProtocolChecker::follow_return(Payload& payload, ::tlm::tlm_sync_enum sync,
                                       const Phase& before, const Phase& after,
                                       const sc_core::sc_time& delay) {
    if (sync == ::tlm::TLM_COMPLETED) {
        if (open_.count(&payload) != 0) {
            reach(payload, Reached::done, delay);
        }
    } else if (sync == ::tlm::TLM_UPDATED) {
        if (after == before) {
            violation("TLM_UPDATED without a new phase");
        }
        reach(payload, static_cast<Reached>(static_cast<unsigned>(after) - 1), delay);
    }
}

::tlm::tlm_sync_enum TlmProtocolChecker::forward(Payload& payload, Phase& phase,
                                                 sc_core::sc_time& delay) {
    ++calls_[phase];
    const Phase before = phase;
    if (phase == ::tlm::BEGIN_REQ) {
        begin(payload, delay);
    } else if (phase == ::tlm::END_RESP) {
        payload.acquire();
        reach(payload, Reached::done, delay);
        const auto sync = initiator_socket->nb_transport_fw(payload, phase, delay);
        payload.release();
        return sync;
    } else {
        violation("phase in the wrong direction");
    }
    payload.acquire();
    const auto sync = initiator_socket->nb_transport_fw(payload, phase, delay);
    follow_return(payload, sync, before, phase, delay);
    payload.release();
    return sync;
}

::tlm::tlm_sync_enum TlmProtocolChecker::backward(Payload& payload, Phase& phase,
                                                  sc_core::sc_time& delay) {
    ++calls_[phase];
    const Phase before = phase;
    if (phase == ::tlm::END_REQ) {
        reach(payload, Reached::end_req, delay);
    } else if (phase == ::tlm::BEGIN_RESP) {
        reach(payload, Reached::begin_resp, delay);
    } else {
        violation("phase in the wrong direction");
    }
    payload.acquire();
    const auto sync = target_socket->nb_transport_bw(payload, phase, delay);
    follow_return(payload, sync, before, phase, delay);
    payload.release();
    return sync;
}

void TlmProtocolChecker::blocking(Payload& payload, sc_core::sc_time& delay) {
    initiator_socket->b_transport(payload, delay);
    if (payload.get_response_status() == ::tlm::TLM_INCOMPLETE_RESPONSE) {
        violation("b_transport returned without a status");
    }
}

unsigned int TlmProtocolChecker::debug(Payload& payload) {
    return initiator_socket->transport_dbg(payload);
}

bool TlmProtocolChecker::direct_memory(Payload& payload, ::tlm::tlm_dmi& dmi) {
    return initiator_socket->get_direct_mem_ptr(payload, dmi);
}

}  // namespace flitscope::tb
