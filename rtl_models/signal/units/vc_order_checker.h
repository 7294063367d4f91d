#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/router/flit.h"

namespace flitscope::rtl {

/// Checks the flits that pass one point of a channel: within a VC the flits of a message come
/// complete and in order, without flits of another message in between (docs/router.md, section 14).
/// Every buffer and every sink has one.
class VcOrderChecker {
public:
    explicit VcOrderChecker(int vcs) : open_(static_cast<std::size_t>(vcs)) {}

    /// nullptr: in order; otherwise the error of this flit.
    const char* check(const Flit& flit) {
        if (flit.vc >= open_.size()) {
            return "VC does not exist";
        }
        Open& open = open_[flit.vc];
        // After the flits before it were dropped, any header flit of a multicast may be the head.
        const bool leads = flit.header && flit.is_head() && flit.index != 0;
        if (!leads && flit.is_head() != (open.next == 0)) {
            return flit.is_head() ? "head inside another message" : "flit without a head";
        }
        if (flit.index != open.next && !(leads && open.next == 0)) {
            return "flit out of order";
        }
        if (open.next != 0 && flit.message != open.message) {
            return "messages interleaved inside a VC";
        }
        if (flit.is_tail() != (flit.index + 1 == flit.length)) {
            return "length mismatch";
        }
        open.message = flit.message;
        open.next = flit.is_tail() ? 0 : flit.index + 1;
        return nullptr;
    }

    /// Called when the message is removed between its flits: the VC begins with a head again.
    template <typename Taken>
    void forget(const Taken& taken) {
        for (Open& open : open_) {
            if (open.next != 0 && taken(open.message)) {
                open.next = 0;
            }
        }
    }

private:
    struct Open {
        std::uint32_t message = 0;
        std::uint32_t next = 0;  ///< index of the next flit; 0: between messages
    };
    std::vector<Open> open_;
};

}  // namespace flitscope::rtl
