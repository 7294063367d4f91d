#include "testbenches/tests/whole/page_reference/page_reference.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>

namespace flitscope::tb {

namespace {

using rtl::Cycle;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// Section 8: an upstream router at latency 0.
struct InjectionPort {
    struct Vc {
        PageWorm* worm = nullptr;
        std::uint32_t next = 0;
        int outstanding = 0;
    };
    std::deque<PageWorm*> queue;
    std::vector<Vc> vcs;
    rtl::reference::Arbiter arbiter;
    std::map<int, int> pointers{};  ///< by message class
};

class Simulator {
public:
    Simulator(const rtl::NetworkDescription& description, PageReference& result)
        : d_(description), topology_(*d_.topology), result_(result) {
        const int vcs = d_.router.injection_vcs == rtl::kAll ? d_.router.virtual_channels
                                                             : d_.router.injection_vcs;
        for (topo::NodeId node = 0; node < topology_.nodes(); ++node) {
            routers_.emplace_back(d_, node, result_.events);
            const int count = d_.router.injection_ports == rtl::kAll ? topology_.ports(node)
                                                                     : d_.router.injection_ports;
            injection_.emplace_back(
                index(count),
                InjectionPort{{},
                              std::vector<InjectionPort::Vc>(index(vcs)),
                              rtl::reference::Arbiter(rtl::ArbiterKind::round_robin, vcs)});
        }
    }

    void run(const std::vector<rtl::Message>& messages, Cycle end) {
        auto next = messages.begin();
        for (Cycle t = -1; t < end; ++t) {
            if (t >= 0) {
                arrive(t);
                for (topo::NodeId node = 0; node < topology_.nodes(); ++node) {
                    routers_[index(node)].work(t);
                    collect(node, t);
                }
            }
            consume(t + 1);
            for (; t + 1 < end && next != messages.end() && next->generated == t + 1; ++next) {
                join(*next);
            }
            inject(t);
        }
        for (topo::NodeId node = 0; node < topology_.nodes(); ++node) {
            const PageRouter& router = routers_[index(node)];
            for (int port = 0; port < topology_.ports(node); ++port) {
                if (topology_.peer(node, port).connected()) {
                    result_.channels[{node, port}] = router.channel(port);
                }
            }
            result_.counters.flits_copied += router.copied();
            result_.counters.flits_bypassed += router.bypassed();
            result_.counters.speculative_grants += router.speculative_grants();
            result_.counters.wasted_grants += router.wasted_grants();
            result_.counters.flits_dropped += router.dropped();
        }
    }

private:
    struct OnWire {
        topo::NodeId node;
        int port;  ///< of the node it comes to; consumed flits: the ejection output
        int vc;
        PageFlit flit;
    };
    struct Credit {
        topo::NodeId node;
        int port;  ///< output; injection port from the number of network ports on
        int vc;
    };

    const rtl::LinkParameters& link(topo::NodeId node, int port) const {
        return d_.links[index(topology_.link_class(node, port))];
    }

    /// Everything that registers take at edge t.
    void arrive(Cycle t) {
        for (OnWire& each : arrivals_[t]) {
            routers_[index(each.node)].write(each.port, each.vc, each.flit, t);
            if (each.port >= topology_.ports(each.node)) {
                ++result_.counters.flits_injected;
                result_.counters.messages_injected += each.flit.index == 0 ? 1 : 0;
            }
        }
        arrivals_.erase(t);
        for (const Credit& each : credits_[t]) {
            const int local = each.port - topology_.ports(each.node);
            if (local < 0) {
                routers_[index(each.node)].credit(each.port, each.vc);
            } else {
                --injection_[index(each.node)][index(local)].vcs[index(each.vc)].outstanding;
            }
        }
        credits_.erase(t);
    }

