#include "testbenches/drive/traffic/registry.h"

namespace flitscope::tb {

/// The messages come from a TraceSource; the process that is made of it has no arrivals.
ArrivalEntry trace_entry() {
    return {kTraceArrivals,
            {file_name("file", "messages, .csv or .jsonl").required()},
            [](double /*rate*/, std::uint64_t seed, const Options& /*options*/) {
                return bernoulli_entry().make(0, seed, {});
            }};
}

}  // namespace flitscope::tb
