#include "testbenches/program/import_booksim_command/booksim_networks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "topologies/registry.h"

namespace flitscope::tb {

namespace {

std::string algorithm(const std::string& name) { return "{algorithm: " + name + "}"; }

bool has_noc_latency(const BooksimSettings& settings) {
    return settings.number("use_noc_latency", 0, 1) == 1;
}

/// Meshes and tori.
BooksimNetwork cube(const BooksimSettings& settings) {
    const std::string& kind = settings.at("topology").value;  // has the same name here
    const std::int64_t k = settings.number("k", 2, 1024), n = settings.number("n", 1, 20);
    const bool hypercube = kind == "mesh" && k == 2;
    BooksimNetwork network;
    network.keys = "topology, k, n";
    std::string size;
    for (std::int64_t i = 0; i < n; ++i) {
        size += (i > 0 ? ", " : "") + std::to_string(k);
    }
    network.topology = hypercube ? fmt::format("{{kind: hypercube, dimensions: {}}}", n)
                                 : fmt::format("{{kind: {}, size: [{}]}}", kind, size);
    const std::string order =
        hypercube ? "{algorithm: ecube, order: low_first}" : algorithm("dimension_order");
    network.routings = {{"dor", order},
                        {"dim_order", order},
                        {"dim_order_bal", order},
                        {"valiant", algorithm("valiant")},
                        {"min_adapt", algorithm("duato")}};
    network.usual = "dim_order";
    if (kind == "torus" && has_noc_latency(settings)) {
        network.latency = 2;
        network.channels = "channels of a folded torus take two cycles";
    }
    return network;
}

/// The square of nodes at a router of a concentrated network of two dimensions.
void set_square(const BooksimSettings& settings, std::int64_t k, std::int64_t c,
                BooksimNetwork& network) {
    network.square = settings.number("xr", 1, 1024);
    network.rows = network.square * k;
    for (const std::string key : {"xr", "yr"}) {
        if (network.square * network.square != c ||
            settings.number(key, 1, 1024) != network.square) {
            settings.fail(key, "cannot be taken over",
                          fmt::format("xr = yr with xr * yr = c; c is {}", c));
        }
    }
    settings.number("x", k, k);
    settings.number("y", k, k);
}

BooksimNetwork concentrated_mesh(const BooksimSettings& settings) {
    const std::int64_t k = settings.number("k", 2, 1024);
    settings.number("n", 2, 2);
    settings.number("c", 4, 4);
    const std::string& routing = settings.at("routing_function").value;
    const bool express = routing == "dor";
    BooksimNetwork network;
    set_square(settings, k, 4, network);
    network.topology =
        fmt::format("{{kind: concentrated_mesh, size: [{}, {}], concentration: 4{}}}", k, k,
                    express ? ", express: true" : "");
    network.keys = "topology, k, n, c";
    network.routings = {{"dor_no_express", algorithm("dimension_order")},
                        {"dor", algorithm("dimension_order")}};
    network.usual = "dor_no_express";
    if (has_noc_latency(settings)) {
        network.latency = 2;
        network.channels = "use_noc_latency: channels as long as two nodes are wide";
        if (express) {
            network.latencies.emplace_back("express", k);
        }
    }
    if (express && k != 4) {
        network.differences.emplace_back(
            "dor: BookSim2 takes an express channel for ways of k/2 hops or more, also where the "
            "mesh is as short; here only where it is shorter");
    }
    return network;
}

BooksimNetwork flattened_butterfly(const BooksimSettings& settings) {
    const std::int64_t k = settings.number("k", 2, 1024), n = settings.number("n", 1, 4);
    const std::int64_t c = settings.number("c", 1, 256);
    BooksimNetwork network;
    if (n == 2) {
        set_square(settings, k, c, network);
    }
    network.topology = fmt::format(
        "{{kind: flattened_butterfly, radix: {}, dimensions: {}, concentration: {}}}", k, n, c);
    network.keys = "topology, k, n, c";
    network.routings = {{"ran_min", algorithm("dimension_order")},
                        {"valiant", algorithm("valiant")},
                        {"ugal", algorithm("ugal")}};
    network.usual = "ran_min";
    const std::string& routing = settings.at("routing_function").value;
    if (has_noc_latency(settings)) {
        const std::int64_t width = settings.number("xr", 1, 1024);
        network.latency = std::max<std::int64_t>(1, (width * (k + 1) + 1) / 3);
        network.channels = "use_noc_latency: the mean of its channels";
        network.differences.push_back(
            fmt::format("use_noc_latency: a channel of BookSim2 takes {} cycles for each router it "
                        "passes, up to {}; here all take their mean",
                        width, width * (k - 1)));
    }
    if (routing == "ugal" || routing == "valiant") {
        network.differences.push_back(
            routing +
            ": BookSim2 draws the router between only from those that differ in the dimensions in "
            "which source and destination do; here from all");
    }
    if (routing == "ugal") {
        network.differences.emplace_back(
            "ugal: BookSim2 adds 2 in favour of the minimal way, and compares used credits");
    }
    return network;
}

BooksimNetwork fat_tree(const BooksimSettings& settings) {
    BooksimNetwork network;
    network.topology = fmt::format("{{kind: fat_tree, radix: {}, levels: {}}}",
                                   settings.number("k", 2, 1024), settings.number("n", 1, 20));
    network.keys = "topology, k, n";
    network.routings = {{"nca", "{algorithm: nearest_common_ancestor, up: salt}"},
                        {"anca", "{algorithm: nearest_common_ancestor, up: load}"}};
    network.usual = "nca";
    if (settings.at("routing_function").value == "anca") {
        network.differences.emplace_back(
            "anca: BookSim2 draws two ways up and takes the one with the lower load; here the one "
            "with the lowest load of all is taken");
    }
    return network;
}

BooksimNetwork dragonfly(const BooksimSettings& settings) {
    const std::int64_t k = settings.number("k", 1, 128);
    settings.number("n", 1, 1);
    BooksimNetwork network;
    network.topology = fmt::format(
        "{{kind: dragonfly, routers_per_group: {}, global_links: {}, nodes_per_router: {}}}", 2 * k,
        k, k);
    network.keys = "topology, k, n";
    network.routings = {{"min", algorithm("minimal")}, {"ugal", algorithm("ugal")}};
    network.usual = "min";
    network.latency = 10;
    network.latencies = {{"global", 100}};
    network.channels = "channels of 10 cycles in a group, of 100 between groups";
    network.differences = {
        "the routers of a group share its links to the other groups in another order",
        "BookSim2 injects into any VC, also those that no route uses: num_vcs beyond the classes "
        "of the routing does not add to its links; here it does"};
    if (settings.at("routing_function").value == "ugal") {
        network.differences.emplace_back(
            "ugal: BookSim2 compares used credits, 1 to 2, where loads count with their hops here");
    }
    return network;
}

BooksimNetwork anynet(const BooksimSettings& settings) {
    BooksimNetwork network;
    const std::string& file = settings.at("network_file").value;
    if (file.empty()) {
        settings.fail("network_file", "no file", "the name of a file with the network");
    }
    try {
        const auto read = topo::make_topology("custom", {{"file", file}});
        for (const std::string& name : read->link_classes()) {
            network.latencies.emplace_back(name, std::stoll(name.substr(name.find('_') + 1)));
        }
    } catch (const OptionError& error) {
        settings.fail("network_file", error.what(), "a network of BookSim2's anynet");
    }
    network.topology = fmt::format("{{kind: custom, file: \"{}\"}}", file);
    network.keys = "topology, network_file";
    network.routings = {{"min", algorithm("up_down")}};
    network.usual = "min";
    network.channels = "from network_file";
    network.differences = {
        "min: BookSim2 takes the way with the lowest sum of latencies, which can deadlock; "
        "up_down is free of deadlock, and some of its ways are longer",
        "nodes ascend with their routers here, names keep BookSim2's numbers; the latencies of "
        "their channels are left out"};
    return network;
}

/// A butterfly of one stage is one router.
BooksimNetwork single(const BooksimSettings& settings) {
    BooksimNetwork network;
    network.topology = fmt::format("{{kind: concentrated_mesh, size: [1], concentration: {}}}",
                                   settings.number("k", 2, 256));
    network.keys = "topology, k, n";
    network.routings = {{"dest_tag", algorithm("dimension_order")}};
    network.usual = "dest_tag";
    return network;
}

}  // namespace

std::int64_t BooksimNetwork::node(std::int64_t number) const {
    if (square == 0) {
        return number;
    }
    const std::int64_t x = number % rows, y = number / rows;
    const std::int64_t router = y / square * (rows / square) + x / square;
    return router * square * square + y % square * square + x % square;
}

BooksimNetwork booksim_network(const BooksimSettings& settings) {
    const std::map<std::string, BooksimNetwork (*)(const BooksimSettings&)> networks = {
        {"mesh", cube},
        {"torus", cube},
        {"cmesh", concentrated_mesh},
        {"flatfly", flattened_butterfly},
        {"flatfly_onchip", flattened_butterfly},
        {"fattree", fat_tree},
        {"dragonflynew", dragonfly},
        {"anynet", anynet},
    };
    const std::string& name = settings.at("topology").value;
    const auto found = networks.find(name);
    if (found != networks.end()) {
        return found->second(settings);
    }
    if (name == "fly" && settings.at("n").value == "1") {
        return single(settings);
    }
    const auto known = networks_without_equal().find(name);
    std::vector<std::string> names = {"fly with n = 1"};
    for (const auto& each : networks) {
        names.push_back(each.first);
    }
    settings.fail("topology",
                  known == networks_without_equal().end()
                      ? "BookSim2 has no such network"
                      : "there is no such network here: " + known->second,
                  join_names(names));
}

}  // namespace flitscope::tb
