#include "testbenches/tests/whole/header_replay.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "rtl_models/cosim/header_rows.h"
#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/router/route_table.h"
#include "testbenches/tests/whole/reference_run.h"
#include "tlm/fast/fast_network.h"

namespace flitscope::tb {

namespace {

/// Events by cycle or edge, and router.
class Recorder final : public rtl::NetworkObserver {
public:
    struct At {
        int port;
        int vc;
        rtl::Flit flit;
    };
    using Events = std::map<std::pair<rtl::Cycle, topo::NodeId>, std::vector<At>>;

    void flit_written(rtl::Cycle edge, topo::NodeId router, int input,
                      const rtl::Flit& flit) override {
        written[{edge, router}].push_back({input, flit.vc, flit});
    }
    void switch_granted(rtl::Cycle cycle, topo::NodeId router, int /*input*/, const rtl::Flit& flit,
                        int output, int vc) override {
        crossed[{cycle, router}].push_back({output, vc, flit});
    }
    void credit_sent(rtl::Cycle cycle, topo::NodeId router, int input, int vc) override {
        credits[{cycle, router}].push_back({input, vc, {}});
    }

    Events written;
    Events crossed;
    Events credits;
};

int entries_of(const PageScenario& scenario) {
    std::size_t most = 1;
    for (const rtl::Message& message : scenario.messages) {
        most = std::max(most, message.header == nullptr ? 0 : message.header->entries.size());
    }
    return scenario.addresses_per_flit == 0 ? static_cast<int>(most) : scenario.addresses_per_flit;
}

class Replay {
public:
    Replay(const PageScenario& scenario, const cosim::VerilogSet& set)
        : scenario_(scenario),
          description_(scenario.description()),
          entries_(entries_of(scenario)) {
        description_.observer = &recorder_;
        const auto network = tl::make_fast_network(description_);
        ListClient client(scenario.messages, scenario.end);
        network->run(client, scenario.end);
        for (const rtl::Delivery& delivery : client.deliveries) {
            if (delivery.error) {
                errors_.insert({delivery.message.id, delivery.node, delivery.delivered});
            }
        }
        for (topo::NodeId node = 0; node < description_.topology->nodes(); ++node) {
            routers_.push_back(set.make("router_" + std::to_string(node)));
            load(node);
        }
    }

    std::string run() {
        for (rtl::Cycle edge = 0; edge < scenario_.end; ++edge) {
            for (topo::NodeId node = 0; node < description_.topology->nodes(); ++node) {
                take(edge, node);
            }
            for (topo::NodeId node = 0; node < description_.topology->nodes(); ++node) {
                routers_[static_cast<std::size_t>(node)]->clock();
                const std::string wrong = compare(edge, node);
                if (!wrong.empty()) {
                    return "router " + std::to_string(node) + ", cycle " + std::to_string(edge) +
                           ": " + wrong;
                }
            }
        }
        return {};
    }

private:
    rtl::PortLayout layout(topo::NodeId node) const {
        return rtl::port_layout(description_.router, description_.topology->ports(node));
    }

    void load(topo::NodeId node) {
        cosim::VerilogRouter& router = *routers_[static_cast<std::size_t>(node)];
        std::vector<int> link_vcs;
        const rtl::PortLayout ports = layout(node);
        for (topo::PortId port = 0; port < ports.network; ++port) {
            const bool connected = description_.topology->peer(node, port).connected();
            link_vcs.push_back(
                !connected ? 0
                           : rtl::vcs_of_link(description_.router,
                                              description_.links[static_cast<std::size_t>(
                                                  description_.topology->link_class(node, port))]));
        }
        router.reset(node, link_vcs);
        for (int input = 0; input < ports.inputs(); ++input) {
            cosim::load_header_rows(description_, node, input, router);
        }
        const auto tables = rtl::make_route_tables(description_);
        if (tables == nullptr) {
            return;
        }
        for (int input = 0; input < ports.inputs(); ++input) {
            const rtl::RouteTableRows& rows =
                tables->rows(node, input < ports.network ? input : -1);
            std::vector<std::uint8_t> row(static_cast<std::size_t>(ports.network));
            for (std::size_t i = 0; i < rows.size(); ++i) {
                for (topo::PortId port = 0; port < ports.network; ++port) {
                    row[static_cast<std::size_t>(port)] = rows.entry(
                        i, port, ports.network, rtl::queue_port(description_.router, ports, input));
                }
                router.write_row(input, rows.addresses[i], row);
            }
        }
    }

    /// As its source makes it.
    rtl::HeaderPins fresh(const rtl::Flit& flit) const {
        rtl::HeaderPins pins;
        const rtl::Header* const header = scenario_.messages[flit.message].header;
        const auto per_flit = static_cast<std::size_t>(entries_);
        const std::size_t first = flit.index * per_flit;
        if (header == nullptr || first >= header->entries.size()) {
            return pins;
        }
        pins.header = true;
        pins.more = first + per_flit < header->entries.size();
        pins.routing = header->routing;
        pins.first_port = header->first_port;
        for (std::size_t i = first; i < std::min(header->entries.size(), first + per_flit); ++i) {
            pins.entries.push_back(
                {true, header->entries[i].address, static_cast<int>(header->entries[i].control)});
        }
        return pins;
    }

