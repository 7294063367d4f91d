#pragma once

#include "testbenches/drive/traffic/registry.h"

namespace flitscope::tb {

/// The lines of the list of arrival processes, one per file of this folder.
ArrivalEntry bernoulli_entry();  ///< each edge with probability `rate`, at most one message
ArrivalEntry poisson_entry();    ///< exponential gaps, floored to edges; several may join at one
ArrivalEntry periodic_entry();   ///< every 1/rate cycles, exact on average; phase drawn per node
ArrivalEntry on_off_entry();     ///< Bernoulli in on periods, `rate` on average
ArrivalEntry once_entry();       ///< one message per node, at edge 0; the rate does not matter

ArrivalEntry trace_entry();  ///< the messages of a file; nothing is drawn

constexpr const char* kTraceArrivals = "trace";

/// A process that takes nothing but rate and seed.
template <typename Process>
ArrivalEntry without_options(const char* name) {
    return {name, {}, [](double rate, std::uint64_t seed, const Options& /*options*/) {
                return std::make_unique<Process>(rate, seed);
            }};
}

}  // namespace flitscope::tb
