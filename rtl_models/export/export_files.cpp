#include "rtl_models/export/export_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "rtl_models/export/network_verilog.h"
#include "rtl_models/export/verilog_sources.h"

namespace flitscope::exported {

namespace {

std::string testbench(const ExportedNetwork& network, const FlitRecorder::Recording& recorded,
                      const std::string& form) {
    const auto messages = std::count_if(recorded.consumed.begin(), recorded.consumed.end(),
                                        [](const auto& each) { return each.tail; });
    const int flit = network.flit.bits();
    return filled(form,
                  {{"SOURCES", std::to_string(network.sources.size())},
                   {"SINKS", std::to_string(network.sinks.size())},
                   {"VCS", std::to_string(network.flit.sizes.vcs)},
                   {"VC_WIDTH", std::to_string(rtl::bits_for(network.flit.sizes.vcs))},
                   {"FLIT_WIDTH", std::to_string(flit)},
                   {"INJECTED", std::to_string(recorded.injected.size())},
                   {"EXPECTED", std::to_string(recorded.consumed.size())},
                   {"MESSAGES", std::to_string(messages)},
                   {"EDGES", std::to_string(recorded.edges)},
                   {"UNCHANGED", fmt::format("{}'h{}", flit, network.flit.unchanged_bits())}});
}

/// What a sender puts into a field, and in which flits it is read.
struct FieldUse {
    const char* read_in;
    std::string value;
};
FieldUse use_of(std::string_view field, const ExportedNetwork& network) {
    const rtl::RouterParameters& router = network.description.router;
    if (field == "kind") {
        return {"all", "1 head, 2 body, 3 tail, 4 head and tail in one"};
    }
    if (field == "hop") {
        return {"head", "0; routers count"};
    }
    if (field == "class") {
        return {"head", router.message_classes == 1
                            ? "0"
                            : fmt::format("message class, 0..{}", router.message_classes - 1)};
    }
    if (field == "length") {
        return {"head", fmt::format("flits of the message, 1..{}", router.buffer_flits)};
    }
    if (field == "destination") {
        const int local = network.description.topology->local_bits();
        return {"head", local == 0 ? "number of the node"
                                   : fmt::format("router * {} + number of the node at its router",
                                                 1 << local)};
    }
    if (field == "source") {
        return {"head", "the same of the sender"};
    }
    if (field == "salt") {
        return {"head", "any; if there are several ways this number selects one"};
    }
    if (field == "detour") {
        return {"head", "0; the first router decides"};
    }
    if (field == "age") {
        return {"head", "low bits of the cycle since which the message has waited at its source"};
    }
    if (field == "ahead_port") {
        return {"head", "output port that the message takes in the first router"};
    }
    return {"none", "yours"};
}

std::string field_rows(const ExportedNetwork& network) {
    std::string rows;
    for (const FlitLayout::Field& field : network.flit.fields()) {
        const FieldUse use = use_of(field.name, network);
        rows += fmt::format("| {}..{} | {} | {} | {} |\n", field.lsb, field.lsb + field.bits - 1,
                            field.name, use.read_in, use.value);
    }
    return rows;
}

std::string stream_rows(const ExportedNetwork& network) {
    const auto rows = [&](const char* vectors, const std::vector<Stream>& streams) {
        std::string text;
        for (std::size_t number = 0; number < streams.size(); ++number) {
            const topo::NodeId node = streams[number].node;
            text +=
                fmt::format("| `{}` | {} | {} | {} | {} |\n", vectors, number, node,
                            network.description.topology->node_name(node), streams[number].number);
        }
        return text;
    };
    return rows("flit_i", network.sources) + rows("flit_o", network.sinks);
}

std::string link_rows(const ExportedNetwork& network) {
    const topo::Topology& topology = *network.description.topology;
    const int wires = network.flit.bits() + rtl::bits_for(network.flit.sizes.vcs);
    std::string rows;
    for (topo::RouterId router = 0; router < topology.routers(); ++router) {
        for (topo::PortId port = 0; port < topology.ports(router); ++port) {
            const topo::PortPeer peer = topology.peer(router, port);
            if (peer.connected()) {
                const rtl::LinkParameters& link = network.description.link(router, port);
                const int parts =
                    link.latency >= link.cycles_per_flit - 1 ? link.cycles_per_flit : 1;
                rows += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n",
                                    topology.router_name(router), port,
                                    topology.router_name(peer.node), peer.port, link.latency,
                                    link.cycles_per_flit, (wires + parts - 1) / parts);
            }
        }
    }
    return rows;
}

std::string router_rows(const ExportedNetwork& network) {
    std::string text;
    for (std::size_t kind = 0; kind < network.kinds.size(); ++kind) {
        text += fmt::format("* `{}`, {} of them: `{}`\n", router_kind_name(kind),
                            std::count(network.kind_of.begin(), network.kind_of.end(), kind),
                            cosim::cmake_arguments(network.kinds[kind]));
    }
    return text;
}

/// What of the framing depends on the parameters.
std::string framing(const ExportedNetwork& network) {
    const rtl::RouterParameters& router = network.description.router;
    std::string text;
    if (router.vc_reuse == rtl::VcReuse::buffer_empty) {
        text +=
            "* A message may begin in a VC only when all flits of the one before have left the "
            "injection buffer.\n";
    }
    if (router.switching != rtl::Switching::wormhole) {
        text += fmt::format("* A message has at most {} flits, which fit into a buffer.\n",
                            router.buffer_flits);
    }
    if (router.message_classes > 1 && rtl::injection_vc_count(router) > 1) {
        for (int message_class = 0; message_class < router.message_classes; ++message_class) {
            const rtl::VcRange vcs = rtl::injection_vcs(router, message_class);
            text += fmt::format("* Messages of class {} take VCs {}..{}.\n", message_class,
                                vcs.first, vcs.first + vcs.count - 1);
        }
    }
    if (router.injection_ports == rtl::kAll) {
        text += "* Port p of a node takes messages whose way begins with output p of its router.\n";
    }
    return text;
}

std::string core_files(const std::vector<std::string>& files) {
    std::string text;
    for (const std::string& file : files) {
        text += "      - " + file + "\n";
    }
    return text;
}

}  // namespace

