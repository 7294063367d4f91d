#include "testbenches/program/trace_command/message_way.h"

#include <algorithm>
#include <tuple>

namespace flitscope::tb {

namespace {

using rtl::EventKind;

/// Puts the events of one message together, in their order.
class WayReader {
public:
    WayReader(const RecordedMessage& message, const topo::Topology& topology)
        : message_(message), topology_(topology) {}

    void take(const rtl::Event& event) {
        if (event.kind == EventKind::flit_consumed && last(event) && !message_.header) {
            way_.delivered = event.cycle;
        }
        RouterVisit* visit = begins(event) ? nullptr : visit_of(event);
        if (event.kind == EventKind::flit_written) {
            if (visit == nullptr && (event.index == 0 || message_.header)) {
                visit = &begin(event);
            }
            if (visit != nullptr) {
                ++visit->flits_in;
            }
        } else if (visit != nullptr && event.kind == EventKind::flit_consumed) {
            ++visit->flits_consumed;
            if (last(event)) {
                visit->delivered = event.cycle;
            }
        } else if (visit != nullptr) {
            take(branch_of(*visit, event), event);
        }
    }

    MessageWay way() {
        for (RouterVisit& visit : way_.visits) {
            std::partition(visit.branches.begin(), visit.branches.end(), [&](const Branch& branch) {
                return branch.output_port >= topology_.ports(visit.router);
            });
            if (message_.header && message_.delivered && visit.delivered) {
                way_.delivered = std::max(way_.delivered.value_or(0), *visit.delivered);
            }
        }
        return way_;
    }

private:
    bool last(const rtl::Event& event) const { return event.index + 1 == message_.message.length; }
    /// A message without a header comes with flit 0, to whichever router.
    bool begins(const rtl::Event& event) const {
        return event.kind == EventKind::flit_written && event.index == 0 && !message_.header;
    }

    RouterVisit& begin(const rtl::Event& event) {
        const bool sent = way_.visits.empty() || (event.router == way_.visits.front().router &&
                                                  event.port >= topology_.ports(event.router));
        for (RouterVisit& earlier : way_.visits) {
            earlier.taken_out = earlier.taken_out || sent;
        }
        RouterVisit visit;
        visit.router = event.router;
        visit.input_port = event.port;
        visit.input_vc = event.vc;
        visit.in = event.cycle - 1;
        visit.first = event.index;
        way_.visits.push_back(visit);
        return way_.visits.back();
    }

    /// The visit that an event belongs to: a message may come to a router twice, even through the
    /// same port, so the numbers of flits decide.
    RouterVisit* visit_of(const rtl::Event& event) {
        const auto found =
            std::find_if(way_.visits.begin(), way_.visits.end(), [&](const RouterVisit& visit) {
                return visit.router == event.router && !visit.taken_out && waits_for(visit, event);
            });
        return found == way_.visits.end() ? nullptr : &*found;
    }

    bool waits_for(const RouterVisit& visit, const rtl::Event& event) const {
        if (event.kind == EventKind::flit_consumed) {
            return visit.first + visit.flits_consumed == event.index &&
                   std::any_of(visit.branches.begin(), visit.branches.end(),
                               [&](const Branch& b) { return b.output_port == event.port; });
        }
        if (visit.input_port != event.port || visit.input_vc != event.vc) {
            return false;
        }
        if (event.kind == EventKind::flit_written) {
            return visit.first + visit.flits_in == event.index;
        }
        const std::size_t number = branch_number(visit, event);
        if (number == visit.branches.size()) {
            return true;
        }
        const Branch& branch = visit.branches[number];
        switch (event.kind) {
            case EventKind::switch_granted:
                return branch.first + branch.flits_out == event.index;
            case EventKind::routed:
                return !branch.routed;
            default:
                return !branch.vc_granted;
        }
    }

    /// Number of the branch; one more than there are: this is the first that is heard of it. A
    /// message without a header has but one.
    std::size_t branch_number(const RouterVisit& visit, const rtl::Event& event) const {
        const auto found =
            std::find_if(visit.branches.begin(), visit.branches.end(), [&](const Branch& branch) {
                return !message_.header || branch.output_port == event.output_port;
            });
        return static_cast<std::size_t>(found - visit.branches.begin());
    }

    Branch& branch_of(RouterVisit& visit, const rtl::Event& event) const {
        const std::size_t number = branch_number(visit, event);
        if (number == visit.branches.size()) {
            Branch branch;
            branch.first = event.index;
            branch.output_port = event.output_port;
            visit.branches.push_back(branch);
        }
        return visit.branches[number];
    }

    void take(Branch& branch, const rtl::Event& event) const {
        switch (event.kind) {
            case EventKind::routed:
                branch.routed = event.cycle;
                branch.output_port = event.output_port;
                break;
            case EventKind::vc_granted:
                branch.vc_granted = event.cycle;
                branch.output_vc = event.output_vc;
                break;
            default:
                branch.output_port = event.output_port;
                branch.output_vc = event.output_vc;
                branch.last_granted = event.cycle;
                if (branch.flits_out++ == 0) {
                    branch.head_granted = event.cycle;
                }
                if (last(event)) {
                    branch.tail_granted = event.cycle;
                }
        }
    }

    const RecordedMessage& message_;
    const topo::Topology& topology_;
    MessageWay way_;
};

}  // namespace

const RouterVisit& MessageWay::start() const {
    return *std::find_if(visits.begin(), visits.end(),
                         [](const RouterVisit& visit) { return !visit.taken_out; });
}

MessageWay way_of(const RecordedMessage& message, const topo::Topology& topology) {
    std::vector<rtl::Event> events = message.events;
    // By cycle; what happens at an edge comes before what is decided in the cycle that begins
    // there.
    std::sort(events.begin(), events.end(), [](const rtl::Event& a, const rtl::Event& b) {
        const auto key = [](const rtl::Event& e) {
            const bool at_edge =
                e.kind == EventKind::flit_written || e.kind == EventKind::flit_consumed;
            return std::tuple(e.cycle, at_edge ? -1 : static_cast<int>(e.kind), e.router, e.index,
                              e.output_port);
        };
        return key(a) < key(b);
    });
    WayReader reader(message, topology);
    for (const rtl::Event& event : events) {
        reader.take(event);
    }
    return reader.way();
}

}  // namespace flitscope::tb
