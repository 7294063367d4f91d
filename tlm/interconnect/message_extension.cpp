#include "tlm/interconnect/message_extension.h"

namespace flitscope::tl {

void MessageExtension::clear() { copy_from(MessageExtension()); }

::tlm::tlm_extension_base* MessageExtension::clone() const {
    auto* copy = new MessageExtension;
    copy->copy_from(*this);
    return copy;
}

void MessageExtension::copy_from(const ::tlm::tlm_extension_base& other) {
    const auto& from = static_cast<const MessageExtension&>(other);
    header = from.header;
    worms = from.worms;
    posted = from.posted;
    source = from.source;
    destination = from.destination;
    traffic_class = from.traffic_class;
    request = from.request;
    response = from.response;
    approximate = from.approximate;
}

void MessageExtension::free() {
    if (holder_ != nullptr) {
        holder_->payload_destroyed(flight_);
    }
    delete this;
}

}  // namespace flitscope::tl
