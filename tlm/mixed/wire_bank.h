#pragma once

#include <memory>
#include <vector>

#include "rtl_models/signal/wire.h"
#include "topologies/topology.h"

namespace flitscope::tl {

/// Wires that one process drives: each carries a value for a cycle, then nothing.
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
    /// Writes what is due and takes what was driven before off the wires. From the process that
    /// drives, once per cycle while it returns true: something is on a wire.
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

/// Lists the wires that something valid was written to, so that nobody has to look at the others.
template <typename T>
class WireTaps {
public:
    void add(rtl::Wire<T>& wire, topo::NodeId router, int port) {
        taps_.push_back(std::make_unique<Tap>(*this, wire, router, port));
        wire.set_listener(*taps_.back());
    }
    /// visit(router, port, value) for every wire written to since the last visit, once.
    template <typename Visit>
    void visit_written(Visit visit) {
        for (Tap* tap : written_) {
            tap->listed = false;
            if (tap->wire.read().valid()) {
                visit(tap->router, tap->port, tap->wire.read());
            }
        }
        written_.clear();
    }

private:
    struct Tap final : rtl::WireListener {
        Tap(WireTaps& taps, rtl::Wire<T>& w, topo::NodeId r, int p)
            : owner(taps), wire(w), router(r), port(p) {}
        void written() override {
            if (!listed) {
                listed = true;
                owner.written_.push_back(this);
            }
        }
        WireTaps& owner;
        rtl::Wire<T>& wire;
        topo::NodeId router;
        int port;
        bool listed = false;
    };

    std::vector<std::unique_ptr<Tap>> taps_;
    std::vector<Tap*> written_;
};

}  // namespace flitscope::tl