    void collect(topo::NodeId node, Cycle t) {
        const PageRouter& router = routers_[index(node)];
        for (const PageRouter::Sent& each : router.sent()) {
            const Cycle wire =
                t + d_.router.extra_stages + (router.has_register() && !each.bypassed ? 1 : 0);
            ++result_.counters.flit_hops;
            if (each.flit.index == 0 && each.flit.worm->message.source == node &&
                each.flit.hop == (each.output < router.network_ports() ? 1 : 0)) {
                each.flit.worm->departed = wire + 1;
            }
            if (each.output >= router.network_ports()) {
                consumed_[wire + 1].push_back({node, each.output, each.vc, each.flit});
                continue;
            }
            const topo::PortPeer to = topology_.peer(node, each.output);
            arrivals_[wire + 1 + link(node, each.output).latency].push_back(
                {to.node, to.port, each.vc, with_way(each.flit, to.node, to.port)});
        }
        for (const auto& [input, vc] : router.freed()) {
            if (input >= router.network_ports()) {
                credits_[t + 1].push_back({node, input, vc});
            } else {
                const topo::PortPeer from = topology_.peer(node, input);
                credits_[t + 1 + link(from.node, from.port).latency].push_back(
                    {from.node, from.port, vc});
            }
        }
    }

    /// Lookahead: what the router, or the source, before writes into a head.
    PageFlit with_way(PageFlit flit, topo::NodeId node, int port) const {
        if (d_.router.lookahead && flit.index == 0) {
            flit.way = routers_[index(node)].way_in(flit.worm->message, port);
        }
        return flit;
    }

    void consume(Cycle edge) {
        std::vector<OnWire> all = consumed_[edge];
        consumed_.erase(edge);
        std::stable_sort(all.begin(), all.end(), [](const OnWire& a, const OnWire& b) {
            return std::pair(a.node, a.port) < std::pair(b.node, b.port);
        });
        for (const OnWire& each : all) {
            PageWorm& worm = *each.flit.worm;
            ++result_.counters.flits_ejected;
            result_.events.push_back(
                {{edge, each.node, rtl::EventKind::flit_consumed, each.port, each.vc,
                  static_cast<std::uint32_t>(worm.message.id), each.flit.index, 0, 0},
                 each.flit.kind(),
                 each.flit.hop});
            if (!each.flit.is_tail()) {
                continue;
            }
            rtl::Delivery delivery;
            delivery.message = worm.message;
            delivery.injected = worm.injected;
            delivery.departed = worm.departed;
            delivery.arrived = each.flit.written;
            delivery.delivered = edge;
            delivery.hops = each.flit.hop;
            delivery.node = each.node;
            delivery.last = --worm.tails == 0;
            delivery.error = each.flit.error;
            result_.deliveries.push_back(delivery);
            worm.in_error = worm.in_error || delivery.error;
            result_.counters.messages_delivered += delivery.last && !worm.in_error ? 1 : 0;
        }
    }

    int queue_of(const rtl::Message& message) const {
        if (d_.router.injection_ports != rtl::kAll) {
            return static_cast<int>(message.sequence %
                                    static_cast<std::uint32_t>(d_.router.injection_ports));
        }
        topo::RouteQuery query;
        query.here = message.source;
        query.source = message.source;
        if (message.header != nullptr) {
            query.destination = message.header->entries.front().address;
            return message.header->first_port >= 0
                       ? message.header->first_port
                       : d_.headers.routings[index(message.header->routing)]
                             ->only_candidate(query)
                             .port;
        }
        if (message.destination == message.source) {
            int port = 0;
            while (!topology_.peer(message.source, port).connected()) {
                ++port;
            }
            return port;
        }
        query.destination = message.destination;
        return d_.routing->only_candidate(query).port;
    }

    void join(const rtl::Message& message) {
        worms_.push_back(std::make_unique<PageWorm>());
        worms_.back()->message = message;
        ++result_.counters.messages_offered;
        injection_[index(message.source)][index(queue_of(message))].queue.push_back(
            worms_.back().get());
    }

    /// The injection phase of cycle t.
    void inject(Cycle t) {
        for (topo::NodeId node = 0; node < topology_.nodes(); ++node) {
            for (int q = 0; q < static_cast<int>(injection_[index(node)].size()); ++q) {
                InjectionPort& port = injection_[index(node)][index(q)];
                start(port);
                send(port, node, topology_.ports(node) + q, t);
            }
        }
    }

