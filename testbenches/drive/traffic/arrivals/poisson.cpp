#include "testbenches/drive/traffic/deterministic_math.h"
#include "testbenches/drive/traffic/random_numbers.h"
#include "testbenches/drive/traffic/registry.h"

namespace flitscope::tb {

namespace {

/// Time in units of 2^-20 cycles: 2^42 cycles fit, and the rounding of a gap moves the rate by less
/// than 2^-20 of itself.
class Poisson : public ArrivalProcess {
public:
    Poisson(double rate, std::uint64_t seed)
        : mean_gap_(rate > 0 ? kUnit / rate : 0), random_(seed, RandomPurpose::arrival) {}

    rtl::Cycle next(topo::NodeId node, std::uint64_t index, ArrivalState& state) const override {
        if (index == 0) {
            state.time = 0;
        }
        const double gap = -natural_log(unit_interval(random_.at(node, index))) * mean_gap_ + 0.5;
        if (mean_gap_ == 0 || gap >= static_cast<double>(kLast - state.time)) {
            return rtl::kNever;
        }
        state.time += static_cast<std::int64_t>(gap);
        return state.time >> kFractionBits;
    }

private:
    static constexpr int kFractionBits = 20;
    static constexpr double kUnit = 1 << kFractionBits;
    static constexpr std::int64_t kLast = std::int64_t{1} << 62;
    double mean_gap_;  ///< units; 0: never
    RandomNumbers random_;
};

}  // namespace

ArrivalEntry poisson_entry() { return without_options<Poisson>("poisson"); }

}  // namespace flitscope::tb
