#include <algorithm>

#include "testbenches/drive/traffic/lengths/lengths.h"
#include "testbenches/drive/traffic/random_numbers.h"

namespace flitscope::tb {

namespace {

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

LengthEntry bimodal_length_entry() {
    return {"bimodal",
            {whole_number("short", 1, INT32_MAX, "flits of a short message").required(),
             whole_number("long", 1, INT32_MAX, "flits of a long message").required(),
             real_number("long_fraction", 0, 1, "share of long messages").required()},
            [](const Options& options) {
                return std::make_unique<Bimodal>(
                    static_cast<std::uint32_t>(options.integer("short")),
                    static_cast<std::uint32_t>(options.integer("long")),
                    options.real("long_fraction"));
            }};
}

}  // namespace flitscope::tb
