#include "testbenches/program/timeline_command/logged_run.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "rtl_models/waves/event_log.h"
#include "testbenches/program/console/exit_code.h"
#include "testbenches/program/timeline_command/logged_topology.h"

namespace flitscope::tb {

namespace {

/// A flit on a wire.
struct Sighting {
    rtl::Cycle cycle = 0;
    topo::NodeId router = 0;
    int port = 0;
    int vc = 0;
};

/// Where one flit was seen, in the order of time.
struct FlitWay {
    std::vector<Sighting> in, out;
};
using MessageFlits = std::map<std::uint32_t, FlitWay>;  ///< by number in the message
using Log = std::map<rtl::MessageId, MessageFlits>;

/// Returns whether it is a line of a log.
bool take_line(const std::string& line, rtl::Cycle end, Log& log) {
    std::istringstream words(line);
    Sighting seen;
    rtl::MessageId message = 0;
    std::uint32_t flit = 0;
    std::string event, scope;
    words >> seen.cycle >> seen.router >> seen.port >> seen.vc >> message >> flit >> event >> scope;
    if (!words || (event != "in" && event != "out") || seen.router < 0 || seen.port < 0 ||
        seen.vc < 0) {
        return false;
    }
    if (seen.cycle < end) {
        FlitWay& way = log[message][flit];
        (event == "in" ? way.in : way.out).push_back(seen);
    }
    return true;
}

Log read_log(const std::string& path, rtl::Cycle end) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    Log log;
    for (int number = 2; std::getline(file, line); ++number) {
        if (!take_line(line, end, log)) {
            throw UsageError(path + ":" + std::to_string(number) +
                             ": is no line of an event log: " + line);
        }
    }
    return log;
}

/// The first output at which a router sent the flit; ejection ports are numbered behind the others.
const Sighting* sent_on(const FlitWay& way, const Sighting& in) {
    const Sighting* found = nullptr;
    for (const Sighting& out : way.out) {
        if (out.router == in.router && out.cycle > in.cycle &&
            (found == nullptr || out.port < found->port)) {
            found = &out;
        }
    }
    return found;
}

void learn_links(const FlitWay& way, LoggedTopology& topology) {
    for (std::size_t i = 0; i < way.in.size(); ++i) {
        topology.add_router(way.in[i].router);
        const Sighting* const out = i + 1 < way.in.size() ? sent_on(way, way.in[i]) : nullptr;
        if (out != nullptr) {
            topology.add_link(out->router, out->port, {way.in[i + 1].router, way.in[i + 1].port});
        }
    }
}

/// Turns lines of one message into what was observed when they were written.
class MessageOfLines {
public:
    MessageOfLines(rtl::MessageId id, const MessageFlits& flits, const topo::Topology& topology)
        : topology_(&topology) {
        recorded_.message.id = id;
        recorded_.message.length = flits.rbegin()->first + 1;
        for (const auto& [index, way] : flits) {
            add(index, way);
        }
    }
    /// Absent: the log begins too late to say where it comes from.
    std::optional<RecordedMessage> recorded() && {
        if (!begun_) {
            return std::nullopt;
        }
        recorded_.header = copies_.size() > 1;
        if (last_consumed_ == recorded_.message.length) {
            recorded_.delivered = consumed_;
        }
        return std::move(recorded_);
    }

private:
    void add(std::uint32_t index, const FlitWay& way) {
        if (way.in.empty()) {
            return;
        }
        if (index == 0) {
            begun_ = true;
            recorded_.message.source = way.in.front().router;
            recorded_.message.destination = way.in.back().router;
            recorded_.message.generated = way.in.front().cycle + 1;
        }
        for (const Sighting& in : way.in) {
            put({in.cycle + 1, in.router, rtl::EventKind::flit_written, in.port, in.vc}, index);
        }
        for (const Sighting& out : way.out) {
            add_out(index, way, out);
        }
    }
    void add_out(std::uint32_t index, const FlitWay& way, const Sighting& out) {
        const auto in = std::find_if(way.in.rbegin(), way.in.rend(), [&](const Sighting& each) {
            return each.router == out.router && each.cycle < out.cycle;
        });
        if (in == way.in.rend()) {
            return;  // the log begins too late
        }
        put({out.cycle, out.router, rtl::EventKind::switch_granted, in->port, in->vc, 0, 0,
             out.port, out.vc},
            index);
        if (out.port >= topology_->ports(out.router)) {
            put({out.cycle + 1, out.router, rtl::EventKind::flit_consumed, out.port, out.vc},
                index);
            copies_.insert(out.router);
            last_consumed_ = index + 1;
            consumed_ = std::max(consumed_, out.cycle + 1);
        }
    }
    void put(rtl::Event event, std::uint32_t index) {
        event.message = static_cast<std::uint32_t>(recorded_.message.id);
        event.index = index;
        recorded_.events.push_back(event);
    }

    const topo::Topology* topology_;
    RecordedMessage recorded_;
    bool begun_ = false;
    std::set<topo::NodeId> copies_;
    std::uint32_t last_consumed_ = 0;
    rtl::Cycle consumed_ = 0;
};

}  // namespace

bool is_event_log(const std::string& path) {
    std::ifstream file(path == "-" ? "" : path);
    std::string line;
    return std::getline(file, line) && line + "\n" == waves::kEventLogHeader;
}

RecordedRun read_logged_run(const std::string& path, const CycleWindow& window) {
    const Log log = read_log(path, window.to);
    const auto topology = std::make_shared<LoggedTopology>();
    RecordedRun run;
    for (const auto& [id, flits] : log) {
        for (const auto& [index, way] : flits) {
            learn_links(way, *topology);
            for (const Sighting& seen : way.in) {
                run.end = std::max(run.end, seen.cycle + 1);
            }
        }
    }
    run.topology = topology;
    run.description.topology = topology.get();
    run.description.links.resize(1);
    for (const auto& [id, flits] : log) {
        auto message = MessageOfLines(id, flits, *topology).recorded();
        if (message && message->delivered.value_or(window.from) >= window.from) {
            run.messages.emplace(id, std::move(*message));
        }
    }
    return run;
}

}  // namespace flitscope::tb
