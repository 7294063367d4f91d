#include <filesystem>

#include "common/atomic_file.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/program/commands/graph_command.h"
#include "testbenches/program/plan_command/plan_command.h"
#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/exchange/exchange_registry.h"

namespace flitscope::tb {

namespace {

/// "a, b, c"; entries have `algorithm`.
template <typename Entries>
std::string algorithms(const Entries& entries) {
    std::string names;
    for (const auto& each : entries) {
        names += (names.empty() ? "" : ", ") + each.algorithm;
    }
    return names;
}

class PlanCommand : public GraphCommand {
public:
    PlanCommand()
        : GraphCommand(
              ConfigUse::simulation, "plan",
              "Prints the schedule of a broadcast, multicast or collective: steps, messages, paths",
              "The command reads only the topology of CONFIG. Algorithms: docs/collectives.md") {}

    void declare(CLI::App& app) override {
        app.add_option("--algorithm", options_.algorithm,
                       "one of " + algorithms(tl::collectives()) + "; for --collective one of " +
                           algorithms(tl::exchanges()))
            ->required()
            ->type_name("NAME");
        app.add_option("--source", options_.source,
                       "node id, or coordinates like \"(1,1)\"; for --collective the root")
            ->required()
            ->type_name("NODE");
        app.add_option("--destinations", options_.destinations,
                       "for a multicast: nodes, separated by commas")
            ->type_name("NODES");
        app.add_option("--base", options_.base,
                       "for sbt: fixed, rotating, random, or the first dimension; default: "
                       "traffic.broadcast.base")
            ->type_name("BASE");
        app.add_option("--ports", options_.ports,
                       "for sbt: messages that a node sends in a step; default: all")
            ->type_name("all|one");
        app.add_option(
               "--collective", options_.collective,
               "a collective operation of all nodes: " + join_names(tl::exchange_kind_names()))
            ->type_name("KIND");
        app.add_option("--tree", options_.tree,
                       "for a collective by a tree: " + join_names(tl::exchange_trees()))
            ->type_name("NAME");
        app.add_flag("--labels", options_.labels,
                     "reads and prints nodes as Hamiltonian labels (meshes) instead of ids");
        app.add_flag("--networks", options_.networks,
                     "with --labels and --svg: draws the channels to higher and to lower labels");
        app.add_option("--svg", svg_, "also draws the paths, step by step, into this file")
            ->type_name("FILE");
    }

protected:
    int report(const ExperimentConfig& config, bool json, std::ostream& out) override {
        if (!svg_.empty() && picture_.empty()) {
            draw(config);
        }
        options_.json = json;
        return plan_command(config, options_, out);
    }

    std::vector<std::pair<std::string, std::string>> files() const override {
        return svg_.empty() ? std::vector<std::pair<std::string, std::string>>{}
                            : std::vector<std::pair<std::string, std::string>>{{"--svg", svg_}};
    }

    void write_files(const ExperimentConfig& /*config*/) const override {
        if (!svg_.empty()) {
            write_file(svg_, picture_);
        }
    }

private:
    void draw(const ExperimentConfig& config) {
        if (std::filesystem::path(svg_).extension() != ".svg") {
            throw UsageError("--svg: " + svg_ + ": must end in .svg");
        }
        picture_ = plan_picture(config, options_);
    }

    PlanCommandOptions options_;
    std::string svg_;
    std::string picture_;
};

}  // namespace

std::unique_ptr<Command> make_plan_command() { return std::make_unique<PlanCommand>(); }

}  // namespace flitscope::tb
