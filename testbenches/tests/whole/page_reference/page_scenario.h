#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "testbenches/tests/support/clock_gating.h"
#include "testbenches/tests/support/draw.h"

namespace flitscope::tb {

enum class DrawnMessages { unicasts, with_multicasts };

/// A small network and the messages that it is offered, drawn at random: all that PageReference
/// can do. Messages hold pointers into it.
struct PageScenario {
    PageScenario(std::uint64_t seed, DrawnMessages kinds);
    PageScenario(const PageScenario&) = delete;
    PageScenario& operator=(const PageScenario&) = delete;

    rtl::NetworkDescription description() const;
    /// At level signal.
    ClockGating gating() const { return drawn_clock_gating(seed); }
    /// All of it in a line, for failure messages.
    std::string text() const;

    std::uint64_t seed;
    std::string name;  ///< of topology and routing
    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    std::vector<std::shared_ptr<const topo::RoutingFunction>> header_routings;
    int addresses_per_flit = 0;
    rtl::RouterParameters router;
    std::vector<rtl::LinkParameters> links;
    std::vector<rtl::Message> messages;
    rtl::Cycle end = 0;

private:
    void draw_network(Draw& draw);
    void draw_router(Draw& draw);
    void draw_class_vcs();
    void draw_buffers();
    void draw_ideas();
    void draw_priority();
    void draw_messages(Draw& draw, DrawnMessages kinds);
    void draw_header(Draw& draw, rtl::Message& message);

    std::vector<std::unique_ptr<rtl::Header>> headers_;
    bool repeats_ = false;  ///< an address may follow itself
};

}  // namespace flitscope::tb
