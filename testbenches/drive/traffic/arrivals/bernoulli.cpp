#include "testbenches/drive/traffic/random_numbers.h"
#include "testbenches/drive/traffic/registry.h"

namespace flitscope::tb {

namespace {

class Bernoulli : public ArrivalProcess {
public:
    Bernoulli(double rate, std::uint64_t seed)
        : gap_(rate), random_(seed, RandomPurpose::arrival) {}

    rtl::Cycle next(topo::NodeId node, std::uint64_t index, ArrivalState& state) const override {
        const std::int64_t gap = gap_.sample(random_.at(node, index));
        if (gap == GeometricDistribution::kMax || state.time > GeometricDistribution::kMax) {
            return rtl::kNever;
        }
        state.time += gap;  // starts at -1
        return state.time;
    }

private:
    GeometricDistribution gap_;
    RandomNumbers random_;
};

}  // namespace

ArrivalEntry bernoulli_entry() { return without_options<Bernoulli>("bernoulli"); }

}  // namespace flitscope::tb
