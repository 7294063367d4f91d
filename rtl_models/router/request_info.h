#pragma once

#include <cstdint>

namespace flitscope::rtl {

/// What a policy may know of a request beside who asks for what: the message at the front of the
/// input VC.
struct RequestInfo {
    /// Edge at which it joined its source queue (Message::generated); the oldest is the least.
    std::int64_t joined = 0;
    std::uint32_t length = 0;  ///< flits
    std::uint16_t hop = 0;     ///< channels used so far
    std::uint8_t message_class = 0;
};

/// One of the requesters that an arbiter chooses from.
struct Candidate {
    std::int32_t index = 0;             ///< docs/router.md, section 2: request index
    const RequestInfo* info = nullptr;  ///< null unless the bank says reads_info()
};

}  // namespace flitscope::rtl
