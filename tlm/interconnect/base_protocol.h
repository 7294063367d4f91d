#pragma once

#include <systemc>
#include <tlm>

/// Short names for the parts of TLM-2.0 that the interconnect is made of. (Inside this namespace
/// `tlm::` alone would be flitscope::tlm.)
namespace flitscope::tlm {

using Payload = ::tlm::tlm_generic_payload;
using Phase = ::tlm::tlm_phase;
using Sync = ::tlm::tlm_sync_enum;
using Status = ::tlm::tlm_response_status;
using ForwardInterface = ::tlm::tlm_fw_transport_if<>;
using BackwardInterface = ::tlm::tlm_bw_transport_if<>;

}  // namespace flitscope::tlm
