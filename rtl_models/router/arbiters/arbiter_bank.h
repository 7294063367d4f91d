#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "rtl_models/router/decision_kinds.h"
#include "rtl_models/router/request_info.h"

namespace flitscope::rtl {

/// The arbiters of one allocator stage (docs/router.md, section 7): some arbiters of one kind over
/// n requesters each.
///
/// An arbiter is an order over its requesters: the first that requests is granted. Reading the
/// order changes no state, so grants can be computed any number of times; only a used grant updates
/// it.
class ArbiterBank {
public:
    virtual ~ArbiterBank() = default;

    /// Whether arbiter `which` grants `a` before `b`, another requester. A strict total order.
    virtual bool precedes(std::size_t which, const Candidate& a, const Candidate& b) const = 0;
    /// After a used grant of requester `winner`, 0..n-1, by arbiter `which`.
    virtual void update(std::size_t which, std::int32_t winner) = 0;
    /// Whether `precedes` looks at the message of Candidate::info.
    virtual bool reads_info() const { return false; }
    /// Whether it looks at `count` and `credits` of Candidate::info.
    virtual bool reads_occupancy() const { return false; }
    /// Whether an arbiter sees only some of its requests: `choose` is asked, not `precedes`.
    bool hides() const { return hides_; }
    /// What arbiter `which` picks of Candidate::among requests and `next`; `so_far`: without
    /// `next`.
    virtual Candidate choose(std::size_t which, const Candidate& so_far,
                             const Candidate& next) const {
        return precedes(which, next, so_far) ? next : so_far;
    }

protected:
    explicit ArbiterBank(bool hides = false) : hides_(hides) {}

private:
    bool hides_;
};

/// Makes a bank of `count` arbiters over `n` requesters.
using MakeArbiters = std::function<std::unique_ptr<ArbiterBank>(int count, int n)>;

/// The maker of a listed kind.
MakeArbiters arbiter_maker(ArbiterKind kind);

/// A bank of single arbiters that know indices only: One has `precedes(a, b)` and `update(winner,
/// n)`.
template <typename One>
class ArbitersOf final : public ArbiterBank {
public:
    ArbitersOf(int count, int n)
        : n_(static_cast<std::uint32_t>(n)), arbiters_(static_cast<std::size_t>(count)) {}

    bool precedes(std::size_t which, const Candidate& a, const Candidate& b) const override {
        return arbiters_[which].precedes(static_cast<std::uint32_t>(a.index),
                                         static_cast<std::uint32_t>(b.index));
    }
    void update(std::size_t which, std::int32_t winner) override {
        arbiters_[which].update(static_cast<std::uint32_t>(winner), n_);
    }

private:
    std::uint32_t n_;
    std::vector<One> arbiters_;
};

}  // namespace flitscope::rtl
