#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/options.h"
#include "rtl_models/router/router_parameters.h"
#include "testbenches/drive/traffic/operation.h"
#include "testbenches/drive/traffic/trace_file.h"
#include "tlm/collectives/exchange/exchange.h"

namespace flitscope::tb {

constexpr const char* kOnceArrivals = "once";

enum class WhenFull { wait, lose };
enum class StartUp { serial, parallel };

/// `traffic.broadcast`: which of the generated messages are broadcasts, and how they are sent.
struct BroadcastConfig {
    double fraction = 0;  ///< of the generated messages, 0..1
    std::string algorithm = "sbt";
    std::string base = "rotating";     ///< of sbt: fixed, rotating, random, or a dimension
    std::optional<topo::NodeId> root;  ///< the only node that makes some; none: all do
};

/// `traffic.multicast`: which of the generated messages are multicasts, and how they are sent.
struct MulticastConfig {
    double fraction = 0;  ///< of the generated messages, 0..1
    std::string algorithm = "six_phase";
    int destinations = 12;             ///< of each, 1..N-1; as many as `set` has, if it has any
    std::vector<topo::NodeId> set;     ///< where all of them go; empty: each to nodes drawn for it
    std::optional<topo::NodeId> root;  ///< the only node that makes some; none: all but `set` do

    bool made_by(topo::NodeId node) const {
        return (!root || *root == node) && std::find(set.begin(), set.end(), node) == set.end();
    }
};

/// `traffic.collective`: which of the messages that the root generates are operations of all nodes
/// together. Those of other nodes are left out.
struct CollectiveConfig {
    double fraction = 0;  ///< of the generated messages, 0..1
    std::string algorithm = "tree";
    tl::ExchangeRequest exchange;  ///< `one_port` follows from the router
    bool in_network = false;       ///< combined by units of the network (docs/reductions.md)
    int entries = 4;               ///< of each unit
};

struct TrafficConfig {
    PartConfig pattern{"uniform", {}};
    PartConfig arrivals{"bernoulli", {}};
    PartConfig length{"fixed", {{"mean", std::int64_t{5}}}};  ///< fixed: integer `mean`
    double rate = 0.005;  ///< messages/node/cycle, 0..1; resolved from `load` when that was given
    std::optional<double> load;  ///< flits/node/cycle, where the configuration gives that
    /// Of the generated messages, by message class, 1 in all; empty: all are of class 0.
    std::vector<double> class_shares;
    int startup_cycles = 0;
    StartUp startup = StartUp::serial;
    int source_queue = rtl::kUnbounded;  ///< messages per queue, 0: none waits; or kUnbounded
    WhenFull when_full = WhenFull::wait;
    BroadcastConfig broadcast;
    MulticastConfig multicast;
    CollectiveConfig collective;
    std::shared_ptr<const Trace> trace;  ///< of arrivals: trace; it says which operations there are

    /// Of the generated messages, those in whose place there is an operation of a kind.
    double fraction(OperationKind kind) const {
        return kind == OperationKind::broadcast   ? broadcast.fraction
               : kind == OperationKind::multicast ? multicast.fraction
                                                  : collective.fraction;
    }
    bool has(OperationKind kind) const { return trace ? trace->has(kind) : fraction(kind) > 0; }
    /// Whether its messages end.
    bool ends() const { return trace != nullptr || arrivals.name == kOnceArrivals; }
    /// Whether messages arrive independently of the network, without end, and wait in unbounded
    /// queues.
    bool never_holds_back() const {
        const bool loses = source_queue != rtl::kUnbounded && when_full == WhenFull::lose;
        return !ends() && !loses && !pattern.options.has("outstanding");
    }
    /// Whether some messages are parts of operations (operation.h).
    bool has_operations() const {
        return std::any_of(kAllOperations.begin(), kAllOperations.end(),
                           [this](OperationKind kind) { return has(kind); });
    }
    /// ... and all are in one of this kind.
    bool only(OperationKind kind) const {
        return trace ? trace->has(kind) && trace->of_kind(kind).count == trace->rows.size()
                     : fraction(kind) == 1;
    }
};

}  // namespace flitscope::tb
