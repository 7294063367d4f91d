// What is there of a network at the end of a run: what waits, and what its channels and ports have
// counted.
#include <stdexcept>

#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"

namespace flitscope::tb {

namespace {

nlohmann::ordered_json channel_report(const rtl::Network& network,
                                      const CrosscheckScenario& scenario) {
    nlohmann::ordered_json json;
    for (topo::RouterId router = 0; router < scenario.topology->routers(); ++router) {
        const rtl::PortLayout ports = rtl::port_layout(scenario.router, *scenario.topology, router);
        for (int port = 0; port < ports.outputs(); ++port) {
            if (port < ports.network && !scenario.topology->peer(router, port).connected()) {
                continue;
            }
            const rtl::ChannelCounters c = network.channel_counters(router, port);
            json[std::to_string(router) + ":" + std::to_string(port)] = {
                {"flits", c.flits},
                {"heads", c.heads},
                {"heads_blocked", c.heads_blocked},
                {"vc_busy_cycles", c.vc_busy_cycles}};
        }
    }
    return json;
}

/// Flits of every local port; in all, those of the whole network.
nlohmann::ordered_json port_report(const rtl::Network& network,
                                   const CrosscheckScenario& scenario) {
    nlohmann::ordered_json json;
    rtl::NetworkCounters sum;
    for (topo::RouterId router = 0; router < scenario.topology->routers(); ++router) {
        const rtl::PortLayout ports = rtl::port_layout(scenario.router, *scenario.topology, router);
        for (int port = ports.network; port < ports.inputs(); ++port) {
            const std::uint64_t flits = network.injected_flits(router, port);
            sum.flits_injected += flits;
            json["injected"].push_back(flits);
        }
        for (int port = ports.network; port < ports.outputs(); ++port) {
            const std::uint64_t flits = network.ejected_flits(router, port);
            sum.flits_ejected += flits;
            json["ejected"].push_back(flits);
        }
    }
    const rtl::NetworkCounters counters = network.counters();
    if (sum.flits_injected != counters.flits_injected ||
        sum.flits_ejected != counters.flits_ejected) {
        throw std::logic_error("the flits of the ports are not those of the network");
    }
    return json;
}

std::string place_of(const rtl::VcWait& wait) {
    return std::to_string(wait.router) + ":" + std::to_string(wait.port) + ":" +
           std::to_string(wait.vc);
}

nlohmann::ordered_json wait_report(const rtl::Network& network) {
    nlohmann::ordered_json json;
    for (const rtl::VcWait& w : network.waits()) {
        json[place_of(w)] = {
            {"message", w.message}, {"output_port", w.output_port}, {"output_vc", w.output_vc}};
    }
    return json;
}

/// What is wanted and what there is: with wait_report all that find_deadlock reads.
nlohmann::ordered_json room_report(const rtl::Network& network) {
    nlohmann::ordered_json json;
    for (const rtl::VcWait& w : network.waits()) {
        nlohmann::ordered_json& seen =
            json[place_of(w)] = {{"room", w.room}, {"taken", w.taken_slots}};
        if (w.output_port >= 0) {
            seen["movable"] = w.movable;
        }
        if (w.output_port >= 0 && w.output_vc < 0) {
            seen["wanted"] = {w.wanted.first, w.wanted.count};
            seen["needs"] = w.needs;
        }
    }
    return json;
}
}  // namespace

nlohmann::ordered_json state_report(const rtl::Network& network,
                                    const CrosscheckScenario& scenario) {
    return {{"waits", wait_report(network)},
            {"channels", channel_report(network, scenario)},
            {"ports", port_report(network, scenario)},
            {"room", room_report(network)}};
}

}  // namespace flitscope::tb
