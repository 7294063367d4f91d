#pragma once

#include <memory>
#include <vector>

#include "tlm/interconnect/base_protocol.h"

namespace flitscope::tl {

/// Memory manager for reusable generic payloads, each with a MessageExtension.
///
/// `allocate` hands out a payload without references: acquire() it before the first call, release()
/// it when done. The last release returns it to the pool. The pool must outlive the use of its
/// payloads.
class PayloadPool final : public ::tlm::tlm_mm_interface {
public:
    PayloadPool() = default;
    PayloadPool(const PayloadPool&) = delete;
    PayloadPool& operator=(const PayloadPool&) = delete;

    /// All attributes at their defaults: no byte enables, no data, status incomplete, times unset.
    Payload& allocate();

    /// Called by Payload::release. Fatal report /flitscope/tlm/payload_freed if an interconnect
    /// still holds the payload.
    void free(Payload* payload) override;

    std::size_t allocated() const { return payloads_.size(); }
    std::size_t in_use() const { return payloads_.size() - free_.size(); }

private:
    std::vector<std::unique_ptr<Payload>> payloads_;
    std::vector<Payload*> free_;
};

}  // namespace flitscope::tl
