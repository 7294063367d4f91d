#include "testbenches/program/commands/graph_command.h"
#include "testbenches/program/graph_commands/graph_commands.h"

namespace flitscope::tb {

namespace {

class RouteCommand : public GraphCommand {
public:
    RouteCommand()
        : GraphCommand(
              ConfigUse::simulation, "route",
              "Prints the path of a message, or all paths among which the routing chooses") {}

    void declare(CLI::App& app) override {
        app.add_option("--from", options_.from, "node id, or a name like \"(1,1)\", \"(1,1).2\"")
            ->required()
            ->type_name("NODE");
        app.add_option("--to", options_.to, "the same")->required()->type_name("NODE");
    }

protected:
    int report(const ExperimentConfig& config, bool json, std::ostream& out) override {
        options_.json = json;
        return route_command(config, options_, out);
    }

private:
    RouteCommandOptions options_;
};

}  // namespace

std::unique_ptr<Command> make_route_command() { return std::make_unique<RouteCommand>(); }

}  // namespace flitscope::tb
