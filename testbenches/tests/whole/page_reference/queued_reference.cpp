#include "testbenches/tests/whole/page_reference/queued_reference.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <stdexcept>

namespace flitscope::tb {

namespace {

using rtl::Cycle;

/// Section 12.
std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31);
}

std::uint32_t hash_of(std::uint32_t salt, std::uint32_t hop, std::uint32_t purpose) {
    std::uint32_t x = (salt ^ (hop * 0x9E37) ^ (purpose * 0x79B9)) % 65536;
    x ^= x >> 8;
    x = x * 0x88B5 % 65536;
    x ^= x >> 7;
    x = x * 0xDB2D % 65536;
    return x ^ (x >> 9);
}

std::size_t choice(std::size_t m, std::uint32_t hash) { return m * hash / 65536; }

/// The table of redrawn services.
std::int64_t redrawn(const PartConfig& length, std::uint64_t h) {
    if (length.name == "fixed") {
        return length.options.integer("mean");
    }
    if (length.name == "bimodal") {
        const bool is_long = std::ldexp(static_cast<double>(2 * h + 1), 47) <
                             std::floor(std::ldexp(length.options.real("long_fraction"), 64));
        return length.options.integer(is_long ? "long" : "short");
    }
    const double mean = length.options.real("mean");
    const double u =
        (static_cast<double>(h) * std::ldexp(1, 37) + std::ldexp(1, 36) + 1) * std::ldexp(1, -53);
    return mean == 1 ? 1 : 1 + static_cast<std::int64_t>(std::log(u) / std::log(1 - 1 / mean));
}

struct Travelling {
    rtl::Message message;
    std::uint32_t salt = 0;
    std::uint32_t hop = 0;
    int input = 0;  ///< port of the router it is at; the number of network ports: it joined there
    Cycle joined = 0, departed = 0;
    // Of the running service:
    Cycle start = 0, cycles = 0;
    std::int64_t sent = 0, arrived = 0;
};

struct Server {
    topo::NodeId from = 0;
    int port = 0;
    topo::PortPeer to;
    Cycle latency = 0, cycles_per_flit = 1;
    bool busy = false;
    std::deque<Travelling> fifo;
    std::deque<Travelling> wire;  ///< flits are still under way, service over or not
};

class Simulator {
public:
    Simulator(const rtl::NetworkDescription& description, const PartConfig& length,
              QueuedReference& result)
        : d_(description), topology_(*description.topology), length_(length), result_(result) {
        for (topo::NodeId node = 0; node < topology_.nodes(); ++node) {
            servers_.emplace_back();
            for (int port = 0; port < topology_.ports(node); ++port) {
                Server server;
                server.from = node;
                server.port = port;
                server.to = topology_.peer(node, port);
                if (server.to.connected()) {
                    const auto& link =
                        d_.links[static_cast<std::size_t>(topology_.link_class(node, port))];
                    server.latency = link.latency;
                    server.cycles_per_flit = link.cycles_per_flit;
                }
                servers_.back().push_back(server);
            }
        }
    }

    void run(const std::vector<rtl::Message>& messages, Cycle end) {
        std::size_t next = 0;
        for (now_ = 0; now_ <= end; ++now_) {
            end_services();
            collect_arrivals();
            deliver();
            if (now_ == end) {
                return;
            }
            report_written();
            for (const Arrival& each : arrivals_) {
                append(each.message, each.node);
            }
            for (; next < messages.size() && messages[next].generated == now_; ++next) {
                join(messages[next]);
            }
            start_services();
            report_sent();
        }
    }

private:
    struct Arrival {
        topo::NodeId node;
        Travelling message;
    };

    template <typename Visit>
    void for_each_server(Visit visit) {
        for (auto& node : servers_) {
            for (Server& server : node) {
                visit(server);
            }
        }
    }

    void end_services() {
        for_each_server([&](Server& s) {
            if (s.busy && s.fifo.front().start + s.fifo.front().cycles == now_) {
                s.fifo.pop_front();
                s.busy = false;
            }
        });
    }

    void collect_arrivals() {
        arrivals_.clear();
        for_each_server([&](Server& s) {
            for (const Travelling& each : s.wire) {
                if (each.start + each.cycles + s.latency == now_) {
                    Travelling message = each;
                    message.input = s.to.port;
                    ++message.hop;
                    arrivals_.push_back({s.to.node, message});
                }
            }
        });
        for (const Travelling& each : own_) {
            arrivals_.push_back({each.message.source, each});
        }
        own_.clear();
        std::stable_sort(
            arrivals_.begin(), arrivals_.end(), [](const Arrival& a, const Arrival& b) {
                return std::pair(a.node, a.message.input) < std::pair(b.node, b.message.input);
            });
    }

    void deliver() {
        std::vector<Arrival> rest;
        for (const Arrival& each : arrivals_) {
            const Travelling& m = each.message;
            if (m.message.destination != each.node) {
                rest.push_back(each);
                continue;
            }
            for (std::uint32_t j = 0; j < m.message.length; ++j) {
                report(rtl::EventKind::flit_consumed, now_, each.node, topology_.ports(each.node),
                       m, j, 0);
            }
            rtl::Delivery delivery;
            delivery.message = m.message;
            delivery.injected = m.joined;
            delivery.departed = m.hop == 0 ? now_ : m.departed;
            delivery.arrived = m.hop == 0 ? m.joined : now_;
            delivery.delivered = now_;
            delivery.hops = static_cast<int>(m.hop);
            result_.deliveries.push_back(delivery);
        }
        arrivals_ = rest;
    }

