#include <sstream>
#include <utility>

#include "common/atomic_file.h"
#include "testbenches/drive/run/memory_need.h"
#include "testbenches/program/commands/graph_command.h"
#include "testbenches/program/graph_commands/graph_commands.h"
#include "topologies/custom_file.h"

namespace flitscope::tb {

namespace {

class TopologyCommand : public GraphCommand {
public:
    TopologyCommand()
        : GraphCommand(
              ConfigUse::graph, "topology",
              "Prints nodes, links by class, degree, diameter, mean distance and bisection") {}

    void declare(CLI::App& app) override {
        app.add_flag("--edges", options_.edges,
                     "also lists every channel: from, port, to, link class");
        app.add_option("--graphml", graphml_, "also writes the network as GraphML to this file")
            ->type_name("FILE");
        app.add_option("--dot", dot_, "also writes the network for Graphviz to this file")
            ->type_name("FILE");
    }

protected:
    int report(const ExperimentConfig& config, bool json, std::ostream& out) override {
        options_.json = json;
        check_graph_memory(config, (json && options_.edges) || !files().empty());
        return topology_command(config, options_, out);
    }

    std::vector<std::pair<std::string, std::string>> files() const override {
        std::vector<std::pair<std::string, std::string>> files;
        for (const auto& [option, file] : {std::pair{"--graphml", graphml_}, {"--dot", dot_}}) {
            if (!file.empty()) {
                files.emplace_back(option, file);
            }
        }
        return files;
    }

    void write_files(const ExperimentConfig& config) const override {
        write_file(config, graphml_, &topo::write_graphml);
        write_file(config, dot_, &topo::write_dot);
    }

private:
    using Write = void (*)(const topo::Topology&, std::ostream&);

    static void write_file(const ExperimentConfig& config, const std::string& file, Write write) {
        if (file.empty()) {
            return;
        }
        const auto topology = topo::make_topology(config.topology.name, config.topology.options);
        std::ostringstream text;
        write(*topology, text);
        flitscope::write_file(file, text.str());
    }

    TopologyCommandOptions options_;
    std::string graphml_;
    std::string dot_;
};

}  // namespace

std::unique_ptr<Command> make_topology_command() { return std::make_unique<TopologyCommand>(); }

}  // namespace flitscope::tb
