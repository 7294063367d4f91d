#include "testbenches/drive/traffic/random_numbers.h"
#include "testbenches/drive/traffic/registry.h"

namespace flitscope::tb {

namespace {

/// An accumulator grows by rate * 2^63 per cycle; a message is generated when it reaches 2^63,
/// which is then subtracted. So n messages take n/rate cycles to within one, whatever the rate. The
/// start value, the node's phase, is drawn once per node.
class Periodic : public ArrivalProcess {
public:
    Periodic(double rate, std::uint64_t seed)
        : step_(rate >= 1 ? kOne : static_cast<std::uint64_t>(rate * 0x1p63)),
          random_(seed, RandomPurpose::phase) {}

    rtl::Cycle next(topo::NodeId node, std::uint64_t index, ArrivalState& state) const override {
        if (step_ == 0) {
            return rtl::kNever;
        }
        if (index == 0) {
            state.aux = random_.at(node, 0) >> 1U;
        }
        const std::uint64_t gap = (kOne - state.aux + step_ - 1) / step_;  // >= 1
        if (gap >= kOne / 2 || state.time >= static_cast<std::int64_t>(kOne / 2)) {
            return rtl::kNever;
        }
        state.aux = state.aux + gap * step_ - kOne;
        state.time += static_cast<std::int64_t>(gap);  // starts at -1
        return state.time;
    }

private:
    static constexpr std::uint64_t kOne = std::uint64_t{1} << 63U;
    std::uint64_t step_;
    RandomNumbers random_;
};

}  // namespace

ArrivalEntry periodic_entry() { return without_options<Periodic>("periodic"); }

}  // namespace flitscope::tb
