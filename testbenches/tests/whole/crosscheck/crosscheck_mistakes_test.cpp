// crosscheck must find mistakes: single bits of an engine's registers are changed while it runs,
// and each must be reported at the router, port and VC where it first shows.
#include <gtest/gtest.h>

#include "rtl_models/fast/engine/fast_engine.h"
#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"

namespace flitscope::tb {
namespace {

/// Where a mistake was made, as the mistake itself knows it.
struct Place {
    rtl::Cycle edge = -1;
    topo::NodeId router = -1;
    int input_port = -1;
    int input_vc = -1;
    int output_port = -1;
};

/// Makes a mistake in the registers if they are such that it will show; whether it was made.
using Mistake = std::function<bool(tl::EngineState& state, Place& place)>;

/// Which scenario is the first must not change with what else can be drawn.
constexpr DrawnValues kDrawn = DrawnValues::cubes_and_meshes;

/// A busy mesh with links of latency 1.
CrosscheckScenario busy_mesh() {
    std::uint64_t seed = 0;
    while (CrosscheckScenario(seed, kDrawn).name != "4x4 mesh dimension_order") {
        ++seed;
    }
    CrosscheckScenario scenario(seed, kDrawn);
    scenario.router = {};
    scenario.router.virtual_channels = 2;
    scenario.router.buffer_flits = 2;
    scenario.links.assign(scenario.links.size(), {1, 1});
    scenario.traffic = {};
    scenario.traffic.rate = 0.04;
    scenario.generate_until = 400;
    scenario.end = 600;
    return scenario;
}

constexpr rtl::Cycle kNotBefore = 150;

RunReport run_with(const CrosscheckScenario& scenario, const Mistake& mistake,
                   rtl::NetworkObserver* observer, Place& place) {
    rtl::NetworkDescription description = scenario.description();
    description.observer = observer;
    tl::FastEngine engine(description);
    const ScenarioHook hook{kNotBefore, [&](rtl::Cycle edge) {
                                place.edge = edge;
                                return mistake(engine.state(), place);
                            }};
    return run_scenario(scenario, engine, hook);
}

/// What crosscheck says about a mistake; `place` is where it was made.
CrosscheckReport crosscheck_mistake(const Mistake& mistake, Place& place) {
    const CrosscheckScenario scenario = busy_mesh();
    const Mistake none = [](tl::EngineState&, Place&) { return true; };
    // The children of crosscheck cannot tell where they made it.
    try {
        run_with(scenario, mistake, nullptr, place);
    } catch (const std::logic_error&) {
        // Later checks of the invariants may well find the mistake too.
    }
    const auto checked = [&scenario](const Mistake& which) {
        return [&scenario, which](rtl::NetworkObserver& observer) {
            Place anywhere;
            try {
                return run_with(scenario, which, &observer, anywhere);
            } catch (const std::logic_error&) {
                return RunReport{};
            }
        };
    };
    return compare_runs({{"right", checked(none)}, {"wrong", checked(mistake)}});
}

/// Where an input VC is.
void place_at(const tl::EngineState& state, std::uint32_t id, Place& place) {
    const std::uint32_t router = router_of(state, id);
    place.router = static_cast<topo::NodeId>(router);
    place.input_port = static_cast<int>(state.layout.port_of(router, id));
    place.input_vc = static_cast<int>(state.layout.vc_of(router, id));
}

/// The first difference is at an input VC, in the cycle of the mistake.
void expect_difference_at(const Place& place, const CrosscheckReport& report, const char* event,
                          const char* field) {
    const Difference& d = *report.first_difference;
    EXPECT_EQ(d.cycle, place.edge);
    EXPECT_EQ(d.router, place.router);
    EXPECT_EQ(d.port, place.input_port);
    EXPECT_EQ(d.vc, place.input_vc);
    EXPECT_EQ(d.event, event);
    EXPECT_EQ(d.field, field);
}

/// Ports on both sides of the arbiter's pointer request the output.
bool decided_by_pointer(const tl::EngineState& state, std::uint32_t output) {
    const std::uint64_t requests = state.requests.of_output[output];
    const std::uint64_t priority = state.output_priority[output];
    return (requests & priority) != 0 && (requests & ~priority) != 0;
}

TEST(CrosscheckMistakes, FindsAnArbiterPointerOfTheSwitchAllocator) {
    Place place;
    const auto report = crosscheck_mistake(
        [](tl::EngineState& state, Place& at) {
            for (std::uint32_t output = 0; output < state.layout.all_outputs; ++output) {
                if (decided_by_pointer(state, output)) {
                    state.output_priority[output] = 0;  // the pointer is at port 0
                    at.router = static_cast<topo::NodeId>(state.layout.router_of[output]);
                    at.output_port = static_cast<int>(state.layout.output_port(output));
                    return true;
                }
            }
            return false;
        },
        place);
    ASSERT_FALSE(report.equal());
    const Difference& d = *report.first_difference;
    EXPECT_EQ(d.router, place.router);
    EXPECT_EQ(d.event, "switch_granted");
    EXPECT_GE(d.cycle, place.edge);
    EXPECT_LT(d.cycle, place.edge + 20);
    const std::string port = "to port " + std::to_string(place.output_port) + " ";
    EXPECT_NE((d.values[0] + d.values[1]).find(port), std::string::npos) << report.summary();
}

TEST(CrosscheckMistakes, FindsACreditThatComesACycleEarly) {
    Place place;
    const auto report = crosscheck_mistake(
        [](tl::EngineState& state, Place& at) {
            tl::IdList& later = state.credits.at(state.edge + 1);
            for (std::size_t i = 0; i < later.size(); ++i) {
                const std::uint32_t output_vc = later[i];
                const std::uint32_t holder = state.output_vcs[output_vc].holder;
                if (holder == tl::kNone || state.output_vcs[output_vc].credits != 0 ||
                    state.input_vcs[holder].count == 0) {
                    continue;
                }
                const std::uint32_t output = state.input_vcs[holder].output;
                bool alone = true;
                for (std::uint32_t port = 0; port < 5; ++port) {
                    alone = alone && state.requests.of_output[state.layout.output(
                                         router_of(state, holder), port)] == 0;
                }
                if (!alone) {
                    continue;  // it might lose, and nothing would show
                }
                tl::IdList& now = state.credits.at(state.edge);
                now.make_room(1);
                now.push(output_vc);
                std::uint32_t* const begin = later.tail() - later.size();
                begin[i] = *(later.tail() - 1);
                later.end_at(later.tail() - 1);
                place_at(state, holder, at);
                at.output_port = static_cast<int>(state.layout.output_port(output));
                return true;
            }
            return false;
        },
        place);
    ASSERT_FALSE(report.equal());
    expect_difference_at(place, report, "switch_granted", "event");
    EXPECT_EQ(report.first_difference->values[0], "none") << report.summary();
    EXPECT_EQ(report.to_json()["first_difference"]["values"]["right"], "none");
}

TEST(CrosscheckMistakes, FindsASwappedVc) {
    Place place;
    const auto report = crosscheck_mistake(
        [](tl::EngineState& state, Place& at) {
            for (const std::uint32_t id : state.to_enter) {
                const std::uint32_t output = state.input_vcs[id].output;
                if (state.waiting[output] == 0 && state.outputs[output].free_vcs == 3) {
                    state.outputs[output].free_vcs = 2;  // VC 0 seems to be taken
                    place_at(state, id, at);
                    return true;
                }
            }
            return false;
        },
        place);
    ASSERT_FALSE(report.equal());
    expect_difference_at(place, report, "vc_granted", "output_vc");
    EXPECT_EQ(report.first_difference->values, (std::vector<std::string>{"0", "1"}));
    EXPECT_NE(report.summary().find("cycle " + std::to_string(place.edge)), std::string::npos);
}

TEST(CrosscheckMistakes, FindsACounterThatIsOneTooHigh) {
    Place place;
    const auto report = crosscheck_mistake(
        [](tl::EngineState& state, Place&) {
            ++state.counters.messages_injected;
            return true;
        },
        place);
    ASSERT_FALSE(report.equal());
    EXPECT_EQ(report.first_difference->cycle, -1);
    EXPECT_EQ(report.first_difference->field, "/messages_injected");
    EXPECT_TRUE(report.to_json()["first_difference"]["cycle"].is_null());
}

TEST(CrosscheckMistakes, SaysNothingAboutEqualRuns) {
    Place place;
    const auto report = crosscheck_mistake([](tl::EngineState&, Place&) { return true; }, place);
    EXPECT_TRUE(report.equal());
    EXPECT_GT(report.events, 10000u);
    EXPECT_EQ(report.to_json()["first_difference"], nullptr);
    EXPECT_EQ(report.to_json()["equal"], true);
}

TEST(CrosscheckMistakes, NamesTheRunThatFails) {
    const CheckedRun good{"good", [](rtl::NetworkObserver&) { return RunReport{}; }};
    const CheckedRun bad{"bad", [](rtl::NetworkObserver&) -> RunReport {
                             throw std::runtime_error("out of order");
                         }};
    const CheckedRun dead{"dead", [](rtl::NetworkObserver&) -> RunReport { std::abort(); }};
    const auto error_of = [](const std::vector<CheckedRun>& runs) {
        try {
            compare_runs(runs);
        } catch (const std::exception& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(error_of({good, bad}), "bad: out of order");
    EXPECT_EQ(error_of({good, dead}).substr(0, 15), "dead: ended by ");
    EXPECT_NE(error_of({good}), "");
}

}  // namespace
}  // namespace flitscope::tb
