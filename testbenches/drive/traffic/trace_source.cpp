#include "testbenches/drive/traffic/trace_source.h"

#include <algorithm>

namespace flitscope::tb {

TraceSource::TraceSource(std::shared_ptr<const Trace> trace, topo::NodeId nodes, rtl::Cycle startup)
    : trace_(std::move(trace)),
      startup_(startup),
      order_(*trace_),
      sequence_(static_cast<std::size_t>(nodes)) {
    for (std::size_t i = 0; i < trace_->rows.size(); ++i) {
        earliest_.push_back(trace_->rows[i].cycle.value_or(0));
        if (order_.waits[i] == 0) {
            make_ready(i);
        }
    }
}

void TraceSource::make_ready(std::size_t row) {
    ready_.emplace(earliest_[row] + startup_, trace_->rows[row].source, row);
}

const std::vector<rtl::Message>& TraceSource::messages_at(rtl::Cycle edge) {
    joining_.clear();
    while (next_edge() == edge) {
        const std::size_t i = std::get<2>(ready_.top());
        ready_.pop();
        const TraceRow& row = trace_->rows[i];
        rtl::Message message;
        message.id = static_cast<rtl::MessageId>(row_of_.size());
        message.source = row.source;
        message.destination = row.destination;
        message.length = row.length;
        message.message_class = row.message_class;
        message.sequence = sequence_[static_cast<std::size_t>(row.source)]++;
        message.generated = edge;
        joining_.push_back(message);
        row_of_.push_back(i);
    }
    return joining_;
}

std::optional<FinishedOperation> TraceSource::delivered(const rtl::Delivery& delivery) {
    for (const std::size_t i : order_.behind[row_of_[delivery.message.id]]) {
        earliest_[i] = std::max(earliest_[i], delivery.delivered + trace_->rows[i].delay);
        if (--order_.waits[i] == 0) {
            make_ready(i);
        }
    }
    return std::nullopt;
}

void TraceSource::describe(std::vector<TraceRow>& rows) {
    for (const rtl::Message& message : joining_) {
        rows.push_back(*line_of(message));
    }
}

}  // namespace flitscope::tb
