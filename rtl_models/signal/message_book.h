#pragma once

#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "rtl_models/microarchitecture/network_observer.h"

namespace flitscope::rtl {

/// Keeps the edges of every message under way, from what the routers report, and passes every
/// report on.
class MessageBook : public NetworkObserver {
public:
    /// `pipeline`: depth; `next` may be null.
    MessageBook(int pipeline, NetworkObserver* next)
        : traversal_cycles_(pipeline == 4 ? 2 : 1), next_(next) {}

    /// A message was offered. Throws std::invalid_argument if its id is under way already.
    void open(const Message& message) {
        Delivery delivery;
        delivery.message = message;
        if (!open_.emplace(static_cast<std::uint32_t>(message.id), delivery).second) {
            throw std::invalid_argument("message " + std::to_string(message.id) +
                                        " is under way already");
        }
        ++offered_;
    }
    /// Its tail is consumed at `edge`. Throws std::logic_error for a message that is not under way
    /// (delivered twice).
    Delivery close(const Flit& tail, Cycle edge) {
        const auto found = open_.find(tail.message);
        if (found == open_.end()) {
            throw std::logic_error("message " + std::to_string(tail.message) +
                                   " delivered, but not under way");
        }
        Delivery delivery = found->second;
        open_.erase(found);
        delivery.delivered = edge;
        delivery.hops = tail.hop;
        ++delivered_;
        return delivery;
    }
    std::uint64_t offered() const { return offered_; }
    std::uint64_t injected() const { return injected_; }
    std::uint64_t delivered() const { return delivered_; }

    void flit_written(Cycle edge, topo::NodeId router, int input_port, const Flit& flit) override {
        if (flit.is_head() && flit.hop == 0) {
            open_.at(flit.message).injected = edge;
            ++injected_;
        }
        if (flit.is_tail() && flit.destination == router) {
            open_.at(flit.message).arrived = edge;
        }
        if (next_ != nullptr) {
            next_->flit_written(edge, router, input_port, flit);
        }
    }
    void switch_granted(Cycle cycle, topo::NodeId router, int input_port, const Flit& flit,
                        int output_port, int output_vc) override {
        if (flit.is_head() && flit.hop == 0) {
            open_.at(flit.message).departed = cycle + traversal_cycles_;
        }
        if (next_ != nullptr) {
            next_->switch_granted(cycle, router, input_port, flit, output_port, output_vc);
        }
    }
    void routed(Cycle cycle, topo::NodeId router, int input_port, const Flit& head, int output_port,
                VcRange allowed) override {
        if (next_ != nullptr) {
            next_->routed(cycle, router, input_port, head, output_port, allowed);
        }
    }
    void vc_granted(Cycle cycle, topo::NodeId router, int input_port, const Flit& head,
                    int output_port, int output_vc) override {
        if (next_ != nullptr) {
            next_->vc_granted(cycle, router, input_port, head, output_port, output_vc);
        }
    }
    void credit_sent(Cycle cycle, topo::NodeId router, int input_port, int vc) override {
        if (next_ != nullptr) {
            next_->credit_sent(cycle, router, input_port, vc);
        }
    }
    void flit_consumed(Cycle edge, topo::NodeId router, int output_port,
                       const Flit& flit) override {
        if (next_ != nullptr) {
            next_->flit_consumed(edge, router, output_port, flit);
        }
    }

private:
    Cycle traversal_cycles_;  ///< from the grant's cycle to the edge at which the flit leaves the
                              ///< router
    NetworkObserver* next_;
    std::unordered_map<std::uint32_t, Delivery> open_;
    std::uint64_t offered_ = 0;
    std::uint64_t injected_ = 0;
    std::uint64_t delivered_ = 0;
};

}  // namespace flitscope::rtl