    bool has_credits(const InjectionPort::Vc& vc, std::int64_t flits) const {
        return d_.router.buffer_flits == rtl::kUnbounded ||
               std::int64_t{d_.router.buffer_flits} - vc.outstanding >= flits;
    }

    void start(InjectionPort& port) {
        const bool sends =
            std::any_of(port.vcs.begin(), port.vcs.end(),
                        [](const InjectionPort::Vc& vc) { return vc.worm != nullptr; });
        if (port.queue.empty() ||
            (sends && d_.router.injection_order == rtl::InjectionOrder::one_by_one)) {
            return;
        }
        PageWorm* const worm = port.queue.front();
        const std::int64_t needed =
            d_.router.switching == rtl::Switching::wormhole ? 1 : worm->message.length;
        const std::set<int> all = page_vcs(d_.router, worm->message.message_class, 0, 1,
                                           static_cast<int>(port.vcs.size()));
        std::set<int> free;
        for (const int v : all) {
            const InjectionPort::Vc& vc = port.vcs[index(v)];
            if (vc.worm == nullptr && has_credits(vc, needed) &&
                (d_.router.vc_reuse != rtl::VcReuse::buffer_empty || vc.outstanding == 0)) {
                free.insert(v);
            }
        }
        if (free.empty()) {
            return;
        }
        int& pointer = port.pointers[worm->message.message_class];
        const int v = chosen(port, pointer, free);
        pointer = v == *all.rbegin() ? 0 : v + 1;
        port.vcs[index(v)].worm = worm;
        port.vcs[index(v)].next = 0;
        port.queue.pop_front();
    }

    int chosen(const InjectionPort& port, int pointer, const std::set<int>& free) const {
        if (d_.router.vc_choice == rtl::VcChoice::most_credits) {
            return *std::min_element(free.begin(), free.end(), [&](int a, int b) {
                return port.vcs[index(a)].outstanding < port.vcs[index(b)].outstanding;
            });
        }
        const auto ahead = d_.router.vc_choice == rtl::VcChoice::round_robin
                               ? free.lower_bound(pointer)
                               : free.begin();
        return ahead == free.end() ? *free.begin() : *ahead;
    }

    void send(InjectionPort& port, topo::NodeId node, int input, Cycle t) {
        std::set<int> ready;
        for (int v = 0; v < static_cast<int>(port.vcs.size()); ++v) {
            const InjectionPort::Vc& vc = port.vcs[index(v)];
            if (vc.worm != nullptr && has_credits(vc, 1)) {
                ready.insert(v);
            }
        }
        const int v = port.arbiter.grant(ready);
        if (v < 0) {
            return;
        }
        port.arbiter.update(v);
        InjectionPort::Vc& vc = port.vcs[index(v)];
        const PageFlit flit = page_flit(*vc.worm, vc.next++, d_.headers.addresses_per_flit);
        if (flit.index == 0) {
            vc.worm->injected = t + 1;
        }
        if (flit.is_tail()) {
            vc.worm = nullptr;
        }
        ++vc.outstanding;
        arrivals_[t + 1].push_back({node, input, v, with_way(flit, node, input)});
    }

    const rtl::NetworkDescription& d_;
    const topo::Topology& topology_;
    PageReference& result_;
    std::deque<PageRouter> routers_;
    std::vector<std::vector<InjectionPort>> injection_;  ///< [node][queue]
    std::vector<std::unique_ptr<PageWorm>> worms_;
    std::map<Cycle, std::vector<OnWire>> arrivals_;  ///< by edge
    std::map<Cycle, std::vector<OnWire>> consumed_;
    std::map<Cycle, std::vector<Credit>> credits_;
};

}  // namespace

PageReference::PageReference(const rtl::NetworkDescription& description,
                             const std::vector<rtl::Message>& messages, Cycle end) {
    Simulator(description, *this).run(messages, end);
}

}  // namespace flitscope::tb
