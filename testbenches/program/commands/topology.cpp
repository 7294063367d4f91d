#include "testbenches/drive/run/memory_need.h"
#include "testbenches/program/commands/graph_command.h"
#include "testbenches/program/graph_commands/graph_commands.h"

namespace flitscope::tb {

namespace {

class TopologyCommand : public GraphCommand {
public:
    TopologyCommand()
        : GraphCommand(ConfigUse::graph, "topology",
                       "Nodes, links by class, degree, diameter, mean distance, bisection") {}

    void declare(CLI::App& app) override {
        app.add_flag("--edges", options_.edges,
                     "also list every channel: from, port, to, link class");
    }

protected:
    int report(const ExperimentConfig& config, bool json, std::ostream& out) override {
        options_.json = json;
        check_graph_memory(config, json && options_.edges);
        return topology_command(config, options_, out);
    }

private:
    TopologyCommandOptions options_;
};

}  // namespace

std::unique_ptr<Command> make_topology_command() { return std::make_unique<TopologyCommand>(); }

}  // namespace flitscope::tb
