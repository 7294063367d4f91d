#pragma once

#include <vector>

#include "rtl_models/signal/clocking/wire.h"
#include "topologies/topology.h"

namespace flitscope::tl {

/// Wires driven by one process: each carries a value for one cycle, then nothing.
template <typename T>
class WireBank {
public:
    struct Wire : rtl::Wire<T> {
        using rtl::Wire<T>::Wire;
        T next{};  ///< to be driven; invalid: nothing
    };

    /// The value to be written to `wire` for the next drive(); at most once until then.
    void set(Wire& wire, const T& value) {
        due_.push_back(&wire);
        wire.next = value;
    }
    bool due() const { return !due_.empty(); }
    /// Writes the due values and clears those driven before. Call it from the driving process, once
    /// per cycle, while it returns true: a wire carries a value.
    bool drive() {
        for (Wire* wire : driven_) {
            if (!wire->next.valid()) {
                wire->write(T{});
            }
        }
        for (Wire* wire : due_) {
            wire->write(wire->next);
            wire->next = T{};
        }
        driven_.swap(due_);
        due_.clear();
        return !driven_.empty();
    }

private:
    std::vector<Wire*> due_;
    std::vector<Wire*> driven_;
};

/// Lists the wires that carry a value, so that the others need not be read.
template <typename T>
class WireTaps {
public:
    /// A wire whose value is read.
    class Wire final : public rtl::Wire<T> {
    public:
        Wire(const char* name, WireTaps& taps, topo::NodeId router, int port)
            : rtl::Wire<T>(name), taps_(taps), router_(router), port_(port) {}

    private:
        friend class WireTaps;
        void update() override {
            rtl::Wire<T>::update();
            if (!listed_) {
                listed_ = true;
                taps_.listed_.push_back(this);
            }
        }
        WireTaps& taps_;
        topo::NodeId router_;
        int port_;
        bool listed_ = false;
    };

    /// visit(router, port, value) for every wire that carries something valid. Once a cycle.
    template <typename Visit>
    void visit_valid(Visit visit) {
        std::size_t kept = 0;
        for (Wire* wire : listed_) {
            if (wire->read().valid()) {
                visit(wire->router_, wire->port_, wire->read());
                listed_[kept++] = wire;
            } else {
                wire->listed_ = false;
            }
        }
        listed_.resize(kept);
    }

private:
    std::vector<Wire*> listed_;
};

}  // namespace flitscope::tl
