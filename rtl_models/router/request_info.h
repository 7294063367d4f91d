#pragma once

#include <cstdint>

namespace flitscope::rtl {

/// What a policy may know of a request besides its requester and its output (docs/router.md,
/// section 7).
struct RequestInfo {
    // The message at the front of the input VC; 0 unless the policy says reads_info().
    /// Edge at which it joined its source queue (Message::generated); the oldest is the least.
    std::int64_t joined = 0;
    std::uint32_t length = 0;  ///< flits
    std::uint16_t hop = 0;     ///< channels used so far
    std::uint8_t message_class = 0;
    std::uint16_t priority = 0;  ///< of the message (priority.h)
    // The registers of the cycle; 0 unless the policy says reads_occupancy().
    std::uint32_t count = 0;    ///< flits in the FIFO of the input VC
    std::uint32_t credits = 0;  ///< of the output VC that it asks for; all at ejection outputs
};

/// RequestInfo::credits if buffers are unbounded.
constexpr std::uint32_t kEndlessCredits = 0xFFFFFFFFU;

/// One of the requesters that an arbiter chooses from. 16 bytes, so that it is passed in registers.
struct Candidate {
    // Implicit, as an aggregate's braces were: its order would waste 8 bytes.
    Candidate(std::int32_t requester = 0, const RequestInfo* of = nullptr)
        : index(requester), info(of) {}

    std::int32_t index;       ///< docs/router.md, section 2: request index
    std::int32_t among = 1;   ///< requests, this one included, that a pick was made from
    const RequestInfo* info;  ///< null unless the bank says that it reads it
};

}  // namespace flitscope::rtl
