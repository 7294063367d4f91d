#pragma once

#include <functional>
#include <memory>
#include <queue>
#include <tuple>
#include <vector>

#include "testbenches/drive/traffic/trace_file.h"
#include "testbenches/drive/traffic/traffic_source.h"

namespace flitscope::tb {

/// The messages of a trace. A message that waits for others is generated at the later of its cycle
/// and (the last of their deliveries + its delay), so that a recorded program reacts to the
/// network. An operation is returned as the message that it replaces (line_of).
class TraceSource final : public TrafficSource {
public:
    TraceSource(std::shared_ptr<const Trace> trace, topo::NodeId nodes, rtl::Cycle startup);

    rtl::Cycle next_edge() const override {
        return ready_.empty() ? rtl::kNever : std::get<0>(ready_.top());
    }
    const std::vector<rtl::Message>& messages_at(rtl::Cycle edge) override;
    std::optional<FinishedOperation> delivered(const rtl::Delivery& delivery) override;
    void describe(std::vector<TraceRow>& rows) override;
    std::size_t lines_left() const override { return trace_->rows.size() - row_of_.size(); }
    const TraceRow* line_of(const rtl::Message& message) const override {
        return &trace_->rows[row_of_[message.id]];
    }

private:
    using Ready = std::tuple<rtl::Cycle, topo::NodeId, std::size_t>;  ///< edge, source, row

    void make_ready(std::size_t row);

    std::shared_ptr<const Trace> trace_;
    rtl::Cycle startup_;
    TraceOrder order_;                     ///< with the deliveries that are to come
    std::vector<rtl::Cycle> earliest_;     ///< [row] edge at which it may be generated
    std::vector<std::size_t> row_of_;      ///< [message id]
    std::vector<std::uint32_t> sequence_;  ///< [node] number of its next message
    std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready_;
    std::vector<rtl::Message> joining_;
};

}  // namespace flitscope::tb
