#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "rtl_models/router/header.h"
#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

using Cycle = std::int64_t;
using MessageId = std::uint64_t;

constexpr Cycle kNever = INT64_MAX;

/// Bytes that somebody keeps.
struct MessageBytes {
    const std::uint8_t* data = nullptr;
    std::size_t size = 0;
};

/// A message as it joins a source queue.
struct Message {
    MessageId id = 0;  ///< unique in the run, in order of generation (edge, then node)
    topo::NodeId source = 0;
    topo::NodeId destination = 0;
    std::uint32_t length = 1;  ///< flits, head included, 1..2^31-1
    std::uint32_t sequence =
        0;  ///< number of the message at its source node: picks the queue with k injection ports
    int message_class = 0;  ///< 0..M-1
    Cycle generated =
        0;  ///< edge at which it joins the queue (start-up over); latency counts from here
    /// Of a multicast, whose `destination` is the last address; null: a unicast. It outlives the
    /// message. Levels say in NetworkDescription::headers what they need to know of all.
    const Header* header = nullptr;
    /// What its flits behind the header carry, one behind the other and 0 from there on
    /// (docs/data.md); null: bytes of its own stream. They outlive the message.
    const MessageBytes* bytes = nullptr;
};

/// A message, or a copy of a multicast, whose tail was consumed, with the edges of its way
/// (docs/router.md, section 9: A_r(j), D_r(j)).
struct Delivery {
    Message message;
    Cycle injected = 0;                 ///< head in the injection buffer, A_0(0)
    Cycle departed = 0;                 ///< head left the source router, D_0(0)
    Cycle arrived = 0;                  ///< tail in the destination router, A_k(L-1)
    Cycle delivered = 0;                ///< tail consumed, D_k(L-1)
    int hops = 0;                       ///< router-to-router channels
    topo::NodeId node = topo::kNoNode;  ///< where the copy of a multicast was consumed
    bool last = true;                   ///< nothing of the message is in the network any more
    bool error = false;  ///< a protocol error ended a multicast here: nothing is delivered
};

class FaultPort;
class Network;
class ReductionPort;
struct ReductionResult;

/// What drives a network: traffic and measurement. Called by the network, once per cycle at most.
class NetworkClient {
public:
    virtual ~NetworkClient() = default;

    /// Earliest edge (> the last one served) at which the client wants `at_edge`; kNever if only
    /// after a delivery. Asked after each call of at_edge and after deliveries; a network without
    /// flits jumps straight to it.
    virtual Cycle next_edge() const = 0;
    /// All cycles before `edge` are done and their deliveries reported. Messages that join at
    /// `edge` are offered here, by Network::offer, in ascending node order. Return false to end the
    /// run.
    virtual bool at_edge(Cycle edge, Network& network) = 0;
    /// Reported before at_edge(delivery.delivered); several at one edge in ascending order of
    /// (node, ejection port).
    virtual void delivered(const Delivery& delivery) = 0;
    /// A combining unit hands something over (reduction_port.h). Reported before
    /// at_edge(result.edge) and after the deliveries of that edge, several in ascending order of
    /// (node, entry).
    virtual void handed(const ReductionResult& /*result*/) {}
};

/// Counters of one output channel since the start of the run, as of the edge of the current client
/// call: they cover the cycles before that edge.
struct ChannelCounters {
    std::uint64_t flits = 0;  ///< flits granted the switch for this output
    std::uint64_t heads = 0;  ///< heads that became eligible for VC allocation at this output
    std::uint64_t heads_blocked =
        0;  ///< ... and got no VC in that first cycle (docs/router.md, section 5)
    std::vector<std::uint64_t> vc_busy_cycles;  ///< [0..V]: cycles in which exactly v VCs were held
};

/// Counters of the whole network since the start of the run.
struct NetworkCounters {
    std::uint64_t flits_injected = 0;  ///< written into injection buffers
    std::uint64_t flits_ejected = 0;   ///< consumed at ejection outputs
    std::uint64_t flit_hops = 0;       ///< through a crossbar, ejection included
    std::uint64_t messages_offered = 0;
    std::uint64_t messages_injected = 0;
    std::uint64_t messages_delivered = 0;  ///< the last copy was consumed
    std::uint64_t flits_purged = 0;  ///< injected and taken out again (docs/recovery_and_faults.md)
    std::uint64_t messages_purged = 0;  ///< offered and taken out again
    std::uint64_t flits_copied = 0;     ///< copies sent, less the flits that left
    std::uint64_t flits_dropped = 0;  ///< header flits that went no further than a node they served
};

