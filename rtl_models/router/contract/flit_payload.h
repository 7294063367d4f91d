#pragma once

#include <string>
#include <unordered_map>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/flit.h"

namespace flitscope::rtl {

/// The data of a network's flits (docs/data.md): sources fill them, sinks compare. The bytes of a
/// message are computed from the run's seed and the message, so they are not stored, unless the
/// message has its own bytes.
class FlitPayload {
public:
    explicit FlitPayload(const NetworkDescription& description);

    /// Flits carry bytes.
    bool carried() const { return bytes_ > 0; }
    /// Call them when a message enters the network, and when nothing of it is left there.
    void open(const Message& message);
    void close(MessageId message) {
        if (!own_.empty()) {
            own_.erase(static_cast<std::uint32_t>(message));
        }
    }

    /// Fills the bytes of a flit of an open message. Does nothing if flits carry no data.
    void fill(Flit& flit) const {
        if (carried()) {
            flit.data = bytes_of(flit);
        }
    }
    /// Whether the flit carries the bytes that its source gave it; always true if flits carry no
    /// data.
    bool right(const Flit& flit) const { return !carried() || flit.data == bytes_of(flit); }
    /// Describes the first error of a flit that does not: "message 7, flit 3, byte 5 is 0x1f, must
    /// be 0x3f".
    std::string wrong(const Flit& flit) const;

private:
    FlitData bytes_of(const Flit& flit) const;
    std::uint64_t word_of(const Flit& flit, int word) const;

    int bytes_;  ///< of a flit; 0: they carry none
    int words_;
    std::uint64_t last_mask_;  ///< bits of the last word
    std::uint64_t seed_;
    HeaderParameters headers_;
    struct Own {
        const MessageBytes* bytes = nullptr;
        std::uint32_t header_flits = 1;
    };
    std::unordered_map<std::uint32_t, Own> own_;  ///< by id, of messages with bytes of their own
};

}  // namespace flitscope::rtl
