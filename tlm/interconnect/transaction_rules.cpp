#include "tlm/interconnect/transaction_rules.h"

#include <algorithm>

#include "tlm/interconnect/message_extension.h"

namespace flitscope::tl {

namespace {

constexpr std::uint64_t kLongestMessage = 0x7FFFFFFF;  // flits, rtl::Message::length

}  // namespace

TransactionRules::TransactionRules(const rtl::RouterParameters& router,
                                   std::uint32_t max_burst_bytes)
    : flit_bytes_(static_cast<std::uint32_t>(router.flit_bytes)) {
    std::uint64_t longest = kLongestMessage;
    if (router.switching != rtl::Switching::wormhole && router.buffer_flits != rtl::kUnbounded) {
        longest = static_cast<std::uint64_t>(router.buffer_flits);
    }
    max_burst_bytes_ = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(max_burst_bytes, (longest - 1) * flit_bytes_));
}

Status TransactionRules::check(const Payload& payload, const AddressMap& map,
                               const AddressRange*& range) const {
    const std::uint32_t bytes = payload.get_data_length();
    const std::uint32_t width = payload.get_streaming_width();
    const auto* extension = payload.get_extension<MessageExtension>();
    const bool ignore = payload.get_command() == ::tlm::TLM_IGNORE_COMMAND;
    if (!payload.is_read() && !payload.is_write() && !ignore) {
        return ::tlm::TLM_COMMAND_ERROR_RESPONSE;
    }
    // The ignore command carries no data: what the payload says of data means nothing.
    if (!ignore && (bytes == 0 || bytes > max_burst_bytes_ || width == 0)) {
        return ::tlm::TLM_BURST_ERROR_RESPONSE;
    }
    if (!ignore && payload.get_byte_enable_ptr() != nullptr &&
        payload.get_byte_enable_length() == 0) {
        return ::tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    }
    if ((!ignore && payload.get_data_ptr() == nullptr) ||
        (extension != nullptr && extension->header != HeaderKind::unicast)) {
        return ::tlm::TLM_GENERIC_ERROR_RESPONSE;
    }
    range = map.find(payload.get_address(), ignore ? 1 : std::min(bytes, width));
    return range != nullptr ? ::tlm::TLM_OK_RESPONSE : ::tlm::TLM_ADDRESS_ERROR_RESPONSE;
}

}  // namespace flitscope::tl
