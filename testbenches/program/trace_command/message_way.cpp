#include "testbenches/program/trace_command/message_way.h"

#include <algorithm>
#include <tuple>

namespace flitscope::tb {

namespace {

using rtl::EventKind;

/// The visit that an event belongs to: a message may come to a router twice, even through the same
/// port, so the numbers of flits decide.
RouterVisit* visit_of(std::vector<RouterVisit>& visits, const rtl::Event& event) {
    const auto matches = [&](const RouterVisit& visit) {
        if (visit.router != event.router || visit.taken_out) {
            return false;
        }
        if (event.kind == EventKind::flit_consumed) {
            return visit.output_port == event.port && visit.flits_consumed == event.index;
        }
        if (visit.input_port != event.port || visit.input_vc != event.vc) {
            return false;
        }
        switch (event.kind) {
            case EventKind::flit_written:
                return visit.flits_in == event.index;
            case EventKind::switch_granted:
                return visit.flits_out == event.index;
            case EventKind::routed:
                return !visit.routed;
            default:
                return !visit.vc_granted;
        }
    };
    const auto found = std::find_if(visits.begin(), visits.end(), matches);
    return found == visits.end() ? nullptr : &*found;
}

void take(RouterVisit& visit, const rtl::Event& event, std::uint32_t length) {
    switch (event.kind) {
        case EventKind::flit_written:
            ++visit.flits_in;
            break;
        case EventKind::routed:
            visit.routed = event.cycle;
            visit.output_port = event.output_port;
            break;
        case EventKind::vc_granted:
            visit.vc_granted = event.cycle;
            visit.output_vc = event.output_vc;
            break;
        case EventKind::switch_granted:
            ++visit.flits_out;
            visit.output_port = event.output_port;
            visit.output_vc = event.output_vc;
            if (event.index == 0) {
                visit.head_granted = event.cycle;
            }
            if (event.index + 1 == length) {
                visit.tail_granted = event.cycle;
            }
            break;
        default:
            ++visit.flits_consumed;
    }
}

}  // namespace

void MessageWatch::event(const rtl::Event& event) {
    if (event.message != message_ || event.kind == EventKind::credit_sent) {
        return;
    }
    events_.push_back(event);
    if (event.kind == EventKind::flit_consumed && event.index == last_) {
        delivered_.store(1);
    }
}

const RouterVisit& MessageWay::start() const {
    return *std::find_if(visits.begin(), visits.end(),
                         [](const RouterVisit& visit) { return !visit.taken_out; });
}

MessageWay way_of(std::vector<rtl::Event> events, std::uint32_t length, int ports) {
    // By cycle; what happens at an edge comes before what is decided in the cycle that begins
    // there.
    std::sort(events.begin(), events.end(), [](const rtl::Event& a, const rtl::Event& b) {
        const auto key = [](const rtl::Event& e) {
            const bool at_edge =
                e.kind == EventKind::flit_written || e.kind == EventKind::flit_consumed;
            return std::tuple(e.cycle, at_edge ? -1 : static_cast<int>(e.kind), e.router, e.index);
        };
        return key(a) < key(b);
    });
    MessageWay way;
    for (const rtl::Event& event : events) {
        if (event.kind == EventKind::flit_written && event.index == 0) {
            const bool sent = way.visits.empty() ||
                              (event.router == way.visits.front().router && event.port >= ports);
            for (RouterVisit& earlier : way.visits) {
                earlier.taken_out = earlier.taken_out || sent;
            }
            RouterVisit visit;
            visit.router = event.router;
            visit.input_port = event.port;
            visit.input_vc = event.vc;
            visit.in = event.cycle - 1;
            visit.flits_in = 1;
            way.visits.push_back(visit);
        } else if (RouterVisit* visit = visit_of(way.visits, event)) {
            take(*visit, event, length);
        }
        if (event.kind == EventKind::flit_consumed && event.index + 1 == length) {
            way.delivered = event.cycle;
        }
    }
    return way;
}

}  // namespace flitscope::tb
