#pragma once

#include <cstddef>
#include <vector>

namespace flitscope::rtl {

/// A shift register of one stage or more, the last of which is a wire.
template <typename T>
class ShiftStages {
public:
    explicit ShiftStages(int stages) : ring_(static_cast<std::size_t>(stages)) {}
    /// The input goes into the stage that leaves the wire.
    void shift(const T& coming) {
        ring_[first_] = coming;
        first_ = first_ + 1 == ring_.size() ? 0 : first_ + 1;
    }
    const T& on_wire() const { return ring_[first_]; }
    /// drop(entry) says whether it empties a stage.
    template <typename Drop>
    void drop(Drop drop) {
        for (T& stage : ring_) {
            if (stage.valid() && drop(stage)) {
                stage = T{};
            }
        }
    }
    const std::vector<T>& all() const { return ring_; }
    /// visit(entry) for those that are not on the wire.
    template <typename Visit>
    void for_each_behind(Visit visit) const {
        for (std::size_t i = 0; i < ring_.size(); ++i) {
            if (i != first_ && ring_[i].valid()) {
                visit(ring_[i]);
            }
        }
    }

private:
    std::vector<T> ring_;
    std::size_t first_ = 0;  ///< the stage on the wire
};

}  // namespace flitscope::rtl
