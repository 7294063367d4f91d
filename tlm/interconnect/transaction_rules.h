#pragma once

#include <cstdint>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/router_parameters.h"
#include "tlm/interconnect/address_map.h"
#include "tlm/interconnect/base_protocol.h"

namespace flitscope::tl {

/// The limits of a network on transactions, and the lengths of their messages.
class TransactionRules {
public:
    /// `max_burst_bytes`: longest transaction, in bytes; whole-message switching with bounded
    /// buffers may allow less.
    TransactionRules(const rtl::RouterParameters& router, std::uint32_t max_burst_bytes);

    /// TLM_OK_RESPONSE and the target's range, or the status that a unicast transaction ends with
    /// (docs/tlm.md, "Errors"). Only reads the payload.
    Status check(const Payload& payload, const AddressMap& map, const AddressRange*& range) const;
    /// The same for everything except the address and the header.
    Status check_attributes(const Payload& payload) const;
    /// Bytes that the target must have at the address, >= 1.
    static std::uint64_t span(const Payload& payload);

    /// Flits of the request: a write carries its data after the head flit; a read and the ignore
    /// command are one flit.
    std::uint32_t request_flits(const Payload& payload) const {
        return payload.is_write() ? flits_with(payload.get_data_length()) : 1;
    }
    /// Flits of the response: a read that succeeded carries its data.
    std::uint32_t response_flits(const Payload& payload) const {
        return payload.is_read() && payload.is_response_ok() ? flits_with(payload.get_data_length())
                                                             : 1;
    }
    /// The data of the request's and of the response's flits; none: only heads.
    static rtl::MessageBytes request_bytes(const Payload& payload) {
        return payload.is_write() ? bytes_of(payload) : rtl::MessageBytes{};
    }
    static rtl::MessageBytes response_bytes(const Payload& payload) {
        return payload.is_read() && payload.is_response_ok() ? bytes_of(payload)
                                                             : rtl::MessageBytes{};
    }
    /// Whether a message of that many flits can travel.
    bool fits(std::uint64_t flits) const { return flits <= longest_; }
    std::uint32_t max_burst_bytes() const { return max_burst_bytes_; }

private:
    static rtl::MessageBytes bytes_of(const Payload& payload) {
        return {payload.get_data_ptr(), payload.get_data_length()};
    }
    std::uint32_t flits_with(std::uint32_t bytes) const {
        return 1 + bytes / flit_bytes_ + (bytes % flit_bytes_ != 0 ? 1 : 0);
    }

    std::uint32_t flit_bytes_;
    std::uint64_t longest_;  ///< message, in flits
    std::uint32_t max_burst_bytes_;
};

}  // namespace flitscope::tl
