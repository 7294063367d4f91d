#include "testbenches/drive/traffic/length_distribution.h"

#include <algorithm>

#include "testbenches/drive/traffic/random_numbers.h"
#include "testbenches/drive/traffic/registry.h"

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

LengthEntry geometric(const char* name, const char* mean) {
    return {name, {real_number("mean", 1, 5e7, mean).required()}, [](const Options& options) {
                return std::make_unique<Geometric>(options.real("mean"));
            }};
}

/// One of two lengths; a fixed one is both.
class Bimodal : public LengthDistribution {
public:
    Bimodal(std::uint32_t short_flits, std::uint32_t long_flits, double long_fraction)
        : short_(short_flits),
          long_(long_flits),
          long_fraction_(long_fraction),
          threshold_(probability_threshold(long_fraction)) {}

    std::uint32_t length(std::uint64_t random_bits) const override {
        return random_bits < threshold_ ? long_ : short_;
    }
    double mean() const override { return short_ + long_fraction_ * (double{1} * long_ - short_); }
    std::uint32_t longest() const override { return std::max(short_, long_); }
    std::uint32_t shortest() const override { return std::min(short_, long_); }

private:
    std::uint32_t short_, long_;
    double long_fraction_;
    std::uint64_t threshold_;
};

}  // namespace

const std::vector<LengthEntry>& lengths() {
    static const std::vector<LengthEntry> list = {
        {"fixed",
         {whole_number("mean", 1, INT32_MAX, "flits of every message").required()},
         [](const Options& options) {
             const auto flits = static_cast<std::uint32_t>(options.integer("mean"));
             return std::make_unique<Bimodal>(flits, flits, 0);
         }},
        geometric("exponential", "mean length in flits, rounding included"),
        geometric("geometric", "mean length in flits"),
        {"bimodal",
         {whole_number("short", 1, INT32_MAX, "flits of a short message").required(),
          whole_number("long", 1, INT32_MAX, "flits of a long message").required(),
          real_number("long_fraction", 0, 1, "share of long messages").required()},
         [](const Options& options) {
             return std::make_unique<Bimodal>(static_cast<std::uint32_t>(options.integer("short")),
                                              static_cast<std::uint32_t>(options.integer("long")),
                                              options.real("long_fraction"));
         }},
    };
    return list;
}

std::shared_ptr<const std::vector<std::uint32_t>> service_flits(const LengthDistribution& lengths) {
    constexpr std::uint64_t kHashes = 65536;
    auto flits = std::make_shared<std::vector<std::uint32_t>>();
    flits->reserve(kHashes);
    for (std::uint64_t hash = 0; hash < kHashes; ++hash) {
        flits->push_back(lengths.length((hash << 48U) + (std::uint64_t{1} << 47U)));
    }
    return flits;
}

}  // namespace flitscope::tb
