// What the engine's check of its own state finds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

#include "rtl_models/fast/engine/statistics.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tl {
namespace {

class CheckState : public testing::Test {
protected:
    CheckState()
        : topology_(topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{3, 3}}})),
          routing_(topo::make_routing("dimension_order", *topology_, {})) {
        description_.topology = topology_.get();
        description_.routing = routing_.get();
        description_.links.assign(topology_->link_classes().size(), {});
    }

    /// What is said of an idle network with this damage; "": nothing.
    std::string found(const std::function<void(EngineState&)>& damage) const {
        EngineState state(description_);
        damage(state);
        try {
            check_state(state);
        } catch (const std::logic_error& error) {
            return error.what();
        }
        return "";
    }

    /// An output with a link.
    static std::size_t connected(const EngineState& state) {
        std::size_t output = 0;
        while (state.layout.first_output_vc[output] == kNone) {
            ++output;
        }
        return output;
    }

    std::unique_ptr<topo::Topology> topology_;
    std::unique_ptr<topo::RoutingFunction> routing_;
    rtl::NetworkDescription description_;
};

TEST_F(CheckState, FindsNothingInAnIdleNetworkAndEveryDamage) {
    using testing::HasSubstr;
    EXPECT_EQ(found([](EngineState&) {}), "");
    EXPECT_THAT(found([](EngineState& state) { state.requests.of_output[7] |= 2; }),
                HasSubstr("request bits of nobody"));
    EXPECT_THAT(found([](EngineState& state) { state.waiting[7] |= 2; }),
                HasSubstr("waiting bits of nobody"));
    EXPECT_THAT(found([](EngineState& state) { state.requests.of_router[1] |= 2; }),
                HasSubstr("wrong request bit of the router"));
    EXPECT_THAT(found([](EngineState& state) { state.input_vcs[3].gate = 1; }),
                HasSubstr("gate differs from credit state"));
    EXPECT_THAT(found([](EngineState& state) { --state.output_vcs[3].credits; }),
                HasSubstr("credits are not conserved"));
    EXPECT_THAT(found([](EngineState& state) { state.outputs[connected(state)].free_vcs ^= 1; }),
                HasSubstr("free VC mask of output"));
    EXPECT_THAT(found([](EngineState& state) { ++state.outputs[connected(state)].vcs_held; }),
                HasSubstr("lost count of held VCs"));
    EXPECT_THAT(found([](EngineState& state) { ++state.on_wires; }),
                HasSubstr("lost count of what is on the wires"));
    EXPECT_THAT(found([](EngineState& state) { ++state.counters.flits_injected; }),
                HasSubstr("flits are not conserved"));
    EXPECT_THAT(found([](EngineState& state) { ++state.counters.messages_offered; }),
                HasSubstr("messages are not conserved"));
}

}  // namespace
}  // namespace flitscope::tl
