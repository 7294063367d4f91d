#include "testbenches/drive/traffic/arrivals/arrivals.h"

namespace flitscope::tb {

namespace {

/// Nothing is drawn: the messages come from a TraceSource.
class NoArrivals : public ArrivalProcess {
public:
    rtl::Cycle next(topo::NodeId /*node*/, std::uint64_t /*index*/,
                    ArrivalState& /*state*/) const override {
        return rtl::kNever;
    }
};

}  // namespace

ArrivalEntry trace_entry() {
    return {kTraceArrivals,
            {file_name("file", "messages, .csv or .jsonl").required()},
            [](double /*rate*/, std::uint64_t /*seed*/, const Options& /*options*/) {
                return std::make_unique<NoArrivals>();
            }};
}

}  // namespace flitscope::tb
