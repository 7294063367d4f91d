#include "rtl_models/waves/event_log.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace flitscope::waves {

namespace {

constexpr std::size_t kPendingLines = 1U << 14;
/// The order of observations is free within a cycle, and a line may be one cycle before or after
/// the observation: cycles this far back are complete.
constexpr rtl::Cycle kSlack = 4;

}  // namespace

EventLog::EventLog(const std::string& path, const rtl::PipelineStages& stages, EventFilter filter)
    : file_(path), stages_(stages), filter_(std::move(filter)), flush_at_(kPendingLines) {
    file_.put(kEventLogHeader);
}

void EventLog::flit_written(rtl::Cycle edge, topo::NodeId router, int input_port,
                            const rtl::Flit& flit) {
    add(edge, {edge - 1, router, 0, input_port, flit.vc, flit.message, flit.index});
}

void EventLog::switch_granted(rtl::Cycle cycle, topo::NodeId router, int /*input_port*/,
                              const rtl::Flit& flit, int output_port, int output_vc) {
    add(cycle,
        {cycle + stages_.to_wire(), router, 1, output_port, output_vc, flit.message, flit.index});
}

void EventLog::bypassed(rtl::Cycle cycle, topo::NodeId router, int /*input_port*/,
                        const rtl::Flit& flit, int output_port, int output_vc) {
    add(cycle,
        {cycle + stages_.extra, router, 1, output_port, output_vc, flit.message, flit.index});
}

void EventLog::add(rtl::Cycle observed, const Line& line) {
    if (!filter_.keeps(line.cycle, line.router, line.message)) {
        return;
    }
    newest_ = std::max(newest_, observed);
    if (pending_.size() >= flush_at_) {
        write_before(newest_ - kSlack);
        flush_at_ = std::max(kPendingLines, 2 * pending_.size());
    }
    pending_.push_back(line);
}

void EventLog::write_before(rtl::Cycle end) {
    std::sort(pending_.begin(), pending_.end(), [](const Line& a, const Line& b) {
        return std::tie(a.cycle, a.router, a.out, a.port, a.vc, a.message, a.flit) <
               std::tie(b.cycle, b.router, b.out, b.port, b.vc, b.message, b.flit);
    });
    const auto kept = std::find_if(pending_.begin(), pending_.end(),
                                   [&](const Line& line) { return line.cycle >= end; });
    std::for_each(pending_.begin(), kept, [&](const Line& line) { write(line); });
    pending_.erase(pending_.begin(), kept);
}

void EventLog::write(const Line& line) {
    for (const std::int64_t column :
         {std::int64_t{line.cycle}, std::int64_t{line.router}, std::int64_t{line.port},
          std::int64_t{line.vc}, std::int64_t{line.message}, std::int64_t{line.flit}}) {
        file_.put_decimal(column);
        file_.put(' ');
    }
    file_.put(line.out != 0 ? "out router_" : "in router_");
    file_.put_decimal(line.router);
    file_.put(line.out != 0 ? ".output_" : ".input_");
    file_.put_decimal(line.port);
    file_.put(line.out != 0 ? ".flit_o\n" : ".flit_i\n");
}

void EventLog::finish() {
    // At depth 4 a flit granted in the last cycle would be on its output wire after it.
    pending_.erase(std::remove_if(pending_.begin(), pending_.end(),
                                  [&](const Line& line) { return line.cycle >= filter_.to; }),
                   pending_.end());
    write_before(rtl::kNever);
    file_.close();
}

}  // namespace flitscope::waves