/// An input VC that waits, for deadlock analysis and diagnosis.
struct VcWait {
    topo::NodeId router = 0;
    int port = 0;  ///< input port
    int vc = 0;
    MessageId message = 0;  ///< at the front of the VC
    int output_port = -1;   ///< where it wants to go; -1: not routed yet
    int output_vc = -1;     ///< VC it holds there; -1: waits for one out of `wanted`
    VcRange wanted{};       ///< VCs it may request
    bool movable = false;  ///< it could move by itself: has a credit (or flits are under way to it)

    /// Flits for which its FIFO has room, or kUnbounded; looked at on network inputs.
    int room = 0;
    /// Ejection VC that the branch absorb of a multicast holds here while the rest of this entry
    /// says what its branch forward waits for; -1: none.
    int absorb_port = -1;
    int absorb_vc = -1;

    /// Room that a head needs behind the output VC it waits for, flits, or kEmptyBuffer.
    int needs = 1;
    static constexpr int kEmptyBuffer = -1;
};

/// A network of routers at any level. Everybody who drives a network sees only this.
class Network {
public:
    virtual ~Network() = default;

    /// Puts a message into its source queue at the edge of the running client call. Only inside
    /// at_edge. Throws std::invalid_argument for a node out of range or a length of 0.
    virtual void offer(const Message& message) = 0;
    /// Takes messages that were offered and not delivered out of the network at the edge of the
    /// running client call, wherever their flits are (docs/recovery_and_faults.md). They may be
    /// offered again, as they were, at a later edge. Only inside at_edge. Throws std::logic_error
    /// for a message that is not in the network, at the latest when the run goes on, and where the
    /// description says nothing of `purging`.
    virtual void purge(const std::vector<MessageId>& messages);
    /// For faults (fault_port.h); null where the description says nothing of `live`.
    virtual FaultPort* faults() { return nullptr; }
    /// Combining units (reduction_port.h); null where the description has none.
    virtual ReductionPort* reductions() { return nullptr; }
    /// Messages in the queue (not started yet) of one injection port.
    virtual std::size_t queued(topo::NodeId node, int queue) const = 0;
    /// The queue that this message joins (docs/router.md, section 8).
    virtual int queue_of(const Message& message) const = 0;
    /// Whether the message would start at the edge of the running client call if it were offered
    /// now: nothing is in front of it, and a VC of its injection buffer may be taken.
    virtual bool starts_at_once(const Message& message) const = 0;
    /// Simulates until the client says stop, or, if `limit` comes first, up to and including the
    /// client call for that edge. The next run goes on with that edge: a client that wants it is
    /// called for it once more, and what it offers joins there.
    virtual void run(NetworkClient& client, Cycle limit = kNever) = 0;
    /// Edge of the last client call; cycles before it are done.
    virtual Cycle now() const = 0;

    virtual const NetworkDescription& description() const = 0;
    virtual NetworkCounters counters() const = 0;
    /// port: a network output, or an ejection output.
    virtual ChannelCounters channel_counters(topo::NodeId router, int output_port) const = 0;
    /// Flits between a node and its router since the start of the run: written into the buffers of
    /// an injection port, at edges before that of the current client call, and consumed at an
    /// ejection port, at edges up to it. Ports are numbered as in docs/router.md, section 2; 0 for
    /// one that is not there.
    virtual std::uint64_t injected_flits(topo::NodeId node, int input_port) const = 0;
    virtual std::uint64_t ejected_flits(topo::NodeId node, int output_port) const = 0;
    /// Every non-empty input VC.
    virtual std::vector<VcWait> waits() const = 0;
    /// Routers from outside watch their messages: after so many more cycles it is known of those
    /// that could have moved for some time and did not; 0: there are none.
    virtual Cycle suspense() const { return 0; }
    /// Checks that must hold between cycles (docs/router.md, section 14), whole network; throws
    /// std::logic_error.
    virtual void check_invariants() const = 0;
    virtual std::string level() const = 0;
};

inline void Network::purge(const std::vector<MessageId>& /*messages*/) {
    throw std::logic_error("level " + level() + ": no message can be taken out of this network");
}

}  // namespace flitscope::rtl
