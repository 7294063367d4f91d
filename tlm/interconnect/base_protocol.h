#pragma once

#include <systemc>
#include <tlm>

/// Short names for the parts of TLM-2.0 that the interconnect uses. The namespace is called `tl`,
/// not `tlm` like the folder, so that `using namespace flitscope` leaves `tlm::` to the standard.
namespace flitscope::tl {

using Payload = ::tlm::tlm_generic_payload;
using Phase = ::tlm::tlm_phase;
using Sync = ::tlm::tlm_sync_enum;
using Status = ::tlm::tlm_response_status;
using ForwardInterface = ::tlm::tlm_fw_transport_if<>;
using BackwardInterface = ::tlm::tlm_bw_transport_if<>;

}  // namespace flitscope::tl
