#pragma once

#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/flit.h"
#include "rtl_models/router/node_address.h"

namespace flitscope::rtl {

/// Records the edges of every message under way (docs/router.md, section 9).
class MessageBook {
public:
    /// `stages`: of the routers. `addresses`: of flits.
    explicit MessageBook(const PipelineStages& stages, AddressParts addresses = {})
        : stages_(stages), addresses_(addresses) {}

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
    /// The tail of the message, or of a copy, is consumed at `node` at `edge`. Throws
    /// std::logic_error for a message that is not under way (delivered twice).
    Delivery close(const Flit& tail, topo::NodeId node, Cycle edge) {
        const auto found = open_.find(tail.message);
        if (found == open_.end()) {
            throw std::logic_error("message " + std::to_string(tail.message) +
                                   " delivered, but not under way");
        }
        Delivery delivery = found->second;
        delivery.delivered = edge;
        delivery.hops = tail.hop;
        delivery.node = node;
        if (delivery.message.header != nullptr) {
            delivery.last = close_copy(tail, delivery);
        }
        if (delivery.last) {
            open_.erase(found);
            ++delivered_;
        }
        return delivery;
    }
    /// The flit is in an input buffer of `router` after `edge`.
    void flit_written(Cycle edge, topo::RouterId router, const Flit& flit) {
        if (flit.is_head() && flit.hop == 0) {
            open_.at(flit.message).injected = edge;
            ++injected_;
        }
        if (!flit.is_tail()) {
            return;
        }
        Delivery& delivery = open_.at(flit.message);
        if (delivery.message.header != nullptr) {
            copies_[flit.message].arrived.push_back({flit.hop, edge});
        } else if (addresses_.router(flit.destination) == router) {
            delivery.arrived = edge;
        }
    }
    /// For a multicast: the number of copies of its tail grows (or shrinks) by so many.
    void copied(const Flit& tail, int more) { copies_[tail.message].tails += more; }
    /// The head, with the hop count it arrived with, crosses the switch in `cycle`.
    void head_moved(Cycle cycle, const Flit& head, bool bypasses = false) {
        if (head.hop == 0) {
            open_.at(head.message).departed =
                cycle + 1 + (bypasses ? stages_.extra : stages_.to_wire());
        }
    }

    /// The message is purged. Throws std::logic_error for a message that is not under way.
    void purge(std::uint32_t message) {
        if (open_.erase(message) == 0) {
            throw std::logic_error("message " + std::to_string(message) +
                                   " is not in the network and cannot be taken out");
        }
        ++purged_;
    }

    /// Whether the message is under way.
    const Message& message(std::uint32_t id) const { return open_.at(id).message; }

    std::uint64_t offered() const { return offered_; }
    std::uint64_t injected() const { return injected_; }
    std::uint64_t delivered() const { return delivered_; }
    std::uint64_t purged() const { return purged_; }

private:
    struct Copies {
        int tails = 1;                                         ///< in buffers and on wires
        std::vector<std::pair<std::uint16_t, Cycle>> arrived;  ///< a tail after so many hops
    };

    /// Whether the copy is the last.
    bool close_copy(const Flit& tail, Delivery& delivery) {
        Copies& copies = copies_[tail.message];
        delivery.error = tail.error;
        for (const auto& [hops, edge] : copies.arrived) {
            delivery.arrived = hops == tail.hop ? edge : delivery.arrived;
        }
        if (--copies.tails > 0) {
            return false;
        }
        copies_.erase(tail.message);
        return true;
    }

    PipelineStages stages_;
    AddressParts addresses_;
    std::unordered_map<std::uint32_t, Delivery> open_;
    std::unordered_map<std::uint32_t, Copies> copies_;  ///< of multicasts
    std::uint64_t offered_ = 0;
    std::uint64_t injected_ = 0;
    std::uint64_t delivered_ = 0;
    std::uint64_t purged_ = 0;
};

}  // namespace flitscope::rtl