std::map<std::string, std::string> export_files(const ExportedNetwork& network,
                                                const FlitRecorder::Recording& recorded,
                                                const std::string& about,
                                                const ExportSources& sources) {
    const std::string verilog = sources.rtl_models + "/verilog";
    const std::string forms = sources.rtl_models + "/export/files/";
    const auto routings = listed_routings(read_source(verilog + "/route.v"));
    std::map<std::string, std::string> files;
    std::string top = files["network.v"] = network_verilog(network);
    for (std::size_t kind = 0; kind < network.kinds.size(); ++kind) {
        const std::string text = router_kind_verilog(network, kind, routings);
        files["rtl/" + router_kind_name(kind) + ".v"] = text;
        top += text;
    }
    for (const auto& [name, text] :
         needed_sources(top, {verilog, sources.rtl_models + "/export/verilog"})) {
        files["rtl/" + name] = text;
    }
    std::vector<std::string> list;
    std::transform(files.begin(), files.end(), std::back_inserter(list),
                   [](const auto& file) { return file.first; });
    files["network.f"] = fmt::format("{}\n", fmt::join(list, "\n"));
    files["network.core"] = filled(read_source(forms + "network.core.in"),
                                   {{"ABOUT_LINE", about}, {"FILES", core_files(list)}});
    const rtl::RouterParameters& router = network.description.router;
    files["README.md"] = filled(
        read_source(forms + "README.md.in"),
        {{"VERSION", FLITSCOPE_VERSION},
         {"ABOUT", about},
         {"EDGES", std::to_string(recorded.edges)},
         {"VCS", std::to_string(router.virtual_channels)},
         {"USED_VCS", fmt::format("0..{}", rtl::injection_vc_count(router) - 1)},
         {"FRAMING", framing(network)},
         {"FIELDS", field_rows(network)},
         {"STREAMS", stream_rows(network)},
         {"LINKS", link_rows(network)},
         {"ROUTERS", router_rows(network)},
         {"TABLES", network.tables == nullptr
                        ? "Routers compute their routes."
                        : "Routes are in memories that are never written (`route_table.v`), with "
                          "the contents `ROUTE_ROWS` of `network.v`."}});
    files["LICENSE"] = read_source(sources.licence);
    files["run.sh"] = read_source(forms + "run.sh");
    files["testbench/network_tb.v"] =
        testbench(network, recorded, read_source(forms + "network_tb.v.in"));
    files["testbench/injected.hex"] = memory_lines(recorded.injected);
    files["testbench/expected.hex"] = memory_lines(recorded.consumed);
    return files;
}

}  // namespace flitscope::exported
