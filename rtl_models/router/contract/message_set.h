#pragma once

#include <cstdint>
#include <vector>

namespace flitscope::rtl {

/// Messages of a run, by id: a bit each.
class MessageSet {
public:
    void add(std::uint64_t message) {
        if (message >= is_in_.size()) {
            is_in_.resize(message + message / 2 + 64);
        }
        count_ += is_in_[message] ? 0 : 1;
        is_in_[message] = true;
    }
    std::uint64_t count() const { return count_; }

private:
    std::vector<bool> is_in_;
    std::uint64_t count_ = 0;
};

}  // namespace flitscope::rtl
