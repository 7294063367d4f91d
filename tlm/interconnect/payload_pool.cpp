#include "tlm/interconnect/payload_pool.h"

#include "tlm/interconnect/message_extension.h"

namespace flitscope::tl {

Payload& PayloadPool::allocate() {
    if (free_.empty()) {
        payloads_.push_back(std::make_unique<Payload>(this));
        payloads_.back()->set_extension(new MessageExtension);
        free_.push_back(payloads_.back().get());
    }
    Payload& payload = *free_.back();
    free_.pop_back();
    payload.set_command(::tlm::TLM_IGNORE_COMMAND);
    payload.set_address(0);
    payload.set_data_ptr(nullptr);
    payload.set_data_length(0);
    payload.set_streaming_width(0);
    payload.set_byte_enable_ptr(nullptr);
    payload.set_byte_enable_length(0);
    payload.set_dmi_allowed(false);
    payload.set_gp_option(::tlm::TLM_MIN_PAYLOAD);
    payload.set_response_status(::tlm::TLM_INCOMPLETE_RESPONSE);
    if (auto* extension = payload.get_extension<MessageExtension>()) {
        extension->clear();
    } else {
        payload.set_extension(new MessageExtension);  // somebody removed it
    }
    return payload;
}

void PayloadPool::free(Payload* payload) {
    if (auto* extension = payload->get_extension<MessageExtension>()) {
        extension->released();
    }
    payload->reset();
    free_.push_back(payload);
}

}  // namespace flitscope::tl
