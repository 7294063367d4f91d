#include "testbenches/drive/campaign/sweep_file.h"
#include "testbenches/program/commands/command.h"
#include "testbenches/program/console/interrupt.h"
#include "testbenches/program/console/whole_number.h"
#include "testbenches/program/cost_command/network_cost.h"

namespace flitscope::tb {

namespace {

class CostCommand : public Command {
public:
    CostCommand()
        : Command("cost", "Synthesises the routers of CONFIG: area by unit, period, longest path",
                  "Without --liberty areas are in gate equivalents and the longest path is in "
                  "levels.\nNetlists are kept in $XDG_CACHE_HOME/flitscope/cost "
                  "(docs/cost.md).") {}

    bool takes_config() const override { return false; }
    void declare(CLI::App& app) override {
        app.add_option("CONFIG", configs_,
                       "YAML files, or - for standard input; with several "
                       "--json prints a list")
            ->required()
            ->type_name("");
        app.add_option("--liberty", liberty_,
                       "cells: osu018, osu035, or a file in the liberty format")
            ->type_name("FILE");
        app.add_option("--energy", gate_cycles_,
                       "also simulates the netlist of the largest router in the first CYCLES of "
                       "the run: energy per cycle and event, by unit")
            ->needs("--liberty")
            ->type_name("CYCLES")
            ->check(whole_number(1, kMostGateCycles));
    }

    int run(const CommonOptions& common) override {
        std::vector<ExperimentConfig> configs;
        for (const std::string& each : configs_) {
            configs.push_back(read_config(each, common.sets));
            print_unused(configs.back(), common);
        }
        const InterruptFlag interrupt;
        const RouterSynthesis synthesis(read_cell_library(liberty_), interrupt.signal());
        nlohmann::ordered_json points = nlohmann::ordered_json::array();
        std::string text;
        for (std::size_t point = 0; point < configs.size(); ++point) {
            const NetworkCost cost =
                network_cost(configs[point], synthesis, PricedRouters::all, gate_cycles_);
            points.push_back(cost.to_json());
            text += (configs.size() > 1 ? configs_[point] + ": " : "") + cost.summary();
        }
        print_report(common, json_text(configs.size() > 1 ? points : points[0]), text);
        return exit_code(ExitCode::done);
    }

private:
    std::vector<std::string> configs_;
    std::string liberty_;
    rtl::Cycle gate_cycles_ = 0;
};

}  // namespace

std::unique_ptr<Command> make_cost_command() { return std::make_unique<CostCommand>(); }

}  // namespace flitscope::tb
