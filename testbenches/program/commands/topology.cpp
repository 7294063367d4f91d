#include "testbenches/drive/run/memory_need.h"
#include "testbenches/program/commands/graph_command.h"
#include "testbenches/program/graph_commands/graph_commands.h"

namespace flitscope::tb {

namespace {

class TopologyCommand : public GraphCommand {
public:
    TopologyCommand() : GraphCommand(ConfigUse::graph) {}

    std::string name() const override { return "topology"; }
    std::string description() const override {
        return "Nodes, links by class, degree, diameter, mean distance, bisection";
    }
    void declare(CLI::App& app) override {
        app.add_flag("--edges", edges_, "also list every channel: from, port, to, link class");
    }

protected:
    int report(const ExperimentConfig& config, bool json, std::ostream& out) override {
        TopologyCommandOptions options;
        options.json = json;
        options.edges = edges_;
        check_graph_memory(config, json && edges_);
        return topology_command(config, options, out);
    }

private:
    bool edges_ = false;
};

}  // namespace

std::unique_ptr<Command> make_topology_command() { return std::make_unique<TopologyCommand>(); }

}  // namespace flitscope::tb
