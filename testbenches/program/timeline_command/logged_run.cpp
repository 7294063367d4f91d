#include "testbenches/program/timeline_command/logged_run.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "rtl_models/waves/event_log.h"
#include "testbenches/program/console/exit_code.h"
#include "topologies/topology.h"

namespace flitscope::tb {

namespace {

/// The part of a network that flits were seen in.
class LoggedTopology final : public topo::Topology {
public:
    void add_router(topo::NodeId router) { nodes_ = std::max(nodes_, router + 1); }
    void add_link(topo::NodeId from, topo::PortId out, topo::PortPeer to) {
        peers_[{from, out}] = to;
        ports_[from] = std::max(ports_[from], out + 1);
        ports_[to.node] = std::max(ports_[to.node], to.port + 1);
    }

    std::string kind() const override { return "log"; }
    topo::NodeId routers() const override { return nodes_; }
    topo::PortId ports(topo::NodeId node) const override {
        const auto found = ports_.find(node);
        return found == ports_.end() ? 0 : found->second;
    }
    topo::PortPeer peer(topo::NodeId node, topo::PortId port) const override {
        const auto found = peers_.find({node, port});
        return found == peers_.end() ? topo::PortPeer{} : found->second;
    }
    std::vector<std::string> link_classes() const override { return {"link"}; }
    int link_class(topo::NodeId /*node*/, topo::PortId /*port*/) const override { return 0; }

private:
    topo::NodeId nodes_ = 0;
    std::map<topo::NodeId, topo::PortId> ports_;
    std::map<std::pair<topo::NodeId, topo::PortId>, topo::PortPeer> peers_;
};

/// Where one flit was seen, in the order of time: as written to a buffer, and as granted the switch
/// there, of which the log does not say the input.
struct FlitWay {
    std::vector<rtl::Event> in, out;
};
using MessageFlits = std::map<std::uint32_t, FlitWay>;  ///< by number in the message
using Log = std::map<rtl::MessageId, MessageFlits>;

/// Returns whether it is a line of a log.
bool take_line(const std::string& line, rtl::Cycle end, Log& log) {
    std::istringstream words(line);
    rtl::Event seen;
    int port = 0, vc = 0;
    std::string event, scope;
    words >> seen.cycle >> seen.router >> port >> vc >> seen.message >> seen.index >> event >>
        scope;
    if (!words || (event != "in" && event != "out") || seen.router < 0 || port < 0 || vc < 0) {
        return false;
    }
    if (seen.cycle >= end) {
        return true;
    }
    FlitWay& way = log[seen.message][seen.index];
    if (event == "in") {
        ++seen.cycle;
        seen.kind = rtl::EventKind::flit_written;
        seen.port = port;
        seen.vc = vc;
        way.in.push_back(seen);
    } else {
        seen.kind = rtl::EventKind::switch_granted;
        seen.output_port = port;
        seen.output_vc = vc;
        way.out.push_back(seen);
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

/// The first output at which a router sent the flit; ejection ports have the highest numbers.
const rtl::Event* sent_on(const FlitWay& way, const rtl::Event& in) {
    const rtl::Event* found = nullptr;
    for (const rtl::Event& out : way.out) {
        if (out.router == in.router && out.cycle >= in.cycle &&
            (found == nullptr || out.output_port < found->output_port)) {
            found = &out;
        }
    }
    return found;
}

void learn_links(const FlitWay& way, LoggedTopology& topology) {
    for (std::size_t i = 0; i < way.in.size(); ++i) {
        topology.add_router(way.in[i].router);
        const rtl::Event* const out = i + 1 < way.in.size() ? sent_on(way, way.in[i]) : nullptr;
        if (out != nullptr) {
            topology.add_link(out->router, out->output_port,
                              {way.in[i + 1].router, way.in[i + 1].port});
        }
    }
}

/// `out` with the inputs that the flit came by; those before the log begins are left out.
std::vector<rtl::Event> granted(const FlitWay& way) {
    std::vector<rtl::Event> grants;
    for (rtl::Event out : way.out) {
        const auto in = std::find_if(way.in.rbegin(), way.in.rend(), [&](const auto& each) {
            return each.router == out.router && each.cycle <= out.cycle;
        });
        if (in != way.in.rend()) {
            out.port = in->port;
            out.vc = in->vc;
            grants.push_back(out);
        }
    }
    return grants;
}

/// What follows a grant of an ejection output.
rtl::Event consumed(rtl::Event out) {
    out.kind = rtl::EventKind::flit_consumed;
    ++out.cycle;
    out.port = out.output_port;
    out.vc = out.output_vc;
    return out;
}

/// What was observed of a message. Absent: the log begins too late to say where it comes from.
std::optional<RecordedMessage> message_of(rtl::MessageId id, const MessageFlits& flits,
                                          const topo::Topology& topology) {
    const auto& [first, head] = *flits.begin();
    if (first != 0 || head.in.empty()) {
        return std::nullopt;
    }
    RecordedMessage recorded;
    recorded.message.id = id;
    recorded.message.length = flits.rbegin()->first + 1;
    recorded.message.source = head.in.front().router;
    recorded.message.destination = head.in.back().router;
    recorded.message.generated = head.in.front().cycle;
    std::set<topo::NodeId> copies;
    for (const auto& [index, way] : flits) {
        recorded.events.insert(recorded.events.end(), way.in.begin(), way.in.end());
        for (const rtl::Event& out : granted(way)) {
            recorded.events.push_back(out);
            if (out.output_port >= topology.ports(out.router)) {
                copies.insert(out.router);
                recorded.events.push_back(consumed(out));
                if (index + 1 == recorded.message.length) {
                    recorded.delivered = std::max(recorded.delivered.value_or(0), out.cycle + 1);
                }
            }
        }
    }
    recorded.header = copies.size() > 1;
    return recorded;
}

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
            for (const rtl::Event& seen : way.in) {
                run.end = std::max(run.end, seen.cycle);
            }
        }
    }
    run.topology = topology;
    run.description.topology = topology.get();
    run.description.links.resize(1);
    for (const auto& [id, flits] : log) {
        auto message = message_of(id, flits, *topology);
        if (message && message->delivered.value_or(window.from) >= window.from) {
            run.messages.emplace(id, std::move(*message));
        }
    }
    return run;
}

}  // namespace flitscope::tb
