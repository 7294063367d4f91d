#include "tlm/interconnect/transaction_rules.h"

#include <algorithm>

#include "tlm/interconnect/message_extension.h"

namespace flitscope::tl {

namespace {

constexpr std::uint64_t kLongestMessage = 0x7FFFFFFF;  // flits, rtl::Message::length

}  // namespace

TransactionRules::TransactionRules(const rtl::RouterParameters& router,
                                   std::uint32_t max_burst_bytes)
    : flit_bytes_(static_cast<std::uint32_t>(router.flit_bytes)), longest_(kLongestMessage) {
    if (router.switching != rtl::Switching::wormhole && router.buffer_flits != rtl::kUnbounded) {
        longest_ = static_cast<std::uint64_t>(router.buffer_flits);
    }
    max_burst_bytes_ = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(max_burst_bytes, (longest_ - 1) * flit_bytes_));
}

std::uint64_t TransactionRules::span(const Payload& payload) {
    return payload.get_command() == ::tlm::TLM_IGNORE_COMMAND
               ? 1
               : std::min(payload.get_data_length(), payload.get_streaming_width());
}

Status TransactionRules::check_attributes(const Payload& payload) const {
    const std::uint32_t bytes = payload.get_data_length();
    if (payload.get_command() == ::tlm::TLM_IGNORE_COMMAND) {
        return ::tlm::TLM_OK_RESPONSE;  // its data attributes mean nothing
    }
    if (!payload.is_read() && !payload.is_write()) {
        return ::tlm::TLM_COMMAND_ERROR_RESPONSE;
    }
    if (bytes == 0 || bytes > max_burst_bytes_ || payload.get_streaming_width() == 0) {
        return ::tlm::TLM_BURST_ERROR_RESPONSE;
    }
    if (payload.get_byte_enable_ptr() != nullptr && payload.get_byte_enable_length() == 0) {
        return ::tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    }
    return payload.get_data_ptr() != nullptr ? ::tlm::TLM_OK_RESPONSE
                                             : ::tlm::TLM_GENERIC_ERROR_RESPONSE;
}

Status TransactionRules::check(const Payload& payload, const AddressMap& map,
                               const AddressRange*& range) const {
    const Status status = check_attributes(payload);
    if (status != ::tlm::TLM_OK_RESPONSE) {
        return status;
    }
    if (is_multicast(payload)) {
        return ::tlm::TLM_GENERIC_ERROR_RESPONSE;
    }
    range = map.find(payload.get_address(), span(payload));
    return range != nullptr ? ::tlm::TLM_OK_RESPONSE : ::tlm::TLM_ADDRESS_ERROR_RESPONSE;
}

}  // namespace flitscope::tl