    /// What was on the wires of the cycle before the edge.
    void take(rtl::Cycle edge, topo::NodeId node) {
        cosim::VerilogRouter& router = *routers_[static_cast<std::size_t>(node)];
        const rtl::PortLayout ports = layout(node);
        for (const Recorder::At& at : recorder_.written[{edge, node}]) {
            const bool injected = at.port >= ports.network;
            rtl::Flit flit = at.flit;
            const auto key = std::make_pair(flit.message, flit.index);
            flit.kind = injected ? rtl::flit_kind(flit.index, flit.length) : sent_[key].first;
            router.set_flit(at.port, flit);
            if (scenario_.messages[flit.message].header != nullptr) {
                router.set_header(at.port, injected ? fresh(flit) : sent_[key].second);
            }
        }
        for (topo::PortId port = 0; port < ports.network; ++port) {
            const auto peer = description_.topology->peer(node, port);
            if (!peer.connected()) {
                continue;
            }
            const rtl::LinkParameters& link =
                description_
                    .links[static_cast<std::size_t>(description_.topology->link_class(node, port))];
            std::uint64_t vcs = 0;
            for (const Recorder::At& at : recorder_.credits[{edge - 1 - link.latency, peer.node}]) {
                if (at.port == peer.port) {
                    vcs |= std::uint64_t{1} << at.vc;
                }
            }
            if (vcs != 0) {
                router.set_credits(port, vcs);
            }
        }
    }

    std::string compare(rtl::Cycle cycle, topo::NodeId node) {
        cosim::VerilogRouter& router = *routers_[static_cast<std::size_t>(node)];
        const rtl::PortLayout ports = layout(node);
        std::ostringstream wrong;
        std::vector<std::uint64_t> credits(static_cast<std::size_t>(ports.inputs()));
        for (const Recorder::At& at : recorder_.credits[{cycle, node}]) {
            credits[static_cast<std::size_t>(at.port)] |= std::uint64_t{1} << at.vc;
        }
        for (int input = 0; input < ports.inputs(); ++input) {
            if (router.credits(input) != credits[static_cast<std::size_t>(input)]) {
                wrong << "input " << input << ": credits " << std::hex << router.credits(input)
                      << ", must be " << credits[static_cast<std::size_t>(input)] << std::dec
                      << "; ";
            }
        }
        const rtl::Cycle granted = cycle - (description_.router.pipeline == 4 ? 1 : 0);
        std::vector<const Recorder::At*> crossed(static_cast<std::size_t>(ports.outputs()));
        for (const Recorder::At& at : recorder_.crossed[{granted, node}]) {
            crossed[static_cast<std::size_t>(at.port)] = &at;
        }
        for (int output = 0; output < ports.outputs(); ++output) {
            const rtl::Flit flit = router.flit(output);
            const Recorder::At* const must = crossed[static_cast<std::size_t>(output)];
            if (flit.valid() != (must != nullptr) ||
                (must != nullptr &&
                 std::make_tuple(int{flit.vc}, flit.message, flit.index, flit.length) !=
                     std::make_tuple(must->vc, must->flit.message, must->flit.index,
                                     must->flit.length))) {
                wrong << "output " << output << ": " << flit << ", must be "
                      << (must == nullptr ? rtl::Flit() : must->flit);
                if (must != nullptr) {
                    wrong << " on VC " << must->vc;
                }
                wrong << "; ";
                continue;
            }
            if (must == nullptr) {
                continue;
            }
            const bool head = flit.is_head();
            if (head != must->flit.is_head()) {
                wrong << "output " << output << ": " << flit << ", must be " << must->flit << "; ";
            }
            const rtl::HeaderPins pins = router.header(output);
            if (output < ports.network) {
                sent_[{flit.message, flit.index}] = {flit.kind, pins};
            } else if (flit.is_tail() &&
                       pins.error != (errors_.count({flit.message, node, cycle + 1}) != 0) &&
                       cycle + 1 < scenario_.end) {
                wrong << "output " << output << ": " << flit << (pins.error ? " is" : " is not")
                      << " an error; ";
            }
        }
        return wrong.str();
    }

    const PageScenario& scenario_;
    rtl::NetworkDescription description_;
    int entries_;
    Recorder recorder_;
    std::set<std::tuple<rtl::MessageId, topo::NodeId, rtl::Cycle>> errors_;  ///< with the edge
    std::vector<std::unique_ptr<cosim::VerilogRouter>> routers_;
    /// Flits as the RTL sent them last, by message and index.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<rtl::FlitKind, rtl::HeaderPins>>
        sent_;
};

}  // namespace

std::string replay_in_rtl(const PageScenario& scenario, const cosim::VerilogSet& set) {
    return Replay(scenario, set).run();
}

}  // namespace flitscope::tb
