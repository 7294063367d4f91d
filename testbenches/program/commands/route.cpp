#include "testbenches/program/commands/graph_command.h"
#include "testbenches/program/graph_commands/graph_commands.h"

namespace flitscope::tb {

namespace {

class RouteCommand : public GraphCommand {
public:
    RouteCommand() : GraphCommand(ConfigUse::simulation) {}

    std::string name() const override { return "route"; }
    std::string description() const override {
        return "The path a message takes; all candidates where the routing has a choice";
    }
    void declare(CLI::App& app) override {
        app.add_option("--from", from_, "node id, or coordinates like \"(1,1)\"")
            ->required()
            ->type_name("NODE");
        app.add_option("--to", to_, "likewise")->required()->type_name("NODE");
    }

protected:
    int report(const ExperimentConfig& config, bool json, std::ostream& out) override {
        RouteCommandOptions options;
        options.from = from_;
        options.to = to_;
        options.json = json;
        return route_command(config, options, out);
    }

private:
    std::string from_;
    std::string to_;
};

}  // namespace

std::unique_ptr<Command> make_route_command() { return std::make_unique<RouteCommand>(); }

}  // namespace flitscope::tb
