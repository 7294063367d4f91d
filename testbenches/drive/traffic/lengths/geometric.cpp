#include "testbenches/drive/traffic/geometric_distribution.h"
#include "testbenches/drive/traffic/lengths/lengths.h"

namespace flitscope::tb {

namespace {

/// Geometric on 1, 2, ... with mean `mean` flits. Throws OptionError ("mean") when messages
/// of more than 2^31-1 flits could come. An exponential with parameter theta, rounded up, is this
/// very distribution with mean 1 / (1 - exp(-1/theta)); with theta chosen for the mean both kinds
/// are one.
class Geometric : public LengthDistribution {
public:
    explicit Geometric(double mean) : mean_(mean), flits_(1 / mean) {
        if (flits_.largest() > INT32_MAX) {
            throw OptionError("mean", "messages could exceed 2147483647 flits");
        }
    }
    std::uint32_t length(std::uint64_t random_bits) const override {
        return static_cast<std::uint32_t>(flits_.sample(random_bits));
    }
    double mean() const override { return mean_; }
    std::uint32_t longest() const override { return static_cast<std::uint32_t>(flits_.largest()); }

private:
    double mean_;
    GeometricDistribution flits_;
};

LengthEntry entry(const char* name, const char* mean) {
    return {name, {real_number("mean", 1, 5e7, mean).required()}, [](const Options& options) {
                return std::make_unique<Geometric>(options.real("mean"));
            }};
}

}  // namespace

LengthEntry geometric_length_entry() { return entry("geometric", "mean length in flits"); }

LengthEntry exponential_length_entry() {
    return entry("exponential", "mean length in flits, rounding included");
}

}  // namespace flitscope::tb
