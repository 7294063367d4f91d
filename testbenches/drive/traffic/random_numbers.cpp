#include "testbenches/drive/traffic/random_numbers.h"

#include "testbenches/drive/traffic/deterministic_math.h"

namespace flitscope::tb {

GeometricDistribution::GeometricDistribution(double success_probability)
    : certain_(success_probability >= 1), impossible_(!(success_probability > 0)) {
    if (!certain_ && !impossible_) {
        inverse_log_ = 1 / log_one_minus(success_probability);
    }
}

std::int64_t GeometricDistribution::sample(std::uint64_t random_bits) const {
    if (certain_) {
        return 1;
    }
    const double failures = natural_log(unit_interval(random_bits)) * inverse_log_;
    if (impossible_ || failures >= static_cast<double>(kMax - 1)) {
        return kMax;
    }
    return 1 + static_cast<std::int64_t>(failures);
}

}  // namespace flitscope::tb
