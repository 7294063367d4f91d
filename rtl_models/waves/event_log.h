#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rtl_models/router/contract/network_observer.h"
#include "waves/buffered_file.h"

namespace flitscope::waves {

/// The first line of a log.
constexpr const char* kEventLogHeader = "cycle router port vc message flit event scope\n";

/// Which lines of an event log are kept; without anything set, all.
struct EventFilter {
    std::set<topo::NodeId> routers;  ///< empty: all
    rtl::Cycle from = INT64_MIN;     ///< cycles, as in the log; injections at edge 0 have -1
    rtl::Cycle to = rtl::kNever;     ///< not included
    std::optional<std::uint32_t> message;

    bool keeps(rtl::Cycle cycle, topo::NodeId router, std::uint32_t of_message) const {
        return cycle >= from && cycle < to && (!message || *message == of_message) &&
               (routers.empty() || routers.count(router) != 0);
    }
};

/// The log of every flit's way (`--events FILE`): one line per flit and port, the same at every
/// level.
///
///     cycle router port vc message flit event scope
///     12 5 2 0 17 0 in router_5.input_2.flit_i
///
/// `in`: the flit is on wire flit_i of that input port in that cycle; `out`: it is on flit_o of
/// that output port. `scope` is the wire's path in the dump (docs/flit_to_waveform.md); `flit` is
/// the index in the message; `vc` that of the channel. Injections at edge 0 are on their wire in
/// cycle -1, before any dump begins.
///
/// Lines are in ascending order of (cycle, router, in before out, port, vc). Failures to write:
/// std::runtime_error.
class EventLog final : public rtl::NetworkObserver {
public:
    /// `stages`: of the routers.
    EventLog(const std::string& path, const rtl::PipelineStages& stages, EventFilter filter = {});

    void flit_written(rtl::Cycle edge, topo::NodeId router, int input_port,
                      const rtl::Flit& flit) override;
    void switch_granted(rtl::Cycle cycle, topo::NodeId router, int input_port,
                        const rtl::Flit& flit, int output_port, int output_vc) override;

    void bypassed(rtl::Cycle cycle, topo::NodeId router, int input_port, const rtl::Flit& flit,
                  int output_port, int output_vc) override;

    /// The run ends before edge `end`: keeps the lines of its cycles and no later ones, whatever
    /// else is observed. An input buffer takes what was on its wire in the last cycle at `end`
    /// itself, so the network has to work off one more cycle.
    void end_at(rtl::Cycle end) { filter_.to = std::min(filter_.to, end); }
    /// Writes everything and closes the file.
    void finish();

private:
    struct Line {
        rtl::Cycle cycle;
        topo::NodeId router;
        std::int32_t out;  ///< 0 in, 1 out
        std::int32_t port;
        std::int32_t vc;
        std::uint32_t message;
        std::uint32_t flit;
    };

    /// If the filter keeps it.
    void add(rtl::Cycle observed, const Line& line);
    /// Writes the lines of cycles before `end` in order.
    void write_before(rtl::Cycle end);
    void write(const Line& line);

    BufferedFile file_;
    rtl::PipelineStages stages_;
    EventFilter filter_;
    rtl::Cycle newest_ = 0;
    std::size_t flush_at_;
    std::vector<Line> pending_;
};

}  // namespace flitscope::waves
