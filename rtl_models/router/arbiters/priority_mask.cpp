#include "rtl_models/router/arbiters/priority_mask.h"

#include <utility>

#include "rtl_models/router/priority.h"

namespace flitscope::rtl {

void PriorityMask::hide(Request& request) {
    hidden_ += request.hidden ? 0 : 1;
    request.hidden = true;
}

void PriorityMask::add(const Candidate& candidate) {
    Request added{candidate, false};
    for (Request& other : requests_) {
        if (comes_before(candidate.info->priority, other.candidate.info->priority)) {
            hide(other);
        } else if (comes_before(other.candidate.info->priority, candidate.info->priority)) {
            hide(added);
        }
    }
    requests_.push_back(added);
}

const Candidate& PriorityMask::pick(const ArbiterBank& arbiters, std::size_t which) const {
    const Candidate* first = nullptr;
    for (std::size_t i = 0; i < requests_.size(); ++i) {
        const Candidate& candidate = requests_[i].candidate;
        if (shows(i) && (first == nullptr || arbiters.precedes(which, candidate, *first))) {
            first = &candidate;
        }
    }
    return *first;
}

namespace {

class PriorityArbiters final : public ArbiterBank {
public:
    PriorityArbiters(std::unique_ptr<ArbiterBank> arbiters, int count)
        : ArbiterBank(true),
          arbiters_(std::move(arbiters)),
          masks_(static_cast<std::size_t>(count)) {}

    bool precedes(std::size_t which, const Candidate& a, const Candidate& b) const override {
        return arbiters_->precedes(which, a, b);
    }
    void update(std::size_t which, std::int32_t winner) override {
        arbiters_->update(which, winner);
    }
    bool reads_info() const override { return arbiters_->reads_info(); }
    bool reads_occupancy() const override { return arbiters_->reads_occupancy(); }

    Candidate choose(std::size_t which, const Candidate& so_far,
                     const Candidate& next) const override {
        PriorityMask& mask = masks_[which];
        if (so_far.among == 1) {
            mask.clear();
            mask.add(so_far);
        }
        mask.add(next);
        Candidate picked = mask.pick(*arbiters_, which);
        picked.among = so_far.among + 1;
        return picked;
    }

private:
    std::unique_ptr<ArbiterBank> arbiters_;
    mutable std::vector<PriorityMask> masks_;  ///< [arbiter] scratch: its requests of this cycle
};

}  // namespace

std::unique_ptr<ArbiterBank> with_priorities(std::unique_ptr<ArbiterBank> arbiters, int count) {
    return std::make_unique<PriorityArbiters>(std::move(arbiters), count);
}

}  // namespace flitscope::rtl
