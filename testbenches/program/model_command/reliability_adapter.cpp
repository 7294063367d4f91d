#include <fmt/format.h>

#include "analytic/reliability.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/program/model_command/model_adapter.h"
#include "testbenches/program/model_command/model_values.h"
#include "topologies/registry.h"

namespace flitscope::tb {

namespace {

using analytic::Reliability;
using analytic::ReliabilityParameters;
using analytic::SpareKind;

constexpr const char* kName = "reliability";

class ReliabilityAdapter : public ModelAdapter {
public:
    explicit ReliabilityAdapter(const ExperimentConfig& config)
        : topology_(topo::find_topology(config.topology.name).make(config.topology.options)),
          values_(config),
          parameters_(parameters()),
          model_(model()),
          hours_(values_.reals("hours", {1000})),
          trials_(values_.integer("trials", 100000)),
          seed_(config.seed) {}

    std::string description() const override {
        int spares = 0;
        for (topo::NodeId node = 0; node < topology_->nodes(); ++node) {
            spares += topology_->has_spare(node) ? 1 : 0;
        }
        const std::string spare_text =
            spares == 0 ? ""
                        : fmt::format(", {} {} spares", spares,
                                      parameters_.spare == SpareKind::hot ? "hot" : "cold");
        return fmt::format(
            "{}: {} of {} nodes and {} links, {} nodes needed, failures per hour {:g} of a node, "
            "{:g} of a link{}; {} trials, seed {}",
            kName, topology_->kind(), topology_->nodes(), model_.edges().size(),
            parameters_.task_nodes, parameters_.node_rate, parameters_.link_rate, spare_text,
            trials_, seed_);
    }
    std::string rate_unit() const override { return ""; }
    ModelChart chart() const override {
        return {"time (hours)", "reliability", {"reliability", "exact"}};
    }

    bool has_rates() const override { return false; }
    std::vector<Json> points(const std::vector<double>& /*rates*/) const override {
        std::vector<Json> points;
        try {
            for (const auto& each : model_.estimate(hours_, trials_, seed_)) {
                Json point = {{"hours", each.hours},
                              {"status", "ok"},
                              {"reliability", each.reliability},
                              {"ci", {each.low, each.high}}};
                if (const auto exact = model_.exact(each.hours)) {
                    point["exact"] = *exact;
                }
                points.push_back(std::move(point));
            }
        } catch (const analytic::ParameterError& error) {
            refuse(error, {});
        }
        return points;
    }
    std::optional<analytic::Saturation> saturation() const override { return std::nullopt; }

private:
    ReliabilityParameters parameters() const {
        ReliabilityParameters p;
        p.node_rate = values_.real("node_rate", p.node_rate);
        p.link_rate = values_.real("link_rate", p.link_rate);
        const std::int64_t task_nodes = values_.integer("task_nodes", topology_->nodes());
        if (task_nodes < 1 || task_nodes > topology_->nodes()) {
            refuse(kName, "model.task_nodes", std::to_string(task_nodes),
                   fmt::format("1..{} (nodes)", topology_->nodes()));
        }
        p.task_nodes = static_cast<int>(task_nodes);
        p.spare = values_.choice("spare", SpareKind::hot,
                                 {{"hot", SpareKind::hot}, {"cold", SpareKind::cold}});
        return p;
    }

    Reliability model() const {
        try {
            return {*topology_, parameters_};
        } catch (const analytic::ParameterError& error) {
            refuse(error, {});
        }
    }

    std::unique_ptr<topo::Topology> topology_;
    ModelValues values_;
    ReliabilityParameters parameters_;
    Reliability model_;
    std::vector<double> hours_;
    std::int64_t trials_;
    std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<ModelAdapter> make_reliability(const ExperimentConfig& config) {
    return std::make_unique<ReliabilityAdapter>(config);
}

}  // namespace flitscope::tb
