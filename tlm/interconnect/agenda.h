#pragma once

#include <cstdint>
#include <queue>
#include <systemc>
#include <tuple>
#include <vector>

#include "topologies/topology.h"

namespace flitscope::tl {

/// A task of the interconnect at a socket of a node.
enum class Task : std::uint8_t {
    end_request,     ///< END_REQ to the initiator, for a flight
    serve_target,    ///< the next BEGIN_REQ to the target, if its socket is free
    end_response,    ///< END_RESP to the target, for a flight
    end_posted,      ///< the same where no response travels
    give_response,   ///< the next BEGIN_RESP to the initiator, if its socket is free
    finish_blocking  ///< let b_transport of a flight return
};

struct AgendaItem {
    sc_core::sc_time time;
    topo::NodeId node = 0;
    std::uint64_t order = 0;  ///< of add()
    Task task = Task::end_request;
    std::uint32_t flight = 0;  ///< where the task says "for a flight"
};

/// The pending tasks: by time, then node, then the order of addition, so that the order does not
/// depend on the kernel's.
class Agenda {
public:
    /// Adds a task at `time`, not before now.
    void add(const sc_core::sc_time& time, topo::NodeId node, Task task, std::uint32_t flight) {
        items_.push({time, node, order_++, task, flight});
        if (items_.top().order + 1 == order_) {
            due_.notify(time - sc_core::sc_time_stamp());
        }
    }
    /// Notified when an item is due.
    const sc_core::sc_event& due() const { return due_; }
    /// Takes the next item that is due now. False: none; `due` will tell when the next one is.
    bool take(AgendaItem& item) {
        if (items_.empty()) {
            return false;
        }
        const sc_core::sc_time& time = items_.top().time;
        if (time > sc_core::sc_time_stamp()) {
            due_.notify(time - sc_core::sc_time_stamp());
            return false;
        }
        item = items_.top();
        items_.pop();
        return true;
    }

private:
    struct Later {
        bool operator()(const AgendaItem& a, const AgendaItem& b) const {
            return std::tie(a.time, a.node, a.order) > std::tie(b.time, b.node, b.order);
        }
    };
    std::priority_queue<AgendaItem, std::vector<AgendaItem>, Later> items_;
    std::uint64_t order_ = 0;
    sc_core::sc_event due_;
};

}  // namespace flitscope::tl
