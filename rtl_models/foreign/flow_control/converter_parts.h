#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rtl_models/foreign/flow_control/flow_control.h"
#include "rtl_models/router/arbiters/round_robin_arbiter.h"
#include "rtl_models/router/router_parameters.h"
#include "rtl_models/signal/units/flit_fifo.h"

namespace flitscope::cosim {

/// The credits of the network behind an output port.
class NetworkCredits {
public:
    explicit NetworkCredits(const FlowControlPort& port)
        : credits_(static_cast<std::size_t>(port.vcs), port.credits),
          vcs_(port.credits == 0 ? 0 : ~std::uint64_t{0} >> (64 - port.vcs)) {}

    /// VCs that have some.
    std::uint64_t vcs() const { return vcs_; }
    bool has(int vc) const { return (vcs_ >> vc & 1) != 0; }
    bool all_have() const { return vcs_ == ~std::uint64_t{0} >> (64 - credits_.size()); }

    void give(std::uint64_t vcs) {
        for (std::size_t vc = 0; vc < credits_.size(); ++vc) {
            if ((vcs >> vc & 1) != 0 && credits_[vc] != rtl::kUnbounded) {
                ++credits_[vc];
                vcs_ |= std::uint64_t{1} << vc;
            }
        }
    }
    void take(int vc) {
        int& credits = credits_[static_cast<std::size_t>(vc)];
        if (credits != rtl::kUnbounded && --credits == 0) {
            vcs_ &= ~(std::uint64_t{1} << vc);
        }
    }

private:
    std::vector<int> credits_;  ///< by VC; rtl::kUnbounded: never counted
    std::uint64_t vcs_;
};

/// Waiting flits of a converter, in n FIFO queues that are served in turn.
class VcQueues {
public:
    /// 1..64 queues.
    explicit VcQueues(int queues) : queues_(static_cast<std::size_t>(queues)) {}

    void push(int queue, const rtl::Flit& flit) {
        of(queue).push(flit);
        waiting_ |= std::uint64_t{1} << queue;
    }
    /// Bit q: queue q is not empty.
    std::uint64_t waiting() const { return waiting_; }
    bool empty() const { return waiting_ == 0; }
    int size(int queue) const {
        return static_cast<int>(queues_[static_cast<std::size_t>(queue)].size());
    }
    /// Precondition: not empty.
    const rtl::Flit& front(int queue) const {
        return queues_[static_cast<std::size_t>(queue)].front();
    }
    /// The queue whose turn it is among those that wait and are in `allowed`; -1: none.
    int pick(std::uint64_t allowed) const { return turn_.grant(waiting_ & allowed); }
    /// The turn passes to the queues after this one.
    void pass(int queue) {
        turn_.update(static_cast<std::uint32_t>(queue), static_cast<std::uint32_t>(queues_.size()));
    }
    /// Takes the first flit of the queue whose turn it is among those in `allowed`; kind none:
    /// there is none.
    rtl::Flit serve(std::uint64_t allowed) {
        const int queue = pick(allowed);
        if (queue < 0) {
            return {};
        }
        pass(queue);
        return pop(queue);
    }
    /// Precondition: not empty.
    rtl::Flit pop(int queue) {
        const rtl::Flit flit = of(queue).pop();
        if (of(queue).empty()) {
            waiting_ &= ~(std::uint64_t{1} << queue);
        }
        return flit;
    }

private:
    rtl::FlitFifo& of(int queue) { return queues_[static_cast<std::size_t>(queue)]; }

    std::vector<rtl::FlitFifo> queues_;
    std::uint64_t waiting_ = 0;
    rtl::RoundRobinArbiter turn_;
};

}  // namespace flitscope::cosim
