#include "testbenches/drive/traffic/geometric_distribution.h"
#include "testbenches/drive/traffic/lengths/lengths.h"

namespace flitscope::tb {

namespace {

class Geometric : public LengthDistribution {
public:
    explicit Geometric(double mean) : mean_(mean), flits_(1 / mean) {
        if (flits_.largest() > INT32_MAX) {
            throw topo::OptionError("mean", "messages could exceed 2147483647 flits");
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

}  // namespace

std::unique_ptr<LengthDistribution> make_geometric_length(double mean) {
    return std::make_unique<Geometric>(mean);
}

LengthEntry geometric_length_entry() {
    return {
        "geometric",
        {topo::real_number("mean", 1, 5e7, "mean length in flits").required()},
        [](const topo::Options& options) { return make_geometric_length(options.real("mean")); }};
}

}  // namespace flitscope::tb