    void join(const rtl::Message& message) {
        Travelling m;
        m.message = message;
        m.salt = static_cast<std::uint32_t>(
            mixed(d_.seed + 0x9E3779B97F4A7C15U * (message.id + 1)) >> 48);
        m.input = topology_.ports(message.source);
        m.joined = now_;
        for (std::uint32_t j = 0; j < message.length; ++j) {
            report(rtl::EventKind::flit_written, now_, message.source, m.input, m, j, 0);
        }
        if (message.source == message.destination) {
            own_.push_back(m);
        } else {
            append(m, message.source);
        }
    }

    int port_for(const Travelling& m, topo::NodeId here) {
        topo::RouteQuery query;
        query.here = here;
        query.input_port = m.input == topology_.ports(here) ? -1 : m.input;
        query.source = m.message.source;
        query.destination = m.message.destination;
        query.hop = static_cast<int>(m.hop);
        query.salt = static_cast<std::uint16_t>(m.salt);
        std::vector<topo::RouteCandidate> candidates;
        d_.routing->candidates(query, candidates);
        if (d_.routing->selection() == topo::RouteSelection::only) {
            return candidates.at(0).port;
        }
        if (d_.routing->selection() == topo::RouteSelection::random) {
            return candidates[choice(candidates.size(), hash_of(m.salt, m.hop, 0))].port;
        }
        const auto load = [&](const topo::RouteCandidate& candidate) {
            return server(here, candidate.port).fifo.size();
        };
        std::size_t least = SIZE_MAX;
        for (const auto& each : candidates) {
            least = std::min(least, load(each));
        }
        std::vector<int> tied;
        for (const auto& each : candidates) {
            if (load(each) == least) {
                tied.push_back(each.port);
            }
        }
        return d_.ties_random ? tied[choice(tied.size(), hash_of(m.salt, m.hop, 1))] : tied[0];
    }

    void append(const Travelling& m, topo::NodeId here) {
        const int port = port_for(m, here);
        Server& s = server(here, port);
        report(rtl::EventKind::routed, now_, here, m.input, m, 0, port);
        auto& channel = result_.channels[{here, port}];
        ++channel.heads;
        channel.blocked += s.fifo.empty() ? 0 : 1;
        s.fifo.push_back(m);
    }

    void start_services() {
        for_each_server([&](Server& s) {
            if (s.busy || s.fifo.empty()) {
                return;
            }
            s.busy = true;
            Travelling& m = s.fifo.front();
            const std::int64_t flits = d_.router.service == rtl::Service::kept
                                           ? std::int64_t{m.message.length}
                                           : redrawn(length_, hash_of(m.salt, m.hop, 2));
            m.start = now_;
            m.cycles = flits * s.cycles_per_flit;
            m.sent = 0;
            m.arrived = 0;
            if (m.hop == 0) {
                m.departed = cycle_of(m, 0) + 1;
            }
            s.wire.push_back(m);
        });
    }

    static Cycle cycle_of(const Travelling& m, std::int64_t j) {
        const std::int64_t length = m.message.length;
        return m.start + ((j + 1) * m.cycles + length - 1) / length - 1;
    }

    void report_sent() {
        for_each_server([&](Server& s) {
            auto& channel = result_.channels[{s.from, s.port}];
            channel.busy += s.busy ? 1 : 0;
            for (Travelling& m : s.wire) {
                for (; m.sent < m.message.length && cycle_of(m, m.sent) == now_; ++m.sent) {
                    report(rtl::EventKind::switch_granted, now_, s.from, m.input, m,
                           static_cast<std::uint32_t>(m.sent), s.port);
                    ++channel.flits;
                }
            }
        });
    }

    void report_written() {
        for_each_server([&](Server& s) {
            for (Travelling& m : s.wire) {
                for (;
                     m.arrived < m.message.length && cycle_of(m, m.arrived) + 1 + s.latency == now_;
                     ++m.arrived) {
                    report(rtl::EventKind::flit_written, now_, s.to.node, s.to.port, m,
                           static_cast<std::uint32_t>(m.arrived), 0);
                }
            }
            while (!s.wire.empty() && s.wire.front().arrived == s.wire.front().message.length) {
                s.wire.pop_front();
            }
        });
    }

    void report(rtl::EventKind kind, Cycle cycle, topo::NodeId router, int port,
                const Travelling& m, std::uint32_t index, int output) {
        result_.events.push_back({cycle, router, kind, port, 0,
                                  static_cast<std::uint32_t>(m.message.id), index, output, 0});
    }

    Server& server(topo::NodeId node, int port) {
        return servers_[static_cast<std::size_t>(node)].at(static_cast<std::size_t>(port));
    }

    const rtl::NetworkDescription& d_;
    const topo::Topology& topology_;
    PartConfig length_;
    QueuedReference& result_;
    std::vector<std::vector<Server>> servers_;
    std::vector<Arrival> arrivals_;
    std::vector<Travelling> own_;
    Cycle now_ = 0;
};

}  // namespace

QueuedReference::QueuedReference(const rtl::NetworkDescription& description,
                                 const PartConfig& length,
                                 const std::vector<rtl::Message>& messages, rtl::Cycle end) {
    Simulator(description, length, *this).run(messages, end);
}

}  // namespace flitscope::tb
