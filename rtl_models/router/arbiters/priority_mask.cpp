#include "rtl_models/router/arbiters/priority_mask.h"

#include <utility>

namespace flitscope::rtl {

bool PriorityMask::shows(std::size_t i) const {
    return best_.shows(requests_[i].info->priority, [this](const auto& visit) {
        for (const Candidate& request : requests_) {
            visit(request.info->priority);
        }
    });
}

const Candidate& PriorityMask::pick(const ArbiterBank& arbiters, std::size_t which) const {
    const Candidate* first = nullptr;
    for (std::size_t i = 0; i < requests_.size(); ++i) {
        if (shows(i) && (first == nullptr || arbiters.precedes(which, requests_[i], *first))) {
            first = &requests_[i];
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
