#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "testbenches/tests/whole/page_reference/page_reference.h"
#include "testbenches/tests/whole/page_reference/page_scenario.h"

namespace flitscope::tb {

/// A network runs a scenario as the simulator does that was written from the page: all events, with
/// kind and hop of each flit, deliveries and counters. Test failures say what differs first.
using NetworkMaker =
    std::function<std::unique_ptr<rtl::Network>(const rtl::NetworkDescription& description)>;
void expect_equal_runs(const PageScenario& scenario, const PageReference& reference,
                       const NetworkMaker& make_network);

void expect_equal_deliveries(const std::vector<rtl::Delivery>& found,
                             const std::vector<rtl::Delivery>& wanted);

}  // namespace flitscope::tb
