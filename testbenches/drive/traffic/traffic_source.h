#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "testbenches/drive/traffic/operation.h"
#include "testbenches/drive/traffic/trace_file.h"
#include "testbenches/drive/traffic/traffic_config.h"

namespace flitscope::tb {

/// Where the messages of a run come from, in order of (edge, node), ids 0, 1, ...
class TrafficSource {
public:
    virtual ~TrafficSource() = default;

    /// No message joins before this edge (a lower bound; cheap); kNever: there will be none, unless
    /// a delivery makes one.
    virtual rtl::Cycle next_edge() const = 0;
    /// The messages that join at `edge`, in ascending order of (node, id). Valid until the next
    /// call. Edges must ascend; throws std::logic_error when next_edge() was left out.
    virtual const std::vector<rtl::Message>& messages_at(rtl::Cycle edge) = 0;
    /// Told before the messages of the edge at which it was delivered are asked for. Not of
    /// protocol errors, which deliver nothing.
    /// Returns the operation that ends with it.
    virtual std::optional<FinishedOperation> delivered(const rtl::Delivery& /*delivery*/) {
        return std::nullopt;
    }
    /// Told before the messages of its edge are asked for. Returns the operation that ends with it.
    virtual std::optional<FinishedOperation> handed(const rtl::ReductionResult& /*result*/) {
        return std::nullopt;
    }
    /// Called after messages_at and before what it gave is offered: what combining units must know.
    virtual void operate(rtl::Network& /*network*/) {}
    /// The operation that a message is a part of: one that messages_at gave, and that is not
    /// delivered.
    virtual std::optional<OperationPart> operation_of(const rtl::Message& /*message*/) const {
        return std::nullopt;
    }
    bool in_operation(const rtl::Message& message) const {
        return operation_of(message).has_value();
    }
    /// Operations whose first message was among those of the last call of messages_at.
    virtual std::int64_t begun(OperationKind /*kind*/) const { return 0; }
    /// Of what messages_at gave: it will not be delivered. What it held back joins at `next` at the
    /// earliest.
    virtual void lost(const rtl::Message& /*message*/, rtl::Cycle /*next*/) {}

    /// Lines of a trace that messages_at has not given.
    virtual std::size_t lines_left() const { return 0; }
    /// Before the first call of messages_at: describe() is going to be called after each.
    virtual void record() {}
    /// Appends what the last messages_at gave as lines of a trace, in their order: an operation
    /// is one. Replayed with the same rest of the configuration, they give the same again.
    virtual void describe(std::vector<TraceRow>& rows) = 0;
    /// Of what the last messages_at gave: the line of the trace that it is; null: of none.
    virtual const TraceRow* line_of(const rtl::Message& /*message*/) const { return nullptr; }

protected:
    /// The line of a message that waits for no others.
    static TraceRow row_of(const rtl::Message& message, rtl::Cycle startup);
};

/// What the configuration asks for. Throws OptionError when it does not fit the topology or
/// the number of message classes, or the file of a trace is wrong.
std::unique_ptr<TrafficSource> make_traffic_source(const TrafficConfig& traffic,
                                                   const rtl::NetworkDescription& network,
                                                   std::uint64_t seed);

}  // namespace flitscope::tb
